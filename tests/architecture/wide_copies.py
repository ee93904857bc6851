"""Checks that vector code reads no 64 bytes of the stack at once which narrower stores have just written.

usage: wide_copies.py BUILD_FOLDER | --objects FILE...

Such a load cannot take its bytes from the stores that are still on their way to memory: it waits for them, some ten
cycles. GCC reads so where it copies a structure of vectors, compiled for AVX-512, unless it is told not to
(CMakeLists.txt). Of a build folder, the objects of all sources that are compiled once for each instruction set.

Each finding is a line OBJECT: FUNCTION: what was found; exit code 1 when there is one, 77 where nothing can be said.
What counts as before is what stands before in the listing of a function: no jumps are followed.
"""
import argparse
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
LIMITS = ["-mmove-max=256", "-mstore-max=256"]
PER_TARGET = "hwy/foreach_target.h"
FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")
INSTRUCTION = re.compile(r"^ *([0-9a-f]+):\t(\S+) *(.*)$")
PLACE = re.compile(r"^(-?0x[0-9a-f]+)?\((%r[sb]p)\)$")
WHOLE_MOVE = re.compile(r"^v?mov(ap|up|dqa|dqu)[sd0-9]*$")
WIDTHS = {"%xmm": 16, "%ymm": 32, "%zmm": 64}
WIDE = 64


def operands_of(text):
    """The operands, destination last; commas within parentheses part none."""
    return re.split(r",(?![^(]*\))", re.sub(r"\s*(#|<).*", "", text))


def place_of(operand):
    """(register, distance) of memory at a fixed distance from the stack's or the frame's pointer, else None."""
    found = PLACE.match(operand)
    return found and (found.group(2), int(found.group(1) or "0", 16))


class Memory:
    """Which store wrote each byte last, as far as the addresses are known."""

    def __init__(self):
        self.stores = {}

    def forget(self, register):
        """Its address changes."""
        self.stores.pop(register, None)

    def store(self, place, width):
        register, begin = place
        self.stores.setdefault(register, {}).update({k: (begin, begin + width) for k in range(begin, begin + width)})

    def is_in_parts(self, place):
        """Whether a wide load finds a byte whose store did not write all the rest."""
        register, begin = place
        known = self.stores.get(register, {})
        writers = {known[k] for k in range(begin, begin + WIDE) if k in known}
        return any(first > begin or end < begin + WIDE for first, end in writers)


def waiting_load(memory, name, operands):
    """Whether an instruction is a wide load that waits; notes what it does to the memory."""
    source, target = operands[0], operands[-1]
    from_place, to_place = place_of(source), place_of(target)
    if from_place and target.startswith("%zmm") and WHOLE_MOVE.match(name):
        return memory.is_in_parts(from_place)
    if to_place and ("mov" in name or "extr" in name):
        # Of what is narrower than a vector the first byte suffices.
        memory.store(to_place, WIDTHS.get(source[:4], 1) if WHOLE_MOVE.match(name) else 1)
    elif name.startswith(("push", "pop")):
        memory.forget("%rsp")
    if target in ("%rsp", "%rbp") and not name.startswith(("cmp", "test")):
        memory.forget(target)
    return False


def findings_in_listing(listing):
    """(function, addresses of its loads that wait) for each function that has one, of objdump's text."""
    function, memory, found = None, Memory(), {}
    for line in listing.splitlines():
        if begins := FUNCTION.match(line):
            function, memory = begins.group(1), Memory()
        elif instruction := INSTRUCTION.match(line):
            address, name, operands = instruction.groups()
            if waiting_load(memory, name, operands_of(operands)):
                found.setdefault(function, []).append(address)
    return found.items()


def findings_in_object(path):
    command = ["objdump", "--disassemble", "--demangle", "--no-show-raw-insn", str(path)]
    listing = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    for function, addresses in findings_in_listing(listing):
        yield (f"{path}: {function}: loads of 64 bytes that narrower stores have just written: {len(addresses)}, "
               f"the first at {addresses[0]}")


def per_target_objects(build):
    """The objects of the sources that are compiled for each instruction set."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = Path(entry["directory"]) / entry["file"]
        if source.exists() and PER_TARGET in source.read_text(encoding="utf-8"):
            words = shlex.split(entry["command"])
            yield Path(entry["directory"]) / words[words.index("-o") + 1]


def reason_to_skip(build):
    """Why nothing can be said of this build, or None."""
    compiler = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.MULTILINE).group(1)
    command = [compiler, *LIMITS, "-fsyntax-only", "-x", "c++", "-"]
    done = subprocess.run(command, input=b"", stderr=subprocess.DEVNULL, check=False)
    return None if done.returncode == 0 else f"{compiler} has no {' '.join(LIMITS)} for this processor"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path, nargs="?", metavar="BUILD_FOLDER", help="all of whose vector code is built")
    parser.add_argument("--objects", type=Path, nargs="+", metavar="FILE", help="these instead")
    chosen = parser.parse_args()
    if (chosen.build is None) == (chosen.objects is None):
        parser.error("expected either a build folder or --objects")
    reason = "objdump is not installed" if shutil.which("objdump") is None else chosen.build and reason_to_skip(chosen.build)
    if reason:
        print(f"skipped: {reason}")
        return SKIPPED
    objects = chosen.objects or sorted(per_target_objects(chosen.build))
    if absent := [path for path in objects if not path.exists()]:
        parser.error(f"not built: {', '.join(map(str, absent))}")
    findings = [finding for path in objects for finding in findings_in_object(path)]
    for finding in findings:
        print(finding)
    print(f"{len(findings)} findings in {len(objects)} objects")
    return 1 if findings or not objects else 0


if __name__ == "__main__":
    sys.exit(main())
