#include "compute_node/terrain/overlays/height_tiles.h"

#include <array>

namespace farfield::terrain {

namespace {

/// Tiles of a level along an axis: as many as it takes to reach the last post.
std::int64_t tiles_along(std::int64_t posts, std::uint32_t level)
{
    const std::int64_t span = HeightTile::steps << level;
    return (posts - 1 + span - 1) / span;
}

}  // namespace

std::uint32_t height_tile_levels(std::int64_t columns, std::int64_t rows)
{
    std::uint32_t level = 0;
    while (tiles_along(std::max(columns, rows), level) > 1) ++level;
    return level + 1;
}

TileCounts height_tile_counts(std::int64_t columns, std::int64_t rows, std::uint32_t level)
{
    return {static_cast<std::uint32_t>(tiles_along(columns, level)),
            static_cast<std::uint32_t>(tiles_along(rows, level))};
}

bool has_height_tile(std::int64_t columns, std::int64_t rows, const HeightTile& tile)
{
    if (tile.level >= height_tile_levels(columns, rows)) return false;
    const TileCounts counts = height_tile_counts(columns, rows, tile.level);
    return tile.column < counts.columns && tile.row < counts.rows;
}

PostSteps steps_of_tile(std::uint32_t level, std::uint32_t n, std::int64_t posts)
{
    const std::int64_t span = HeightTile::steps << level;
    return {.first = n * span,
            .last = std::min((n + std::int64_t{1}) * span, posts - 1),
            .step = std::int64_t{1} << level};
}

void read_heights(const HeightBlocks& terrain, const PostSteps& columns, const PostSteps& rows,
                  std::span<float> heights)
{
    const std::int64_t width = columns.count(), height = rows.count();
    // Posts far apart have each a cache line of their own: many are fetched at once.
    std::array<const float*, HeightTile::steps> posts{};
    auto to = heights.begin();
    for (std::int64_t j = 0; j < height; ++j)
        for (std::int64_t begin = 0; begin < width; begin += HeightTile::steps) {
            const auto count = static_cast<std::size_t>(std::min(HeightTile::steps, width - begin));
            for (std::size_t i = 0; i < count; ++i) {
                posts[i] = &terrain.post_at(columns.at(begin + static_cast<std::int64_t>(i)), rows.at(j));
                __builtin_prefetch(posts[i]);
            }
            for (std::size_t i = 0; i < count; ++i) *to++ = *posts[i];
        }
}

}  // namespace farfield::terrain
