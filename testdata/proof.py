"""Proves advice on real torch: applies it to the letter and counts compiles again.

usage: proof.py CTRACE PYTHON [PROGRAM...]

PYTHON is one that has torch. For every cause that ctrace finds in a program, its first
remedy that is no edit is applied, and the program runs again. A line each: program,
cause, rule, compiles before, predicted, after. Exit 1 if one is not as predicted.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def run(ctrace, python, program, advice=None, function=None):
    """The report of one run of the program, None if it failed."""
    args = [python, os.path.join(HERE, "apply.py")]
    line = "exec \"$@\""
    if advice and advice["where"] == "environment":
        line = advice["code"] + "; " + line
    elif advice and advice["where"] == "startup":
        args += ["--startup", advice["code"]]
    elif advice:
        args += ["--before", function, advice["code"]]
    with tempfile.TemporaryDirectory() as trace:
        environment = dict(os.environ, TORCH_TRACE=trace)
        done = subprocess.run(["sh", "-c", line, "sh", *args, program], env=environment,
                              capture_output=True, text=True)
        if done.returncode:
            return None
        logs = glob.glob(os.path.join(trace, "*.log"))
        report = subprocess.run([ctrace, "analyze", "--format", "json", *logs],
                                capture_output=True, text=True)
        return json.loads(report.stdout)


def prove(ctrace, python, program):
    """Yields a line for each cause, and whether it is as it should be."""
    name = os.path.basename(program)[:-3]
    before = run(ctrace, python, program)
    compiles = before["summary"]["compiles"]
    for cause in before["causes"]:
        what = [name, "%s of %s" % (cause["kind"], cause["source"])]
        advice = [a for a in cause["advice"] if a["where"] != "edit"
                  and a["saves_compiles"] is not None]
        if not advice:
            edit = cause["advice"][0]["rule"] if cause["advice"] else "nothing"
            yield what + ["edit: " + edit, compiles, "", ""], bool(cause["advice"])
            continue
        saves = advice[0]["saves_compiles"]
        after = run(ctrace, python, program, advice[0], cause["function"])
        count = after["summary"]["compiles"] if after else "failed"
        yield what + [advice[0]["rule"], compiles, compiles - saves, count], \
            count == compiles - saves
    if not before["causes"]:
        yield [name, "none", "", compiles, "", ""], True


def main(ctrace, python, *programs):
    failed = 0
    for program in programs or sorted(glob.glob(os.path.join(HERE, "programs", "*.py"))):
        for row, good in prove(ctrace, python, program):
            failed += not good
            print("%-20s %-28s %-26s %6s %9s %6s %s" % (*row, "" if good else "WRONG"),
                  flush=True)
    return 1 if failed else 0


sys.exit(main(*sys.argv[1:]))
