#pragma once

#include <cstdint>
#include <span>

#include "model/geometry/byte_access.h"

namespace farfield::net {

using model::big_endian;
using model::load_big;
using model::store_big;
using model::swap_bytes;

/// Copies 32-bit words with their bytes reversed: the plain path for clients without OpenGL.
/// The instruction set (SSSE3, AVX2, ...) is chosen at run time. Sizes must match; the spans may be the same
/// memory but must not overlap otherwise.
void copy_swapped(std::span<std::uint32_t> to, std::span<const std::uint32_t> from) noexcept;

}  // namespace farfield::net
