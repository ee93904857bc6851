#pragma once

#include "compute_node/terrain/heights/height_range.h"
#include "compute_node/terrain/heights/height_source.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace farfield::node {

/// Posts of the largest terrain with a measured range of heights: reading more of them takes minutes.
constexpr std::int64_t max_measured_posts = std::int64_t{1} << 30;

/// The description of a terrain, with its range of heights when it has no more than max_measured_posts.
struct TerrainReport {
    terrain::TerrainInfo info;
    std::optional<terrain::HeightRange> range;
};

/// Makes the report; reads the heights that it measures. Throws as measure_heights() does.
[[nodiscard]] TerrainReport report_on(terrain::HeightSource& source);

/// The report for a terminal, and as JSON.
[[nodiscard]] std::string info_text(const TerrainReport& report);
[[nodiscard]] nlohmann::json info_json(const TerrainReport& report);

}  // namespace farfield::node
