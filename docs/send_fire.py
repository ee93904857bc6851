#!/usr/bin/env python3
"""Sends a Fire PDU of DIS (IEEE 1278.1-2012, 7.3.2), again and again, until it is ended.

usage: send_fire.py GROUP PORT SHOOTER TARGET SECONDS    ids as SITE:APPLICATION:ENTITY; SECONDS between two
"""
import socket
import struct
import sys
import time


def fire(shooter, target, number):
    header = struct.pack(">BBBBIHH", 7, 1, 2, 2, 0, 96, 0)
    ids = struct.pack(">3H3H3H", *shooter, *target, 0, 0, 0)
    event = struct.pack(">3HI", shooter[0], shooter[1], number & 0xFFFF, 0)
    # Without a location: it is fired where its shooter is.
    return (header + ids + event).ljust(96, b"\0")


def main():
    group, port, shooter, target, seconds = sys.argv[1:]
    ids = [tuple(map(int, text.split(":"))) for text in (shooter, target)]
    out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    out.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
    number = 0
    while True:
        number += 1
        out.sendto(fire(*ids, number), (group, int(port)))
        time.sleep(float(seconds))


if __name__ == "__main__":
    main()
