#pragma once

#include "model/fields/json.h"
#include "model/geometry/point.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// The call terrain.sight: docs/protocol.md, section 3.
namespace farfield::model {

inline constexpr std::uint64_t max_sight_targets = 10'000;  ///< of one call

/// Lines of sight from one place to several: metres east and north in the local frame, and above the ground
/// there.
struct TerrainSightCall {
    std::string terrain;
    Point from{};
    std::vector<Point> to;  ///< at most max_sight_targets
    bool curved = false;
    double refraction = 0.13;

    friend bool operator==(const TerrainSightCall&, const TerrainSightCall&) = default;
};

/// What is told of one line.
struct TerrainSightLine {
    std::optional<bool> visible = std::nullopt;  ///< nothing where the target is off the map, or above a hole
    std::string reason = {};                     ///< then why: "off-map" or "no-height"
    std::optional<double> clearance =
        std::nullopt;  ///< metres; below zero by how much a crest rises above the line
    std::optional<Point> blocked_at =
        std::nullopt;    ///< where the ground first rises above the line, in the local frame
    bool holes = false;  ///< it crosses cells without surface, of which nothing is known

    friend bool operator==(const TerrainSightLine&, const TerrainSightLine&) = default;
};

[[nodiscard]] Json to_json(const TerrainSightCall&);
/// Throws FieldError and LimitError.
[[nodiscard]] TerrainSightCall terrain_sight_call(const Json&);

/// Metres are rounded to millimetres, places to centimetres: 10,000 lines fit one answer.
[[nodiscard]] Json to_json(const std::vector<TerrainSightLine>&);
[[nodiscard]] std::vector<TerrainSightLine> terrain_sight_lines(const Json&);

}  // namespace farfield::model
