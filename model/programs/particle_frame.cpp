#include "model/programs/particle_frame.h"

#include <algorithm>

#include "model/geometry/byte_access.h"

namespace farfield::model {

void encode_preamble(const ParticlePreamble& preamble,
                     std::span<std::byte, particle_preamble_bytes> to) noexcept
{
    std::fill(to.begin(), to.end(), std::byte{0});
    store_big(to.data(), preamble.particles);
    store_big(to.data() + 4, preamble.alive);
    store_big(to.data() + 8, preamble.frame);
    store_big(to.data() + 16, preamble.compute_ns);
    store_big(to.data() + 24, preamble.computed_at_ns);
    store_big(to.data() + 32, preamble.time);
}

ParticlePreamble decode_preamble(std::span<const std::byte, particle_preamble_bytes> from) noexcept
{
    return {
        .particles = load_big<std::uint32_t>(from.data()),
        .alive = load_big<std::uint32_t>(from.data() + 4),
        .frame = load_big<std::uint64_t>(from.data() + 8),
        .compute_ns = load_big<std::uint64_t>(from.data() + 16),
        .computed_at_ns = load_big<std::uint64_t>(from.data() + 24),
        .time = load_big<double>(from.data() + 32),
    };
}

}  // namespace farfield::model
