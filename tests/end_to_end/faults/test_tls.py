"""Viewers and nodes that speak TLS otherwise than the other side expects."""

from __future__ import annotations

import pathlib
import re
import socket
import ssl
import subprocess
import tempfile
import time
import unittest
from typing import Optional

import networks
from processes import BUSY_S, IMPAIR, FaultNode, Playing

FIRST_MESSAGE_S = 10
"""A stranger's first call comes within this."""

BEGUN_HANDSHAKE = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
OTHER_PIN = "sha256:" + 64 * "0"


def pin_of(node: FaultNode) -> str:
    """Of its ready line."""
    found = re.search(r"tls=(sha256:[0-9a-f]{64})", node.ready_line)
    assert found is not None, node.ready_line
    return found[1]


class TlsCase(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def tls_node(self, state: str = "state", far: Optional[networks.Networks] = None, port: int = 0) -> FaultNode:
        """A node with a key of its own, which lies in that folder."""
        command = [f"XDG_STATE_HOME={self.folder / state}"]
        return self.enterContext(FaultNode("--tls-self-signed", command=command, far=far, port=port))

    def refused(self, *words: str, says: str, environment: Optional[dict[str, str]] = None) -> str:
        """The viewer ends with 1 and one line, which says that."""
        with Playing(None, words=words, environment=environment) as playing:
            self.assertEqual(playing.wait(), 1, playing.errors())
            said = playing.errors()
        self.assertEqual(len(said.splitlines()), 1, said)
        self.assertIn(says, said)
        return said

    def expect_unharmed(self, node: FaultNode) -> None:
        """A viewer that knows its pin gets its frames."""
        with Playing(node, frames=3, words=["--tls-pin", pin_of(node)]) as playing:
            self.assertEqual(playing.report()["totals"]["frames_received"], 3)


class Speech(TlsCase):
    def test_16_tls_at_a_plain_node(self) -> None:
        """16: a viewer that wants TLS says in a line that a node has none, and the node goes on."""
        node = self.enterContext(FaultNode())
        self.refused("--node", f"127.0.0.1:{node.port}", "--tls-pin", OTHER_PIN, says="it speaks no TLS")
        with Playing(node, frames=3) as playing:
            playing.report()

    def test_16_plain_viewer(self) -> None:
        """16: a viewer in the clear of another machine is refused in a line by a node with TLS, which goes on."""
        if not networks.inside():
            self.skipTest(networks.enter_if_possible())
        node = self.tls_node(far=self.enterContext(networks.Networks(IMPAIR)))
        words = ["--node", f"{node.host}:{node.port}", "--token-file", str(node.token_file)]
        self.refused(*words, says="over TLS alone: farfield --tls")
        self.expect_unharmed(node)

    def test_16_older_version(self) -> None:
        """16: TLS 1.2 is refused with its alert, and the node goes on."""
        node = self.tls_node()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_alpn_protocols(["farfield/1"])
        with socket.create_connection(("127.0.0.1", node.port)) as plain:
            with self.assertRaisesRegex(ssl.SSLError, "(?i)protocol.version"):
                context.wrap_socket(plain)
        self.expect_unharmed(node)


class Certificates(TlsCase):
    def openssl(self, *words: str) -> None:
        """Makes what it is asked for in the folder of this test."""
        subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)

    def certified_node(self, name: str, days: int) -> FaultNode:
        """A node with a certificate for this name and time, for which the file authorities.pem vouches."""
        self.openssl("genpkey", "-algorithm", "ED25519", "-out", "node.key")
        (self.folder / "node.key").chmod(0o600)
        subject = ["-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
        self.openssl("req", "-new", "-key", "node.key", "-out", "node.csr", *subject)
        signing = ["-req", "-in", "node.csr", "-signkey", "node.key", "-copy_extensions", "copy"]
        self.openssl("x509", *signing, "-days", str(days), "-out", "authorities.pem")
        certificate, key = (str(self.folder / file) for file in ("authorities.pem", "node.key"))
        return self.enterContext(FaultNode("--tls-cert", certificate, "--tls-key", key))

    def check_certificate(self, name: str, days: int, says: str) -> None:
        """A viewer that trusts the authority refuses such a node, and the node goes on."""
        node = self.certified_node(name, days)
        authorities = {"SSL_CERT_FILE": str(self.folder / "authorities.pem"), "SSL_CERT_DIR": str(self.folder)}
        address = ["--node", f"localhost:{node.port}", "--tls"]
        if says:
            self.refused(*address, says=says, environment=authorities)
        else:
            with Playing(None, frames=3, words=address, environment=authorities) as playing:
                playing.report()
        self.expect_unharmed(node)

    def test_17_certificate(self) -> None:
        """17: an authority's word for the node's name is taken as long as it holds."""
        self.check_certificate("localhost", 30, "")

    def test_17_expired_certificate(self) -> None:
        """17: a certificate that has expired is refused in a line, and the node goes on."""
        self.check_certificate("localhost", -1, "certificate has expired")

    def test_17_other_name(self) -> None:
        """17: a certificate for another name is refused in a line, and the node goes on."""
        self.check_certificate("elsewhere.example.org", 30, "mismatch")

    def test_17_changed_key(self) -> None:
        """17: a key that is another than at first is refused in a line with both pins, and the node goes on."""
        known = {"XDG_CONFIG_HOME": str(self.folder / "config")}
        node = self.tls_node("first")
        first, port = pin_of(node), node.port
        words = ["--node", f"127.0.0.1:{port}", "--tls-pin", "known"]
        with Playing(None, frames=3, words=words, environment=known) as playing:
            playing.report()
        node.stop()
        again = self.tls_node("second", port=port)
        said = self.refused(*words, says=first, environment=known)
        self.assertIn(pin_of(again), said)
        self.expect_unharmed(again)


class Handshakes(TlsCase):
    def test_17_handshake_that_is_cut(self) -> None:
        """17: handshakes that are cut, and that stand still for 10 s, end with their own connections alone."""
        node = self.tls_node()
        for _ in range(100):
            with socket.create_connection(("127.0.0.1", node.port)) as cut:
                cut.sendall(BEGUN_HANDSHAKE)
        with socket.create_connection(("127.0.0.1", node.port)) as idle:
            idle.settimeout(3 * FIRST_MESSAGE_S)
            begun = time.monotonic()
            idle.sendall(BEGUN_HANDSHAKE)
            self.expect_unharmed(node)
            while idle.recv(4096):
                pass
            self.assertLess(time.monotonic() - begun, FIRST_MESSAGE_S + 2 * BUSY_S)
        self.assertTrue(node.running())
        self.expect_unharmed(node)


if __name__ == "__main__":
    unittest.main()
