"""The table of files that others made, and of where they come from: files.tsv and sources.tsv beside this file.

files.tsv has a row for each dataset:

    source      a row of sources.tsv
    path        below the source's folder; files of one dataset are joined by +
    format      as the table in docs/fields.md names it
    maker       of the file; that of the source where it is empty
    quantity    what is shown: a velocity, as the program names it, or a scalar where there is no vector
    kind        vector or scalar
    reference   how an independent reader gets it (independent.py); its nodes and range are the next columns. With the
                word "last" they are those of the last time step, where all is at rest at the first
    nodes       of the grid
    least, greatest   of the speed or of the scalar, at nodes with a value, of that time step
    small       "yes" where the row is one of the few that pass with the other tests
    said        words that a remark has, where something is left out or assumed; of several remarks with | between them

What a file must give is never taken from the program's own output: write_reference.py fills nodes, least and
greatest, and the lines of lines.json.
"""

from __future__ import annotations

import csv
import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


@dataclass
class Source:
    name: str
    registry: str
    package: str
    version: str
    maker: str
    licence: str


@dataclass
class Row:
    source: str
    path: str
    format: str
    maker: str
    quantity: str
    kind: str
    reference: str
    nodes: str = ""
    least: str = ""
    greatest: str = ""
    small: str = ""
    said: str = ""

    @property
    def name(self) -> str:
        return f"{self.source}:{self.path}"

    @property
    def is_last(self) -> bool:
        return "last" in self.reference.split(" ")

    def files(self, folder: Path) -> list[Path]:
        """The dataset's files, below the folder of its source."""
        return [folder / part for part in self.path.split("+")]


def _read(file: str, kind: type) -> list:
    with open(FOLDER / file, newline="", encoding="utf-8") as text:
        return [kind(**row) for row in csv.DictReader(text, delimiter="\t", quoting=csv.QUOTE_NONE)]


def sources() -> dict[str, Source]:
    return {source.name: source for source in _read("sources.tsv", Source)}


def rows() -> list[Row]:
    return _read("files.tsv", Row)


def write(table: list[Row]) -> None:
    with open(FOLDER / "files.tsv", "w", newline="", encoding="utf-8") as text:
        writer = csv.DictWriter(text, [f.name for f in fields(Row)], delimiter="\t", quoting=csv.QUOTE_NONE,
                                lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(row) for row in table)


def lines() -> dict[str, dict]:
    """Of some rows, by name: the step and number of steps of 20 lines, and of each its seed, end and length."""
    return json.loads((FOLDER / "lines.json").read_text())
