#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// The payload of a Particles message (type 2).
///
///     preamble      64 bytes
///     particles     16 bytes each: x y z s, 4 x binary32; NaN: dead
///
/// docs/protocol.md, section 5, is normative.
namespace farfield::model {

inline constexpr std::size_t particle_preamble_bytes = 64;
inline constexpr std::size_t particle_bytes = 16;

[[nodiscard]] constexpr std::uint64_t particle_payload_bytes(std::uint64_t particles)
{
    return particle_preamble_bytes + particles * particle_bytes;
}

/// The first 64 bytes of a Particles payload; particles follow at offset 64.
struct ParticlePreamble {
    std::uint32_t particles = 0;   ///< number of particles that follow
    std::uint32_t alive = 0;       ///< number of these that are not NaN
    std::uint64_t frame = 0;       ///< number of the frame since the program's start
    std::uint64_t compute_ns = 0;  ///< time that the node spent to compute and encode the frame
    std::uint64_t computed_at_ns =
        0;              ///< node's clock at completion; header.time_ns - this = wait at the node
    double time = 0.0;  ///< since the program's start, in the field's time units

    friend bool operator==(const ParticlePreamble&, const ParticlePreamble&) = default;
};

void encode_preamble(const ParticlePreamble& preamble,
                     std::span<std::byte, particle_preamble_bytes> to) noexcept;
[[nodiscard]] ParticlePreamble
decode_preamble(std::span<const std::byte, particle_preamble_bytes> from) noexcept;

}  // namespace farfield::model
