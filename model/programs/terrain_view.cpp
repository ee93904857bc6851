#include "model/programs/terrain_view.h"

#include <algorithm>

#include "model/geometry/byte_access.h"

namespace farfield::model {

void encode_preamble(const TerrainViewPreamble& preamble,
                     std::span<std::byte, terrain_preamble_bytes> to) noexcept
{
    std::fill(to.begin(), to.end(), std::byte{0});
    store_big(to.data(), preamble.width);
    store_big(to.data() + 4, preamble.height);
    store_big(to.data() + 8, preamble.frame);
    store_big(to.data() + 16, preamble.compute_ns);
    store_big(to.data() + 24, preamble.computed_at_ns);
    for (std::size_t n = 0; n < 3; ++n) store_big(to.data() + 32 + 8 * n, preamble.pose.eye[n]);
    store_big(to.data() + 56, preamble.pose.heading);
    store_big(to.data() + 64, preamble.pose.pitch);
    store_big(to.data() + 72, preamble.pose.roll);
    store_big(to.data() + 80, preamble.pose.hfov);
    store_big(to.data() + 88, preamble.detail);
    store_big(to.data() + 96, preamble.curvature);
}

TerrainViewPreamble decode_terrain_preamble(std::span<const std::byte, terrain_preamble_bytes> from) noexcept
{
    const auto number = [&](std::size_t offset) { return load_big<double>(from.data() + offset); };
    return {
        .width = load_big<std::uint32_t>(from.data()),
        .height = load_big<std::uint32_t>(from.data() + 4),
        .frame = load_big<std::uint64_t>(from.data() + 8),
        .compute_ns = load_big<std::uint64_t>(from.data() + 16),
        .computed_at_ns = load_big<std::uint64_t>(from.data() + 24),
        .pose = {.eye = {number(32), number(40), number(48)},
                 .heading = number(56),
                 .pitch = number(64),
                 .roll = number(72),
                 .hfov = number(80)},
        .detail = number(88),
        .curvature = number(96),
    };
}

}  // namespace farfield::model
