"""Faults 17, 20, 24 and 25: what is wanted, and what leaves."""

from __future__ import annotations

import math
import random
import struct
import time

import pdus
from farfield_client import RpcError
from one_input import OneInput
from pdus import geocentric
from relay import KIND_DEPARTURE, PATIENCE_S, subscribed, until

EARTH_KM = 6371.0
KM_PER_DEGREE = EARTH_KM * math.pi / 180
BORDER = 0.01
"""Nearer to a border than this part of the size brute force and relay may differ: they take other spheres."""

OUT_OF_INTEREST, TIMED_OUT = 2, 3


def central_angle(lon: float, lat: float, other_lon: float, other_lat: float) -> float:
    """Radians, by the haversine formula."""
    a, b = math.radians(lat), math.radians(other_lat)
    north, east = math.sin((b - a) / 2) ** 2, math.sin(math.radians(other_lon - lon) / 2) ** 2
    return 2 * math.asin(min(1.0, math.sqrt(north + math.cos(a) * math.cos(b) * east)))


def in_circle(shape: list, lon: float, lat: float, scale: float) -> bool:
    """Whether a place is in the circle, made larger by a factor."""
    return central_angle(shape[0], shape[1], lon, lat) * EARTH_KM <= shape[2] * scale


def in_box(shape: list, lon: float, lat: float, scale: float) -> bool:
    """Whether a place is in the box from west eastwards to east, made larger by a factor."""
    west, south, east, north = shape
    width, height = (east - west) % 360 or (360 if east > west else 0), north - south
    wider, higher = width * (scale - 1) / 2, height * (scale - 1) / 2
    from_west = (lon - west + wider) % 360
    return from_west <= min(width + 2 * wider, 360) and south - higher <= lat <= north + higher


SHAPES = [
    {"circle": [8.0, 46.5, 500.0]},
    {"circle": [180.0, 0.0, 800.0]},
    {"circle": [30.0, 90.0, 1000.0]},
    {"circle": [0.0, -90.0, 300.0]},
    {"circle": [0.0, 0.0, 1e9]},
    {"circle": [0.0, 0.0, 20_000.0]},
    {"box": [170.0, -20.0, -170.0, 20.0]},
    {"box": [-180.0, 80.0, 180.0, 90.0]},
    {"box": [-10.0, -90.0, 10.0, 90.0]},
    {"box": [20.0, -5.0, 10.0, 5.0]},
]


class Interests(OneInput):
    def test_17_border(self) -> None:
        """17: an entity that crosses a border a hundred times a second leaves at most twice a second."""
        relay, sender = self.start()
        places = [geocentric(8.0, 46.5 + km / KM_PER_DEGREE) for km in (9.0, 11.0)]
        with subscribed(relay, interest=[{"circle": [8.0, 46.5, 10.0]}], history="none") as stream:
            begun, last = time.monotonic(), pdus.state((17, 1, 2), places[0])
            crossing = [pdus.state((17, 1, 1), place) for place in places]
            with pdus.sending(sender, [crossing[number % 2] for number in range(200)] + [last], rate=100):
                stream.take_until("the last one", lambda: last in [record.data for record in stream.states()])
            departures = stream.departures()
            self.assertEqual({reason for _, reason in departures}, {OUT_OF_INTEREST})
            self.assertLessEqual(len(departures), 2 * (time.monotonic() - begun) + 1)

    def test_20_time_outs(self) -> None:
        """20: an entity without news is stale, then leaves; one that stands has longer."""
        relay, sender = self.start("--stale", "0.5", "--standing-stale", "1.5")
        with subscribed(relay, history="none") as stream:
            sender.send(pdus.state((17, 1, 1), velocity=(10.0, 0.0, 0.0)), pdus.state((17, 1, 2)))
            until("both", lambda: len(relay.entities()) == 2)
            listed = until("a stale one", lambda: (found := relay.entities())["17:1:1"].get("stale") and found)
            self.assertFalse(listed["17:1:2"].get("stale"))
            stream.take_until("both have left", lambda: len(stream.departures()) == 2)
            self.assertEqual(stream.departures(), [("17:1:1", TIMED_OUT), ("17:1:2", TIMED_OUT)])
            self.assertEqual(relay.entities(), {})

    def test_20_freeze(self) -> None:
        """20: Stop and Start go to each subscriber, whatever its interest, in the order in which they came."""
        relay, sender = self.start()
        with subscribed(relay, interest=[{"circle": [0, 0, 1]}], history="none") as stream:
            control = lambda kind, length: pdus.header(kind, length, family=5) + struct.pack(">6H", *(6 * [65535]))  # noqa: E731
            sender.send(control(pdus.STOP, 40) + bytes(16), control(pdus.START, 44) + bytes(20))
            stream.take_until("both", lambda: len(stream.states()) == 2)
            self.assertEqual([record.data[2] for record in stream.states()], [pdus.STOP, pdus.START])

    def test_24_too_many_shapes(self) -> None:
        """24: 65 shapes are refused by the name of the limit, and 64 are taken."""
        relay, _ = self.start()
        shape = {"circle": [8.0, 46.5, 10.0]}
        with self.assertRaisesRegex(RpcError, "max_interest"), subscribed(relay, interest=[shape] * 65):
            pass
        with subscribed(relay, interest=[shape] * 64):
            pass

    def test_24_brute_force(self) -> None:
        """24: circles of any size, boxes over the date line and shapes at the poles have what brute force has."""
        relay, sender = self.start()
        numbers = random.Random(24)
        places = [(numbers.uniform(-180, 180), math.degrees(math.asin(numbers.uniform(-1, 1)))) for _ in range(3000)]
        places += [(180.0, 0.0), (-180.0, 0.0), (8.0, 90.0), (8.0, -90.0), (0.0, 0.0)]
        ids = {f"24:1:{number + 1}": place for number, place in enumerate(places)}
        states = [pdus.state((24, 1, number + 1), geocentric(*place)) for number, place in enumerate(places)]
        for at in range(0, len(states), 500):
            sender.send_at_once(states[at : at + 500])
            until("they are taken", lambda: relay.input()["core"] >= min(at + 500, len(states)))
        for shape in SHAPES:
            with self.subTest(shape=shape):
                [(name, numbers_of)] = shape.items()
                is_in = in_circle if name == "circle" else in_box
                least = {one for one, place in ids.items() if is_in(numbers_of, *place, 1 - BORDER)}
                most = {one for one, place in ids.items() if is_in(numbers_of, *place, 1 + BORDER)}
                found = set(relay.entities(interest=[shape]))
                self.assertLessEqual(least, found)
                self.assertLessEqual(found, most)
                with subscribed(relay, interest=[shape]) as stream:
                    stream.take_until("the whole picture", lambda: len(stream.states()) >= len(found))
                    received = {"{}:{}:{}".format(*struct.unpack_from(">HHH", one.data, 12)) for one in stream.states()}
                    self.assertEqual(received, found)

    def test_25_many_changes(self) -> None:
        """25: of a thousand changes of interest a second one counts for a bundle, and what stays in sight does not flicker."""
        relay, sender = self.start()
        always, west, east = geocentric(8.0, 46.5), geocentric(7.9, 46.5), geocentric(8.1, 46.5)
        boxes = [{"box": [7.85, 46.4, 8.05, 46.6]}, {"box": [7.95, 46.4, 8.15, 46.6]}]
        sender.send(pdus.state((17, 1, 1), always), pdus.state((17, 1, 2), west), pdus.state((17, 1, 3), east))
        until("all three", lambda: len(relay.entities()) == 3)
        with subscribed(relay, interest=[boxes[0]]) as stream:
            caller, changes, begun = stream.session.caller, 0, time.monotonic()
            while changes < 1000:
                ids = [caller.next_id() for _ in range(50)]
                for call_id in ids:
                    changes += 1
                    params = {"stream": stream.stream, "params": {"interest": [boxes[changes % 2]]}}
                    caller.send("program.update", params, call_id)
                sender.send(pdus.state((17, 1, 1), always))
                for call_id in ids:
                    caller.answer(call_id, PATIENCE_S)
                stream.take()
            print(f"        {changes / (time.monotonic() - begun):.0f} changes a second", flush=True)
            stream.update(interest=[boxes[0]])
            sender.send(pdus.state((17, 1, 1), always, marking=b"last"))
            stream.take_until("the last one", lambda: any(b"last" in record.data for record in stream.states()))
            departures = stream.departures()
            self.assertNotIn("17:1:1", [entity for entity, _ in departures])
            bundles = stream.taken
            self.assertLessEqual(len(departures), 2 * bundles)
            self._check_alternation(stream.records)

    def _check_alternation(self, records: list) -> None:
        """An entity that has left comes again with a state before it leaves again."""
        seen: set[bytes] = set()
        for record in records:
            entity = record.data[:6] if record.kind == KIND_DEPARTURE else record.data[12:18]
            if record.kind == KIND_DEPARTURE:
                self.assertIn(entity, seen)
                seen.discard(entity)
            else:
                seen.add(entity)
