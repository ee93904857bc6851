#include "model/programs/slice.h"

#include "model/geometry/byte_access.h"

#include <algorithm>
#include <cmath>

namespace farfield::model {

namespace {

constexpr std::size_t origin_at = 64, edge_u_at = 88, edge_v_at = 112;

void store_point(const Point& point, std::byte* to)
{
    for (std::size_t axis = 0; axis < 3; ++axis) store_big(to + axis * sizeof(double), point[axis]);
}

Point load_point(const std::byte* from)
{
    Point point{};
    for (std::size_t axis = 0; axis < 3; ++axis) point[axis] = load_big<double>(from + axis * sizeof(double));
    return point;
}

bool is_slice_side(std::uint32_t side)
{
    return side >= 1 && side <= max_slice_side;
}

}  // namespace

void encode_preamble(const SlicePreamble& preamble, std::span<std::byte, slice_preamble_bytes> to) noexcept
{
    std::ranges::fill(to, std::byte{0});
    store_big(to.data(), preamble.width);
    store_big(to.data() + 4, preamble.height);
    store_big(to.data() + 8, preamble.result);
    store_big(to.data() + 16, preamble.compute_ns);
    store_big(to.data() + 24, preamble.computed_at_ns);
    store_big(to.data() + 32, preamble.time);
    store_big(to.data() + 40, preamble.part);
    store_big(to.data() + 44, preamble.parts);
    store_big(to.data() + 48, preamble.plane);
    store_big(to.data() + 52, preamble.level);
    store_big(to.data() + 56, preamble.components);
    store_point(preamble.origin, to.data() + origin_at);
    store_point(preamble.edge_u, to.data() + edge_u_at);
    store_point(preamble.edge_v, to.data() + edge_v_at);
}

std::optional<SlicePreamble> decode_slice_preamble(std::span<const std::byte> payload) noexcept
{
    if (payload.size() < slice_preamble_bytes) return std::nullopt;
    const std::byte* from = payload.data();
    const SlicePreamble preamble{
        .width = load_big<std::uint32_t>(from),
        .height = load_big<std::uint32_t>(from + 4),
        .result = load_big<std::uint64_t>(from + 8),
        .compute_ns = load_big<std::uint64_t>(from + 16),
        .computed_at_ns = load_big<std::uint64_t>(from + 24),
        .time = load_big<double>(from + 32),
        .part = load_big<std::uint32_t>(from + 40),
        .parts = load_big<std::uint32_t>(from + 44),
        .plane = load_big<std::uint32_t>(from + 48),
        .level = load_big<std::uint32_t>(from + 52),
        .components = load_big<std::uint32_t>(from + 56),
        .origin = load_point(from + origin_at),
        .edge_u = load_point(from + edge_u_at),
        .edge_v = load_point(from + edge_v_at),
    };
    const std::uint64_t values = std::uint64_t{preamble.width} * preamble.height;
    const bool is_sound =
        is_slice_side(preamble.width) && is_slice_side(preamble.height) && values <= max_slice_pixels &&
        (preamble.components == slice_components || preamble.components == glyph_components) &&
        preamble.part < preamble.parts &&
        payload.size() == slice_payload_bytes(values, preamble.components) && is_finite(preamble.origin) &&
        is_finite(preamble.edge_u) && is_finite(preamble.edge_v);
    return is_sound ? std::optional{preamble} : std::nullopt;
}

}  // namespace farfield::model
