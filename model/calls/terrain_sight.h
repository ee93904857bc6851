#pragma once

#include "model/fields/fields.h"
#include "model/geometry/geocentric.h"
#include "model/geometry/point.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// The call terrain.sight: docs/protocol.md, section 3.
namespace farfield::model {

inline constexpr std::uint64_t max_sight_targets = 10'000;  ///< in one call

/// Lines of sight from one place to several: metres east and north in the local frame, and above the ground
/// there, or above the heights' datum if `absolute` is true.
struct TerrainSightCall {
    std::string terrain;
    Point from{};
    std::vector<Point> to;  ///< at most max_sight_targets
    bool curved = false;
    double refraction = usual_refraction;
    bool absolute = false;  ///< heights count from the datum

    friend bool operator==(const TerrainSightCall&, const TerrainSightCall&) = default;

    static void fields(auto& visit)
    {
        visit("terrain", &TerrainSightCall::terrain, required);
        visit("from", &TerrainSightCall::from, required);
        visit("to", &TerrainSightCall::to, required, at_most("max_sight_targets", max_sight_targets));
        visit("curved", &TerrainSightCall::curved);
        visit("refraction", &TerrainSightCall::refraction, at_least(0.0));
        visit("absolute", &TerrainSightCall::absolute);
    }
};

/// The result of one line.
struct TerrainSightLine {
    std::optional<bool> visible = std::nullopt;  ///< nullopt: the target is off the map, or above a hole
    std::string reason = {};                     ///< of an absent `visible`: "off-map" or "no-height"
    std::optional<double> clearance =
        std::nullopt;  ///< least height above the ground, m; below 0: how far a crest rises above the line
    std::optional<Point> blocked_at =
        std::nullopt;    ///< first place where the ground rises above the line, local frame
    bool holes = false;  ///< the line crosses cells without a surface, which may hide it

    friend bool operator==(const TerrainSightLine&, const TerrainSightLine&) = default;
    /// The result as JSON: metres rounded to millimetres, places to centimetres, so that an answer has room.
    static TerrainSightLine from_json(const JsonValue& value);
    [[nodiscard]] Json to_json() const;
};

/// The results of the call's lines, in the call's order.
struct TerrainSightLines {
    std::vector<TerrainSightLine> lines = {};
    friend bool operator==(const TerrainSightLines&, const TerrainSightLines&) = default;

    static void fields(auto& visit) { visit("lines", &TerrainSightLines::lines, required); }
};

}  // namespace farfield::model
