"""Faults of a relay, each against a real farfield-relay process and real clients.

    python3 run.py RELAY_EXECUTABLE [TOPIC...]

Without a topic all of them run. It prints a line for each case, and the exit code is 1 when one failed. All of them
take less than a minute; FARFIELD_FAULT_MINUTES=10 in the environment makes those with a duration so long. They use
the loopback interface and networks of their own; what this system does not permit is skipped, with the reason.
"""

from __future__ import annotations

import os
import pathlib
import sys
import time
import unittest

TOPICS = ["overload", "nonsense"]


class Lines(unittest.TestResult):
    """A line for each case: its sentence, its time, and why it failed or was skipped."""

    def startTest(self, test: unittest.TestCase) -> None:  # noqa: N802
        super().startTest(test)
        self._begun = time.monotonic()

    def _say(self, word: str, test: unittest.TestCase, why: str = "") -> None:
        took = time.monotonic() - getattr(self, "_begun", time.monotonic())
        print(f"{word:<7} {test.shortDescription() or test.id()} ({took:.1f} s){': ' if why else ''}{why}", flush=True)

    def addSuccess(self, test: unittest.TestCase) -> None:  # noqa: N802
        super().addSuccess(test)
        self._say("ok", test)

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:  # noqa: N802
        super().addSkip(test, reason)
        self._say("skipped", test, reason)

    def addFailure(self, test: unittest.TestCase, error: tuple) -> None:  # noqa: N802
        super().addFailure(test, error)
        self._say("FAILED", test, self.failures[-1][1])

    def addError(self, test: unittest.TestCase, error: tuple) -> None:  # noqa: N802
        super().addError(test, error)
        self._say("FAILED", test, self.errors[-1][1])


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    topics = arguments[2:] or TOPICS
    if len(arguments) < 2 or not set(topics) <= set(TOPICS):
        print(__doc__, "Topics:", " ".join(TOPICS))
        return 2
    os.environ["FARFIELD_RELAY"] = str(pathlib.Path(arguments[1]).resolve())
    names = [f"test_{topic}" for topic in topics]
    suite = unittest.defaultTestLoader.loadTestsFromNames(names)
    result = Lines()
    suite.run(result)
    print(f"{result.testsRun} cases, {len(result.failures) + len(result.errors)} failed, {len(result.skipped)} skipped")
    return 0 if result.wasSuccessful() and result.testsRun > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv))
