#pragma once

#include "model/fields/fields.h"
#include "model/geometry/pose.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace farfield::model {

struct TerrainEntry {
    std::string name;
    std::string kind;         ///< "file", "generated"; "overlay", "image": to be laid on a terrain; "other"
    std::string reason = {};  ///< why an entry of kind "other" is no terrain; else empty
    friend bool operator==(const TerrainEntry&, const TerrainEntry&) = default;

    static void fields(auto& visit)
    {
        visit("name", &TerrainEntry::name, required);
        visit("kind", &TerrainEntry::kind, required);
        visit("reason", &TerrainEntry::reason);
    }
};

/// The terrains of a node and their overlays and images: generated terrains first, then others by name.
struct TerrainList {
    std::vector<TerrainEntry> terrains;
    bool complete = true;  ///< true when the list has every terrain
    friend bool operator==(const TerrainList&, const TerrainList&) = default;

    static void fields(auto& visit)
    {
        visit("terrains", &TerrainList::terrains, required);
        visit("complete", &TerrainList::complete);
    }
};

/// Least and greatest coordinates in the local frame: metres east, metres north.
struct TerrainBounds {
    std::array<double, 2> min{}, max{};
    friend bool operator==(const TerrainBounds&, const TerrainBounds&) = default;

    static void fields(auto& visit)
    {
        visit("min", &TerrainBounds::min, required, words("two numbers"));
        visit("max", &TerrainBounds::max, required, words("two numbers"));
    }
};

/// A pose without roll, with named members in JSON.
struct SuggestedPose : Pose {
    static void fields(auto& visit)
    {
        visit("eye", &SuggestedPose::eye, required);
        visit("heading", &SuggestedPose::heading, required);
        visit("pitch", &SuggestedPose::pitch, required);
        visit("hfov", &SuggestedPose::hfov, required);
    }
};

inline constexpr std::size_t max_wkt_bytes = 16U << 10U;  ///< longer descriptions are left out

/// The answer of terrain.open: docs/protocol.md, section 10.
struct TerrainDescription {
    std::string terrain;
    std::string format;
    std::array<std::uint32_t, 2> posts{};  ///< columns and rows
    std::array<double, 2> post_metres{};   ///< distance between columns and between rows, both above 0
    std::array<double, 2> heights{};       ///< lowest and highest, metres
    std::uint64_t holes = 0;               ///< posts without a height
    TerrainBounds bounds;
    std::string crs;  ///< name of the reference system; empty: none
    std::string crs_wkt =
        {};  ///< the reference system itself as WKT; empty: not known, or the answer of an older node
    bool geographic = false;    ///< the reference system's coordinates are degrees
    std::string vertical = {};  ///< reference of heights: "geoid", "ellipsoid"; empty: not known
    /// The local frame's origin in the reference system, converted to metres or degrees whatever the system's
    /// own unit is.
    std::array<double, 2> origin{};
    std::array<double, 2> metres_per_unit{};  ///< metres for each unit of `origin`, east and north
    double crs_unit = 1.0;                    ///< metres, or degrees, in the reference system's own unit
    /// The local frame's origin on WGS 84, degrees east and north; nullopt: not known.
    std::optional<std::array<double, 2>> longitude_latitude;
    SuggestedPose suggested_pose;
    std::vector<std::string> remarks;
    friend bool operator==(const TerrainDescription&, const TerrainDescription&) = default;

    static void fields(auto& visit)
    {
        using Terrain = TerrainDescription;
        visit("terrain", &Terrain::terrain, required);
        visit("format", &Terrain::format, required);
        visit("posts", &Terrain::posts, required, at_least(2), words("two integers"));
        visit("post_metres", &Terrain::post_metres, required, above(0.0), words("two numbers above 0"));
        visit("heights", &Terrain::heights, required, words("two numbers"), check_order);
        visit("holes", &Terrain::holes, required);
        visit("bounds", &Terrain::bounds, required);
        visit("crs", &Terrain::crs, required);
        visit("crs_wkt", &Terrain::crs_wkt);
        visit("geographic", &Terrain::geographic, required);
        visit("vertical", &Terrain::vertical);
        visit("origin", &Terrain::origin, required, words("two numbers"));
        visit("metres_per_unit", &Terrain::metres_per_unit, required, above(0.0),
              words("two numbers above 0"));
        visit("crs_unit", &Terrain::crs_unit, always, above(0.0));
        visit("longitude_latitude", &Terrain::longitude_latitude, words("two numbers"));
        visit("suggested", &Terrain::suggested_pose, required);
        visit("remarks", &Terrain::remarks, required);
    }

private:
    static void check_order(const std::array<double, 2>& heights, const JsonValue& value);
};

}  // namespace farfield::model
