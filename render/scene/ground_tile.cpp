#include "render/scene/ground_tile.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace farfield::render {
namespace {

/// The heights of a tile by column and row; places beyond the edge have the edge's height.
class Posts {
public:
    Posts(const GroundGrid& grid, std::span<const float> heights) : grid_(grid), heights_(heights) {}

    [[nodiscard]] int columns() const { return static_cast<int>(grid_.x.size()); }
    [[nodiscard]] int rows() const { return static_cast<int>(grid_.y.size()); }
    [[nodiscard]] glm::vec3 at(int column, int row) const
    {
        const auto c = static_cast<std::size_t>(std::clamp(column, 0, columns() - 1));
        const auto r = static_cast<std::size_t>(std::clamp(row, 0, rows() - 1));
        return {grid_.x[c], grid_.y[r], heights_[r * grid_.x.size() + c]};
    }
    /// The difference between the neighbours of a post; a neighbour without a height is replaced by the post.
    [[nodiscard]] glm::vec3 slope(int column, int row, int dx, int dy) const
    {
        const glm::vec3 here = at(column, row);
        glm::vec3 before = at(column - dx, row - dy), after = at(column + dx, row + dy);
        if (std::isnan(before.z)) before = here;
        if (std::isnan(after.z)) after = here;
        return after - before;
    }

private:
    const GroundGrid& grid_;
    std::span<const float> heights_;
};

glm::u8vec4 packed_normal(const Posts& posts, int column, int row)
{
    const glm::vec3 across = posts.slope(column, row, 1, 0), down = posts.slope(column, row, 0, 1);
    glm::vec3 normal = glm::cross(across, down);
    if (normal.z < 0.0F) normal = -normal;
    const float length = glm::length(normal);
    normal = length > 0.0F ? normal / length : glm::vec3(0.0F, 0.0F, 1.0F);
    return {glm::u8vec3(127.5F + 127.5F * normal + 0.5F), 0};
}

void check(const GroundGrid& grid, std::span<const float> heights)
{
    const auto fits = [](std::size_t side) { return side >= 2 && side <= max_ground_side; };
    if (fits(grid.x.size()) && fits(grid.y.size()) && heights.size() == grid.x.size() * grid.y.size()) return;
    throw std::invalid_argument("no tile of ground has " + std::to_string(grid.x.size()) + " x " +
                                std::to_string(grid.y.size()) + " posts and " +
                                std::to_string(heights.size()) + " heights");
}

void add_cell(std::vector<std::uint16_t>& triangles, int left, int right, int top, int bottom)
{
    for (const int corner :
         {top + left, bottom + left, top + right, top + right, bottom + left, bottom + right})
        triangles.push_back(static_cast<std::uint16_t>(corner));
}

/// Columns, or rows, of vertices that a grid of this stride uses: skirt, posts with the last one, skirt.
std::vector<int> lines_of(int posts, int stride)
{
    std::vector<int> lines{0};
    for (int post = 0; post < posts - 1; post += stride) lines.push_back(1 + post);
    lines.push_back(posts);
    lines.push_back(posts + 1);
    return lines;
}

template <typename HasAllPosts>
std::vector<std::uint16_t> triangles_of(int columns, int rows, int stride, const HasAllPosts& has_all_posts)
{
    std::vector<std::uint16_t> triangles;
    const std::vector<int> across = lines_of(columns, stride), down = lines_of(rows, stride);
    const int width = columns + 2;
    for (std::size_t r = 0; r + 1 < down.size(); ++r)
        for (std::size_t c = 0; c + 1 < across.size(); ++c)
            if (has_all_posts(across[c], across[c + 1], down[r], down[r + 1]))
                add_cell(triangles, across[c], across[c + 1], width * down[r], width * down[r + 1]);
    return triangles;
}

}  // namespace

GroundShape make_ground_shape(const GroundGrid& grid, std::span<const float> heights, float skirt_metres)
{
    check(grid, heights);
    const Posts posts(grid, heights);
    GroundShape shape{.columns = posts.columns(), .rows = posts.rows(), .vertices = {}, .triangles = {}};
    bool has_holes = false;
    for (int row = -1; row <= posts.rows(); ++row)
        for (int column = -1; column <= posts.columns(); ++column) {
            const bool hangs = row < 0 || column < 0 || row == posts.rows() || column == posts.columns();
            glm::vec3 place = posts.at(column, row);
            has_holes = has_holes || std::isnan(place.z);
            if (hangs) place.z -= skirt_metres;
            const int c = std::clamp(column, 0, posts.columns() - 1),
                      r = std::clamp(row, 0, posts.rows() - 1);
            shape.vertices.push_back({place, packed_normal(posts, c, r)});
        }
    if (!has_holes) return shape;
    const auto width = static_cast<std::size_t>(shape.columns) + 2;
    const auto is_ground = [&](int column, int row) {
        return !std::isnan(
            shape.vertices[width * static_cast<std::size_t>(row) + static_cast<std::size_t>(column)].place.z);
    };
    shape.triangles =
        triangles_of(shape.columns, shape.rows, 1, [&](int left, int right, int top, int bottom) {
            return is_ground(left, top) && is_ground(right, top) && is_ground(left, bottom) &&
                   is_ground(right, bottom);
        });
    // Without any ground, a triangle without extent stands for "no triangles", as empty means all cells.
    if (shape.triangles.empty()) shape.triangles = {0, 0, 0};
    for (GroundVertex& vertex : shape.vertices)
        if (std::isnan(vertex.place.z)) vertex.place.z = 0.0F;
    return shape;
}

std::vector<std::uint16_t> grid_triangles(int columns, int rows, int stride)
{
    return triangles_of(columns, rows, stride, [](int, int, int, int) { return true; });
}

}  // namespace farfield::render
