"""Nodes behind a command or ssh, whose standard output is the connection."""

from __future__ import annotations

import os
import pathlib
import shlex
import signal
import sys
import tempfile
import unittest

from processes import NODE, FaultNode, Playing, undisturbed_hash, until

GARBAGE = "a library prints this\n"

STAND_IN = """#!/bin/sh
while :; do case "$1" in -T) shift;; -o|-p) shift 2;; *) break;; esac; done
shift
echo $$ > {folder}/ssh.number
{first}
"""

KILLED = "Killed by signal 15."

OLDER = """
import struct, sys
header = sys.stdin.buffer.read(40)
sys.stdin.buffer.read(struct.unpack(">Q", header[32:])[0])
refusal = b'{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"protocol version not supported: this node speaks version 0","data":{"supported":[0]}}}'
sys.stdout.buffer.write(header[:32] + struct.pack(">Q", len(refusal)) + refusal)
sys.stdout.buffer.flush()
sys.stdin.buffer.read()
"""


class Commands(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def stand_in_for_ssh(self, first: str) -> dict[str, str]:
        """An environment with an ssh that does that with the remote command, which is its first argument then."""
        file = self.folder / "ssh"
        file.write_text(STAND_IN.format(folder=self.folder, first=first))
        file.chmod(0o700)
        return {"PATH": f"{self.folder}:{os.environ['PATH']}"}

    def play(self, target: str, environment: dict[str, str] | None = None, **settings: int) -> Playing:
        """A viewer that starts its node by this."""
        return self.enterContext(Playing(None, words=["--node", target], environment=environment, **settings))

    def undisturbed_hash(self) -> str:
        """Of the same frames, from a node over TCP."""
        with FaultNode() as node:
            return undisturbed_hash(node)

    def refused(self, target: str, says: str, environment: dict[str, str] | None = None) -> None:
        """The viewer ends with 1, and its last line says that."""
        playing = self.play(target, environment)
        self.assertEqual(playing.wait(), 1, playing.errors())
        self.assertIn(says, playing.errors().splitlines()[-1])

    def number(self, name: str) -> int:
        """Of a process that has written it there."""
        file = self.folder / name
        return int(until(name, lambda: file.exists() and file.read_text().strip()))

    def test_18_banner(self) -> None:
        """18: what a shell prints before the node is a note, and the frames are those of any node."""
        playing = self.play(f"exec:echo Welcome to the cluster; exec {NODE} serve --stdio")
        self.assertEqual(playing.report()["payload_hash"], self.undisturbed_hash())
        self.assertIn("Welcome to the cluster", playing.errors())

    def test_18_library_that_prints(self) -> None:
        """18: what a library of the node prints to its standard output corrupts nothing, and is a note."""
        playing = self.play(f"exec:echo $$ > {self.folder}/node; exec {NODE} serve --stdio")
        process = self.number("node")
        # As the library does: through the descriptor that is the process's standard output by now.
        errors = f"/proc/{process}/fd/2"
        until("the node has its streams", lambda: os.path.realpath(errors) == os.path.realpath(f"/proc/{process}/fd/1"))
        with open(f"/proc/{process}/fd/1", "w") as output:
            output.write(500 * GARBAGE)
        self.assertEqual(playing.report()["payload_hash"], self.undisturbed_hash())
        self.assertIn(GARBAGE, playing.errors())

    def test_18_ssh_killed(self) -> None:
        """18: a viewer whose ssh is killed says so in the words of ssh, and ends."""
        first = f"""exec 3<&0
sh -c "exec $1" <&3 & node=$!
trap 'echo "{KILLED}" >&2; kill $node; exit 255' TERM
wait $node"""
        playing = self.play(f"ssh://cluster{NODE}", self.stand_in_for_ssh(first), frames=100_000)
        process = self.number("ssh.number")
        playing.wait_for_words("stream 1")
        os.kill(process, signal.SIGTERM)
        playing.wait_for_words(KILLED)
        self.assertEqual(playing.wait(), 1, playing.errors())

    def test_18_program_missing(self) -> None:
        """18: that there is no such program is said in the words of the shell there."""
        environment = self.stand_in_for_ssh('exec sh -c "$1"')
        self.refused("ssh://cluster/no/such/farfield-node", "/no/such/farfield-node: not found", environment)

    def test_18_ssh_fails(self) -> None:
        """18: what ssh itself cannot do is said in its own words."""
        environment = self.stand_in_for_ssh('echo "ssh: Could not resolve hostname cluster" >&2; exit 255')
        self.refused("ssh://cluster", "ssh: Could not resolve hostname cluster", environment)

    def test_18_older_program(self) -> None:
        """18: an older node says which version of the protocol it speaks, or that it knows no such option."""
        older = shlex.quote(f"{sys.executable} -c {shlex.quote(OLDER)}")
        self.refused(f"exec:eval {older}", "this node speaks version 0")
        self.refused(f"exec:{NODE} serve --standard-io", "--standard-io")


if __name__ == "__main__":
    unittest.main()
