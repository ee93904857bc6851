"""Two networks, and a link between them that is as bad as a test wants it.

    near: this process's own network          10.99.0.1
    middle: farfield_impair, which forwards   (no address)
    far: where `far_command` runs programs    10.99.0.2

`enter()` moves the process into a network of its own, which needs no rights where users may make namespaces. All of
them end with the processes that hold them, whatever becomes of the test.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import socket
import subprocess
import sys
from typing import Any, Optional, Sequence

NEAR, FAR = "10.99.0.1", "10.99.0.2"
NEAR_CARD, FAR_CARD = "02:00:00:00:00:01", "02:00:00:00:00:02"

SKIPPED = 77
"""The exit code of a test that was skipped."""

_INSIDE = "FARFIELD_OWN_NETWORKS"
_PATIENCE_S = 20.0

_PROBE = "ip link set lo up && ip link add one type veth peer name two && nsenter -t $$ -n true && command -v setpriv"
_UNSHARE = ["unshare", "-Urn"]


def reason_against() -> Optional[str]:
    """Why this system has no networks for tests; None: it has."""
    try:
        probe = subprocess.run([*_UNSHARE, "sh", "-c", _PROBE], capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        return str(error)
    return None if probe.returncode == 0 else probe.stderr.strip() or "no nsenter or setpriv"


def enter_if_possible() -> str:
    """Starts this program anew in a network of its own. Returns inside, with nothing, or why that is not possible."""
    if inside():
        return ""
    if (reason := reason_against()) is not None:
        return f"this user may not make networks of its own (unshare -Urn): {reason}"
    begin = ["sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    command = [*_UNSHARE, *begin, "env", f"{_INSIDE}=1", sys.executable, *sys.argv]
    os.execvp(command[0], command)


def enter() -> None:
    """As enter_if_possible(), or ends this program as skipped."""
    if reason := enter_if_possible():
        print(f"skipped: {reason}")
        sys.exit(SKIPPED)


def inside() -> bool:
    """Whether this process has a network of its own."""
    return bool(os.environ.get(_INSIDE))


class _Held:
    """A network that exists for as long as a process of it waits for its end."""

    def __init__(self) -> None:
        self._holder = subprocess.Popen(["unshare", "-n", "sh", "-c", "echo && exec cat"], stdin=-1, stdout=-1)
        assert self._holder.stdout is not None
        self._holder.stdout.readline()
        self.process_number = self._holder.pid

    def command(self, command: Sequence[str]) -> list[str]:
        """A command that runs there, and ends with this process."""
        return ["nsenter", "-t", str(self.process_number), "-n", "setpriv", "--pdeathsig", "KILL", *command]

    def close(self) -> None:
        self._holder.communicate()


def _ip(lines: str, network: Optional[_Held] = None) -> None:
    """Runs these commands of `ip`."""
    command = ["ip", "-batch", "-"]
    subprocess.run(network.command(command) if network else command, input=lines, text=True, check=True)


def _card(name: str, card: str, address: str, other_card: str, other_address: str) -> str:
    """Commands that give an interface its addresses. One segment a frame, as on a cable; cards are known beforehand."""
    return f"""link set lo up
link set {name} address {card} addrgenmode none gso_max_segs 1
link set {name} up
address add {address}/24 dev {name}
neighbour add {other_address} lladdr {other_card} dev {name} nud permanent
"""


class Networks:
    """The three networks. The link is perfect at first."""

    def __init__(self, program: str, seed: int = 1) -> None:
        """`program`: farfield_impair; with one `seed` the same frames are lost each time."""
        self._far, self._middle = _Held(), _Held()
        far, middle = self._far.process_number, self._middle.process_number
        _ip(f"link add near type veth peer name left netns {middle}\n" + _card("near", NEAR_CARD, NEAR, FAR_CARD, FAR))
        _ip(f"link add far type veth peer name right netns {middle}\n" + _card("far", FAR_CARD, FAR, NEAR_CARD, NEAR), self._far)
        _ip("link set left addrgenmode none up\nlink set right addrgenmode none up\n", self._middle)
        command = self._middle.command([program, "left", "right", str(seed)])
        self._link = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self._answer("ready")

    def far_command(self, command: Sequence[str]) -> list[str]:
        """A command that runs at the far end of the link."""
        return self._far.command(command)

    def far_socket(self, kind: int = socket.SOCK_STREAM) -> socket.socket:
        """A socket of this process whose network is the far one."""
        setns = ctypes.CDLL(None, use_errno=True).setns
        with open("/proc/thread-self/ns/net") as near, open(f"/proc/{self._far.process_number}/ns/net") as far:
            if setns(far.fileno(), 0) != 0:
                raise OSError(ctypes.get_errno(), "cannot enter the far network")
            try:
                return socket.socket(socket.AF_INET, kind)
            finally:
                setns(near.fileno(), 0)

    def set(self, **values: float) -> None:
        """Changes the link, in both directions: delay_ms, jitter_ms, loss, duplicate, reorder, mbit, queue_kib."""
        self._say("set " + " ".join(f"{name}={value:g}" for name, value in values.items()))
        self._answer("ok")

    def down(self) -> None:
        """Nothing passes any more, without a word to either end; what was on its way is lost."""
        self.set(up=0)

    def up(self) -> None:
        """Frames pass again."""
        self.set(up=1)

    def counts(self) -> list[dict[str, int]]:
        """Of frames, from near to far and from far to near: the members of LinkCounts."""
        self._say("count")
        return json.loads(self._answer())

    def _say(self, line: str) -> None:
        assert self._link.stdin is not None
        self._link.stdin.write(line + "\n")

    def _answer(self, expected: Optional[str] = None) -> str:
        assert self._link.stdout is not None
        come = select.select([self._link.stdout], [], [], _PATIENCE_S)[0]
        line = self._link.stdout.readline().strip() if come else ""
        if not line or expected not in (None, line):
            raise RuntimeError(f"farfield_impair said {line!r}, expected {expected!r}")
        return line

    def close(self) -> None:
        """Ends the link and both networks."""
        _ip("link del near\n")
        self._link.communicate()
        self._far.close()
        self._middle.close()

    def __enter__(self) -> Networks:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
