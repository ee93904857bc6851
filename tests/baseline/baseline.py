"""Records results that a refactoring must not change, and compares with the record.

    /usr/bin/python3 tests/baseline/baseline.py record|compare [DIR] [options]

See README.md beside this file.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
import traceback
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Callable, Iterator, Optional

import calls
import ctest_results
import figures
import generated_data
import outputs
import playback
import recordings
import speed
import usages
from built import REPOSITORY, Built
from items import Items, differences, read, write

PROGRAMS = ("farfield", "farfield-node")


def parts(build: Path) -> dict[str, Callable[[Built], Items]]:
    """What records what, in the order in which it is done; `results` only where it is asked for."""
    return {
        "usages": usages.record,
        "outputs": outputs.record,
        "calls": calls.record,
        "recordings": recordings.record,
        "playback": playback.record,
        "figures": figures.record,
        "tests": lambda built: ctest_results.record_names(built, build),
        "results": lambda built: ctest_results.record_results(built, build),
    }


def main(arguments: list[str]) -> int:
    """Returns the exit code: 0, or 1 where something differs."""
    options = parsed(arguments)
    if options.what == "record":
        return record(options)
    return compare(options)


def record(options: argparse.Namespace) -> int:
    """Writes a table for each part and, when it is all of them, a copy of the programs."""
    kept = options.dir / "bin"
    if options.whole or not kept.is_dir():
        kept.mkdir(parents=True, exist_ok=True)
        for program in PROGRAMS:
            shutil.copy2(options.bin / program, kept)
    for part in options.only:
        write(options.dir / f"{part}.json", found(options, part, options.dir / "files"))
    return 0


def compare(options: argparse.Namespace) -> int:
    """Prints what differs."""
    count = 0
    for line in chain(changes(options), changes_of_speed(options)):
        count += 1
        print(line, flush=True)
    print(f"{count} differences", file=sys.stderr)
    return 1 if count else 0


def changes(options: argparse.Namespace) -> Iterator[str]:
    """Of the parts; one that fails is a difference, and the others are still worth running."""
    for part in options.only:
        table = options.dir / f"{part}.json"
        if not table.is_file():
            yield f"{part}: not recorded"
            continue
        try:
            items = found(options, part, options.dir / "found")
        except Exception as error:
            traceback.print_exc()
            yield f"{part}: failed: {error!r:.160}"
            continue
        yield from differences(read(table), items)


def changes_of_speed(options: argparse.Namespace) -> Iterator[str]:
    """Of the recorded programs and those that are now, where it is asked for."""
    if options.speed is None:
        return
    with at_work(options, options.dir / "bin", None) as old, at_work(options, options.bin, None) as new:
        yield from speed.slower_or_faster(old, new, options.speed or list(speed.SUITES))


def found(options: argparse.Namespace, part: str, keep: Path) -> Items:
    """The items of one part."""
    shutil.rmtree(keep / part, ignore_errors=True)
    begin = time.monotonic()
    with at_work(options, options.bin, keep / part) as built:
        items = parts(options.build)[part](built)
    for reason in built.skipped:
        print(f"{part}: left out: {reason}", file=sys.stderr)
    print(f"{part}: {len(items)} items in {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)
    return items


@contextmanager
def at_work(options: argparse.Namespace, binaries: Path, keep: Optional[Path]) -> Iterator[Built]:
    """The programs, with a work folder and generated data."""
    with tempfile.TemporaryDirectory(prefix="farfield-baseline-") as name:
        built = Built(binaries, options.data, Path(name), keep)
        generated_data.write_all(built.generated)
        yield built


def parsed(arguments: list[str]) -> argparse.Namespace:
    """The command line; ends the program where it is wrong."""
    parser = argparse.ArgumentParser(description="Records what a refactoring must not change, and compares with it.")
    parser.add_argument("what", choices=["record", "compare"])
    parser.add_argument("dir", type=Path, nargs="?", default=REPOSITORY / "build/baseline", help="default: build/baseline")
    parser.add_argument("--data", type=Path, help="real data; default: FARFIELD_DATA_DIR or ../shared/data")
    parser.add_argument("--bin", type=Path, default=REPOSITORY / "build/release/bin", help="default: build/release/bin")
    parser.add_argument("--build", type=Path, help="build folder whose tests are listed; default: that of --bin")
    parser.add_argument("--only", nargs="+", metavar="PART", choices=list(parts(Path())), help="these parts")
    parser.add_argument("--results", action="store_true", help="also run all tests, which takes minutes")
    parser.add_argument("--speed", nargs="*", metavar="SUITE", choices=list(speed.SUITES), help="also compare speed")
    options = parser.parse_args(arguments)
    options.whole = options.only is None
    wanted = options.only or [part for part in parts(Path()) if part != "results"]
    options.only = [*wanted, *(["results"] if options.results and "results" not in wanted else [])]
    options.data = options.data or Path(os.environ.get("FARFIELD_DATA_DIR") or REPOSITORY.parent / "shared/data")
    options.build = options.build or options.bin.parent
    options.dir = options.dir.resolve()
    for program in PROGRAMS:
        if not (options.bin / program).is_file():
            parser.error(f"{options.bin / program}: there is no such program; name its folder with --bin")
    return options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
