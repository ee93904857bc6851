"""What wide_copies.py finds in objdump's listings, and what it leaves alone."""
import unittest

import wide_copies

PARTS = "vmovaps %ymm0,0x40(%rsp)", "vmovaps %ymm1,0x60(%rsp)"
LOAD = "vmovdqu64 0x40(%rsp),%zmm2"


def listing(*instructions, function="kernel()"):
    lines = (f"    {4 * n:x}:\t{instruction.replace(' ', '    ', 1)}" for n, instruction in enumerate(instructions))
    return "\n".join([f"0000000000000000 <{function}>:", *lines, ""])


class WideCopies(unittest.TestCase):
    def found(self, *instructions):
        return list(wide_copies.findings_in_listing(listing(*instructions)))

    def test_a_load_of_what_two_narrower_stores_wrote_is_found_with_function_and_address(self):
        self.assertEqual(self.found(*PARTS, LOAD), [("kernel()", ["8"])])

    def test_aligned_moves_and_the_frame_pointer_count_as_well(self):
        self.assertTrue(self.found("vmovdqa %ymm0,-0x90(%rbp)", "vmovdqa64 -0x90(%rbp),%zmm2"))

    def test_one_float_written_among_the_64_bytes_suffices(self):
        self.assertTrue(self.found("vmovdqa64 %zmm0,(%rsp)", "vmovss %xmm1,0x3c(%rsp)", "vmovdqa64 (%rsp),%zmm2"))

    def test_a_register_that_was_put_by_and_is_fetched_again_is_left_alone(self):
        self.assertEqual(self.found(*PARTS, "vmovaps %zmm3,0x40(%rsp)", LOAD), [])

    def test_loads_of_32_bytes_are_left_alone(self):
        self.assertEqual(self.found(*PARTS, "vmovdqu 0x40(%rsp),%ymm2", "vmovdqu 0x60(%rsp),%ymm3"), [])

    def test_what_is_written_beside_the_64_bytes_is_left_alone(self):
        self.assertEqual(self.found("vmovss %xmm0,0x3c(%rsp)", "movl $0x0,0x80(%rsp)", LOAD), [])

    def test_arrays_that_are_indexed_are_left_alone(self):
        self.assertEqual(self.found("vmovss %xmm0,0x40(%rsp,%rax,4)", LOAD), [])

    def test_another_frame_begins_with_no_stores(self):
        self.assertEqual(self.found("vmovaps %ymm0,-0x50(%rbp)", "lea 0x8(%rsp),%rbp", "vmovups -0x50(%rbp),%zmm1"), [])
        text = listing(*PARTS, function="one()") + listing(LOAD, function="other()")
        self.assertEqual(list(wide_copies.findings_in_listing(text)), [])


if __name__ == "__main__":
    unittest.main()
