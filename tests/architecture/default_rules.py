"""Finds defaults of model/ that are written again elsewhere: members with the name and the number of one there.

usage: default_rules.py [--root FOLDER]

Each finding is a line FILE:LINE: MEMBER, with the place of the default; exit code 1 when there is one. Numbers up to 3
are not looked at: they count dimensions, corners and the like.
"""
import re
import sys

import rules

MEMBER = re.compile(r"^[ ]+(?:std::)?\w[\w:]*(?:<\w+>)? (\w+)(?: = |\{)(-?[\d.][\d.'eE+-]*)[fFuU]?\}?;", re.MULTILINE)


def defaults_in(text):
    """Name, number and line of each member that is declared with a number above 3, or a fraction."""
    for found in MEMBER.finditer(text):
        number = float(found[2].replace("'", ""))
        if abs(number) > 3 or number != int(number):
            yield found[1], number, text.count("\n", 0, found.start()) + 1


def findings_in(sources):
    """sources: texts by path."""
    places, findings = {}, []
    for path, text in sources.items():
        if path.startswith("model/"):
            for name, number, line in defaults_in(text):
                place = places.setdefault((name, number), f"{path}:{line}")
                if place.split(":")[0] != path:
                    findings.append(f"{path}:{line}: the default of '{name}' is that of {place}")
    for path, text in sources.items():
        if not path.startswith("model/"):
            for name, number, line in defaults_in(text):
                if (name, number) in places:
                    findings.append(f"{path}:{line}: the default of '{name}' is that of {places[name, number]}")
    return findings


def findings_below(root):
    paths = [path for top in rules.TOPS for path in sorted((root / top).rglob("*")) if path.suffix in (".h", ".cpp")]
    return findings_in({path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths})


if __name__ == "__main__":
    sys.exit(rules.report_findings(findings_below, __doc__))
