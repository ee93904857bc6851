#pragma once

#include "compute_node/terrain/heights/height_source.h"

#include <algorithm>
#include <string>
#include <vector>

namespace farfield::compute::testing {

/// All heights of a terrain, read some rows at a time.
inline std::vector<float> heights_of(terrain::HeightSource& source, std::int64_t rows_at_once = 1 << 20)
{
    const std::int64_t columns = source.info().columns, rows = source.info().rows;
    std::vector<float> heights(rows * columns);
    for (std::int64_t row = 0; row < rows; row += rows_at_once) {
        const std::int64_t count = std::min(rows_at_once, rows - row);
        source.read_rows(row, count, std::span{heights}.subspan(row * columns, count * columns));
    }
    return heights;
}

inline bool has_note(const terrain::TerrainInfo& info, const std::string& part)
{
    return std::any_of(info.notes.begin(), info.notes.end(),
                       [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

}  // namespace farfield::compute::testing
