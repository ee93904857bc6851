#include "model/programs/polylines.h"

#include <algorithm>

#include "net/message/byte_order.h"

namespace farfield::model {

void encode_preamble(const PolylinePreamble& preamble,
                     std::span<std::byte, polyline_preamble_bytes> to) noexcept
{
    std::fill(to.begin(), to.end(), std::byte{0});
    net::store_big(to.data(), preamble.lines);
    net::store_big(to.data() + 4, preamble.points);
    net::store_big(to.data() + 8, preamble.answer);
    net::store_big(to.data() + 16, preamble.compute_ns);
    net::store_big(to.data() + 24, preamble.computed_at_ns);
    net::store_big(to.data() + 32, preamble.time);
    net::store_big(to.data() + 40, preamble.part);
    net::store_big(to.data() + 44, preamble.parts);
}

PolylinePreamble decode_polyline_preamble(std::span<const std::byte, polyline_preamble_bytes> from) noexcept
{
    return {
        .lines = net::load_big<std::uint32_t>(from.data()),
        .points = net::load_big<std::uint32_t>(from.data() + 4),
        .answer = net::load_big<std::uint64_t>(from.data() + 8),
        .compute_ns = net::load_big<std::uint64_t>(from.data() + 16),
        .computed_at_ns = net::load_big<std::uint64_t>(from.data() + 24),
        .time = net::load_big<double>(from.data() + 32),
        .part = net::load_big<std::uint32_t>(from.data() + 40),
        .parts = net::load_big<std::uint32_t>(from.data() + 44),
    };
}

void encode_record(const LineRecord& record, std::span<std::byte, line_record_bytes> to) noexcept
{
    net::store_big(to.data(), record.seed);
    net::store_big(to.data() + 4, record.first_point);
    net::store_big(to.data() + 8, record.points);
    net::store_big(to.data() + 12, record.reason);
    net::store_big(to.data() + 13, static_cast<std::uint8_t>(record.backward));
    net::store_big(to.data() + 14, record.rake);
}

LineRecord decode_record(std::span<const std::byte, line_record_bytes> from) noexcept
{
    return {
        .seed = net::load_big<std::uint32_t>(from.data()),
        .first_point = net::load_big<std::uint32_t>(from.data() + 4),
        .points = net::load_big<std::uint32_t>(from.data() + 8),
        .reason = net::load_big<std::uint8_t>(from.data() + 12),
        .backward = net::load_big<std::uint8_t>(from.data() + 13) != 0,
        .rake = net::load_big<std::uint16_t>(from.data() + 14),
    };
}

}  // namespace farfield::model
