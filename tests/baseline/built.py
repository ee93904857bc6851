"""The built programs, what they read, and where they write."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Optional

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.append(str(REPOSITORY / "tests" / "peer"))  # behind this folder: its modules are found first

from node import Node  # noqa: E402  (from tests/peer)

START_TIMEOUT_S = 120.0
COMMAND_TIMEOUT_S = 1800.0


@dataclass
class Outcome:
    """How a program ended, and what it said, its paths masked."""

    code: int
    out: str
    err: str


class Built:
    """Runs the two programs.

    `work` is a folder of this run's own; `keep` gets a copy of each file whose hash is an item, for a look at what
    differs. The time zone and the language are fixed.
    """

    def __init__(self, binaries: Path, data: Optional[Path], work: Path, keep: Optional[Path]) -> None:
        self.binaries = binaries.resolve()
        self.data = data.resolve() if data and data.is_dir() else None
        self.work = work.resolve()
        self.keep = keep
        self.generated = self.work / "generated"
        self.skipped: list[str] = []
        """Parts that were left out, with the reasons."""

    def path(self, program: str) -> str:
        """Of `farfield` or `farfield-node`."""
        return str(self.binaries / program)

    def run(self, program: str, *arguments: str, timeout: float = COMMAND_TIMEOUT_S) -> Outcome:
        """Runs a program in the work folder, to its end."""
        try:
            done = subprocess.run(
                [self.path(program), *arguments],
                cwd=self.work,
                env=os.environ | {"LC_ALL": "C.UTF-8", "TZ": "UTC"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=timeout,
            )
        except subprocess.TimeoutExpired:
            return Outcome(-1, "", f"not at its end after {timeout:.0f} s")
        return Outcome(done.returncode, *(self.masked(text.decode()) for text in (done.stdout, done.stderr)))

    def masked(self, text: str) -> str:
        """A text with the names of the folders that differ from run to run in capitals."""
        names = [(self.work, "WORK"), (self.binaries, "BIN"), (self.data, "DATA"), (REPOSITORY, "REPOSITORY")]
        for folder, name in names:
            text = text.replace(str(folder), name) if folder else text
        return text

    def data_folders(self) -> list[str]:
        """Those that a node serves."""
        folders = [self.data / name for name in ("fields", "terrain")] if self.data else []
        return [str(folder) for folder in [*folders, self.generated] if folder.is_dir()]

    def has(self, dataset: str) -> bool:
        """Whether a dataset or terrain is built in, or its files are there."""
        if dataset.startswith(("analytic:", "fractal:")):
            return True
        return all(any(any(Path(folder).glob(name)) for folder in self.data_folders()) for name in dataset.split("+"))

    @contextmanager
    def node(self, *options: str, verb: str = "serve") -> Iterator[Node]:
        """A node on a free port, ended afterwards; its log is in the work folder."""
        with open(self.work / "node.log", "ab") as log:
            node = Node([self.path("farfield-node")], options, verb, log)
            try:
                node.wait_until_ready(START_TIMEOUT_S)
                yield node
            finally:
                node.stop()

    @contextmanager
    def serving_data(self, *options: str) -> Iterator[Node]:
        """A node that serves all data there is."""
        folders = [argument for folder in self.data_folders() for argument in ("--data", folder)]
        with self.node(*folders, *options) as node:
            yield node

    def hash_of(self, item: str, file: Path) -> str:
        """Of a file's bytes, with their number; the file is kept."""
        if not file.is_file():
            return "no file"
        if self.keep:
            kept = self.keep / item
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, kept)
        return hash_of_bytes(file.read_bytes())


def hash_of_bytes(data: bytes) -> str:
    """How many, and their SHA-256, cut to 128 bits."""
    return f"{len(data)} bytes {hashlib.sha256(data).hexdigest()[:32]}"
