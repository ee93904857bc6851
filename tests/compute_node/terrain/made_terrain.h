#pragma once

#include "compute_node/terrain/fractal/fractal_terrain.h"
#include "compute_node/terrain/terrain.h"
#include "tests/compute_node/terrain/terrain_helpers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace farfield::compute::testing {

inline constexpr float no_height = std::numeric_limits<float>::quiet_NaN();

/// Heights of a test's own, a metre between posts; row 0 is the southernmost.
class MadeHeights final : public terrain::HeightSource {
public:
    MadeHeights(std::int64_t columns, std::int64_t rows, std::vector<float> heights)
        : heights_{std::move(heights)}
    {
        info_.name = "made";
        info_.columns = columns;
        info_.rows = rows;
        info_.frame.spacing = {1.0, 1.0};
    }

    [[nodiscard]] const terrain::TerrainInfo& info() const override { return info_; }
    void read_rows(std::int64_t first, std::int64_t count, std::span<float> heights) override
    {
        terrain::check_rows(info_, first, count, heights.size());
        std::copy_n(heights_.begin() + first * info_.columns, count * info_.columns, heights.begin());
    }

private:
    terrain::TerrainInfo info_;
    std::vector<float> heights_;
};

inline terrain::Terrain terrain_from(terrain::HeightSource& source)
{
    terrain::Terrain terrain;
    terrain.blocks = terrain::build_blocks(source);
    terrain.info = source.info();
    return terrain;
}

inline terrain::Terrain made_terrain(std::int64_t columns, std::int64_t rows, std::vector<float> heights)
{
    MadeHeights source{columns, rows, std::move(heights)};
    return terrain_from(source);
}

/// height: of (column, row).
template <class Height>
terrain::Terrain made_terrain_of(std::int64_t columns, std::int64_t rows, const Height& height)
{
    std::vector<float> heights;
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column)
            heights.push_back(static_cast<float>(height(column, row)));
    return made_terrain(columns, rows, std::move(heights));
}

/// Part of a fractal landscape, its posts a metre apart; steepened.
inline terrain::Terrain fractal_part(std::int64_t columns, std::int64_t rows, std::uint32_t seed,
                                     float scale = 0.02F)
{
    const std::int64_t posts = std::max(columns, rows);
    const auto heights = heights_of(*terrain::make_fractal({.posts = posts, .seed = seed}));
    return made_terrain_of(columns, rows, [&](auto i, auto j) { return scale * heights[j * posts + i]; });
}

/// With posts taken out, one in `one_in`, and a square of them.
inline terrain::Terrain with_holes(const terrain::Terrain& terrain, unsigned seed, unsigned one_in = 12)
{
    std::mt19937 random{seed};
    const auto columns = terrain.blocks.columns, rows = terrain.blocks.rows;
    return made_terrain_of(columns, rows, [&](auto i, auto j) {
        const bool in_square = i > columns / 2 && i < columns / 2 + 8 && j > rows / 2 && j < rows / 2 + 6;
        return random() % one_in == 0 || in_square ? no_height : terrain.blocks.height_at(i, j);
    });
}

/// With posts of +-32768, as broken files have them.
inline terrain::Terrain with_spikes(const terrain::Terrain& terrain, unsigned seed)
{
    std::mt19937 random{seed};
    return made_terrain_of(terrain.blocks.columns, terrain.blocks.rows, [&](auto i, auto j) {
        const auto r = random() % 40;
        return r == 0 ? 32768.0F : r == 1 ? -32768.0F : terrain.blocks.height_at(i, j);
    });
}

struct NamedTerrain {
    const char* name;
    terrain::Terrain terrain;
};

/// Of all shapes, also of sizes that no block or tile divides.
inline std::vector<NamedTerrain> all_terrains()
{
    std::vector<NamedTerrain> all;
    all.push_back({"one cell", made_terrain(2, 2, {1, 5, 3, 2})});
    all.push_back({"flat", made_terrain_of(33, 17, [](auto, auto) { return 7.0; })});
    all.push_back({"5 x 7", fractal_part(5, 7, 3)});
    all.push_back({"257 x 258", fractal_part(257, 258, 1)});
    all.push_back({"300 x 20", fractal_part(300, 20, 2, 0.05F)});
    all.push_back({"steep", fractal_part(64, 61, 4, 1.0F)});
    all.push_back({"holes", with_holes(fractal_part(70, 90, 5), 1)});
    all.push_back({"mostly holes", with_holes(fractal_part(30, 40, 6), 2, 3)});
    all.push_back({"spikes", with_spikes(fractal_part(60, 50, 7), 3)});
    all.push_back({"spikes and holes", with_holes(with_spikes(fractal_part(50, 60, 8), 4), 5, 8)});
    return all;
}

}  // namespace farfield::compute::testing
