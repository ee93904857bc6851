#!/usr/bin/env python3
"""Fills files.tsv's nodes and ranges, and lines.json, by readers that the program does not use.

    python3 write_reference.py [PART OF A ROW'S NAME]...     all rows, or those

Needs the packages that independent.py names, and the files, which check.py fetches.
"""

from __future__ import annotations

import json
import sys
import time

import independent
import table
from fetch import Missing, folder_of
from independent_lines import through


def short(value):
    """Nine digits of each number, which binary32 needs."""
    if isinstance(value, dict):
        return {key: short(v) for key, v in value.items()}
    if isinstance(value, list):
        return [short(v) for v in value]
    return float(f"{value:.9g}") if isinstance(value, float) else value


def main() -> None:
    sources = table.sources()
    for row in table.rows():
        if len(sys.argv) > 1 and not any(part in row.name for part in sys.argv[1:]):
            continue
        start = time.monotonic()
        try:
            found = independent.read(row.reference, row.files(folder_of(sources[row.source], may_fetch=False)))
        except (Missing, AttributeError, KeyError, IndexError, ValueError) as reason:
            print(f"{row.name}: {reason!r}")
            continue
        traced = through(found.field) if found.field is not None else {"lines": []}
        lines = table.lines()  # both files may have been written meanwhile
        lines.pop(row.name, None)
        if traced["lines"]:
            lines[row.name] = short(traced)
        written = table.rows()
        for now in written:
            if now.name == row.name:
                now.nodes = str(found.nodes)
                now.least, now.greatest = f"{found.values.min():.7g}", f"{found.values.max():.7g}"
                print(f"{now.name}: {now.nodes} nodes, {now.least} to {now.greatest}, {len(traced['lines'])} lines "
                      f"({time.monotonic() - start:.1f} s)", flush=True)
        table.write(written)
        text = ",\n".join(f"{json.dumps(n)}: {json.dumps(lines[n])}" for n in sorted(lines))
        (table.FOLDER / "lines.json").write_text("{\n" + text + "\n}\n")


if __name__ == "__main__":
    main()
