"""Counts checks and prints one line for each."""

from __future__ import annotations

import sys
import traceback
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional

from farfield_client import RpcError

QUIET_S = 0.25
"""How long the absence of a message is watched for."""


class Checks:
    """Counts and prints."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def check(self, what: str, good: Any, detail: Any = "") -> None:
        """One check, one line."""
        if good:
            self.passed += 1
        else:
            self.failed += 1
        print(f"{'ok    ' if good else 'FAILED'} {what}{f' [{detail}]' if detail != '' else ''}", flush=True)

    def equal(self, what: str, found: Any, expected: Any) -> None:
        """A check of equality that reports the found value when it fails."""
        good = found == expected
        self.check(what, good, "" if good else f"found {found!r}, expected {expected!r}")

    def refused(self, what: str, code: int, call: Callable[[], Any], says: str = "") -> Optional[RpcError]:
        """The call must be answered with this error, and its message must contain `says`."""
        try:
            result = call()
        except RpcError as error:
            self.check(what, error.code == code and says in error.message, error)
            return error
        self.check(what, False, f"no error, but {result!r}")
        return None

    def silent(self, what: str, receive: Callable[[float], Any]) -> None:
        """Nothing must arrive for a while."""
        try:
            found = receive(QUIET_S)
        except TimeoutError:
            self.check(what, True)
            return
        self.check(what, False, f"came: {found!r:.200}")

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        """An exception ends the section, and is a failed check."""
        print(f"-- {name}", flush=True)
        try:
            yield
        except Exception as error:  # whatever went wrong, the next section is still worth running
            traceback.print_exc(file=sys.stdout)
            self.check(f"{name}: ran to its end", False, repr(error))
