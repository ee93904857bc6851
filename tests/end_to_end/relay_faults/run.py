"""Faults of a relay, each against a real farfield-relay process and real clients.

    python3 run.py RELAY_EXECUTABLE [TOPIC...]

Without a topic all of them run. It prints a line for each case, and the exit code is 1 when one failed. All of them
take less than a minute; FARFIELD_FAULT_MINUTES=10 in the environment makes those with a duration so long. They use
the loopback interface and networks of their own; what this system does not permit is skipped, with the reason.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

sys.path += [str(pathlib.Path(__file__).resolve().parents[depth] / name) for depth, name in ((2, "peer"), (1, ""))]

from lines import Lines  # noqa: E402

TOPICS = ["networks", "overload", "nonsense", "interest", "inputs", "replays"]

OWN_NETWORK = "networks"
"""This topic changes interfaces; it waits half a minute for silence."""

AT_ONCE = 3
"""Topics that run beside each other: most of their time is waiting."""


def run(topics: list[str]) -> int:
    """Runs the cases of these topics here. Returns the exit code."""
    suite = unittest.defaultTestLoader.loadTestsFromNames([f"test_{topic}" for topic in topics])
    result = Lines()
    suite.run(result)
    print(f"{result.testsRun} cases, {len(result.failures) + len(result.errors)} failed, {len(result.skipped)} skipped")
    return 0 if result.wasSuccessful() else 1


def command_of(topic: str, program: str) -> list[str]:
    """Of a process for the topic: in a network of its own, if it needs one and this user may make one."""
    inside = ["unshare", "-rn", "env", "FARFIELD_OWN_NETWORK=1"] if topic == OWN_NETWORK else []
    probe = [*inside, "ip", "link", "set", "lo", "up"]
    may = inside and subprocess.run(probe, capture_output=True, check=False).returncode == 0
    return [*(inside if may else []), sys.executable, __file__, program, topic]


def run_beside(topic: str, program: str) -> int:
    """Runs a topic in a process of its own, and then prints its lines. Returns its exit code."""
    environment = {**os.environ, "FARFIELD_FAULTS_INSIDE": "1"}
    done = subprocess.run(command_of(topic, program), stdout=subprocess.PIPE, text=True, env=environment, check=False)
    print(f"-- {topic}\n{done.stdout}", end="", flush=True)
    return done.returncode


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    topics = arguments[2:] or TOPICS
    if len(arguments) < 2 or not set(topics) <= set(TOPICS):
        print(__doc__, "Topics:", " ".join(TOPICS))
        return 2
    os.environ["FARFIELD_RELAY"] = program = str(pathlib.Path(arguments[1]).resolve())
    if os.environ.get("FARFIELD_FAULTS_INSIDE"):
        return run(topics)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return max(pool.map(lambda topic: run_beside(topic, program), topics))


if __name__ == "__main__":
    sys.exit(main(sys.argv))
