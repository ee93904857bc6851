#include "model/programs/polylines.h"

#include <algorithm>

#include "model/geometry/byte_access.h"

namespace farfield::model {

void encode_preamble(const PolylinePreamble& preamble,
                     std::span<std::byte, polyline_preamble_bytes> to) noexcept
{
    std::fill(to.begin(), to.end(), std::byte{0});
    store_big(to.data(), preamble.lines);
    store_big(to.data() + 4, preamble.points);
    store_big(to.data() + 8, preamble.answer);
    store_big(to.data() + 16, preamble.compute_ns);
    store_big(to.data() + 24, preamble.computed_at_ns);
    store_big(to.data() + 32, preamble.time);
    store_big(to.data() + 40, preamble.part);
    store_big(to.data() + 44, preamble.parts);
}

PolylinePreamble decode_polyline_preamble(std::span<const std::byte, polyline_preamble_bytes> from) noexcept
{
    return {
        .lines = load_big<std::uint32_t>(from.data()),
        .points = load_big<std::uint32_t>(from.data() + 4),
        .answer = load_big<std::uint64_t>(from.data() + 8),
        .compute_ns = load_big<std::uint64_t>(from.data() + 16),
        .computed_at_ns = load_big<std::uint64_t>(from.data() + 24),
        .time = load_big<double>(from.data() + 32),
        .part = load_big<std::uint32_t>(from.data() + 40),
        .parts = load_big<std::uint32_t>(from.data() + 44),
    };
}

void encode_record(const LineRecord& record, std::span<std::byte, line_record_bytes> to) noexcept
{
    store_big(to.data(), record.seed);
    store_big(to.data() + 4, record.first_point);
    store_big(to.data() + 8, record.points);
    store_big(to.data() + 12, record.reason);
    store_big(to.data() + 13, static_cast<std::uint8_t>(record.backward));
    store_big(to.data() + 14, record.rake);
}

LineRecord decode_record(std::span<const std::byte, line_record_bytes> from) noexcept
{
    return {
        .seed = load_big<std::uint32_t>(from.data()),
        .first_point = load_big<std::uint32_t>(from.data() + 4),
        .points = load_big<std::uint32_t>(from.data() + 8),
        .reason = load_big<std::uint8_t>(from.data() + 12),
        .backward = load_big<std::uint8_t>(from.data() + 13) != 0,
        .rake = load_big<std::uint16_t>(from.data() + 14),
    };
}

}  // namespace farfield::model
