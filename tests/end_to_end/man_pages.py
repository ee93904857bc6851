"""Makes the manual pages and checks that each program and command has a whole one.

    python3 man_pages.py FOLDER_OF_PROGRAMS

The exit code is 1 when a page is missing or lacks an option that --help has, and 77 without help2man.
"""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MAKE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "man" / "make_man_pages.sh"
PROGRAMS = ["farfield-node", "farfield-relay", "farfield"]
SKIPPED = 77
LEAST_PAGES = 20


def options_of(text: str) -> set[str]:
    """Long options that a text names."""
    return set(re.findall(r"--[a-z][a-z-]+", text))


def command_of(page: pathlib.Path) -> list[str]:
    """Program and commands of a page: farfield-node-serve.1 is of `farfield-node serve`."""
    program = next(name for name in PROGRAMS if page.stem == name or page.stem.startswith(f"{name}-"))
    return [program, *page.stem[len(program) :].split("-")[1:]]


def missing_in(page: pathlib.Path, programs: pathlib.Path) -> set[str]:
    """What --help of the page's command names, and the page does not."""
    program, *commands = command_of(page)
    shown = subprocess.run([programs / program, *commands, "--help"], capture_output=True, text=True, check=True).stdout
    text = page.read_text().replace("\\-", "-")
    return options_of(shown) - options_of(text) - {"--version"}  # of that help2man makes its own part


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    if len(arguments) != 2:
        print(__doc__)
        return 2
    if shutil.which("help2man") is None:
        print("skipped: help2man is not installed")
        return SKIPPED
    programs = pathlib.Path(arguments[1])
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([MAKE, programs, folder], check=True)
        pages = sorted(pathlib.Path(folder, "man1").iterdir())
        faults = [f"{page.name} lacks {sorted(missing)}" for page in pages if (missing := missing_in(page, programs))]
    print(f"{len(pages)} pages", *faults, sep="\n")
    return 1 if faults or len(pages) < LEAST_PAGES else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
