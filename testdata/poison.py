#!/usr/bin/env python3
"""Makes a hostile log out of a real one: poison in every string that a log may choose.

    poison.py OUT TRACE [TURN]

Names, paths, code, reasons, messages get something behind them that a page, a terminal or
a spreadsheet might obey; numbers, ids, names of records and phases stay, so that the log
reads as before. Each word has its own poison, the same everywhere; long texts get all.
"""

import hashlib
import json
import re
import sys

sys.dont_write_bytecode = True
import scale

POISONS = [
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    '"onmouseover="alert(3)',
    "' onfocus=alert(4) autofocus x='",
    "<img src=x onerror=alert(5)>",
    "javascript:alert(6)",
    "\u2028alert(7)\u2029",
    "\u202egnp.exe\u202c",
    "]]>",
    "<!--",
    "-->",
    "&lt;b&gt;&#60;i&#62;",
    "`code`|cell|",
    "<svg/onload=alert(8)>",
    "\x1b]0;title\x07\x1b[31m",
    "https://example.invalid/\"><base href='//example.invalid'>",
    "</style><style>*{display:none}</style>",
    "</title><meta http-equiv=refresh content=0>",
    "@everyone #1 [x](javascript:alert(9))",
    "\r\n=cmd|' /C calc'!A0",
]

# Strings that mean something to a reader of logs; those under these keys stay.
KEPT_KEYS = {
    "compile_id", "ph", "cat", "encoding", "fn_name", "has_payload", "frame_key",
    "recompile_reason", "pytorch_version", "compile_context",
}
NOT_KINDS = ("rank", "frame_id", "frame_compile_id", "attempt")
WORD = re.compile(
    r"\b(forward|step|zoo|big|fn|break_print|work|print|user|mlp|linear|str|RuntimeError"
    r"|wrapped_func|deprecation|utils)\b"
)


class Spoiler:
    def __init__(self, turn):
        self.turn = turn

    def poison(self, word):
        number = int(hashlib.md5(word.encode()).hexdigest(), 16)
        return POISONS[(number + self.turn) % len(POISONS)]

    def text(self, text):
        """Poison behind every known word, and all of it behind a long text."""
        text = WORD.sub(lambda m: m.group(1) + self.poison(m.group(1)), text)
        if len(text) > 200 and " " in text:
            text += " " + " ".join(POISONS)
        return text

    def json(self, value, key=""):
        if isinstance(value, dict):
            return {k: self.json(v, k) for k, v in value.items()}
        if isinstance(value, list):
            return [self.json(v, key) for v in value]
        if isinstance(value, str) and key not in KEPT_KEYS:
            return self.text(value)
        return value

    def span(self, payload):
        """Names of spans are phases; some are made unknown ones."""
        event = json.loads(payload)
        if event["name"] in ("build_guards", "bytecode_tracing", "gc"):
            event["name"] += self.poison(event["name"])
        return json.dumps(event).encode()

    def payload(self, kind, payload):
        if kind == "chromium_event":
            return self.span(payload)
        text = payload.decode("utf-8", "replace")
        if text[:1] in '[{"':
            try:
                return json.dumps(self.json(json.loads(text))).encode()
            except ValueError:
                pass
        return "\n".join(self.text(line).replace("\n", " ").replace("\r", " ")
                         for line in text.split("\n")).encode()

    def head(self, head):
        at = head.index(b"] {") + 2
        record = json.loads(head[at:])
        kind = next(k for k in record if k not in NOT_KINDS)
        if kind == "artifact":
            kind = record["artifact"]["name"]
        elif kind in ("compilation_metrics", "dynamo_start", "str"):
            record[kind] = self.json(record[kind], kind)
        return kind, head[:at], record


def main(out, trace, turn="0"):
    spoiler = Spoiler(int(turn))
    with open(out, "wb") as log:
        for head, payload in scale.records(trace):
            kind, before, record = spoiler.head(head)
            if payload is not None:
                payload = spoiler.payload(kind, payload)
                if "has_payload" in record:
                    record["has_payload"] = hashlib.md5(payload).hexdigest()
            log.write(before + json.dumps(record).encode() + b"\n")
            if payload is not None:
                log.write(b"\t" + payload.replace(b"\n", b"\n\t") + b"\n")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
