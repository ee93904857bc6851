#include "compute_node/terrain/sight/post_sight.h"

#include "compute_node/terrain/sight/sight_line.h"
#include "compute_node/terrain/tree/tree_walk.h"

#include <glm/geometric.hpp>

namespace farfield::terrain {

namespace {

SightLine line_to(const HeightBlocks& terrain, const PostSight& sight, std::int64_t column, std::int64_t row)
{
    const glm::dvec2 posts = glm::dvec2{column, row} - glm::dvec2{sight.eye};
    const double bend = glm::dot(sight.post_bend, posts * posts);
    const double target = double{terrain.height_at(column, row)} + sight.target_metres;
    // Straight from end to end, the line dips as far below as the Earth's bend then raises it.
    const GridRay ray{sight.eye, {posts, target - sight.eye.z - bend}, bend};
    return {ray, sight.eye_metres, sight.target_metres, sight.touch_metres};
}

/// True when a cell around a post hides it: a quick test, and mostly one of these cells does.
bool is_hidden_at_end(const HeightBlocks& terrain, const SightLine& line, std::int64_t column,
                      std::int64_t row)
{
    for (const std::int64_t j : {row - 1, row})
        for (const std::int64_t i : {column - 1, column})
            if (blocking_of(terrain, line, i, j)) return true;
    return false;
}

bool is_upright(const SightLine& line)
{
    return line.ray.direction.x == 0.0 && line.ray.direction.y == 0.0;
}

}  // namespace

bool sees_post(const HeightBlocks& terrain, const PostSight& sight, std::int64_t column, std::int64_t row)
{
    const SightLine line = line_to(terrain, sight, column, row);
    if (is_upright(line)) return true;
    if (is_hidden_at_end(terrain, line, column, row)) return false;
    bool is_hidden = false;
    const auto is_wanted = [&](int level, std::uint32_t node, RayPart part) {
        return line.comes_below(terrain.maxima[static_cast<std::size_t>(level)][node], part);
    };
    TreeWalk{terrain, line.ray, 1.0}.run(is_wanted, [&](std::int64_t cell_column, std::int64_t cell_row) {
        return is_hidden = blocking_of(terrain, line, cell_column, cell_row).has_value();
    });
    return !is_hidden;
}

bool is_hidden_by(const HeightBlocks& terrain, const PostSight& sight, std::int64_t column, std::int64_t row,
                  std::int64_t cell_column, std::int64_t cell_row)
{
    return blocking_of(terrain, line_to(terrain, sight, column, row), cell_column, cell_row).has_value();
}

}  // namespace farfield::terrain
