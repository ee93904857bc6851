"""How the fault tests say what they found."""

from __future__ import annotations

import time
import traceback
import unittest
from typing import Optional


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

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase, error: Optional[tuple]) -> None:  # noqa: N802
        super().addSubTest(test, subtest, error)
        if error is not None:
            self._say("FAILED", subtest, "".join(traceback.format_exception(*error)))
