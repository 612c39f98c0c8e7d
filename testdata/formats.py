#!/usr/bin/env python3
"""What ctrace writes for other programs is what they read: testdata/formats.py

Every golden want.json must fit the JSON Schemas in man/, every want.sarif SARIF 2.1.0,
every want.junit the JUnit format that CI services read, and every want.github workflow
commands. With the module jsonschema the schemas are used with it, too, and SARIF_SCHEMA
may name the published schema of SARIF.
"""
import glob
import json
import os
import re
import sys
import xml.etree.ElementTree as ET

HERE = os.path.dirname(os.path.abspath(__file__))
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
try:
    import jsonschema
except ImportError:
    jsonschema = None


def is_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def check(value, schema, where="$"):
    """The part of JSON Schema that ours use."""
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_type(value, t) for t in types):
        yield f"{where}: {value!r} is no {types}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{where}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is none of {schema['enum']}"
    if isinstance(value, dict):
        for key in schema.get("required", []):
            if key not in value:
                yield f"{where}: {key} is missing"
        for key, part in value.items():
            if key in schema.get("properties", {}):
                yield from check(part, schema["properties"][key], f"{where}.{key}")
    if isinstance(value, list) and "items" in schema:
        for i, part in enumerate(value):
            yield from check(part, schema["items"], f"{where}[{i}]")


def check_report(path):
    name = os.path.basename(os.path.dirname(path))
    kind = "diff" if name.startswith("diff_") else "report"
    with open(f"{HERE}/../man/ctrace-{kind}.schema.json") as f:
        schema = json.load(f)
    with open(path) as f:
        value = json.load(f)
    yield from check(value, schema)
    known = set(schema["properties"])
    for key in value:
        if key not in known and not name.startswith(("explain", "show", "export")):
            yield f"section {key} is not in the schema"
    if jsonschema:
        for e in jsonschema.Draft7Validator(schema).iter_errors(value):
            yield e.message


TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
URI = re.compile(r"([a-z][a-z0-9+.-]*:)?([-A-Za-z0-9._~/!$&'()*+,;=@:]|%[0-9A-F]{2})+")
SARIF = {
    "type": "object", "required": ["version", "runs"],
    "properties": {
        "version": {"const": "2.1.0"}, "$schema": {"type": "string"},
        "runs": {"type": "array", "items": {
            "type": "object", "required": ["tool", "results"],
            "properties": {
                "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                "tool": {"type": "object", "required": ["driver"], "properties": {"driver": {
                    "type": "object", "required": ["name"], "properties": {
                        "name": {"type": "string"},
                        "rules": {"type": "array", "items": {
                            "type": "object", "required": ["id"], "properties": {
                                "id": {"type": "string"}, "shortDescription": TEXT,
                                "help": TEXT}}}}}}},
                "results": {"type": "array", "items": {
                    "type": "object", "required": ["message", "ruleId", "ruleIndex", "level"],
                    "properties": {
                        "message": TEXT, "ruleId": {"type": "string"},
                        "ruleIndex": {"type": "integer"},
                        "level": {"enum": ["none", "note", "warning", "error"]},
                        "partialFingerprints": {"type": "object"},
                        "locations": {"type": "array", "items": {
                            "type": "object", "required": ["physicalLocation"],
                            "properties": {"physicalLocation": {
                                "type": "object", "required": ["artifactLocation", "region"],
                                "properties": {
                                    "artifactLocation": {"type": "object", "required": ["uri"]},
                                    "region": {"type": "object", "required": ["startLine"],
                                               "properties": {"startLine": {
                                                   "type": "integer"}}}}}}}}}}}}}}}}


def check_sarif(path):
    with open(path) as f:
        value = json.load(f)
    yield from check(value, SARIF)
    for run in value["runs"]:
        rules = run["tool"]["driver"]["rules"]
        for r in run["results"]:
            if rules[r["ruleIndex"]]["id"] != r["ruleId"]:
                yield f"rule {r['ruleId']} is not at its index"
            for place in r["locations"]:
                physical = place["physicalLocation"]
                if not URI.fullmatch(physical["artifactLocation"]["uri"]):
                    yield f"{physical['artifactLocation']['uri']!r} is no URI"
                if physical["region"]["startLine"] < 1:
                    yield "a line below 1"
    if jsonschema and os.environ.get("SARIF_SCHEMA"):
        with open(os.environ["SARIF_SCHEMA"]) as f:
            schema = json.load(f)
        validator = jsonschema.validators.validator_for(schema)(schema)
        for e in validator.iter_errors(value):
            yield e.message


# Element → attributes it must have, others it may have, elements in it.
JUNIT = {
    "testsuites": ((), ("name", "tests", "failures", "errors", "time"), ("testsuite",)),
    "testsuite": (("name", "tests", "failures", "errors"), ("skipped", "time"), ("testcase", "system-out")),
    "testcase": (("name",), ("classname", "time"), ("failure", "error", "system-out")),
    "failure": ((), ("message", "type"), ()),
    "error": ((), ("message", "type"), ()),
    "system-out": ((), (), ()),
}


def check_junit(path):
    root = ET.parse(path).getroot()
    if root.tag != "testsuites":
        yield f"the root is {root.tag}"
    for element in root.iter():
        must, may, inside = JUNIT.get(element.tag, ((), (), ()))
        if element.tag not in JUNIT:
            yield f"element {element.tag} is not known"
        for name in must:
            if name not in element.attrib:
                yield f"{element.tag} lacks {name}"
        for name in element.attrib:
            if name not in must + may:
                yield f"{element.tag} may not have {name}"
        for child in element:
            if child.tag not in inside:
                yield f"{child.tag} may not be in {element.tag}"
    for suite in root.iter("testsuite"):
        cases = suite.findall("testcase")
        counts = [len(cases)] + [sum(c.find(t) is not None for c in cases)
                                 for t in ("failure", "error")]
        if counts != [int(suite.get(n)) for n in ("tests", "failures", "errors")]:
            yield f"wrong counts: {counts}"


COMMAND = re.compile(r"::(error|warning) (file=[^,:]+(,line=[0-9]+)?,)?title=[^,:]+::[^\n]*")


def check_github(path):
    with open(path, newline="") as f:
        lines = f.read().split("\n")
    if "\r" in "".join(lines):
        yield "a carriage return"
    for line in lines[:-2]:
        if not COMMAND.fullmatch(line):
            yield f"{line!r} is no workflow command"
    if not lines[-2].startswith("ctrace "):
        yield "the last line is not the summary"


CHECKS = [
    ("*/want.json", check_report), ("*/want.d/*.json", check_report),
    ("*/want.sarif", check_sarif), ("*/want.d/*.sarif", check_sarif),
    ("*/want.junit", check_junit), ("*/want.d/*.xml", check_junit),
    ("*/want.github", check_github),
]


def main():
    passed = failed = 0
    for pattern, function in CHECKS:
        for path in sorted(glob.glob(f"{HERE}/golden/{pattern}")):
            if not os.path.getsize(path):
                continue
            problems = list(function(path))
            passed, failed = passed + (not problems), failed + bool(problems)
            for text in problems[:5]:
                print(f"{os.path.relpath(path, HERE)}: {text}")
    print(f"formats: {passed} passed, {failed} failed")
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
