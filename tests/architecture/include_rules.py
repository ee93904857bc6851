"""Checks what folders include and call, and that headers and protocol are documented.

usage: include_rules.py [--root FOLDER]

Each finding is a line FILE:LINE: RULE; exit code 1 when there is one. There are no exceptions: rules.py has the table.
"""
import argparse
import os
import re
import sys
from pathlib import Path

import rules

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)')
HERE = Path(__file__).resolve().parent


class Source:
    """A file with its path below the root, its lines and its includes as (line number, header, is ours)."""

    def __init__(self, root, path):
        self.path = path
        self.folder = os.path.dirname(path)
        self.lines = (root / path).read_text(encoding="utf-8").splitlines()
        self.includes = []
        for number, line in enumerate(self.lines, 1):
            if found := INCLUDE.match(line):
                ours, library = found.groups()
                self.includes.append((number, ours or library, ours is not None))


def sources_of(root):
    paths = [path for top in rules.TOPS for path in (root / top).rglob("*") if path.suffix in (".h", ".cpp")]
    return [Source(root, path.relative_to(root).as_posix()) for path in sorted(paths)]


def row_of(folder):
    """The row that holds for a folder: its own, or that of the longest folder above it."""
    if folder + "/" in rules.MAY_INCLUDE:
        return folder + "/"
    while folder and folder not in rules.MAY_INCLUDE:
        folder = os.path.dirname(folder)
    return folder


def is_named(folder, names):
    """Whether one of the names means the folder."""
    return any(folder == name[:-1] if name.endswith("/") else folder == name or folder.startswith(name + "/")
               for name in names.split())


def may_include(folder, target):
    row = row_of(folder)
    return row_of(target) == row or is_named(target, rules.MAY_INCLUDE.get(row, ""))


def forbidden_includes(sources):
    """Inclusions that no row allows."""
    for source in sources:
        for number, header, ours in source.includes:
            target = os.path.dirname(header)
            if ours and target.split("/")[0] in rules.TOPS and not may_include(source.folder, target):
                yield f"{source.path}:{number}: {row_of(source.folder) or source.folder} may not include {target}"


def includes_of_no_file(root, sources):
    made_by_cmake = re.compile(r"\.moc$")
    for source in sources:
        for number, header, ours in source.includes:
            if ours and not made_by_cmake.search(header) and not (root / header).is_file():
                yield f"{source.path}:{number}: no file {header}; expected a path from the top folder"


def misplaced_libraries(sources):
    for source in sources:
        for number, header, ours in source.includes:
            for begins, places in rules.LIBRARIES.items():
                if not ours and re.match(begins, header) and not any(
                        source.path == place or source.path.startswith(place + "/") for place in places.split()):
                    yield f"{source.path}:{number}: <{header}> is used in {places} only"


def misplaced_calls(sources):
    for source in sources:
        for number, line in enumerate(source.lines, 1):
            for function, places in rules.CALLS.items():
                if re.search(rf"\b{function}\(", line) and source.path not in places.split():
                    yield f"{source.path}:{number}: {function}() is called in {places} only"


def cycles(sources):
    """Rows that include each other, straight or by way of others, found depth first."""
    edges = {}
    for source in sources:
        row = row_of(source.folder)
        for _, header, ours in source.includes:
            target = row_of(os.path.dirname(header))
            if ours and target in rules.MAY_INCLUDE and target != row:
                edges.setdefault(row, set()).add(target)
    done, way = set(), []

    def walk(row):
        if row in way:
            return [" -> ".join(way[way.index(row):] + [row])]
        if row in done:
            return []
        way.append(row)
        found = [circle for target in sorted(edges.get(row, ())) for circle in walk(target)]
        way.pop()
        done.add(row)
        return found

    return [f"{circle.split(' ')[0]}: a cycle of folders: {circle}" for row in sorted(edges) for circle in walk(row)]



def undocumented_headers(sources):
    for source in sources:
        if source.path.endswith(".h") and not any(line.lstrip().startswith("///") for line in source.lines):
            yield f"{source.path}: a header without a doc comment (///)"


def undocumented_messages(root, sources):
    """Message types of the enumeration that the protocol's table does not have."""
    protocol = (root / "docs/protocol.md").read_text(encoding="utf-8")
    for source in sources:
        if source.path.startswith("net/") and source.path.endswith("/messages.h"):
            body = re.search(r"enum class MessageType[^{]*{([^}]*)}", "\n".join(source.lines))
            for name, number in re.findall(r"(\w+) = (\d+)", body.group(1)):
                if not re.search(rf"^\| {number}(,| \|)|^\| \d+, {number} ", protocol, re.MULTILINE):
                    yield f"{source.path}: message type {number} ({name}) is not in the table of docs/protocol.md"


def findings_in(root):
    """All findings, each a line for a reader."""
    sources = sources_of(root)
    findings = []
    for check in (forbidden_includes, cycles, misplaced_libraries, misplaced_calls, undocumented_headers):
        findings += check(sources)
    findings += includes_of_no_file(root, sources)
    findings += undocumented_messages(root, sources)
    return findings


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=HERE.parent.parent, help="the folder with the sources")
    findings = findings_in(parser.parse_args().root)
    for finding in findings:
        print(finding)
    print(f"{len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
