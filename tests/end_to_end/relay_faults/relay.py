"""A relay of its own for each case, clients beside it, and waits for what must become true."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional, Sequence

from farfield_client import KIND_DIS, Record, Session
from node import Node, viewing

PROGRAM = os.environ.get("FARFIELD_RELAY", "")
"""The program under test; run.py sets it."""

PATIENCE_S = 20.0
"""What comes later than this on a busy machine does not come."""

KIND_DEPARTURE = 3
FLAG_PRIORITY, FLAG_CONFLATED, FLAG_OLD = 1, 2, 4
MAX_BUNDLE_BYTES = 1 << 18

SCALE = float(os.environ.get("FARFIELD_FAULT_MINUTES", "0"))
"""Minutes that the long cases take; 0: seconds."""


def seconds(short: float) -> float:
    """How long a case with a duration of its own lasts."""
    return 60 * SCALE if SCALE else short


def until(what: str, holds: Callable[[], Any], patience: float = PATIENCE_S) -> Any:
    """Waits until this is true, and returns it. What it asks tells when to ask again: nothing is assumed to be fast."""
    deadline = time.monotonic() + patience
    while not (found := holds()):
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {patience:g} s: {what}")
        keep_alive()
        time.sleep(0.01)
    return found


_kept_alive: list[Session] = []


def keep_alive() -> None:
    """Sends what sessions owe their relays while a test does something else."""
    for session in _kept_alive:
        session.keep_alive()


def is_overloaded() -> bool:
    """Whether other programs leave this one so little that numbers which need a processor say nothing."""
    return os.getloadavg()[0] > 2 * (os.cpu_count() or 1)


def all_received(relay: Relay, sent: int, index: int = 0) -> None:
    """Waits until the relay has all; on a machine that is too busy for that the case is skipped."""
    account = until("all is counted", lambda: (one := relay.input(index))["received"] + one["kernel"] >= sent and one)
    if account["core"] < sent and is_overloaded():
        raise unittest.SkipTest(f"this machine is too busy to receive all: {account}")
    if account["core"] != sent:
        raise AssertionError(f"sent {sent}, but {account}")


class Relay(Node):
    """A relay process, ready. What it logs is kept."""

    def __init__(self, *options: str, command: Sequence[str] = ()) -> None:
        self._log = tempfile.TemporaryFile("w+")
        self._asker: Optional[Session] = None
        super().__init__([*command, PROGRAM], options, log=self._log)

    def __enter__(self) -> Relay:
        self.wait_until_ready(PATIENCE_S)
        return self

    def __exit__(self, *_: Any) -> None:
        self._forget_asker()
        self.signal(signal.SIGCONT)
        self.stop()
        self._log.close()

    def signal(self, number: int) -> None:
        """Sends it a signal."""
        if self.running():
            os.kill(self.process_number(), number)

    def wait_until_stopped(self) -> None:
        """After SIGSTOP: until the program stands still."""
        os.waitid(os.P_PID, self.process_number(), os.WSTOPPED | os.WNOWAIT)

    def log(self) -> str:
        """What it has said so far."""
        return os.pread(self._log.fileno(), 1 << 22, 0).decode()

    def call(self, method: str, params: Optional[dict] = None) -> Any:
        """A call of a session that is kept for that."""
        if self._asker is None:
            self._asker = Session("127.0.0.1", self.port)
        try:
            return self._asker.call(method, params or {}, timeout=PATIENCE_S)
        except ConnectionError:  # it was silent for too long
            self._forget_asker()
            return self.call(method, params)

    def input(self, index: int = 0) -> dict:
        """The account of an input."""
        return self.call("relay.stats")["inputs"][index]

    def subscriber(self, number: int) -> dict:
        """The account of a subscriber."""
        found = [one for one in self.call("relay.stats")["subscribers"] if one["subscriber"] == number]
        return found[0] if found else {}

    def state(self, index: int = 0) -> dict:
        """What relay.info says of an input."""
        return self.call("relay.info")["inputs"][index]

    def entities(self, **filters: Any) -> dict[str, dict]:
        """The listed entities, by id."""
        listed, call = {}, {"filter": filters}
        while True:
            page = self.call("entities.list", call)
            listed.update({entity["id"]: entity for entity in page["entities"]})
            if "next" not in page:
                return listed
            call["after"] = page["next"]

    def resident_bytes(self) -> int:
        """Memory that it holds."""
        pages = int(pathlib.Path(f"/proc/{self.process_number()}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGESIZE")

    def descriptors(self) -> int:
        """Files and sockets that it has open."""
        return len(os.listdir(f"/proc/{self.process_number()}/fd"))

    def _forget_asker(self) -> None:
        if self._asker is not None:
            self._asker.disconnect()
        self._asker = None


def sum_of_input(account: dict) -> int:
    """What `received` must be."""
    return account["malformed"] + account["ring"] + account["core"]


def sum_of_subscriber(account: dict) -> int:
    """What `offered` must be."""
    return sum(account[name] for name in ("delivered", "own", "filtered", "conflated", "policy", "late", "waiting"))


class Subscription:
    """A stream of `entities` in a session, and all that it received."""

    def __init__(self, session: Session, policy: str = "every", credits: int = 64, **params: Any) -> None:
        """`credits`: bundles that may be on their way, so that a test which is slow is not taken for congestion."""
        self.session = session
        self._credits = credits
        started = session.start("", params, program="entities", policy=policy, slot_bytes=MAX_BUNDLE_BYTES)
        self.stream: int = started["stream"]
        self.publisher: str = started.get("publisher", "")
        self.records: list[Record] = []
        self.arrivals: list[int] = []
        """When each record came to the relay, ns."""
        self.ages_ms: list[float] = []
        self.levels: set[int] = set()
        self.lost = 0
        self.taken = 0
        """Bundles."""
        self._next_message = -1
        self.session.grant(self.stream, credits)

    def update(self, **params: Any) -> None:
        """Changes the parameters."""
        self.session.call("program.update", {"stream": self.stream, "params": params})

    def take(self, timeout: float = PATIENCE_S) -> list[Record]:
        """The records of the next bundle."""
        self.taken += 1
        self.session.grant(self.stream, self.taken + self._credits - 1)
        bundle = self.session.next_bundle(self.stream, timeout).bundle
        if self._next_message >= 0:
            self.lost += bundle.messages_before - self._next_message
        self._next_message = bundle.messages_before + len(bundle.records)
        self.levels.add(bundle.level)
        now = time.time_ns()
        self.records += bundle.records
        for record in bundle.records:
            arrival = bundle.oldest_ns + 1000 * record.arrival_us
            self.arrivals.append(arrival)
            self.ages_ms.append((now - arrival) / 1e6)
        return bundle.records

    def take_until(self, what: str, holds: Callable[[], Any], patience: float = PATIENCE_S) -> None:
        """Takes bundles until this is true; each second of silence has an empty one."""
        deadline = time.monotonic() + patience
        while not holds():
            if time.monotonic() > deadline:
                raise AssertionError(f"not within {patience:g} s: {what}")
            self.take()

    def states(self) -> list[Record]:
        """PDUs among the records."""
        return [record for record in self.records if record.kind == KIND_DIS]

    def departures(self) -> list[tuple[str, int]]:
        """Entities that were reported to have left, each with the reason."""
        return [departure_of(record) for record in self.records if record.kind == KIND_DEPARTURE]


def departure_of(record: Record) -> tuple[str, int]:
    """Entity and reason of a record of kind 3."""
    numbers = [int.from_bytes(record.data[at : at + 2], "big") for at in (0, 2, 4, 6)]
    return "{}:{}:{}".format(*numbers[:3]), numbers[3]


@contextmanager
def subscribed(relay: Node, policy: str = "every", **params: Any) -> Iterator[Subscription]:
    """A subscription in a session of its own."""
    with viewing(relay) as session:
        _kept_alive.append(session)
        try:
            yield Subscription(session, policy, **params)
        finally:
            _kept_alive.remove(session)


class Listener:
    """A `farfield-relay listen` process. `result()` is what it counted."""

    def __init__(self, relay_port: int, *options: str) -> None:
        command = [PROGRAM, "listen", f"127.0.0.1:{relay_port}", "--json", *options]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def signal(self, number: int) -> None:
        """Sends it a signal."""
        os.kill(self._process.pid, number)

    def result(self, stop: bool = False) -> dict:
        """Waits for its end, or ends it first, and returns its summary."""
        if stop:
            self._process.send_signal(signal.SIGINT)
        out, error = self._process.communicate(timeout=3 * PATIENCE_S)
        if self._process.returncode != 0:
            raise AssertionError(f"listen ended with {self._process.returncode}: {error}")
        return json.loads(out)

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, *_: Any) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGCONT)
            self._process.kill()
        self._process.communicate()


def listening(relay: Relay, count: int) -> None:
    """Waits until so many subscribers are there."""
    until(f"{count} subscribers", lambda: len(relay.call("relay.stats")["subscribers"]) == count)


def run_program(*arguments: str, **options: Any) -> subprocess.CompletedProcess:
    """Runs a command of the program to its end."""
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=3 * PATIENCE_S, **options)


def send_states(port: int, *options: str) -> int:
    """Runs `farfield-relay send` to its end. Returns how many messages it sent."""
    done = run_program("send", "--to", f"dis:127.0.0.1:{port}", "--json", *options)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)["sent"]


def sent_at(rate: float, for_seconds: float) -> int:
    """How many messages `send` sends, with its own arithmetic."""
    count, due = 0, 0.0
    while due < for_seconds:
        count, due = count + 1, due + 1 / rate
    return count
