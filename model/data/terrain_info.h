#pragma once

#include "model/fields/json.h"
#include "model/geometry/eye_pose.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace farfield::model {

struct TerrainEntry {
    std::string name;
    std::string kind;  ///< "file" or "generated"; "overlay" or "image": what may be laid on one; "other"
    std::string reason = {};  ///< of "other": why it is no terrain, else empty
};

/// All terrains of a node, and what may be laid on them: those that are generated, then others by name.
struct TerrainList {
    std::vector<TerrainEntry> terrains;
    bool complete = true;  ///< no more than these are there
};

/// What terrain.open answers: docs/protocol.md, section 10.
struct TerrainDescription {
    std::string terrain;
    std::string format;
    std::array<std::uint32_t, 2> posts{};           ///< columns and rows
    std::array<double, 2> post_metres{};            ///< between columns and between rows, both above 0
    std::array<double, 2> heights{};                ///< lowest and highest, metres
    std::uint64_t holes = 0;                        ///< posts without a height
    std::array<std::array<double, 2>, 2> bounds{};  ///< least and largest east and north, of the local frame
    std::string crs;                                ///< a name; empty where there is none
    bool geographic = false;                        ///< its coordinates are degrees
    /// Coordinates of the local frame's origin: the reference system's in metres or degrees, whatever its
    /// unit.
    std::array<double, 2> origin{};
    std::array<double, 2> metres_per_unit{};  ///< of those coordinates, east and north
    double crs_unit = 1.0;                    ///< metres, or degrees, of the reference system's own unit
    /// Degrees east and north, of the local frame's origin on WGS 84; nothing where nobody knows.
    std::optional<std::array<double, 2>> longitude_latitude;
    EyePose suggested_pose;
    std::vector<std::string> remarks;
};

[[nodiscard]] Json to_json(const TerrainDescription&);

/// What a node answered. Throw FieldError that names what is missing or ill-typed; members that
/// are not known are passed over.
[[nodiscard]] std::vector<TerrainEntry> terrain_entries(const Json&);
[[nodiscard]] TerrainDescription terrain_description(const Json&);

}  // namespace farfield::model
