"""Faults 10, 11, 21, 23 and 26: inputs that cannot be, lines that are none, disks that are full, strangers."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import unittest

from farfield_client import RpcError, Session
from pdus import Sender
from ports import free_port
from relay import (
    PATIENCE_S,
    PROGRAM,
    Listener,
    Relay,
    all_received,
    run_program,
    send_states,
    sent_at,
    subscribed,
    until,
)

NOBODY = 65534
GROUPS, ADDRESSES_OF_GROUP = 2048, 32
CLOCK_OFFSET = os.environ.get("FARFIELD_CLOCK_SHIM", "")
"""The library that sets the clock of a program (clock_offset.cpp); the build names it."""


def joined(pattern: str) -> list[str]:
    """Groups of this system that look so, as the system writes them: the first byte last."""
    return re.findall(pattern, pathlib.Path("/proc/net/igmp").read_text())


class Inputs(unittest.TestCase):
    def setUp(self) -> None:
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)

    def start(self, *options: str, command: tuple[str, ...] = ()) -> Relay:
        """A relay until the case ends."""
        return self.stack.enter_context(Relay(*options, command=command))

    def test_10_only_input(self) -> None:
        """10: a misspelt interface as the only input ends the program with 1 and one line that names those that would do."""
        done = run_program("serve", "--port", "0", "--in", "dis:239.255.7.1:3000@eht0")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertRegex(done.stderr, r"eht0.*\blo\b")

    def test_10_port_taken(self) -> None:
        """10: a port that is taken is named, and ends that input alone."""
        port = free_port()
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as holder:
            holder.bind(("127.0.0.1", 0))
            holder.listen()
            taken = holder.getsockname()[1]
            relay = self.start("--in", f"json:tcp:{taken}", "--in", f"dis:127.0.0.1:{port}", "--in", "dis:239.255.7.1@eht0")
            states = [(one["state"], one.get("message", "")) for one in relay.call("relay.info")["inputs"]]
            self.assertEqual([state for state, _ in states], ["failed", "up", "failed"])
            self.assertIn(str(taken), states[0][1])
            self.assertIn("eht0", states[2][1])
            self.assertEqual(send_states(port, "--seconds", "0.1"), until("all of it", lambda: relay.input(1)["core"]))
            shown = run_program("status", f"127.0.0.1:{relay.port}").stdout
            self.assertRegex(shown, rf"json:tcp:{taken}: failed: ")
            self.assertEqual(run_program("serve", "--port", "0", "--in", f"json:tcp:{taken}").returncode, 1)

    def test_10_options(self) -> None:
        """10: numbers that are none, and inputs and figures that cannot be, end the program with one line."""
        for arguments, found in (
            (("serve", "--in", "json:-", "--bundle-ms", "nan"), r"--bundle-ms.*1 to 1000, found 'nan'"),
            (("send", "--to", "dis:239.1.2.3@lo", "--rate", "nan"), r"--rate.*found 'nan'"),
            (("listen", "peer:127.0.0.1:1", "--seconds", "1"), r"expected HOST.*'127.0.0.1:1'"),
            (("listen", "127.0.0.1:1", "--params", '{"rate": 1,,}'), r"found ',}' at character 12"),
            (("record", "peer:127.0.0.1:1", "/nowhere/x.ffr"), r"expected HOST"),
            (("bench", "--only", "nothing"), r"--only 'nothing': expected"),
        ):
            done = run_program(*arguments)
            self.assertIn(done.returncode, (1, 2), arguments)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertRegex(done.stderr, found)

    def test_11_groups(self) -> None:
        """11: 2,048 groups are joined by an ordinary user, and each is heard once."""
        port, net = free_port(), 100 + os.getpid() % 120  # groups that no other process of this machine joins
        command: tuple[str, ...] = ()
        if os.geteuid() == 0:
            command = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
        relay = self.start("--in", f"groups:239.{net}.0.0/{GROUPS}:{port}@lo", command=command)
        with subscribed(relay, history="none") as stream:
            until("all are joined", lambda: len(joined(f"[0-9A-F]{{4}}{net:02X}EF")) >= GROUPS)
            with contextlib.ExitStack() as stack:
                for group in range(GROUPS):
                    with Sender(port, f"239.{net}.{group >> 8}.{group & 255}", "127.0.0.1") as sender:
                        sender.send((ADDRESSES_OF_GROUP * group).to_bytes(2, "big") + b"here")
            addresses = lambda: [record.source for record in stream.records]  # noqa: E731
            stream.take_until("all are heard", lambda: len(addresses()) >= GROUPS)
            self.assertEqual(sorted(addresses()), [ADDRESSES_OF_GROUP * group for group in range(GROUPS)])

    def test_11_wanted_groups_alone(self) -> None:
        """11: of a sender to 16 groups a relay receives the two whose addresses are wanted."""
        port, net = free_port(), 100 + os.getpid() % 120
        group = f"239.{net}.16.0/16"
        relay = self.start("--in", f"groups:{group}:{port}@lo")
        with subscribed(relay, history="none", interest=[{"addresses": [[0, 63]]}]) as stream:
            until("the two are joined", lambda: len(joined(f"0[01]10{net:02X}EF")) == 2)
            done = run_program("send", "--to", f"groups:{group}:{port}@lo", "--bytes", "40", "--rate", "4000", "--seconds", "0.5",
                               "--addresses", "512", "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            sent = json.loads(done.stdout)["sent"]
            # Two groups of sixteen are an eighth of what was sent, about.
            until("most came", lambda: relay.input()["core"] > sent / 16)
            stream.take_until("all are there", lambda: len(stream.records) >= relay.input()["core"])
            account = relay.input()
            self.assertEqual({record.source >> 5 for record in stream.records}, {0, 1})
            self.assertEqual({len(record.data) for record in stream.records}, {40})
            self.assertLess(account["received"], sent / 4)

    def test_21_full_disk(self) -> None:
        """21: a recorder's full disk is named and counted, and harms no subscriber."""
        port, folder = free_port(), self.stack.enter_context(tempfile.TemporaryDirectory())
        mount = 'mount -t tmpfs -o size=256k none "$0" && exec "$@"'
        if subprocess.run(["unshare", "-rm", "sh", "-c", mount, folder, "true"], capture_output=True).returncode != 0:
            self.skipTest("this user may not mount a small disk (unshare -rm)")
        command = ("unshare", "-rm", "sh", "-c", mount, folder)
        relay = self.start("--in", f"dis:127.0.0.1:{port}", "--record", f"{folder}/all.ffr", command=command)
        listener = self.stack.enter_context(Listener(relay.port, "--count", str(sent_at(4000, 0.8))))
        until("the listener", lambda: len(relay.call("relay.stats")["subscribers"]) == 2)
        sent = send_states(port, "--rate", "4000", "--seconds", "0.8")
        all_received(relay, sent)
        found = until("it is lost", lambda: (one := relay.call("relay.stats")["recorder"])["lost"] > 0 and one)
        self.assertEqual(found["messages"], found["recorded"] + found["lost"] + found["waiting"])
        self.assertIn("No space left", found["failure"])
        heard = listener.result()
        self.assertEqual((heard["messages"], heard["lost"]), (sent, 0))
        self.assertIn("No space left", relay.log())

    def test_23_json(self) -> None:
        """23: each line that is none is refused with number and reason, all others are taken."""
        good = [b'{"id": "d%d", "lon": 8, "lat": 46}\n' % number for number in range(2)]
        bad = [
            (b'{"id": "half", "lon": 8\n', "JSON"),
            (b'{"id": "' + b"x" * (1 << 20) + b'"}\n', "max_json_line"),
            (b"[" * 4000 + b"\n", ""),
            (b'{"id": "north", "lon": 8, "lat": 91}\n', "lat"),
            (b'{"id": "' + b"z" * 10_000 + b'", "lon": 8, "lat": 46}\n', "max_json_line"),
            (b'{"id": "' + b"y" * 3000 + b'", "lon": 8, "lat": 46}\n', "id"),
            (b"\xff\xfe\n", ""),
        ]
        for line, reason in bad:  # a relay for each: its log has a line a second
            port = free_port()
            with self.subTest(line=line[:30]), Relay("--in", f"json:tcp:{port}") as relay:
                with socket.create_connection(("127.0.0.1", port)) as sender:
                    sender.sendall(good[0] + line + good[1])
                    until("the good ones", lambda: relay.input()["core"] == 2)
                account = relay.input()
                self.assertEqual((account["received"], account["malformed"]), (3, 1))
                said = until("it is named", lambda: [one for one in relay.log().splitlines() if "refused" in one])
                self.assertRegex(said[0], f"line 2 refused: .*{reason}")
                self.assertLess(len(said[0]), 1000)

    def test_clock_set_back(self) -> None:
        """A clock of the system that is set back holds no message up, and the log says so."""
        if not CLOCK_OFFSET:
            self.skipTest("this build has no clock_offset: the sanitizers want to be loaded first")
        port, folder = free_port(), self.stack.enter_context(tempfile.TemporaryDirectory())
        offset = pathlib.Path(folder, "offset")
        offset.write_text("3600")
        command = ("env", f"LD_PRELOAD={CLOCK_OFFSET}", f"FARFIELD_CLOCK_OFFSET={offset}")
        relay = self.start("--in", f"json:udp:{port}", command=command)
        line = lambda number: b'{"id": "d%d", "lon": 8, "lat": 46}' % number  # noqa: E731
        with subscribed(relay, history="none") as stream, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            for number, seconds in enumerate(("3600", "0", "7200", "0")):
                offset.write_text(seconds)
                sender.sendto(line(number), ("127.0.0.1", port))
                stream.take_until("the line", lambda: len(stream.states()) > number)
            said = until("it is said", lambda: [one for one in relay.log().splitlines() if "was set" in one])
            self.assertRegex(said[0], r"was set (back|forward) by (36|72)00\.\d+ s")

    def test_23_many_ids(self) -> None:
        """23: of 10,000 new ids a second all have their entity."""
        port = free_port()
        relay = self.start("--in", f"json:tcp:{port}")
        with socket.create_connection(("127.0.0.1", port)) as sender:
            for number in range(10_000):
                sender.sendall(b'{"id": "buoy %d", "lon": 8, "lat": 46}\n' % number)
            until("all are known", lambda: relay.call("relay.stats")["entities"] == 10_000)
        self.assertEqual(relay.input()["malformed"], 0)

    def test_26_strangers(self) -> None:
        """26: 64 strangers that say nothing keep no session out, and one without the token is refused."""
        port, folder = free_port(), self.stack.enter_context(tempfile.TemporaryDirectory())
        token = pathlib.Path(folder, "token")
        token.write_text("0123456789abcdef0123456789abcdef\n")
        token.chmod(0o600)
        relay = self.start("--in", f"dis:127.0.0.1:{port}", "--token-file", str(token))
        for _ in range(64):
            self.stack.enter_context(socket.create_connection(("127.0.0.1", relay.port)))
        with self.assertRaises(RpcError) as refused:
            Session("127.0.0.1", relay.port, token="f" * 32)
        self.assertEqual(refused.exception.code, -32001)
        done = run_program("status", f"127.0.0.1:{relay.port}", "--token-file", str(token))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("received 0", done.stdout)

    def test_26_many_listeners(self) -> None:
        """26: as many subscribers as --max-subscribers says have a session, and status one more."""
        relay = self.start("--in", "json:-", "--max-subscribers", "100")
        for _ in range(100):
            self.stack.enter_context(subscribed(relay))
        self.assertIn("subscriber 99", run_program("status", f"127.0.0.1:{relay.port}").stdout)
        with self.assertRaisesRegex(RpcError, "max_subscribers"), subscribed(relay):
            pass

    def test_26_publishing(self) -> None:
        """26: publishing without the right is refused, and changes nothing."""
        relay = self.start("--in", f"dis:127.0.0.1:{free_port()}")
        with subscribed(relay) as stream, self.assertRaises(RpcError) as refused:
            stream.session.call("entities.publish", {"publisher": "0" * 32, "objects": [{"id": "x", "lon": 1, "lat": 2}]})
        self.assertEqual(refused.exception.code, -32001)
        self.assertEqual(relay.call("relay.stats")["entities"], 0)

    def test_26_restart_during_replay(self) -> None:
        """26: a replay goes on where its relay is away for a while."""
        port, folder = free_port(), self.stack.enter_context(tempfile.TemporaryDirectory())
        file = f"{folder}/all.ffr"
        with Relay("--in", f"dis:127.0.0.1:{port}", "--record", file) as first:
            recorded = send_states(port, "--rate", "500", "--seconds", "2", "--entities", "100")
            until("all is recorded", lambda: first.call("relay.stats")["recorder"]["recorded"] == recorded)
        with Relay("--in", f"dis:127.0.0.1:{port}") as first:
            replay = subprocess.Popen(
                [PROGRAM, "replay", file, "--to", f"dis:127.0.0.1:{port}"], stdout=subprocess.PIPE, text=True
            )
            until("it begins", lambda: first.input()["core"] > 0)
            first.signal(signal.SIGKILL)
        with Relay("--in", f"dis:127.0.0.1:{port}") as second:
            out, _ = replay.communicate(timeout=PATIENCE_S)
            self.assertEqual(replay.returncode, 0)
            self.assertIn(f"sent {recorded} messages", out)
            until("the rest of it", lambda: second.input()["core"] > 0)
