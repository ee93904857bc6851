#include "compute_node/node/programs/tile_frame.h"

#include "net/message/byte_order.h"

#include <bit>

namespace farfield::node {

model::TerrainTilePreamble tile_preamble(const OpenTerrain& terrain, const terrain::PostSteps& columns,
                                         const terrain::PostSteps& rows)
{
    const auto place = [&](std::int64_t column, std::int64_t row) {
        return terrain.local_of({static_cast<double>(column), static_cast<double>(row)});
    };
    const glm::dvec2 first = place(columns.first, rows.first), last = place(columns.last, rows.last);
    const glm::dvec2 post = terrain.terrain.info.frame.post_metres();
    model::TerrainTilePreamble preamble;
    preamble.width = static_cast<std::uint32_t>(columns.count());
    preamble.height = static_cast<std::uint32_t>(rows.count());
    preamble.x = {first.x, last.x, post.x * static_cast<double>(columns.step)};
    preamble.y = {first.y, last.y, post.y * static_cast<double>(rows.step)};
    return preamble;
}

std::span<std::byte> tile_values(const model::TerrainTilePreamble& preamble, std::span<std::byte> buffer)
{
    return buffer.first(tile_payload_bytes(preamble)).subspan(model::tile_preamble_bytes);
}

void to_network_order(std::span<float> numbers)
{
    if constexpr (std::endian::native == std::endian::little) {
        const std::span<std::uint32_t> words{reinterpret_cast<std::uint32_t*>(numbers.data()),
                                             numbers.size()};
        net::copy_swapped(words, words);
    }
}

net::Made finished_tile(const model::TerrainTilePreamble& preamble, std::span<std::byte> buffer)
{
    model::encode_preamble(preamble, buffer.first<model::tile_preamble_bytes>());
    return {net::MessageType::TerrainTile, buffer.first(tile_payload_bytes(preamble))};
}

}  // namespace farfield::node
