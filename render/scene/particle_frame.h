#pragma once

#include <cstddef>
#include <cstdint>

namespace farfield::render {

/// Layout of a particle frame in a slot: a preamble that is not drawn, then per particle x y z s, four
/// big-endian IEEE-754 binary32. A particle is drawn only where its x, y and z are finite.
inline constexpr std::size_t particle_preamble_bytes = 64;
inline constexpr std::size_t particle_bytes = 16;

/// The place of one frame's particles in a slot of the FrameSlots from which they are drawn.
struct ParticleFrame {
    std::size_t slot = 0;
    std::size_t offset_bytes = particle_preamble_bytes;  ///< offset of the first particle; a multiple of 16
    std::size_t count = 0;
    friend bool operator==(const ParticleFrame&, const ParticleFrame&) = default;
};

/// The place of the points of one part of an answer of lines: x y z s as for particles, the points of a line
/// one after the other, then one with x, y and z that are not finite.
struct PolylineFrame {
    std::size_t slot = 0;
    std::size_t offset_bytes = particle_preamble_bytes;  ///< offset of the first point; a multiple of 16
    std::size_t points = 0;
    friend bool operator==(const PolylineFrame&, const PolylineFrame&) = default;
};

}  // namespace farfield::render
