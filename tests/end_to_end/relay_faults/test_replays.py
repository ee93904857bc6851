"""What replay sends: of a recording that was cut, as tshark reads it, and over a session."""

from __future__ import annotations

import contextlib
import json
import pathlib
import shutil
import socket
import struct
import subprocess
import tempfile
import unittest

from farfield_client import KIND_DIS, KIND_NAME, KIND_VALUES
from ports import free_port
from relay import PATIENCE_S, Relay, run_program, send_states, subscribed, until

CUT_BYTES = 1_000
DIS_PORT = 3_000
"""The port that tshark takes for that of DIS."""


def record(folder: str) -> tuple[str, int]:
    """A recording of half a second of states. Returns the file, and how many messages it has."""
    port, file = free_port(), f"{folder}/exercise.ffr"
    with Relay("--in", f"dis:127.0.0.1:{port}", "--record", file) as relay:
        sent = send_states(port, "--rate", "400", "--seconds", "0.5", "--entities", "20")
        until("all is recorded", lambda: relay.call("relay.stats")["recorder"]["recorded"] == sent)
    return file, sent


def replayed(file: str) -> list[bytes]:
    """The datagrams that `replay --to dis:` sends."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
        receiver.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
        receiver.bind(("127.0.0.1", 0))
        receiver.settimeout(PATIENCE_S)
        to = f"dis:127.0.0.1:{receiver.getsockname()[1]}"
        done = run_program("replay", file, "--to", to, "--speed", "10", "--json")
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return [receiver.recv(1 << 16) for _ in range(json.loads(done.stdout)["sent"])]


def capture_of(datagrams: list[bytes]) -> bytes:
    """A classic pcap file of raw IPv4 packets with these, sent to the port of DIS (without checksums)."""
    packets = [struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65_535, 101)]
    for number, data in enumerate(datagrams):
        udp = struct.pack(">HHHH", DIS_PORT, DIS_PORT, 8 + len(data), 0) + data
        loopback = socket.inet_aton("127.0.0.1")
        ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0, loopback, loopback) + udp
        packets.append(struct.pack("<IIII", number, 0, len(ip), len(ip)) + ip)
    return b"".join(packets)


class Replays(unittest.TestCase):
    def setUp(self) -> None:
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)
        self.folder = self.stack.enter_context(tempfile.TemporaryDirectory())

    def test_cut_recording(self) -> None:
        """21: a recording that was cut by 1,000 bytes is replayed up to its last whole bundle."""
        file, sent = record(self.folder)
        whole = replayed(file)
        self.assertEqual(len(whole), sent)
        bytes_before = pathlib.Path(file).read_bytes()
        pathlib.Path(file).write_bytes(bytes_before[:-CUT_BYTES])
        left = replayed(file)
        self.assertEqual(left, whole[: len(left)])
        self.assertGreater(len(left), sent / 2)

    def test_decoded_by_tshark(self) -> None:
        """Replay: tshark decodes each datagram that it sends as an Entity State PDU."""
        if shutil.which("tshark") is None:
            self.skipTest("tshark is not installed: nothing foreign decodes what replay sends")
        file, sent = record(self.folder)
        capture = pathlib.Path(self.folder) / "sent.pcap"
        capture.write_bytes(capture_of(replayed(file)))
        fields = ["dis.proto_ver", "dis.pdu_type", "dis.entity_id_site", "dis.pdu_length"]
        arguments = [part for field in fields for part in ("-e", field)]
        command = ["tshark", "-r", str(capture), "-d", f"udp.port=={DIS_PORT},dis", "-T", "fields", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=3 * PATIENCE_S, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines(), ["7\t1\t1\t144"] * sent)

    def test_to_a_relay(self) -> None:
        """Replay: over a session a relay takes all messages, names and values too, as they were."""
        port, file = free_port(), f"{self.folder}/exercise.ffr"
        with Relay("--in", f"json:udp:{port}", "--record", file) as first:
            with subscribed(first, history="none") as stream, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
                for number in range(5):
                    line = {"id": f"buoy {number}", "x": number, "y": 1, "z": 2, "salinity": 33.5}
                    sender.sendto(json.dumps(line).encode(), ("127.0.0.1", port))
                stream.take_until("all lines", lambda: len(stream.records) == 15)
                expected = [(one.kind, one.flags, one.source, one.data) for one in stream.records]
            until("all is recorded", lambda: first.call("relay.stats")["recorder"]["recorded"] == 15)
        with Relay("--in", f"dis:127.0.0.1:{free_port()}") as second, subscribed(second, history="none") as stream:
            done = run_program("replay", file, "--to", f"127.0.0.1:{second.port}", "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout)["sent"], 15)
            stream.take_until("all of it", lambda: len(stream.records) == 15)
            found = [(one.kind, one.flags, one.source, one.data) for one in stream.records]
            self.assertEqual(found, expected)
            self.assertEqual({kind for kind, *_ in found}, {KIND_DIS, KIND_NAME, KIND_VALUES})
            [account] = [one for one in second.call("relay.stats")["publishers"]]
            self.assertEqual((account["received"], account["core"]), (15, 15))
