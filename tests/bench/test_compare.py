"""Which figures compare.py finds worse, and which it leaves out."""
import contextlib
import io
import unittest

import compare
from compare import Side


def verdicts(unit, then, now):
    rows, _ = compare.compared(Side({"a.b": then}, {"a.b": unit}), Side({"a.b": now}, {"a.b": unit}))
    return [row.is_worse for row in rows]


class Judging(unittest.TestCase):
    def test_a_rate_that_fell_by_a_third_is_worse(self):
        self.assertEqual(verdicts("Msteps/s", [48, 47, 49, 52, 50], [32, 31, 32, 33, 31]), [True])

    def test_a_rate_that_rose_is_not_worse(self):
        self.assertEqual(verdicts("Msteps/s", [32, 31, 32, 33, 31], [48, 47, 49, 52, 50]), [False])

    def test_a_time_that_grew_is_worse_and_one_that_fell_is_not(self):
        self.assertEqual(verdicts("ms", [10] * 5, [11] * 5), [True])
        self.assertEqual(verdicts("ms CPU", [11] * 5, [10] * 5), [False])

    def test_memory_that_grew_is_worse(self):
        self.assertEqual(verdicts("bytes", [100] * 5, [120] * 5), [True])

    def test_a_loss_of_four_parts_of_a_hundred_is_left_alone(self):
        self.assertEqual(verdicts("Msteps/s", [100] * 5, [96] * 5), [False])

    def test_a_loss_within_the_spread_is_left_alone(self):
        self.assertEqual(verdicts("Msteps/s", [100] * 5, [80, 85, 90, 97, 104]), [False])

    def test_one_disturbed_round_of_five_neither_hides_a_loss_nor_makes_one(self):
        self.assertEqual(verdicts("Msteps/s", [100, 100, 100, 100, 40], [66] * 5), [True])
        self.assertEqual(verdicts("Msteps/s", [100] * 5, [100, 100, 40, 100, 100]), [False])

    def test_ratios_are_of_one_round(self):
        machine_slows_down = [100, 80, 60, 50, 40]
        self.assertEqual(verdicts("Msteps/s", machine_slows_down, machine_slows_down), [False])
        self.assertEqual(verdicts("Msteps/s", machine_slows_down, [0.9 * value for value in machine_slows_down]), [True])


class LeftOut(unittest.TestCase):
    def test_figures_of_one_side_alone_are_named_and_not_judged(self):
        then = Side({"old": [9] * 5, "both": [9] * 5}, {"old": "ms", "both": "ms"})
        now = Side({"new": [9] * 5, "both": [9] * 5}, {"new": "ms", "both": "ms"})
        rows, left_out = compare.compared(then, now)
        self.assertEqual([row.name for row in rows], ["both"])
        self.assertEqual(left_out, ["left out, for the commit has no such figure: new",
                                    "left out, for the working tree has no such figure: old"])

    def test_units_that_do_not_tell_which_is_better_are_named(self):
        side = Side({"a.error": [1] * 5}, {"a.error": "length"})
        rows, left_out = compare.compared(side, side)
        self.assertEqual((rows, left_out), ([], ["left out, for it is 0, or neither more nor less is better: a.error (length)"]))

    def test_a_figure_of_0_is_no_ratio(self):
        self.assertIsNone(compare.ratio_of("ms", 0.0, 1.0))


class Running(unittest.TestCase):
    def test_both_run_in_each_round_and_take_turns_to_begin(self):
        order = []
        runs = tuple(lambda side=side: order.append(side) or {"a": ("ms", len(order))} for side in (0, 1))
        with contextlib.redirect_stderr(io.StringIO()):
            then, now = compare.in_turns(runs, 3)
        self.assertEqual(order, [0, 1, 1, 0, 0, 1])
        self.assertEqual((then.samples, now.samples), ({"a": [1, 4, 5]}, {"a": [2, 3, 6]}))

    def test_the_exit_code_tells_losses_from_none_and_from_nothing_compared(self):
        def code(ratio):
            rows = [compare.row_of("a", "ms", [1.0] * 5, [1.0 / ratio] * 5)] if ratio else []
            with contextlib.redirect_stdout(io.StringIO()):
                return compare.report(rows, [])

        self.assertEqual((code(0.9), code(1.1), code(None)), (1, 0, 2))


if __name__ == "__main__":
    unittest.main()
