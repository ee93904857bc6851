"""Calls that are repeated, and secrets that are shown, after connections broke."""

from __future__ import annotations

import time
import unittest

from farfield_client import RpcError
from processes import ABC, FaultNode, long_or, rake, until

STALE, NOT_AUTHORISED, NOT_FOUND, INVALID_REQUEST, LIMIT = -32006, -32001, -32004, -32600, -32003

START = {"program": "particles", "dataset": ABC, "slot_bytes": 1 << 16, "params": rake(10)}


class Calls(unittest.TestCase):
    def setUp(self) -> None:
        self.node = self.enterContext(FaultNode())
        self.session = self.node.open()

    def own_stats(self) -> dict:
        """The account of the session."""
        return next(one for one in self.node.sessions() if self.session.welcome["session"].startswith(one["session"]))

    def refused(self, code: int, call: object, **options: object) -> RpcError:
        """The call is refused so."""
        with self.assertRaises(RpcError) as refusal:
            call(**options)  # type: ignore[operator]
        self.assertEqual(refusal.exception.code, code, refusal.exception)
        return refusal.exception

    def test_09_answer_lost(self) -> None:
        """9: a call whose answer was lost has the same answer under its id, and after 1,000 others it is refused, not run."""
        call_id = self.session.caller.next_id()
        self.session.caller.send("program.start", START, call_id)
        until("it has run", lambda: self.own_stats()["streams"])
        self.session.disconnect()
        self.node.wait_for_log("kept for")
        resume = self.session.welcome
        self.session = self.session.resumed(
            resume={"session": resume["session"], "secret": resume["secret"], "heard": 0, "answered": call_id - 1}
        )
        before = self.own_stats()["calls"]["run"]
        answer = self.session.call("program.start", START, call_id=call_id)
        self.assertEqual(answer["stream"], self.own_stats()["streams"][0]["stream"])
        self.assertEqual(self.own_stats()["calls"]["run"], before)
        for _ in range(1000):
            self.session.call("terrain.list")
        refusal = self.refused(STALE, lambda: self.session.call("program.start", START, call_id=call_id))
        self.assertEqual(refusal.data["id"], call_id)
        self.assertEqual(len(self.own_stats()["streams"]), 1)

    def test_10_secret_shown_twice(self) -> None:
        """10: of two viewers that show one secret the later has the session, and the first hears that it was taken."""
        self.session.attach()
        later = self.session.resumed(client="later")
        taken = self.session.notification("session.taken")
        self.assertEqual(taken["by"].split(" ")[0], "later")
        self.session.control.wait_for_end()
        later.call("dataset.list")
        later.close()

    def test_11_secrets(self) -> None:
        """11: wrong, replayed and expired secrets are refused with their reasons, late from the fifth on, never logged."""
        old = self.session.welcome
        later = self.session.resumed()
        later.call("dataset.list")
        self.assertEqual(self.refused(NOT_FOUND, self.session.resumed).data["reason"], "taken")
        self.session.welcome = {**old, "secret": "0" * len(old["secret"])}
        took = []
        for _ in range(6):
            begun = time.monotonic()
            self.refused(NOT_AUTHORISED, self.session.resumed)
            took.append(time.monotonic() - begun)
        self.assertGreaterEqual(min(took[4:]), 1.0)
        self.assertLess(min(took[:4]), 1.0)
        later.close()
        self.session.welcome = later.welcome
        self.assertEqual(self.refused(NOT_FOUND, self.session.resumed).data["reason"], "expired")
        for secret in (old["secret"], later.welcome["secret"]):
            self.assertNotIn(secret[:12], self.node.log())

    def test_19_ids(self) -> None:
        """19: ids of more than 64 bits or with a fraction are refused, and one that is running has one run and one answer."""
        for wrong in (2**63, 1.5):
            self.refused(INVALID_REQUEST, lambda: self.session.call("dataset.list", call_id=wrong))
        call_id = self.session.caller.next_id()
        params = {"dataset": "analytic:abc:256"}  # takes a while
        before = self.own_stats()["calls"]
        for _ in range(3):
            self.session.caller.send("dataset.open", params, call_id)
        self.session.caller.answer(call_id)
        self.session.call("dataset.list")
        after = self.own_stats()["calls"]
        self.assertEqual(after["run"] - before["run"], 2)
        self.assertEqual(after["received"] - before["received"], 4)
        with self.assertRaises(TimeoutError):
            self.session.caller.answer(call_id, 0.25)

    def test_19_string_ids(self) -> None:
        """19: the string id after the 65,536th is refused by the limit's name, and integers go on."""
        count, batch = 65_536, 32
        for first in range(0, count, batch):
            for number in range(first, first + batch):
                self.session.caller.send("terrain.list", None, f"id {number}")
            for number in range(first, first + batch):
                self.session.caller.answer(f"id {number}")
        refusal = self.refused(LIMIT, lambda: self.session.call("terrain.list", call_id="one more"))
        self.assertIn("max_string_ids", refusal.message)
        self.session.call("terrain.list")


class Parts(unittest.TestCase):
    def test_24_broken_parts(self) -> None:
        """24: a Part of 0 bytes, one without a first, and two firsts, end their own session with -32005, no other."""
        node = self.enterContext(FaultNode())
        other = node.open(channel="single")
        for parts in ([(b"", 1)], [(bytes(64), 0)], [(bytes(64), 1), (bytes(64), 1)]):
            with self.subTest(parts=parts):
                session = node.open(channel="single")
                for payload, flags in parts:
                    session.control.send(12, payload, flags=flags, stream=1)
                with self.assertRaises(RpcError) as refusal:
                    session.call("dataset.list")
                self.assertEqual(refusal.exception.code, -32005)
                session.control.wait_for_end()
        other.call("dataset.list")


if __name__ == "__main__":
    unittest.main()
