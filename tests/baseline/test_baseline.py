"""That differences are found, and that only times are left out; runs no program of Farfield."""

from __future__ import annotations

import unittest

from asking import shortened
from items import LONGEST_SHOWN, differences, leaves
from outputs import said
from playback import MEASURED
from built import Outcome
from recordings import hash_without_times
from speed import agree


class Differences(unittest.TestCase):
    """What compare prints."""

    def test_equal_tables_have_none(self) -> None:
        self.assertEqual(list(differences({"a": 1, "b": [2]}, {"b": [2], "a": 1})), [])

    def test_a_changed_a_missing_and_a_new_item_are_a_line_each(self) -> None:
        lines = list(differences({"a": 1, "b": 2}, {"a": 3, "c": 4}))
        self.assertEqual([line.partition(":")[0] for line in lines], ["a", "b", "c"])
        self.assertIn("recorded 1, found 3", lines[0])

    def test_numbers_that_are_written_differently_differ(self) -> None:
        self.assertEqual(len(list(differences({"a": 1, "b": 1}, {"a": 1.0, "b": True}))), 2)

    def test_of_long_values_the_part_that_differs_is_shown(self) -> None:
        (line,) = differences({"a": "x" * 1000 + "old"}, {"a": "x" * 1000 + "new"})
        self.assertIn("old", line)
        self.assertIn("new", line)
        self.assertLess(len(line), 3 * LONGEST_SHOWN)

    def test_leaves_name_every_value_of_a_document(self) -> None:
        self.assertEqual(leaves({"a": [1, {"b": 2}], "c": {}}), {"a/[0]": 1, "a/[1]/b": 2, "c": {}})


class Masks(unittest.TestCase):
    """Parts that are left out."""

    def test_of_a_payload_bytes_16_to_31_alone(self) -> None:
        payload = bytes(range(64))
        for offset in range(64):
            changed = payload[:offset] + b"\xff" + payload[offset + 1 :]
            same = hash_without_times(changed) == hash_without_times(payload)
            self.assertEqual(same, 16 <= offset < 32, offset)

    def test_of_a_report_what_is_measured(self) -> None:
        for path in ("date", "statistics/draw_ms/p95", "totals/seconds"):
            self.assertTrue(MEASURED.fullmatch(path), path)
        for path in ("totals/bytes", "payload_hash", "statistics/draw_ms/p50", "sight/[0]/to/[0]", "settings/rate"):
            self.assertFalse(MEASURED.fullmatch(path), path)

    def test_of_a_command_what_it_measured(self) -> None:
        line = '"median": 0.25, "cpu": "fast", "posts": 12, "simd": "AVX2"'
        masked = '"median": (measured), "cpu": (measured), "posts": 12, "simd": "AVX2"'
        self.assertEqual(said("x", Outcome(0, line, ""), True), {"x/out 000": masked})
        self.assertEqual(said("x", Outcome(0, line, ""), False), {"x/out 000": line})

    def test_a_long_answer_is_told_by_its_hash(self) -> None:
        text = "x" * 30_000
        self.assertNotEqual(shortened(text + "a"), shortened(text + "b"))


class Speed(unittest.TestCase):
    """Medians agree within a twentieth, or the spread."""

    def test_medians(self) -> None:
        self.assertTrue(agree([10.0] * 7, [10.4] * 7))
        self.assertFalse(agree([10.0] * 7, [10.6] * 7))
        self.assertTrue(agree([9.0, 10.0, 11.0], [10.6] * 7))


if __name__ == "__main__":
    unittest.main()
