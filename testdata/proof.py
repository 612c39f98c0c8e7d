#!/usr/bin/env python3
"""Proves advice on real torch: applies it to the letter and counts compiles again.

usage: proof.py [--part fast] [--out FILE] CTRACE PYTHON [PROGRAM...]

PYTHON is one that has torch. Each program of programs/ runs with TORCH_TRACE. For every
cause that ctrace finds, the first remedy that is no edit is applied: one for the environment
as a line of the shell, one for the start or before each call by apply.py. Where all are
edits, the program itself has the edited form ("program.py fixed"); that run stands for all
such causes of the program. The compiles that remain must be those that ctrace promised.

--part fast takes each third program. --out writes the table as Markdown. Exit 1 if
a count is not as predicted and no reason for it stands in EXCEPTIONS.
"""
import argparse
import concurrent.futures
import functools
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 300  # for one run of a program

# (program, cause): why the count is not the one predicted.
EXCEPTIONS = {
    ("marked_late", "size of x"):
        "the mark itself differs too, so nothing is promised; the edited form, which marks "
        "from the first call on, does better",
}

TITLES = ["program", "cause", "remedy", "before", "predicted", "after"]


class Bench:
    """What runs programs: a ctrace, and a Python that has torch."""

    def __init__(self, ctrace, python):
        self.ctrace, self.python = ctrace, python

    def run(self, program, *words, prelude=":", apply=()):
        """The report of one run, None if it failed."""
        args = [self.python, *apply, program, *words]
        with tempfile.TemporaryDirectory() as trace:
            done = subprocess.run(
                ["sh", "-c", prelude + '\nexec "$@"', "sh", *args], timeout=SECONDS,
                env=dict(os.environ, TORCH_TRACE=trace), capture_output=True, text=True)
            if done.returncode:
                print(program, *words, apply, done.stderr[-2000:], file=sys.stderr)
                return None
            report = subprocess.run([self.ctrace, "analyze", "--format", "json", trace],
                                    capture_output=True, text=True)
            return json.loads(report.stdout) if report.stdout else None

    def run_with(self, advice, function, program):
        apply = [os.path.join(HERE, "apply.py")]
        if advice["where"] == "environment":
            return self.run(program, prelude=advice["code"])
        if advice["where"] == "startup":
            return self.run(program, apply=[*apply, "--startup", advice["code"]])
        return self.run(program, apply=[*apply, "--before", function, advice["code"]])


def compiles_of(report):
    return report["summary"]["compiles"] if report else "failed"


def first_to_run(cause):
    """The first remedy that is no edit and promises something; None if there is none."""
    for advice in cause["advice"]:
        if advice["where"] != "edit" and advice["saves_compiles"] is not None:
            return advice
    return None


def name_of(cause):
    return "%s of %s" % (cause["kind"], cause["source"])


def prove_edits(bench, program, before, causes):
    """One row for all causes that need an edit: the program's own edited form."""
    advice = [next((a for a in c["advice"] if a["where"] == "edit"), None) for c in causes]
    advice = [a for a in advice if a]
    after, predicted = "", ""
    if advice:
        after = compiles_of(bench.run(program, "fixed"))
        predicted = before - sum(a["saves_compiles"] or 0 for a in advice)
    return [", ".join(map(name_of, causes)),
            "edit: " + ", ".join(dict.fromkeys(a["rule"] for a in advice)),
            before, predicted, after]


def prove(bench, program):
    """The rows of a program."""
    name = os.path.basename(program)[:-3]
    report = bench.run(program)
    if not report:
        return [[name, "", "", "failed", "", ""]]
    before, rows, edits = compiles_of(report), [], []
    for cause in report["causes"]:
        first = first_to_run(cause)
        if not first:
            edits.append(cause)
            continue
        after = compiles_of(bench.run_with(first, cause["function"], program))
        rows.append([name, name_of(cause), first["rule"], before,
                     before - first["saves_compiles"], after])
    if edits:
        rows.append([name, *prove_edits(bench, program, before, edits)])
    return rows or [[name, "none", "", before, before, before]]


def prove_run(bench, label, launcher, command, count):
    """A row: what ctrace run reports when the command of a user compiled count times."""
    program = os.path.join(HERE, "programs", "last_batch.py")
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "report.json")
        run = [bench.ctrace, "run", "--quiet"]
        if not launcher:
            run += ["--format", "json", "-o", out]
        done = subprocess.run([*launcher, *run, "--", *command, program], cwd=folder,
                              timeout=SECONDS, capture_output=True, text=True)
        if launcher:  # a report on stderr for each process
            after = sum(int(n) for n in re.findall(r"(\d+) compiles of 1 fun", done.stderr))
        else:
            after = os.path.exists(out) and json.load(open(out))["summary"]["compiles"]
    if done.returncode or after != count:
        print(label, done.returncode, done.stderr[-2000:], file=sys.stderr)
    return [["ctrace run", label, "", "", count, "failed" if done.returncode else after]]


def prove_runs(bench):
    """Each is a function without arguments."""
    torchrun = [bench.python, "-m", "torch.distributed.run", "--nproc_per_node=2"]
    return [
        lambda: prove_run(bench, "python3", [], [bench.python], 2),
        lambda: prove_run(bench, "torchrun, two workers", [], torchrun, 4),
        lambda: prove_run(bench, "in each worker of torchrun", [*torchrun, "--no-python"],
                          [bench.python], 4),
    ]


def is_right(row):
    return row[4] == row[5] and row[5] != ""


def is_excused(row):
    return (row[0], row[1]) in EXCEPTIONS and isinstance(row[5], int) and row[5] <= row[3]


def write_markdown(path, rows):
    exact = sum(map(is_right, rows))
    with open(path, "w") as f:
        f.write("# Remedies on real programs\n\n"
                "`make check-full` wrote this with torch 2.13.0: each remedy applied to the "
                "letter, and the compiles\ncounted again. %d of %d are exactly as predicted.\n\n"
                % (exact, len(rows)))
        f.write("| %s |\n|%s\n" % (" | ".join(TITLES), "---|" * 3 + "---:|" * 3))
        for row in rows:
            cells = [str(cell).replace("|", "\\|") for cell in row]
            f.write("| %s |%s\n" % (" | ".join(cells), "" if is_right(row) else " ✗"))
        for row in rows:
            if not is_right(row):
                f.write("\n- %s, %s: %s\n" % (row[0], row[1],
                                             EXCEPTIONS.get((row[0], row[1]), "not explained")))


def parse(args):
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("--part", choices=["fast", "all"], default="all")
    parser.add_argument("--out")
    parser.add_argument("ctrace")
    parser.add_argument("python")
    parser.add_argument("programs", nargs="*")
    return parser.parse_args(args)


def main(args):
    o = parse(args)
    programs = o.programs or sorted(glob.glob(os.path.join(HERE, "programs", "*.py")))
    if o.part == "fast":
        programs = programs[::3]
    bench, rows, failed = Bench(o.ctrace, o.python), [], 0
    line = "%-18s %-42s %-26s %6s %9s %6s"
    print(line % tuple(TITLES))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [functools.partial(prove, bench, program) for program in programs]
        jobs += [] if o.programs else prove_runs(bench)
        for some in pool.map(lambda job: job(), jobs):
            for row in some:
                good = is_right(row) or is_excused(row)
                failed += not good
                mark = "" if is_right(row) else " as known" if good else " WRONG"
                print(line % tuple(row) + mark, flush=True)
            rows += some
    if o.out:
        write_markdown(o.out, rows)
    print("proof: %d passed, %d failed" % (len(rows) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
