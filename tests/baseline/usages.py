"""(e) `--help` of every command, and the errors of wrong usages, with the exit codes."""

from __future__ import annotations

import re

from built import Built, Outcome
from items import Items, of_lines
from usage_table import WRONG_NODE, WRONG_SCRIPTS, WRONG_VIEWER

COMMANDS = re.compile(r"^Subcommands:\n((?:  .*\n)+)", re.MULTILINE)

TIMEOUT_S = 60.0
"""A usage that is not refused as it should be might run for ever."""


def record(built: Built) -> Items:
    """Everything that is said without doing anything."""
    items: Items = {}
    for program in ("farfield", "farfield-node"):
        items |= described(f"help/{program}", built.run(program, "--help"))
        for command in commands_of(built, program):
            items |= described(f"help/{program} {command}", built.run(program, command, "--help"))
        items |= described(f"version/{program}", built.run(program, "--version"))
    for program, table in (("farfield", WRONG_VIEWER), ("farfield-node", WRONG_NODE)):
        for line in table.split("\n")[1:-1]:
            items |= described(f"wrong usage/{program} {line}", built.run(program, *in_full(built, line), timeout=TIMEOUT_S))
    for name, text in WRONG_SCRIPTS.items():
        items |= described(f"wrong script/{name}", with_script(built, text))
    return items


def commands_of(built: Built, program: str) -> list[str]:
    """As its `--help` lists them, so that a new one is a difference."""
    listed = COMMANDS.search(built.run(program, "--help").out)
    return [line.split()[0] for line in listed[1].splitlines() if line[2] != " "] if listed else []


def in_full(built: Built, line: str) -> list[str]:
    """Arguments, with the folder of the inputs put in."""
    return line.replace("GENERATED", str(built.generated)).split()


def with_script(built: Built, text: str) -> Outcome:
    """The error of a script; no node listens on port 1, to which good ones would connect."""
    script = built.work / "wrong.toml"
    script.write_text(text, encoding="utf-8")
    options = ["--headless", "--report", "wrong", "--node", "127.0.0.1:1"]
    return built.run("farfield", "play", str(script), *options, timeout=TIMEOUT_S)


def described(path: str, done: Outcome) -> Items:
    """Exit code and lines."""
    streams = {f"{path}/out/{line}": text for line, text in of_lines(done.out).items()}
    streams |= {f"{path}/err/{line}": text for line, text in of_lines(done.err).items()}
    return {f"{path}/code": done.code, **streams}
