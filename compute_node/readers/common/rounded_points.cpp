#include "compute_node/readers/common/rounded_points.h"

#include "compute_node/grids/origin.h"

#include <glm/common.hpp>
#include <glm/vec3.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

namespace farfield::compute {

namespace {

/// Roundings of a coordinate in the width of a cell below which its shape is wrong by a hundredth or so.
constexpr double narrow_cell = 32.0;

/// Counts cells that are narrow along axes with far coordinates.
class CellWidths {
public:
    CellWidths(const Bounds& bounds, glm::dvec3 origin)
    {
        for (int axis = 0; axis < 3; ++axis) {
            const double largest = std::max(std::abs(bounds.lo[axis]), std::abs(bounds.hi[axis]));
            const auto coordinate = static_cast<float>(largest);
            const double step =
                std::nextafter(coordinate, std::numeric_limits<float>::infinity()) - coordinate;
            if (origin[axis] != 0.0 && bounds.hi[axis] > bounds.lo[axis]) rounding_[axis] = step;
        }
    }

    void add(std::span<const glm::vec3> corners)
    {
        glm::vec3 lo = corners.front(), hi = lo;
        for (const glm::vec3& corner : corners) {
            lo = glm::min(lo, corner);
            hi = glm::max(hi, corner);
        }
        ++cells_;
        bool is_narrow = false;
        for (int axis = 0; axis < 3; ++axis)
            is_narrow =
                is_narrow || (rounding_[axis] > 0.0 && hi[axis] - lo[axis] < narrow_cell * rounding_[axis]);
        if (is_narrow) ++narrow_;
    }

    [[nodiscard]] std::uint64_t cells() const { return cells_; }
    [[nodiscard]] std::uint64_t narrow() const { return narrow_; }
    [[nodiscard]] double rounding() const { return std::max({rounding_.x, rounding_.y, rounding_.z}); }

private:
    glm::dvec3 rounding_{0.0};  ///< spacing of binary32 numbers; 0 for axes that do not matter
    std::uint64_t cells_ = 0, narrow_ = 0;
};

void add_cells(const UnstructuredGeometry& mesh, CellWidths& widths)
{
    std::vector<glm::vec3> corners;
    mesh.cells.for_each([&](CellKind kind, const std::uint32_t* points) {
        corners.clear();
        for (std::size_t c = 0; c < corner_count(kind); ++c) corners.push_back(mesh.points[points[c]]);
        widths.add(corners);
    });
}

void add_cells(std::span<const glm::vec3> points, glm::uvec3 dims, CellWidths& widths)
{
    const glm::uvec3 last = dims - 1U;
    std::array<glm::vec3, 8> corners{};
    for (unsigned k = 0; k < std::max(last.z, 1U); ++k)
        for (unsigned j = 0; j < std::max(last.y, 1U); ++j)
            for (unsigned i = 0; i < std::max(last.x, 1U); ++i) {
                for (unsigned c = 0; c < corners.size(); ++c) {
                    const glm::uvec3 node =
                        glm::min(last, glm::uvec3{i + (c & 1U), j + (c >> 1U & 1U), k + (c >> 2U)});
                    corners[c] =
                        points[node.x + std::size_t{dims.x} * (node.y + std::size_t{dims.y} * node.z)];
                }
                widths.add(corners);
            }
}

void add_cells(const CurvilinearGeometry& grid, const std::vector<glm::uvec3>& blocks, CellWidths& widths)
{
    std::size_t first = 0;
    for (const glm::uvec3 dims : blocks) {
        const std::size_t count = std::size_t{dims.x} * dims.y * dims.z;
        add_cells(std::span{grid.points}.subspan(first, count), dims, widths);
        first += count;
    }
}

}  // namespace

void note_rounded_points(GridData& data)
{
    const glm::dvec3 origin = origin_of(data);
    if (origin == glm::dvec3{0.0}) return;
    CellWidths widths{bounds_of(data), origin};
    if (const auto* mesh = std::get_if<UnstructuredGeometry>(&data.geometry)) add_cells(*mesh, widths);
    if (const auto* grid = std::get_if<CurvilinearGeometry>(&data.geometry))
        add_cells(*grid, data.dims, widths);
    if (widths.narrow() == 0) return;
    data.remarks.push_back(
        fmt::format("The file's coordinates are binary32, which at this distance from 0 are rounded to "
                    "multiples of {:g}: "
                    "{} of {} cells are narrower than {:g} of these and have lost their shape.",
                    widths.rounding(), widths.narrow(), widths.cells(), narrow_cell));
}

}  // namespace farfield::compute
