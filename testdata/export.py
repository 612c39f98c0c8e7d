#!/usr/bin/env python3
"""Reads what ctrace export wrote, by the rules of each format: export.py FORM FILE

perfetto    the trace-event format: members by event type, spans of a thread nest
speedscope  file-format-schema.json's required members; events in order, O and C pair up
ndjson      each line an object; against FILE2, the JSON report of the same trace: every
            row and figure is the same
Prints a line of counts, or what is wrong and exits with 1.
"""
import collections
import json
import sys


class Wrong(Exception):
    pass


def need(truth, what):
    if not truth:
        raise Wrong(what)


def whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def nests(spans):
    """Spans of a thread lie behind or inside each other: (start, end), in file order."""
    around = []
    for start, end in sorted(spans, key=lambda s: (s[0], -s[1])):
        while around and around[-1] <= start:
            around.pop()
        need(not around or end <= around[-1], f"a span at {start} crosses the end of another")
        around.append(end)


def perfetto(text):
    document = json.loads(text)
    events = document["traceEvents"]
    counts = collections.Counter()
    spans = collections.defaultdict(list)
    named = set()
    for e in events:
        kind = e["ph"]
        counts[kind] += 1
        need(kind in "MXiC", f"event of type {kind}")
        need(isinstance(e["name"], str) and whole(e["pid"]), f"event without a name or pid: {e}")
        need(whole(e["ts"]) and e["ts"] >= 0, f"event without a time: {e}")
        need(isinstance(e["args"], dict), f"args are no object: {e}")
        if kind == "M":
            need(e["name"] in ("process_name", "process_labels", "process_sort_index", "thread_name"),
                 f"metadata of an unknown sort: {e}")
            if e["name"] == "thread_name":
                named.add(e["tid"])
            if e["name"] == "process_name":
                named.add(-e["pid"])
        elif kind == "X":
            need(whole(e["dur"]) and e["dur"] >= 0 and whole(e["tid"]), f"span without a length: {e}")
            spans[e["pid"], e["tid"]].append((e["ts"], e["ts"] + e["dur"]))
        elif kind == "i":
            need(e["s"] in "gpt", f"instant without a scope: {e}")
        else:
            need(all(whole(v) for v in e["args"].values()), f"a counter that is no number: {e}")
    for (pid, tid), of_thread in spans.items():
        need(tid in named and -pid in named, f"thread {tid} or its process {pid} has no name")
        nests(of_thread)
    return f"{counts['X']} spans, {counts['i']} instants, {counts['C']} counts"


def speedscope(text):
    document = json.loads(text)
    need(document["$schema"] == "https://www.speedscope.app/file-format-schema.json", "$schema")
    frames = document["shared"]["frames"]
    for f in frames:
        need(isinstance(f["name"], str) and set(f) <= {"name", "file", "line", "col"}, f"frame {f}")
        need(isinstance(f.get("file", ""), str) and whole(f.get("line", 0)), f"frame {f}")
    need(document["profiles"], "no profile")
    need(0 <= document["activeProfileIndex"] < len(document["profiles"]), "activeProfileIndex")
    events = 0
    for p in document["profiles"]:
        need(p["type"] == "evented" and p["unit"] == "microseconds" and isinstance(p["name"], str), "profile")
        at, stack = p["startValue"], []
        for e in p["events"]:
            need(whole(e["at"]) and at <= e["at"] <= p["endValue"], f"{e}: out of order")
            need(whole(e["frame"]) and 0 <= e["frame"] < len(frames), f"{e}: no such frame")
            at = e["at"]
            if e["type"] == "O":
                stack.append(e["frame"])
            else:
                need(e["type"] == "C" and stack and stack.pop() == e["frame"], f"{e}: closes another")
            events += 1
        need(not stack, f"{p['name']}: frames are left open")
    return f"{len(document['profiles'])} profiles, {len(frames)} frames, {events} events"


def ndjson(text, report):
    rows = collections.defaultdict(list)
    for line in text.splitlines():
        row = json.loads(line)
        need(row.pop("schema") == report["schema"], f"schema: {line[:80]}")
        rows[row.pop("section")].append(row)
    for section, content in report.items():
        if section == "schema":
            continue
        wanted = content if isinstance(content, list) else [] if content is None else [content]
        need(rows.pop(section, []) == wanted, f"section {section} differs from the JSON report")
    need(not rows, f"sections that the JSON report has not: {list(rows)}")
    return "the same rows"


def main():
    form, name = sys.argv[1:3]
    with open(name, encoding="utf-8", newline="\n") as f:
        text = f.read()
    try:
        if form == "ndjson":
            with open(sys.argv[3], encoding="utf-8") as f:
                print(ndjson(text, json.load(f)))
        else:
            print({"perfetto": perfetto, "speedscope": speedscope}[form](text))
    except (Wrong, KeyError, ValueError) as e:
        print(f"{form}: {type(e).__name__}: {e}")
        sys.exit(1)


main()
