"""Connections that are cut while particles stream with policy `every`."""

from __future__ import annotations

import unittest

from processes import BUSY_S, FaultNode, Playing, undisturbed_hash, until
from proxy import CuttingProxy

CONTROL, DATA = 0, 1
"""Numbers of the viewer's connections, in the order in which it makes them."""


class Cuts(unittest.TestCase):
    def cut(self, connection: int) -> tuple[int, FaultNode]:
        """Plays with a cut of this connection. Returns how many connections the viewer has made in all, and the node."""
        node = self.enterContext(FaultNode())
        expected = undisturbed_hash(node)
        proxy = self.enterContext(CuttingProxy(node.port))
        with Playing(node, proxy.port) as playing:
            until("frames", lambda: node.frames_made() > 20)
            proxy.reset(connection)
            report = playing.report()
        self.assertEqual(report["payload_hash"], expected)
        self.assertEqual(report["totals"]["frames_received"], 90)
        self.assertEqual(report["link"]["resumes"], 1)
        self.assertLess(report["link"]["interrupted_ms"], 1000 * (1 + BUSY_S))
        return proxy.connections(), node

    def test_01_control_connection_reset(self) -> None:
        """1: a control connection that is reset is resumed within a second, and every frame comes once, as undisturbed."""
        connections, node = self.cut(CONTROL)
        self.assertEqual(connections, 4)
        self.assertIn("kept for", node.log())
        self.assertIn("resumed by", node.log())

    def test_02_data_connection_cut(self) -> None:
        """2: a data connection that is cut alone is made anew, without another control connection."""
        connections, node = self.cut(DATA)
        self.assertEqual(connections, 3)
        self.assertNotIn("kept for", node.log())


if __name__ == "__main__":
    unittest.main()
