#!/usr/bin/env python3
"""Makes a big trace out of small ones.

    scale.py OUT MEGABYTES TRACE...

Each pass over the traces is one more copy with its own frame ids and interned
strings, so that the result reads as the log of one long-lived process. A payload
that names a frame is renumbered too and gets its right MD5. The text of a trace
between the numbers is cut up once; a copy only joins the pieces.
"""

import gzip
import hashlib
import re
import sys

# What changes from copy to copy: frame ids, interned string ids. Groups: f, s.
IN_HEAD = re.compile(
    rb'"frame_id": (?P<f>\d+)'
    rb'|"compile_id": "(?P<f2>\d+)/'
    rb'|"recompile_reason": "(?P<f3>\d+)/'
    rb'|"str": \[".*", (?P<s>\d+)\]\}$'
    rb'|"filename": (?P<s2>\d+)'
)
IN_PAYLOAD = re.compile(rb'"compile_id": "(?P<f>\d+)/|(?:^|\n)\[?"?(?P<f2>\d+)/\d+: ')
MD5 = re.compile(rb'"has_payload": "([0-9a-f]{32})"')
PROCESS = re.compile(rb"^([VIWEC]\d{4} [\d:.]+) \d+ ")


def records(path):
    """Yields (head, payload or None) of a trace; the payload without its tabs."""
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rb") as log:
        lines = log.read().split(b"\n")
    head, payload = None, []
    for line in lines:
        if line.startswith(b"\t"):
            payload.append(line[1:])
        elif line:
            if head is not None:
                yield head, b"\n".join(payload) if payload else None
            head, payload = line, []
    if head is not None:
        yield head, b"\n".join(payload) if payload else None


def cut(text, pattern):
    """[bytes, (kind, number), bytes, ...]: the text with its numbers taken out."""
    pieces, end = [], 0
    for match in pattern.finditer(text):
        kind = match.lastgroup
        pieces += [text[end : match.start(kind)], (kind[0], int(match.group(kind)))]
        end = match.end(kind)
    return pieces + [text[end:]]


def fill(pieces, offsets):
    return b"".join(
        piece if isinstance(piece, bytes) else b"%d" % (piece[1] + offsets[piece[0]])
        for piece in pieces
    )


def merged(chunks):
    """Joins neighbours that are plain bytes, so that a copy has few pieces to join."""
    out = []
    for chunk in chunks:
        if out and isinstance(chunk, bytes) and isinstance(out[-1], bytes):
            out[-1] += chunk
        else:
            out.append(chunk)
    return out


class Template:
    """A trace as chunks: bytes, (kind, number), or a renumbered payload with its head."""

    def __init__(self, path):
        self.counts = {"f": 0, "s": 0}
        chunks = []
        for head, payload in records(path):
            head = PROCESS.sub(rb"\1 1000 ", head)
            head = re.sub(rb'"rank": \d+', b'"rank": null', head)
            head_pieces = cut(head, IN_HEAD)
            body = cut(payload, IN_PAYLOAD) if payload is not None else [b""]
            md5 = MD5.search(head)
            for piece in head_pieces + body:
                if not isinstance(piece, bytes):
                    self.counts[piece[0]] = max(self.counts[piece[0]], piece[1] + 1)
            if len(body) > 1 and md5:
                chunks.append([cut(head, IN_HEAD), md5.group(1), body])
                continue
            chunks += head_pieces + [b"\n"]
            if payload is not None:
                chunks.append(b"\t" + payload.replace(b"\n", b"\n\t") + b"\n")
        self.chunks = merged(chunks)

    def copy(self, offsets):
        out = []
        for chunk in self.chunks:
            if isinstance(chunk, bytes):
                out.append(chunk)
            elif isinstance(chunk, tuple):
                out.append(b"%d" % (chunk[1] + offsets[chunk[0]]))
            else:
                head, md5, body = chunk
                payload = fill(body, offsets)
                digest = hashlib.md5(payload).hexdigest().encode()
                out.append(fill(head, offsets).replace(md5, digest))
                out.append(b"\n\t" + payload.replace(b"\n", b"\n\t") + b"\n")
        return b"".join(out)


def main(out, megabytes, *paths):
    templates = [Template(path) for path in paths]
    left, offsets = int(float(megabytes) * 1e6), {"f": 0, "s": 0}
    with open(out, "wb") as log:
        while left > 0:
            for template in templates:
                text = template.copy(offsets)
                log.write(text)
                left -= len(text)
                for kind in offsets:
                    offsets[kind] += template.counts[kind]
                if left <= 0:
                    break


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
