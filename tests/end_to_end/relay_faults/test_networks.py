"""Faults 9 to 12 in a network of this process's own, in which interfaces may be changed: run.py makes it."""

from __future__ import annotations

import contextlib
import os
import pathlib
import subprocess
import unittest

from pdus import Sender
from ports import free_port
from relay import Relay, run_program, subscribed, until

import pdus

FIRST, SECOND = "10.99.0.1", "10.99.0.2"
GROUP, OTHER_GROUP, SILENT_GROUP = "239.9.9.9", "239.9.9.8", "239.9.9.7"
STATE = pdus.state((17, 1, 1))


def ip(*arguments: str) -> None:
    """Changes an interface."""
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def setUpModule() -> None:  # noqa: N802
    """A pair of interfaces, `card` and its other end."""
    if not os.environ.get("FARFIELD_OWN_NETWORK"):
        raise unittest.SkipTest("this user may not make a network of its own (unshare -rn)")
    ip("link", "set", "lo", "up")
    try:
        ip("link", "add", "card", "type", "veth", "peer", "name", "far")
    except (subprocess.CalledProcessError, FileNotFoundError) as error:
        raise unittest.SkipTest(f"this system has no pairs of interfaces: {error}") from None
    ip("address", "add", f"{FIRST}/24", "dev", "card")
    ip("link", "set", "far", "up")
    ip("link", "set", "card", "up")


class Networks(unittest.TestCase):
    def setUp(self) -> None:
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)

    def receives(self, relay: Relay, index: int, sender: Sender) -> None:
        """Waits until what is sent comes by the input."""
        before = relay.input(index)["core"]
        until("it is heard", lambda: sender.send(STATE) and relay.input(index)["core"] > before)

    def test_09_interface_goes(self) -> None:
        """9: an input whose interface goes is down by name, others work; it is heard again once the interface is back."""
        port, other_port = free_port(), free_port()
        relay = self.stack.enter_context(
            Relay("--in", f"dis:{GROUP}:{port}@card", "--in", f"dis:{OTHER_GROUP}:{other_port}@lo")
        )
        sender = self.stack.enter_context(Sender(port, GROUP, FIRST))
        other = self.stack.enter_context(Sender(other_port, OTHER_GROUP, "127.0.0.1"))
        watching = self.stack.enter_context(subscribed(relay)).session
        watching.call("relay.info")
        self.receives(relay, 0, sender)
        ip("link", "set", "card", "down")
        self.assertEqual(watching.notification("entities.input")["state"], "down")
        self.assertEqual(relay.state(0)["state"], "down")
        shown = run_program("status", f"127.0.0.1:{relay.port}").stdout
        self.assertRegex(shown, rf"dis:{GROUP}:{port}@card: down: .*card")
        self.receives(relay, 1, other)
        ip("link", "set", "card", "up")
        self.assertEqual(watching.notification("entities.input")["state"], "up")
        self.receives(relay, 0, sender)
        self.assertRegex(relay.log(), "card.*down")

    def test_09_address_changes(self) -> None:
        """9: an interface that gets another address is heard as before."""
        port = free_port()
        relay = self.stack.enter_context(Relay("--in", f"dis:{GROUP}:{port}@card"))
        with Sender(port, GROUP, FIRST) as sender:
            self.receives(relay, 0, sender)
        ip("address", "del", f"{FIRST}/24", "dev", "card")
        ip("address", "add", f"{SECOND}/24", "dev", "card")
        try:
            with Sender(port, GROUP, SECOND) as sender:
                self.receives(relay, 0, sender)
            until("it is up", lambda: relay.state(0)["state"] == "up")
        finally:
            ip("address", "del", f"{SECOND}/24", "dev", "card")
            ip("address", "add", f"{FIRST}/24", "dev", "card")

    def test_10_no_route(self) -> None:
        """10: without a route for multicast an input without an interface is refused with those that would do."""
        done = run_program("serve", "--port", "0", "--in", f"dis:{GROUP}:3000")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertRegex(done.stderr, "card")

    def test_11_few_memberships(self) -> None:
        """11: where the system allows three memberships a socket, a hundred groups take more sockets."""
        limit = pathlib.Path("/proc/sys/net/ipv4/igmp_max_memberships")
        before = limit.read_text()
        try:
            limit.write_text("3")
        except OSError as error:
            self.skipTest(f"the limit of memberships cannot be set here: {error}")
        try:
            port = free_port()
            relay = self.stack.enter_context(Relay("--in", f"groups:239.77.0.0/100:{port}@lo"))
            with subscribed(relay, history="none") as stream:
                for group in range(100):
                    with Sender(port, f"239.77.0.{group}", "127.0.0.1") as sender:
                        sender.send((32 * group).to_bytes(2, "big"))
                stream.take_until("all are heard", lambda: len(stream.records) >= 100)
                self.assertEqual(relay.input()["received"], 100)
        finally:
            limit.write_text(before)

    def test_12_silence(self) -> None:
        """12: a group that is silent for 30 s is named in the status, until it is heard again."""
        port = free_port()
        relay = self.stack.enter_context(Relay("--in", f"dis:{SILENT_GROUP}:{port}@card"))
        with subscribed(relay) as stream:
            stream.session.call("relay.info")
            notice = stream.session.notification("entities.input", 60)
            self.assertEqual((notice["state"], notice["message"]), ("up", f"nothing from {SILENT_GROUP} for 30 s"))
            shown = run_program("status", f"127.0.0.1:{relay.port}").stdout
            self.assertIn(f"nothing from {SILENT_GROUP} for 30 s", shown)
            with Sender(port, SILENT_GROUP, FIRST) as sender:
                self.receives(relay, 0, sender)
            until("it is named no more", lambda: not relay.state(0).get("message"))
