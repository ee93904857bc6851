#pragma once

#include "model/fields/fields.h"

#include <array>
#include <cstdint>
#include <optional>
#include <variant>

/// Surfaces of a dataset's own grid: docs/protocol.md, section 15.
namespace farfield::model {

/// An index of nodes; negative values count from the end.
struct NodeIndex {
    std::int64_t value = 0;  ///< below 0: from the end, -1 is the last node
    friend bool operator==(const NodeIndex&, const NodeIndex&) = default;

    static NodeIndex from_json(const JsonValue& value);
    [[nodiscard]] Json to_json() const { return value; }
};

enum class GridAxis { I, J, K };
inline constexpr std::array grid_axis_names{"i", "j", "k"};

/// First and last node along two axes, both included, as JSON [[from, to], [from, to]].
struct IndexRange {
    std::array<std::array<std::uint32_t, 2>, 2> ends{};
    friend bool operator==(const IndexRange&, const IndexRange&) = default;

    static IndexRange from_json(const JsonValue& value);
    [[nodiscard]] Json to_json() const { return ends; }
};

/// The surface of the nodes whose index along `axis` is `index`, in one block.
struct BoundaryPlane {
    static constexpr auto* kind = "plane";
    std::uint32_t block = 0;
    GridAxis axis = GridAxis::K;
    NodeIndex index = {};
    std::optional<IndexRange> range = std::nullopt;  ///< along the other axes, in their order; absent: all
    friend bool operator==(const BoundaryPlane&, const BoundaryPlane&) = default;

    static void fields(auto& visit)
    {
        visit("block", &BoundaryPlane::block);
        visit("axis", &BoundaryPlane::axis, required, names(grid_axis_names));
        visit("index", &BoundaryPlane::index, required);
        visit("range", &BoundaryPlane::range);
    }
};

/// The six index faces of one block, or of all blocks if `block` is absent.
struct BoundaryFaces {
    static constexpr auto* kind = "faces";
    std::optional<std::uint32_t> block = std::nullopt;
    friend bool operator==(const BoundaryFaces&, const BoundaryFaces&) = default;

    static void fields(auto& visit) { visit("block", &BoundaryFaces::block); }
};

/// Solid walls: those quads of each block's six index faces whose four nodes stand still.
struct BoundaryNoSlip {
    static constexpr auto* kind = "no-slip";
    friend bool operator==(const BoundaryNoSlip&, const BoundaryNoSlip&) = default;

    static void fields(auto& /*visit*/) {}
};

enum class WallsOf { Blanked, Invalid };
inline constexpr std::array walls_of_names{"blanked", "invalid"};

/// Faces between a valid cell and a neighbour with a corner that is blanked, or invalid.
struct BoundaryWalls {
    static constexpr auto* kind = "walls";
    WallsOf of = WallsOf::Blanked;
    friend bool operator==(const BoundaryWalls&, const BoundaryWalls&) = default;

    static void fields(auto& visit) { visit("of", &BoundaryWalls::of, names(walls_of_names)); }
};

/// The outer faces of a mesh, a flat mesh's outer edges as segments, or the six faces of each block.
struct BoundaryOuter {
    static constexpr auto* kind = "outer";
    friend bool operator==(const BoundaryOuter&, const BoundaryOuter&) = default;

    static void fields(auto& /*visit*/) {}
};

/// Land of a flat or ocean grid at its uppermost level: the cells that are not wholly valid, and the coast.
struct BoundaryLand {
    static constexpr auto* kind = "land";
    friend bool operator==(const BoundaryLand&, const BoundaryLand&) = default;

    static void fields(auto& /*visit*/) {}
};

struct BoundarySurface {
    std::variant<BoundaryPlane, BoundaryFaces, BoundaryNoSlip, BoundaryWalls, BoundaryOuter, BoundaryLand>
        surface = {};
    friend bool operator==(const BoundarySurface&, const BoundarySurface&) = default;

    static void fields(auto& visit) { visit.one_of("kind", &BoundarySurface::surface); }
};

}  // namespace farfield::model
