#!/usr/bin/env python3
"""Helps testdata/tools.sh.

FOLDER             checks what ctrace show --all wrote: names, sizes, MD5 sums
--hostile          prints a log whose artifacts have harmful names
--exec COMMAND…    runs it with no signal ignored
--queries FILE     runs the ```sql blocks of FILE in DuckDB; each must give rows
"""
import hashlib
import json
import os
import re
import signal
import sys

SAFE = re.compile(r"[0-9]{6,}(_r[0-9]+)?(_(a[0-9]+)?-?([0-9]+-[0-9]+)?)?_[a-z0-9_]+\.(py|json|txt)")
HOSTILE = ["../x", "/etc/x", "a/b", ".", "..", "", "x" * 400, "a\0b", "CON", "-rf", "Graph", "graph",
           "\x1b[31mred", "a\nb", "\u202eevil", "index.json", "000001", "%s%n", "dump_file"]


def check(folder):
    with open(os.path.join(folder, "index.json"), encoding="utf-8") as f:
        rows = json.load(f)["artifacts"]
    names = set(os.listdir(folder)) - {"index.json", "index.txt"}
    listed = [r["file"] for r in rows if r["file"] is not None]
    assert len(listed) == len(set(listed)), "a file name twice"
    assert names == set(listed), f"files beside the index: {names ^ set(listed)}"
    assert [r["number"] for r in rows] == list(range(1, len(rows) + 1)), "numbers"
    for row in rows:
        if row["file"] is None:
            assert row["bytes"] is None, row
            continue
        assert SAFE.fullmatch(row["file"]), row["file"]
        path = os.path.join(folder, row["file"])
        assert os.path.isfile(path) and not os.path.islink(path), path
        with open(path, "rb") as f:
            content = f.read()
        assert len(content) == row["bytes"], row
        assert row["md5"] is None or hashlib.md5(content).hexdigest() == row["md5"], row


def hostile():
    out = []
    for name in HOSTILE:
        md5 = hashlib.md5(b"text").hexdigest()
        record = {"artifact": {"name": name, "encoding": "string"}, "frame_id": 0,
                  "frame_compile_id": 0, "attempt": 0, "has_payload": md5}
        out.append("V0612 09:14:05.221000 4711 torch/_logging/_internal.py:33] " + json.dumps(record))
        out.append("\ttext")
    print("\n".join(out))


def queries(name):
    import duckdb
    with open(name, encoding="utf-8") as f:
        blocks = re.findall(r"^```sql\n(.*?)^```", f.read(), re.M | re.S)
    assert len(blocks) >= 2, "no queries"
    for block in blocks:
        rows = duckdb.sql(block).fetchall()
        assert rows, block
        print(rows[0])


def main():
    if sys.argv[1] == "--hostile":
        hostile()
    elif sys.argv[1] == "--queries":
        queries(sys.argv[2])
    elif sys.argv[1] == "--exec":
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        os.execv(sys.argv[2], sys.argv[2:])
    else:
        check(sys.argv[1])


main()
