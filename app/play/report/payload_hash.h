#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace farfield::app {

/// XXH3 (64 bits, seed 0) of a frame's particles: its payload from byte 64 on. The preamble before them
/// carries clock times, which differ between two runs of the same computation. `xxhsum -H3` gives the same.
/// Source: Collet, "xxHash", https://xxhash.com; it reads memory at its full speed.
[[nodiscard]] std::uint64_t hash_particles(std::span<const std::byte> payload) noexcept;

/// XXH3 of the hashes in order, each as 8 big-endian bytes.
[[nodiscard]] std::uint64_t hash_of_hashes(std::span<const std::uint64_t> hashes);

/// The hash as 16 hex digits.
[[nodiscard]] std::string hash_text(std::uint64_t hash);

}  // namespace farfield::app
