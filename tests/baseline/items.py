"""The record: a flat table of items, each a path and a value, and how two tables differ."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Iterator

Items = dict[str, Any]
"""From an item's path, as "play/demo/frame 000012", to a value that JSON can hold."""

LONGEST_SHOWN = 160
NOTHING = "(nothing)"


def below(folder: str, items: Items) -> Items:
    """The same items, their paths below a folder."""
    return {f"{folder}/{path}": value for path, value in items.items()}


def of_lines(text: str) -> Items:
    """An item for each line of a text, so that a difference names the line."""
    return {f"line {number:03}": line for number, line in enumerate(text.splitlines(), 1)}


def leaves(value: Any, path: str = "") -> Items:
    """The values inside a JSON document, each by its path; empty lists and objects are values."""
    if isinstance(value, dict) and value:
        inner = value.items()
    elif isinstance(value, list) and value:
        inner = [(f"[{index}]", entry) for index, entry in enumerate(value)]
    else:
        return {path or ".": value}
    found: Items = {}
    for name, entry in inner:
        found |= leaves(entry, f"{path}/{name}" if path else str(name))
    return found


def differences(recorded: Items, found: Items) -> Iterator[str]:
    """A line for each path whose value is not the same on both sides, in the order of the paths."""
    for path in sorted(recorded.keys() | found.keys()):
        before, now = recorded.get(path, NOTHING), found.get(path, NOTHING)
        # As texts: 1, 1.0 and true are equal to Python, and not in a document.
        if json.dumps(before) != json.dumps(now):
            yield f"{path}: recorded {shown(before, now)}, found {shown(now, before)}"


def shown(value: Any, other: Any) -> str:
    """One line, at most LONGEST_SHOWN characters: of longer ones the part where it begins to differ."""
    text, beside = json.dumps(value, ensure_ascii=False), json.dumps(other, ensure_ascii=False)
    if len(text) <= LONGEST_SHOWN:
        return text
    same = next((index for index, (a, b) in enumerate(zip(text, beside)) if a != b), min(len(text), len(beside)))
    begin = max(0, same - LONGEST_SHOWN // 2)
    return ("..." if begin else "") + text[begin : begin + LONGEST_SHOWN] + "..."


def read(file: Path) -> Items:
    """A table that write() wrote."""
    return json.loads(file.read_text(encoding="utf-8"))


def write(file: Path, items: Items) -> None:
    """One item a line, so that other tools can compare tables, too."""
    file.write_text(json.dumps(items, indent=0, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
