#pragma once

#include "model/fields/fields.h"
#include "model/geometry/point.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// The call terrain.overlay: docs/protocol.md, section 3.
namespace farfield::model {

struct TerrainOverlayCall {
    std::string terrain;
    std::string file;        ///< path below a data folder
    std::uint32_t part = 0;  ///< index of the part, when one answer cannot hold all

    friend bool operator==(const TerrainOverlayCall&, const TerrainOverlayCall&) = default;

    static void fields(auto& visit)
    {
        visit("terrain", &TerrainOverlayCall::terrain, required);
        visit("file", &TerrainOverlayCall::file, required);
        visit("part", &TerrainOverlayCall::part);
    }
};

/// A part of a file's lines and places on the ground, in the terrain's local frame.
struct TerrainOverlay {
    struct Place {
        Point at{};
        std::string name;

        friend bool operator==(const Place&, const Place&) = default;

        static void fields(auto& visit)
        {
            visit("at", &Place::at, required);
            visit("name", &Place::name, required);
        }
    };

    std::uint32_t part = 0;
    std::uint32_t parts = 1;
    std::vector<std::vector<Point>> lines = {};  ///< of two vertices or more; outlines of areas are closed
    std::vector<Place> points = {};

    friend bool operator==(const TerrainOverlay&, const TerrainOverlay&) = default;

    static void fields(auto& visit)
    {
        visit("part", &TerrainOverlay::part, required);
        visit("parts", &TerrainOverlay::parts, required, at_least(1));
        visit("lines", &TerrainOverlay::lines, required);
        visit("points", &TerrainOverlay::points, required);
    }
};

/// The greatest weight of a part, so that it fits an answer: a vertex weighs 1, a place place_weight.
inline constexpr std::size_t max_overlay_part_weight = 20'000;
inline constexpr std::size_t place_weight = 4;

/// Splits an overlay of any size into parts that each fit an answer; at least one. A line may continue in
/// the next part, from the vertex at which it was cut. Places are rounded to centimetres.
[[nodiscard]] std::vector<TerrainOverlay> in_parts(const TerrainOverlay& whole);

}  // namespace farfield::model
