"""Checks what folders include and call, that headers and protocol are documented, and the paths that pages name.

usage: include_rules.py [--root FOLDER]

Each finding is a line FILE:LINE: RULE; exit code 1 when there is one. There are no exceptions: folders.txt has the table
of folders, rules.py the places of libraries and calls.
"""
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


class Row:
    """What a folder holds, and the folders that it may include."""

    def __init__(self, folder, holds):
        self.folder = folder
        self.holds = holds
        self.includes = set()

    def add(self, names):
        room = self.folder.split("/")[0]
        self.includes |= {name if name.split("/")[0] in rules.TOPS else f"{room}/{name}" for name in names}

    def may_include(self, target):
        return target == self.folder or target in self.includes or any(
            name.endswith("/*") and f"{target}/".startswith(name[:-1]) for name in self.includes)


def read_table(lines):
    """Rows by folder."""
    table, row = {}, None
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            row.add(line.split())
        else:
            folder, holds = line.split(":", 1)
            row = table[folder] = Row(folder, holds.strip())
    return table


TABLE = read_table((HERE / "folders.txt").read_text(encoding="utf-8").splitlines())


def misplaced_folders(sources, table):
    """Folders without a row, and rows without a folder or without words."""
    folders = {source.folder for source in sources}
    yield from (f"{folder}: no row in tests/architecture/folders.txt" for folder in sorted(folders - table.keys()))
    yield from (f"tests/architecture/folders.txt: a row for {folder}, which has no sources"
                for folder in table if folder not in folders)
    yield from (f"tests/architecture/folders.txt: the row for {row.folder} does not say what it holds"
                for row in table.values() if not row.holds)


def forbidden_includes(sources, table):
    """Inclusions that no row allows."""
    for source in sources:
        row = table.get(source.folder)
        for number, header, ours in source.includes:
            target = os.path.dirname(header)
            if ours and row and target.split("/")[0] in rules.TOPS and not row.may_include(target):
                yield f"{source.path}:{number}: {source.folder} may not include {target}"


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
    """Folders that include each other, straight or by way of others, found depth first."""
    edges = {}
    for source in sources:
        for _, header, ours in source.includes:
            target = os.path.dirname(header)
            if ours and target.split("/")[0] in rules.TOPS and target != source.folder:
                edges.setdefault(source.folder, set()).add(target)
    done, way = set(), []

    def walk(folder):
        if folder in way:
            return [" -> ".join(way[way.index(folder):] + [folder])]
        if folder in done:
            return []
        way.append(folder)
        found = [circle for target in sorted(edges.get(folder, ())) for circle in walk(target)]
        way.pop()
        done.add(folder)
        return found

    return [f"{circle.split(' ')[0]}: a cycle of folders: {circle}" for folder in sorted(edges) for circle in walk(folder)]


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


def paths_of_no_file(root):
    """Files and folders that the pages on architecture name in backticks, and that are not there."""
    for page in sorted((root / "docs").glob("architecture*/**/*.md")) + sorted((root / "docs").glob("architecture.md")):
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            for path in re.findall(r"`([\w.-]+/[\w./-]*)`", line):
                if path.split("/")[0] in rules.TOPS + ["tests", "docs", "shaders", "assets"] and not (root / path).exists():
                    yield f"{page.relative_to(root).as_posix()}:{number}: no file or folder {path}"


def findings_in(root, table):
    """All findings, each a line for a reader."""
    sources = sources_of(root)
    findings = []
    for check in (cycles, misplaced_libraries, misplaced_calls, undocumented_headers):
        findings += check(sources)
    findings += misplaced_folders(sources, table)
    findings += forbidden_includes(sources, table)
    findings += includes_of_no_file(root, sources)
    findings += undocumented_messages(root, sources)
    findings += paths_of_no_file(root)
    return findings


if __name__ == "__main__":
    sys.exit(rules.report_findings(lambda root: findings_in(root, TABLE), __doc__))
