#!/usr/bin/env python3
"""Writes the table of files.tsv into docs/fields.md, between its two marks.

    python3 page.py            writes it
    python3 page.py --check    exits 1 where the page does not have the table as it is
"""

from __future__ import annotations

import sys
from collections import Counter

import table

PAGE = table.FOLDER.parents[1] / "docs/fields.md"
BEGIN, END = "<!-- the table of tests/real_files -->\n", "<!-- end of the table -->\n"


def short(number: str) -> str:
    return f"{float(number):.4g}"


def with_spaces(number: str) -> str:
    return f"{int(number):,}"


def paths(row: table.Row) -> str:
    """Names alone, and of two the first in full."""
    parts = [part.rsplit("/", 1)[-1] for part in row.path.split("+")]
    return "+".join(f"`{part}`" for part in parts)


def origin(row: table.Row, sources: dict[str, table.Source]) -> str:
    source = sources[row.source]
    return "data folder" if source.registry == "folder" else f"{source.package} {source.version}"


def text() -> str:
    rows, sources, lines = table.rows(), table.sources(), table.lines()
    formats = Counter(row.format for row in rows)
    out = [f"{len(rows)} datasets of {len(formats)} formats and variants.", "",
           "| format | file | maker | from | shown | nodes | range | lines |",
           "| --- | --- | --- | --- | --- | ---: | --- | ---: |"]
    for row in sorted(rows, key=lambda r: list(formats).index(r.format)):
        count = len(lines[row.name]["lines"]) if row.name in lines else ""
        out.append(f"| {row.format} | {paths(row)} | {row.maker or sources[row.source].maker} | {origin(row, sources)} | "
                   f"{row.kind} `{row.quantity}` | {with_spaces(row.nodes)} | {short(row.least)} to {short(row.greatest)} | "
                   f"{count} |")
    return "\n".join(out) + "\n"


def main() -> int:
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    new = before + BEGIN + "\n" + text() + "\n" + END + after
    if "--check" in sys.argv[1:]:
        if new != page:
            print("docs/fields.md lacks the table as it is; python3 tests/real_files/page.py writes it")
        return int(new != page)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
