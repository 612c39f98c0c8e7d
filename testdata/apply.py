"""Runs a program as it is, or with a piece of advice applied to the letter.

usage: apply.py [--startup CODE] [--before FUNCTION CODE] PROGRAM

--startup runs the Python code once before the program. --before runs it before each
call of a compiled FUNCTION, with torch and the function's arguments in scope by name; an
argument that the code assigns is passed on.
"""
import functools
import inspect
import runpy
import sys


def bind(function, args, kwargs):
    bound = inspect.signature(function).bind(*args, **kwargs)
    bound.apply_defaults()
    names = dict(bound.arguments)
    if inspect.ismethod(function):
        names["self"] = function.__self__
    return bound, names


def preceded(call, function, code):
    """call, with the code run before it on the arguments of function."""
    import torch

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        bound, names = bind(function, args, kwargs)
        scope = {"torch": torch, **names}
        exec(code, scope)
        for name in bound.arguments:
            bound.arguments[name] = scope[name]
        return call(*bound.args, **bound.kwargs)

    return wrapper


def target_of(model):
    """The Python function that is compiled when the model is called."""
    import torch

    if isinstance(model, torch.nn.Module):
        return model.forward
    owner = getattr(model, "__self__", None)
    return owner.forward if isinstance(owner, torch.nn.Module) else model


def patch_compile(name, code):
    import torch

    real = torch.compile

    def compile(model=None, **options):
        if model is None:
            return lambda f: compile(f, **options)
        compiled, function = real(model, **options), target_of(model)
        if function.__name__ != name:
            return compiled
        if not isinstance(compiled, torch.nn.Module):
            return preceded(compiled, function, code)
        kind = type(compiled)
        call = functools.partial(kind.__call__, compiled)
        wrapper = preceded(call, function, code)
        compiled.__class__ = type(kind.__name__, (kind,), {
            "__call__": lambda self, *args, **kwargs: wrapper(*args, **kwargs)})
        return compiled

    torch.compile = compile


def main(args):
    while args[0].startswith("--"):
        if args[0] == "--startup":
            exec(args[1], {})
            args = args[2:]
        else:
            patch_compile(args[1], compile(args[2], "<advice>", "exec"))
            args = args[3:]
    sys.argv = args
    runpy.run_path(args[0], run_name="__main__")


main(sys.argv[1:])
