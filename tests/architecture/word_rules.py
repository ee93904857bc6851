"""Finds retired words: in names of files and identifiers, and words for people in comments and docs.

usage: word_rules.py [--root FOLDER]

Each finding is a line FILE:LINE: WORD, with the term to use; exit code 1 when there is one. String literals are not
read: texts for users and names on the wire keep their words.
"""
import re
import sys
from pathlib import Path

import rules

# Words in a row within a name, and the term to use: docs/glossary.md. Words that also have a plain meaning,
# such as "answer", "turn" or "patch", are not listed.
RETIRED = {
    "deal|deals|dealing|dealt": "distribute, work distribution",
    "postman|postmen": "communicator",
    "mail": "message",
    "errand|errands": "task",
    "bell|bells|doorbell": "semaphore, wake event",
    "leading rank": "root rank",
    "helping rank": "worker rank",
    "crowd|crowds": "particle set",
    "travelling|line traffic|remote traffic": "migrating, migration",
    "waiting line": "suspended line",
    "own scalar": "built-in attribute",
    "sought": "data-dependent",
    "heed": "set_cancel_flag",
    "let go|lets go": "evict, release",
    "keeper|keepers": "cache owner",
    "workforce": "resources",
    "show piece": "default dataset",
    "parted answer": "paged response",
    "names below": "redact_paths",
    "file state": "file fingerprint",
    "told|tell|tells": "report, to_json",
    "whole file|whole text": "atomic file, atomic text",
    "is whole|expect whole": "is complete, is intact, verify",
    "waiting input": "cancellable input",
    "row answers": "CSV transform",
    "footing": "ground point",
    "ground sheet|ground sheets|tile sheet": "raster overlay",
    "ground marks|sight marks": "annotations",
    "hole tree": "void tree",
    "observer on": "resolve_observer",
    "asked viewshed": "viewshed request",
    "gone": "cancel, ended",
    "passed time": "elapsed time",
    "ground answers": "terrain queries",
    "ground cover": "overlays",
}
PEOPLE = re.compile(r"\b(who|whom|whoever|nobody|somebody|anybody)\b", re.IGNORECASE)
WIRE_NAMES = {"max_sought_rakes", "Gone"}

PHRASES = {tuple(phrase.split()): term for phrases, term in RETIRED.items() for phrase in phrases.split("|")}
CANDIDATE = re.compile("|".join(sorted({max(words, key=len) for words in PHRASES} | {"who", "body"})), re.IGNORECASE)
PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")
C_TOKENS = re.compile(r'(?P<raw>R"(?P<d>[^()\\ ]*)\(.*?\)(?P=d)")|(?P<comment>//[^\n]*|/\*.*?\*/)|"(?:\\.|[^"\\\n])*"'
                      r"|\b\d[\w'.]*|'(?:\\.|[^'\\\n])+'|(?P<name>[A-Za-z_]\w*)", re.DOTALL)
PYTHON_TOKENS = re.compile(r'(?P<comment>"""(?:[^\\]|\\.)*?"""|#[^\n]*)|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
                           r"|(?P<name>[A-Za-z_]\w*)", re.DOTALL)
CMAKE_TOKENS = re.compile(r'(?P<comment>#[^\n]*)|"(?:\\.|[^"\\])*"|(?P<name>[A-Za-z_]\w*)')
TEXT_TOKENS = re.compile(r"(?P<name>(?!))|(?P<comment>.*)", re.DOTALL)
TOKENS = {".h": C_TOKENS, ".cpp": C_TOKENS, ".glsl": C_TOKENS, ".vert": C_TOKENS, ".frag": C_TOKENS,
          ".py": PYTHON_TOKENS, ".txt": CMAKE_TOKENS, ".cmake": CMAKE_TOKENS, ".md": TEXT_TOKENS}


def retired_in(name):
    """The retired words in a name and their term, if there are any."""
    if name in WIRE_NAMES or name.startswith("test_"):
        return None
    parts = [part.lower() for part in PARTS.findall(name)]
    for begin in range(len(parts)):
        for end in range(begin + 1, min(begin + 2, len(parts)) + 1):
            if term := PHRASES.get(tuple(parts[begin:end])):
                return " ".join(parts[begin:end]), term
    return None


def findings_in_text(path, text):
    """path: with an ending of TOKENS."""
    if not CANDIDATE.search(text):
        return

    def line_of(position):
        return text.count("\n", 0, position) + 1

    for token in TOKENS[Path(path).suffix].finditer(text):
        if token["name"] and (found := retired_in(token["name"])):
            yield f"{path}:{line_of(token.start())}: '{found[0]}' in {token['name']}; use {found[1]}"
        elif token["comment"]:
            for word in PEOPLE.finditer(token["comment"]):
                line = line_of(token.start() + word.start())
                yield f"{path}:{line}: '{word[0]}'; name the part of the program, or the reader"


def is_read(path):
    return Path(path).suffix in TOKENS and (not path.endswith(".txt") or path.endswith("CMakeLists.txt"))


def findings_in(root, paths):
    """All findings in these files, each a line for a reader."""
    findings = []
    for path in paths:
        if not is_read(path):
            continue
        if found := retired_in(Path(path).stem):
            findings.append(f"{path}:1: '{found[0]}' in the file's name; use {found[1]}")
        findings += findings_in_text(path, (root / path).read_text(encoding="utf-8"))
    return findings


def findings_below(root):
    tops = sorted({*rules.TOPS, "assets", "docs", "shaders", "tests"})
    paths = [path.relative_to(root).as_posix() for top in tops for path in sorted((root / top).rglob("*"))]
    return findings_in(root, paths + ["CMakeLists.txt", "README.md", "CHANGELOG.md"])


if __name__ == "__main__":
    sys.exit(rules.report_findings(findings_below, __doc__))
