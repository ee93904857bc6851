"""Faults 6, 7, 18 and 19: what is no PDU, and PDUs that say what cannot be."""

from __future__ import annotations

import math
import random
import struct
import time

import pdus
from one_input import OneInput
from pdus import Sender
from relay import Relay, seconds, subscribed, sum_of_input, sum_of_subscriber, until

ENTITY = (17, 23, 1)


class Nonsense(OneInput):
    def test_06_lengths(self) -> None:
        """6: PDUs with lengths that lie are counted, good ones are kept, and the log has a line a second."""
        relay, sender = self.start()
        good = pdus.state(ENTITY)
        cut = lambda length: good[:8] + struct.pack(">H", length) + good[10:]  # noqa: E731
        begun = time.monotonic()
        with subscribed(relay, history="none") as stream:
            bad = sender.send(cut(0), cut(11), cut(145), good[:11], good[:143], b"", b"\x09" + good[1:], bytes(9000))
            half = sender.send(good + cut(0), good + good[:11])
            sent = half + sender.send(good, pdus.state((17, 23, 2), articulations=255))
            stream.take_until("the good ones", lambda: len(stream.states()) >= sent)
            account = until("all is counted", lambda: (found := relay.input())["received"] == bad + sent and found)
            self.assertEqual((account["malformed"], account["malformed_pdus"]), (bad, half))
            self.assertEqual(account["received"], sum_of_input(account))
            self.assertEqual([len(record.data) for record in stream.states()], [144, 144, 144, 144 + 16 * 255])
            while time.monotonic() < begun + 2.5:
                sender.send(cut(11))
                relay.input()
        said = [line for line in relay.log().splitlines() if "malformed" in line]
        self.assertGreaterEqual(len(said), 1)
        self.assertLessEqual(len(said), 1 + (time.monotonic() - begun))
        self.assertRegex(said[0], rf"dis:127\.0\.0\.1:{self.port}'.* malformed.*from 127\.0\.0\.1:\d+")

    def test_06_numbers(self) -> None:
        """6: states with NaN or without room for their articulations are malformed; 0, 0, 0 is listed without a place."""
        relay, sender = self.start()
        lying = bytearray(pdus.state((17, 23, 4)))
        lying[19] = 255
        sent = sender.send(
            pdus.state((17, 23, 1), (math.nan, 0.0, 0.0)),
            pdus.state((17, 23, 2), velocity=(math.inf, 0.0, 0.0)),
            bytes(lying),
            pdus.state((17, 23, 5), (0.0, 0.0, 0.0)),
            pdus.state(ENTITY),
        )
        until("all is counted", lambda: relay.input()["core"] == sent)
        listed = until("the last one", lambda: (found := relay.entities()).get("17:23:1") and found)
        self.assertEqual(sorted(listed), ["17:23:1", "17:23:5"])
        self.assertNotIn("lat", listed["17:23:5"])
        self.assertEqual(relay.input()["malformed_pdus"], 3)

    def test_07_random_bytes(self) -> None:
        """7: random bytes and damaged PDUs leave a relay alive and its memory as it was, and all are counted."""
        relay, sender = self.start()
        numbers = random.Random(7)
        bases = [pdus.state(ENTITY, articulations=2), pdus.fire(ENTITY, 1), pdus.detonation(ENTITY, 1), pdus.remove(ENTITY)]
        sent = 0

        def send_some(count: int) -> int:
            for _ in range(count):
                damaged = bytearray(numbers.choice(bases) * numbers.randrange(1, 3))
                for _ in range(numbers.randrange(1, 6)):
                    damaged[numbers.randrange(len(damaged))] = numbers.randrange(256)
                sender.send(bytes(damaged[: numbers.randrange(1, len(damaged) + 1)]))
                sender.send(numbers.randbytes(numbers.randrange(0, 1472)))
            return 2 * count

        with subscribed(relay, policy="latest") as stream:
            end, memory = time.monotonic() + seconds(10), 0
            while time.monotonic() < end:
                sent += send_some(200)
                until("they are counted", lambda: (found := relay.input())["received"] + found["kernel"] >= sent)
                stream.take()
                if time.monotonic() > end - seconds(10) / 2 and not memory:
                    memory = relay.resident_bytes()
            account = relay.input()
            self.assertEqual(account["received"], sum_of_input(account))
            self.assertEqual((account["received"], account["kernel"]), (sent, 0))
            # Damage makes new entities, up to the limit; each of them has its place in the tables.
            self.assertLess(relay.resident_bytes(), memory + (32 << 20))
        self.assertTrue(relay.running())

    def test_18_two_senders(self) -> None:
        """18: of one id from two senders the newest state holds, and both are named as two sources."""
        relay, first = self.start()
        with Sender(self.port) as second, subscribed(relay, history="none") as stream:
            for turn in range(4):
                (first, second)[turn % 2].send(pdus.state(ENTITY, kind=(1, 1 + turn % 2, 225, 1, 1, 0, 0)))
            stream.take_until("all four", lambda: len(stream.states()) == 4)
            details = relay.call("entities.get", {"entity": "17:23:1"})
            self.assertTrue(details["two_sources"])
            self.assertEqual(details["type"][:2], [1, 2])

    def test_18_markings(self) -> None:
        """18: in a marking without an end control characters are dots, and markup is text."""
        relay, sender = self.start()
        sender.send(pdus.state(ENTITY, marking=b"A\x1b[2J\x07BCDEF"), pdus.state((17, 23, 2), marking=b"<b>x</b>"))
        listed = until("both", lambda: len(found := relay.entities()) == 2 and found)
        self.assertEqual([listed[f"17:23:{n}"]["marking"] for n in (1, 2)], ["A.[2J.BCDEF", "<b>x</b>"])

    def test_19_too_many_entities(self) -> None:
        """19: entity 100,001 has no room and is counted, states of the others go on."""
        relay, sender = self.start()
        many = [(1 + n // 50_000, 1, 1 + n % 50_000) for n in range(100_000)]
        for at in range(0, len(many), 2000):
            states = [pdus.state(entity) for entity in many[at : at + 2000]]
            until("they have their place", lambda: sender.send_at_once(states) and self._is_known(relay, at + 2000))
        with subscribed(relay, history="none") as stream:
            sender.send(pdus.state((9, 9, 9)), pdus.state(many[0]))
            stream.take_until("a known one", lambda: len(stream.states()) >= 1)
            stats = relay.call("relay.stats")
            self.assertEqual(stats["entities"], 100_000)
            self.assertEqual(stats["entities_refused"], 1)
            self.assertEqual(relay.entities(sites=[9]), {})

    def _is_known(self, relay: Relay, count: int) -> bool:
        before: dict = {}
        while before != (before := relay.input()):
            pass  # the last ones are still taken
        return relay.call("relay.stats")["entities"] == count

    def test_19_too_many_sources(self) -> None:
        """19: source 4,097 has no account of its own; its messages are taken and counted as all others."""
        relay, sender = self.start()
        many = [(1, 1 + n, 1) for n in range(4_200)]
        with subscribed(relay, history="none") as stream:
            for at in range(0, len(many), 300):
                sender.send(*(pdus.state(entity) for entity in many[at : at + 300]))
                stream.take_until("they have come", lambda: len(stream.states()) >= min(at + 300, len(many)))
            stats = relay.call("relay.stats", {"sources": 1000})
        self.assertEqual((stats["taken"], stats["entities"]), (len(many), len(many)))
        self.assertEqual([one["messages"] for one in stats["sources"]], [1] * 1000)
        for one in stats["sources"]:
            self.assertEqual(one["offered"], sum_of_subscriber(one))

    def test_19_wrong_clocks(self) -> None:
        """19: whatever the clock of a source says, ages count from the arrival and are never negative."""
        relay, sender = self.start()
        with subscribed(relay, history="none") as stream:
            for ahead in (0.0, 3600.0, 1800.0, 8.0, -8.0, -100.0):
                sender.send(pdus.state(ENTITY, time_stamp=pdus.stamp(time.time() + ahead)))
            stream.take_until("all six", lambda: len(stream.states()) == 6)
            self.assertGreaterEqual(min(stream.ages_ms), 0)
            age = relay.entities()["17:23:1"]["age"]
            self.assertTrue(0 <= age < 20, age)


