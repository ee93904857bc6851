#pragma once

#include "compute_node/terrain/terrain.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace farfield::compute::testing {

/// Heights as a function of column and row, a metre apart, rows going north.
class FunctionHeights final : public terrain::HeightSource {
public:
    using Function = std::function<float(std::int64_t, std::int64_t)>;

    FunctionHeights(std::int64_t columns, std::int64_t rows, Function height) : height_{std::move(height)}
    {
        info_.name = "posts";
        info_.columns = columns;
        info_.rows = rows;
        info_.frame.spacing = {1.0, 1.0};
    }

    [[nodiscard]] const terrain::TerrainInfo& info() const override { return info_; }
    [[nodiscard]] terrain::TerrainInfo& change() { return info_; }
    void read_rows(std::int64_t first, std::int64_t count, std::span<float> heights) override
    {
        for (std::int64_t row = 0; row < count; ++row)
            for (std::int64_t column = 0; column < info_.columns; ++column)
                heights[row * info_.columns + column] = height_(column, first + row);
    }

private:
    Function height_;
    terrain::TerrainInfo info_;
};

inline terrain::Terrain terrain_of(std::int64_t columns, std::int64_t rows, FunctionHeights::Function height)
{
    FunctionHeights source{columns, rows, std::move(height)};
    terrain::Terrain terrain;
    terrain.blocks = terrain::build_blocks(source);
    terrain.info = source.info();
    return terrain;
}

}  // namespace farfield::compute::testing
