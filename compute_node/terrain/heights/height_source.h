#pragma once

#include "compute_node/terrain/heights/post_frame.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace farfield::terrain {

/// The description of a terrain before its heights are read.
struct TerrainInfo {
    std::string name;         ///< in messages: a file's name, or the first of several and their count
    std::string format;       ///< "GTiff", "DTED", "SRTMHGT", "VRT", ..., "generated"
    std::string format_name;  ///< the same in words: "GeoTIFF", "DTED Elevation Raster"
    std::vector<std::filesystem::path> files;  ///< sources of the heights, which change with any of them
    std::int64_t columns = 0;
    std::int64_t rows = 0;
    PostFrame frame;
    std::string unit;              ///< unit of the heights in the file: "metre", "foot", ...
    double metres_per_unit = 1.0;  ///< heights are handed on in metres
    std::optional<double> nodata;  ///< the number in the file for a post without height
    /// Lowest and highest metres that are plausible for heights whose unit neither file nor user names.
    std::optional<std::array<double, 2>> plausible;
    /// Assumptions and corrections, a sentence each. Reading rows may add some.
    std::vector<std::string> notes;
};

/// Heights that are read in order, a band of rows at a time. One thread at a time.
class HeightSource {
public:
    HeightSource() = default;
    HeightSource(const HeightSource&) = delete;
    HeightSource& operator=(const HeightSource&) = delete;
    virtual ~HeightSource() = default;

    [[nodiscard]] virtual const TerrainInfo& info() const = 0;

    /// Reads rows [first, first + count), metres, NaN where there is no height; infinite ones and no-data
    /// values never appear. heights: [count][columns]. Throws std::runtime_error that names the file and its
    /// fault, such as a truncated file; std::invalid_argument when there are no such rows.
    virtual void read_rows(std::int64_t first, std::int64_t count, std::span<float> heights) = 0;
};

/// Throws std::invalid_argument unless a terrain has these rows and there is room for exactly them.
void check_rows(const TerrainInfo& info, std::int64_t first, std::int64_t count, std::size_t room);

}  // namespace farfield::terrain
