"""Runs a relay and checks it with a foreign sender of DIS, and over the wire against docs/protocol.md.

    python3 run_relay.py RELAY_EXECUTABLE

The sender is opendis 1.0 of PyPI: the one that is installed, else one that pip fetches into a temporary folder; without
it those checks are skipped with words. Prints one line per check and, last, how many passed and failed. The exit code is
1 when any failed, and 77 when none failed but some were skipped.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
import tempfile

import test_relay
import test_relay_calls
from checks import Checks
from node import Node
from ports import free_port

SKIPPED = 77


def find_opendis(folder: str) -> str:
    """Makes `import opendis` work. Returns why it does not; empty: it does."""
    for attempt in range(2):
        try:
            importlib.import_module("opendis")
            return ""
        except ImportError as error:
            reason = str(error)
        if attempt == 0:
            command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, "opendis==1.0"]
            try:
                fetched = subprocess.run(command, capture_output=True, text=True, timeout=60)
            except subprocess.TimeoutExpired:
                return "pip did not fetch it within 60 s"
            if fetched.returncode != 0:
                return f"pip cannot fetch it: {fetched.stderr.strip().splitlines()[-1:]}"
            sys.path.insert(0, folder)
            importlib.invalidate_caches()
    return reason


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    if len(arguments) != 2:
        print(__doc__)
        return 2
    checks = Checks()
    dis_port, json_port = free_port(), free_port()
    options = ["--in", f"dis:127.0.0.1:{dis_port}", "--in", f"json:udp:{json_port}"]
    relay = Node([arguments[1]], options)
    missing = ""
    try:
        relay.wait_until_ready()
        with checks.section("a JSON line arrives with its name and values"):
            test_relay.check_json_line(checks, relay, json_port)
        with checks.section("what a session publishes all others have"):
            test_relay.check_publishing(checks, relay)
        with checks.section("relay.info and relay.interest"):
            test_relay_calls.check_info(checks, relay, options[1::2])
        with checks.section("relay.stats adds up"):
            test_relay_calls.check_stats(checks, relay, json_port)
        with checks.section("entities.list and entities.get"):
            test_relay_calls.check_entities(checks, relay, json_port)
        with checks.section("entities.congestion"):
            test_relay_calls.check_congestion(checks, relay, json_port)
        with checks.section("bundles that a session sends"):
            test_relay_calls.check_upstream(checks, relay)
        with checks.section("a bundle that lies"):
            test_relay_calls.check_malformed_upstream(checks, relay)
        with tempfile.TemporaryDirectory() as folder:
            with checks.section("the clock of a recording"):
                test_relay_calls.check_recorded_clock(checks, arguments[1], folder)
            missing = find_opendis(folder)
            if missing:
                print(f"skipped: no foreign sender, opendis is missing: {missing}")
            else:
                with checks.section("a foreign sender's entity is listed at its place, byte for byte"):
                    test_relay.check_foreign_sender(checks, relay, dis_port)
    finally:
        relay.stop()
    print(f"{checks.passed} passed, {checks.failed} failed")
    if checks.failed:
        return 1
    return SKIPPED if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
