#include "render/scene/drawn_place.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <glm/gtc/matrix_transform.hpp>

namespace farfield::render {
namespace {

/// The four nodes around a place, and the place's part of the way to the last of them.
struct Cell {
    std::array<std::size_t, 4> nodes{};  ///< x fastest
    glm::dvec2 part{0.0};
};

template <class Lattice>
std::optional<Cell> cell_of(const Lattice& lattice, glm::dvec2 at)
{
    const glm::dvec2 place = (at - lattice.first) / lattice.step;
    if (!(place.x >= 0.0 && place.y >= 0.0 && place.x <= lattice.columns - 1 && place.y <= lattice.rows - 1))
        return std::nullopt;
    const int i = std::min(static_cast<int>(place.x), lattice.columns - 2),
              j = std::min(static_cast<int>(place.y), lattice.rows - 2);
    const auto columns = static_cast<std::size_t>(lattice.columns);
    const std::size_t lowest = static_cast<std::size_t>(j) * columns + static_cast<std::size_t>(i);
    return Cell{{lowest, lowest + 1, lowest + columns, lowest + columns + 1}, place - glm::dvec2(i, j)};
}

template <class Value>
Value blended(const std::array<Value, 4>& nodes, glm::dvec2 part)
{
    return glm::mix(glm::mix(nodes[0], nodes[1], part.x), glm::mix(nodes[2], nodes[3], part.x), part.y);
}

/// The own position, with x moved by whole turns into the lattice's turn.
glm::dvec2 turned(const PlaceMap& map, glm::dvec2 own)
{
    if (map.turn == 0.0) return own;
    const double middle = map.first.x + 0.5 * (map.columns - 1) * map.step.x;
    return {own.x - map.turn * std::floor((own.x - middle) / map.turn + 0.5), own.y};
}

std::optional<glm::dvec3> mapped(const PlaceMap& map, glm::dvec3 own)
{
    const auto cell = cell_of(map, turned(map, glm::dvec2(own)));
    if (!cell) return std::nullopt;
    std::array<glm::dvec3, 4> places{};
    for (std::size_t i = 0; i < places.size(); ++i) {
        const PlaceMap::Node& node = map.nodes[cell->nodes[i]];
        if (node.is_there == 0.0F) return std::nullopt;
        places[i] = {node.place.x, node.place.y, node.height};
    }
    return blended(places, cell->part) + glm::dvec3(0.0, 0.0, map.height_scale * own.z);
}

}  // namespace

std::optional<double> ground_height(const GroundRaster& ground, glm::dvec2 place)
{
    const auto cell = cell_of(ground, place);
    if (!cell) return std::nullopt;
    std::array<double, 4> heights{};
    for (std::size_t i = 0; i < heights.size(); ++i) heights[i] = double{ground.heights[cell->nodes[i]]};
    const double height = blended(heights, cell->part);
    return std::isfinite(height) ? std::optional(height) : std::nullopt;
}

glm::dmat3 drawn_growth(const Placement& placement, glm::dvec2 own)
{
    if (!placement.map) return glm::dmat3(glm::scale(glm::dmat4(1.0), glm::dvec3(placement.scale)));
    const PlaceMap& map = *placement.map;
    const glm::dvec2 last = map.first + map.step * glm::dvec2(map.columns - 1, map.rows - 1);
    const auto cell = cell_of(map, glm::clamp(turned(map, own), map.first, last));
    if (!cell) return glm::dmat3(0.0);
    const auto place = [&](std::size_t corner) { return glm::dvec2(map.nodes[cell->nodes[corner]].place); };
    const glm::dvec2 along_x = (place(1) - place(0)) / map.step.x,
                     along_y = (place(2) - place(0)) / map.step.y;
    return {glm::dvec3(along_x, 0.0), glm::dvec3(along_y, 0.0), glm::dvec3(0.0, 0.0, map.height_scale)};
}

std::optional<glm::dvec3> drawn_place(const Placement& placement, glm::dvec3 own)
{
    auto place = placement.map
                     ? mapped(*placement.map, own)
                     : std::optional(glm::dvec3(placement.offset) + glm::dvec3(placement.scale) * own);
    if (!place || placement.above_ground < 0.0F) return place;
    const auto ground =
        placement.ground ? ground_height(*placement.ground, glm::dvec2(*place)) : std::nullopt;
    place->z = std::max(ground.value_or(0.0), 0.0) + double{placement.above_ground};
    return place;
}

}  // namespace farfield::render
