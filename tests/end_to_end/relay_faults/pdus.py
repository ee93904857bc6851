"""Datagrams of DIS, written from IEEE 1278.1-2012, and ways to send them."""

from __future__ import annotations

import math
import socket
import struct
import threading
import time
from contextlib import contextmanager
from typing import Iterator, Sequence

ENTITY_STATE, FIRE, DETONATION, REMOVE, START, STOP = 1, 2, 3, 12, 13, 14

STATE_BYTES, FIRE_BYTES = 144, 96

UDP_SEGMENT = 103
"""Of the system: one buffer becomes datagrams of this size."""
MOST_SEGMENTS = 60

RADIUS_M, FLATTENING = 6_378_137.0, 1 / 298.257223563

Entity = tuple[int, int, int]
Triple = tuple[float, float, float]


def geocentric(lon: float, lat: float, height: float = 0.0) -> Triple:
    """Degrees and metres above the ellipsoid as geocentric metres (NIMA TR8350.2, equation 4-14)."""
    e2 = FLATTENING * (2 - FLATTENING)
    east, north = math.radians(lon), math.radians(lat)
    normal = RADIUS_M / math.sqrt(1 - e2 * math.sin(north) ** 2)
    across = (normal + height) * math.cos(north)
    return across * math.cos(east), across * math.sin(east), (normal * (1 - e2) + height) * math.sin(north)


def stamp(utc_s: float) -> int:
    """An absolute time stamp."""
    return round(utc_s % 3600 / 3600 * 2**31) % 2**31 << 1 | 1


def header(pdu_type: int, length: int, time_stamp: int = 0, exercise: int = 1, family: int = 1) -> bytes:
    """The first 12 bytes of a PDU of version 7."""
    return struct.pack(">BBBBIHH", 7, exercise, pdu_type, family, time_stamp, length, 0)


def state(
    entity: Entity,
    place: Triple = geocentric(8.0, 46.5, 500.0),
    *,
    velocity: Triple = (0.0, 0.0, 0.0),
    force: int = 1,
    kind: Sequence[int] = (1, 1, 225, 1, 1, 0, 0),
    marking: bytes = b"car",
    time_stamp: int = 0,
    articulations: int = 0,
) -> bytes:
    """An Entity State PDU."""
    kinds = struct.pack(">BBHBBBB", *kind)
    return (
        header(ENTITY_STATE, STATE_BYTES + 16 * articulations, time_stamp)
        + struct.pack(">HHHBB", *entity, force, articulations)
        + kinds
        + kinds
        + struct.pack(">3f3d3fI", *velocity, *place, 0.0, 0.0, 0.0, 0)
        + struct.pack(">B15x3f3f", 2, 0, 0, 0, 0, 0, 0)
        + struct.pack(">B11sI", 1, marking, 0)
        + bytes(16 * articulations)
    )


def fire(shooter: Entity, number: int, place: Triple = geocentric(8.0, 46.5, 500.0)) -> bytes:
    """A Fire PDU; its event has this number."""
    return (
        header(FIRE, FIRE_BYTES, family=2)
        + struct.pack(">HHH", *shooter)
        + struct.pack(">HHH", 9, 9, 9)
        + bytes(6)
        + struct.pack(">HHH", shooter[0], shooter[1], number)
        + struct.pack(">I3d", 0, *place)
        + bytes(16 + 12 + 4)
    )


def detonation(shooter: Entity, number: int, place: Triple = geocentric(8.0, 46.5, 500.0)) -> bytes:
    """A Detonation PDU."""
    return (
        header(DETONATION, 104, family=2)
        + struct.pack(">HHH", *shooter)
        + struct.pack(">HHH", 9, 9, 9)
        + bytes(6)
        + struct.pack(">HHH", shooter[0], shooter[1], number)
        + struct.pack(">3f3d", 0, 0, 0, *place)
        + bytes(16 + 12 + 1 + 1 + 2)
    )


def remove(entity: Entity) -> bytes:
    """A Remove Entity PDU from all to one."""
    return header(REMOVE, 28, family=5) + struct.pack(">HHH", *entity) + struct.pack(">HHH", *entity) + bytes(4)


def now_stamp(ago: float = 0.0) -> int:
    """The stamp of so many seconds ago."""
    return stamp(time.time() - ago)


class Sender:
    """A UDP socket."""

    def __init__(self, port: int, address: str = "127.0.0.1", interface: str = "") -> None:
        self._to = (address, port)
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        if interface:
            self._socket.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(interface))

    def send(self, *datagrams: bytes) -> int:
        """One after the other. Returns how many."""
        for datagram in datagrams:
            self._socket.sendto(datagram, self._to)
        return len(datagrams)

    def send_at_once(self, datagrams: Sequence[bytes]) -> int:
        """Datagrams of one size, many with one call of the system. Returns how many."""
        size = len(datagrams[0])
        self._socket.setsockopt(socket.IPPROTO_UDP, UDP_SEGMENT, size)
        most = min(MOST_SEGMENTS, 65_000 // size)
        for at in range(0, len(datagrams), most):
            self._socket.sendto(b"".join(datagrams[at : at + most]), self._to)
        self._socket.setsockopt(socket.IPPROTO_UDP, UDP_SEGMENT, 0)
        return len(datagrams)

    def __enter__(self) -> Sender:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()


@contextmanager
def sending(sender: Sender, datagrams: Sequence[bytes], rate: float) -> Iterator[None]:
    """Sends them beside what the test does, so many a second; at the end of the block those that are left are not sent."""
    over = threading.Event()

    def run() -> None:
        begun = time.monotonic()
        for number, datagram in enumerate(datagrams):
            if over.wait(max(0.0, begun + number / rate - time.monotonic())):
                return
            sender.send(datagram)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
