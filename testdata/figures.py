#!/usr/bin/env python3
"""CSV and NDJSON hold the same figures as JSON: figures.py CTRACE

Every section of the reports of some traces is read in all three and compared, cell by
cell. Nested tables are not in CSV.
"""

import csv
import io
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TRACES = ("ranks", "llama_generate.log.gz", "train_loop.log.gz", "three_causes.log.gz",
          "recompile_limit.log.gz", "backend_fails.log", "cache_warm.log.gz", "hostile_restart.log",
          "region_reused.log.gz", "text_2_13.log")
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\0", "＝", "＋", "－", "＠")


def read(ctrace, trace, *options):
    return subprocess.run([ctrace, "analyze", *options, os.path.join(HERE, "traces", trace)],
                          check=True, stdout=subprocess.PIPE).stdout.decode()


def spelled(text):
    return "".join(f"\\x{ord(c):02x}" if (ord(c) < 0x20 and c not in "\n\r\t") or c == "\x7f" else c
                   for c in text)


def defused(text):
    return ("'" if text.startswith(FORMULAS) else "") + spelled(text)


def as_csv(value):
    """The cell that a value of JSON is; None for a nested table."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.4f}"
    if isinstance(value, list):
        if any(isinstance(item, dict) for item in value):
            return None
        return defused("\n".join("" if item is None else str(item) for item in value))
    return defused(value) if isinstance(value, str) else str(value)


def compare(label, section, rows, text):
    """What differs."""
    table = list(csv.reader(io.StringIO(text, newline="")))
    keys, cells = table[0], table[1:]
    if len(cells) != len(rows):
        yield f"{label}: {len(cells)} rows of {section}, not {len(rows)}"
        return
    for i, (row, line) in enumerate(zip(rows, cells)):
        got = dict(zip(keys, line))
        for key, value in row.items():
            want = as_csv(value)
            if key in got and want is not None and got[key] != want:
                yield f"{label}: {section}[{i}].{key} is {got[key]!r}, not {want!r}"


def by_section(text):
    """The rows of NDJSON, without what says where they belong."""
    sections = {}
    for line in text.splitlines():
        row = json.loads(line)
        row.pop("schema")
        sections.setdefault(row.pop("section"), []).append(row)
    return sections


def main(ctrace):
    passed = failed = 0
    for trace in TRACES:
        report = json.loads(read(ctrace, trace, "--format", "json"))
        lines = by_section(subprocess.run(
            [ctrace, "export", "--to", "ndjson", os.path.join(HERE, "traces", trace)],
            check=True, stdout=subprocess.PIPE).stdout.decode())
        for section, rows in report.items():
            if section == "schema":
                continue
            rows = [rows] if isinstance(rows, dict) else rows or []
            text = read(ctrace, trace, "--format", "csv", "--section", section)
            wrong = list(compare(trace, section, rows, text))
            if lines.get(section, []) != rows:
                wrong.append(f"{trace}: NDJSON has other rows of {section}")
            passed += not wrong
            failed += bool(wrong)
            print("\n".join(wrong[:3]), end="\n" if wrong else "")
    print(f"figures: {passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
