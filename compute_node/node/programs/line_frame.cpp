#include "compute_node/node/programs/line_frame.h"

#include "compute_node/support/parallel.h"
#include "net/message/byte_order.h"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>

namespace farfield::node {

namespace {

/// Addresses of the arrays of a frame.
struct FrameArrays {
    std::byte* points;
    std::byte* elapsed;
    std::byte* records;
};

FrameArrays arrays_in(std::span<std::byte> buffer, std::size_t points)
{
    std::byte* const begin = buffer.data() + model::polyline_preamble_bytes;
    std::byte* const elapsed = begin + points * model::polyline_point_bytes;
    return {begin, elapsed, elapsed + points * sizeof(float)};
}

/// Positions of a block's lines in the arrays.
struct BlockPlace {
    std::size_t point = 0;
    std::size_t line = 0;
};

/// Positions of the blocks' lines, with one more point for each line's end; the last is after all blocks.
std::vector<BlockPlace> places_of(std::span<const compute::LineBlock> blocks)
{
    std::vector<BlockPlace> places(blocks.size() + 1);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        places[i + 1] = {places[i].point, places[i].line + blocks[i].lines.size()};
        for (const compute::Line& line : blocks[i].lines) places[i + 1].point += line.points + std::size_t{1};
    }
    return places;
}

template <typename T>
std::span<const std::uint32_t> words(const T* values, std::size_t count)
{
    return {reinterpret_cast<const std::uint32_t*>(values), count * sizeof(T) / sizeof(std::uint32_t)};
}

std::span<std::uint32_t> words(std::byte* bytes, std::size_t count)
{
    return {reinterpret_cast<std::uint32_t*>(bytes), count};
}

void store_nans(std::byte* to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        net::store_big(to + i * sizeof(float), std::numeric_limits<float>::quiet_NaN());
}

void write_line(const compute::LineBlock& block, const compute::Line& line, const LineOwner& owner,
                const BlockPlace& place, const FrameArrays& to)
{
    std::byte* const points = to.points + place.point * model::polyline_point_bytes;
    std::byte* const elapsed = to.elapsed + place.point * sizeof(float);
    net::copy_swapped(words(points, std::size_t{line.points} * 4),
                      words(block.points.data() + line.first_point, line.points));
    net::copy_swapped(words(elapsed, line.points),
                      words(block.elapsed.data() + line.first_point, line.points));
    store_nans(points + line.points * model::polyline_point_bytes, 4);
    store_nans(elapsed + line.points * sizeof(float), 1);
    model::encode_record({.seed = owner.seed,
                          .first_point = static_cast<std::uint32_t>(place.point),
                          .points = line.points,
                          .reason = static_cast<std::uint8_t>(line.reason),
                          .backward = owner.backward,
                          .rake = owner.rake},
                         std::span<std::byte, model::line_record_bytes>(
                             to.records + place.line * model::line_record_bytes, model::line_record_bytes));
}

}  // namespace

std::span<const std::byte> write_line_frame(std::span<const compute::LineBlock> blocks,
                                            std::span<const LineOwner> owners, int threads,
                                            model::PolylinePreamble& preamble, std::span<std::byte> buffer,
                                            const std::atomic<bool>* cancelled)
{
    const std::vector<BlockPlace> places = places_of(blocks);
    const BlockPlace all = places.back();
    const std::uint64_t bytes = model::polyline_payload_bytes(all.point, all.line);
    if (bytes > buffer.size() || owners.size() != all.line)
        throw std::invalid_argument(
            fmt::format("{} lines in {} bytes: expected {} owners and room for {} bytes", all.line,
                        buffer.size(), owners.size(), bytes));
    const FrameArrays to = arrays_in(buffer, all.point);
    parallel_sum(static_cast<std::int64_t>(blocks.size()), threads, [&](std::int64_t i) {
        BlockPlace place = places[i];
        for (const compute::Line& line : blocks[i].lines) {
            if (cancelled != nullptr && *cancelled) break;
            write_line(blocks[i], line, owners[place.line], place, to);
            place.point += line.points + std::size_t{1};
            ++place.line;
        }
        return 0;
    });
    preamble.lines = static_cast<std::uint32_t>(all.line);
    preamble.points = static_cast<std::uint32_t>(all.point);
    return buffer.first(bytes);
}

}  // namespace farfield::node
