"""Members of one session that are stopped, vanish, or change the same."""

from __future__ import annotations

import pathlib
import signal
import subprocess
import sys
import unittest
from typing import Any

from farfield_client import RpcError, Session
from member import SLOT_BYTES
from processes import ABC, FaultNode, rake, until

INVALID_PARAMS, HELD = -32602, -32008

INLET = {"data": "flow", "kind": "line", "from": [1, 1, 1], "to": [5, 5, 5], "seeds": 10, "particles_per_seed": 1}

DOCUMENT = {
    "data": {"flow": {"kind": "dataset", "name": ABC}},
    "rakes": {"inlet": INLET},
}


def invitation_of(owner: Session) -> dict[str, str]:
    """What a guest joins with."""
    answer = owner.call("session.invite")
    return {"session": answer["session"], "secret": answer["secret"]}


class Members(unittest.TestCase):
    def begin(self, silence: int = 30) -> tuple[FaultNode, Session]:
        """A node, and a session with a document."""
        node = self.enterContext(FaultNode(silence=silence))
        owner = node.open(name="owner")
        owner.attach()
        owner.call("session.patch", {"patch": DOCUMENT})
        return node, owner

    def guest_of(self, node: FaultNode, owner: Session) -> Session:
        """One that may edit."""
        guest = node.open(name="guest", join=invitation_of(owner))
        owner.notification("session.joined")
        return guest

    def documents(self, *members: Session) -> list[Any]:
        """The document and its version, as each has it."""
        return [member.call("session.document") for member in members]

    def test_13_one_of_eight_stopped(self) -> None:
        """13: while one member of eight is stopped the others go on, and it goes on with the newest when it runs again."""
        node, owner = self.begin()
        stream = owner.start(ABC, rake(100), policy="latest", rate=60, slot_bytes=SLOT_BYTES)["stream"]
        others = [owner]
        for _ in range(6):
            guest = self.guest_of(node, owner)
            guest.attach()
            guest.slot_bytes(SLOT_BYTES)
            guest.call("program.subscribe", {"stream": stream, "policy": "latest", "slot_bytes": SLOT_BYTES})
            others.append(guest)
        invitation = invitation_of(owner)
        script = pathlib.Path(__file__).with_name("member.py")
        command = [sys.executable, str(script), node.host, str(node.port), *invitation.values(), str(stream)]
        stopped = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.addCleanup(stopped.wait)
        self.addCleanup(stopped.kill)
        assert stopped.stdout is not None
        self.addCleanup(stopped.stdout.close)
        last = 0
        received = 0
        for received in range(30):
            last = int(stopped.stdout.readline())
            self.read_one(others, stream, received)
        stopped.send_signal(signal.SIGSTOP)
        for more in range(300):
            self.read_one(others, stream, received + 1 + more)
        stopped.send_signal(signal.SIGCONT)
        newest = last + 300
        until("it shows what is new", lambda: int(stopped.stdout.readline()) >= newest)
        self.assertEqual(node.sessions()[0]["members"], 8)
        self.assertEqual(len(node.sessions()[0]["streams"]), 1)

    def read_one(self, members: list[Session], stream: int, received: int) -> None:
        """Each has one more frame."""
        for member in members:
            member.grant(stream, received + 4, received)
        for member in members:
            member.next_frame(stream)

    def test_14_member_with_a_hold_disconnects(self) -> None:
        """14: what a member held is free when its connection ends."""
        node, owner = self.begin()
        guest = self.guest_of(node, owner)
        guest.call("session.hold", {"what": "rakes/inlet"})
        self.assertIsNotNone(owner.notification("session.held")["by"])
        guest.disconnect()
        self.assertEqual(owner.notification("session.held"), {"what": "rakes/inlet", "by": None})
        owner.call("session.patch", {"patch": {"rakes": {"inlet": None}}})

    def test_14_member_with_a_hold_is_silent(self) -> None:
        """14: what a member held that says nothing any more is free once it counts as lost."""
        node, owner = self.begin(silence=2)
        guest = self.guest_of(node, owner)
        guest.call("session.hold", {"what": "rakes/inlet"})
        self.assertIsNotNone(owner.notification("session.held")["by"])
        self.assertEqual(owner.notification("session.held"), {"what": "rakes/inlet", "by": None})
        self.assertIn("member 2 is away", node.log())

    def test_15_delete_while_another_drags(self) -> None:
        """15: a rake that one member drags another cannot delete; when it is free one event says so to each, and no more."""
        node, owner = self.begin()
        guest = self.guest_of(node, owner)
        drag = {"patch": {"rakes": {"inlet": {"from": [2, 2, 2]}}}}
        delete = {"patch": {"rakes": {"inlet": None}}}
        guest.call("session.hold", {"what": "rakes/inlet"})
        with self.assertRaises(RpcError) as held:
            owner.call("session.patch", delete)
        self.assertEqual(held.exception.code, HELD)
        guest.call("session.patch", drag)
        self.assertEqual(owner.notification("session.patched")["patch"], drag["patch"])
        guest.call("session.release", {"what": "rakes/inlet"})
        owner.call("session.patch", delete)
        with self.assertRaises(RpcError) as late:
            guest.call("session.patch", drag)
        self.assertEqual(late.exception.code, INVALID_PARAMS)
        self.assertEqual(guest.notification("session.patched")["patch"], delete["patch"])
        first, second = self.documents(owner, guest)
        self.assertEqual(first, second)
        self.assertNotIn("inlet", first["document"].get("rakes", {}))
        for member in (owner, guest):
            with self.assertRaises(TimeoutError):
                member.caller.notification("session.patched", 0.25)

    def test_15_delete_and_drag_at_once(self) -> None:
        """15: a rake that is dragged and deleted at once is one thing or the other, for both."""
        node, owner = self.begin()
        guest = self.guest_of(node, owner)
        for number in range(50):
            owner.call("session.patch", {"patch": {"rakes": {"inlet": INLET}}})
            calls = {
                owner: ("session.patch", {"patch": {"rakes": {"inlet": None}}}, owner.caller.next_id()),
                guest: ("session.patch", {"patch": {"rakes": {"inlet": {"from": [2, 2, number]}}}}, guest.caller.next_id()),
            }
            for member, call in calls.items():
                member.caller.send(*call)
            for member, call in calls.items():
                try:
                    member.caller.answer(call[2])
                except RpcError as refusal:
                    self.assertEqual((member, refusal.code), (guest, INVALID_PARAMS))
            first, second = self.documents(owner, guest)
            self.assertEqual(first, second)


if __name__ == "__main__":
    unittest.main()
