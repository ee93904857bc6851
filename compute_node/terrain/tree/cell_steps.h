#pragma once

#include "compute_node/terrain/tree/grid_ray.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace farfield::terrain {

/// Steps along one axis: the cell that a ray is above, and the t at which the ray leaves it.
class AxisSteps {
public:
    /// cells: of the terrain along the axis. The ray must begin above one of them, or at the edge of one.
    AxisSteps(double origin, double direction, std::int64_t cells)
        : origin_{origin}, direction_{direction}, cells_{cells}
    {
        const double whole = std::floor(origin);
        cell_ = static_cast<std::int64_t>(whole) - (direction < 0.0 && whole == origin ? 1 : 0);
        if (direction == 0.0) cell_ = std::min(cell_, cells - 1);
        set_end();
    }

    [[nodiscard]] std::int64_t cell() const { return cell_; }
    [[nodiscard]] double end() const { return end_; }
    [[nodiscard]] bool is_inside() const { return cell_ >= 0 && cell_ < cells_; }
    void step()
    {
        cell_ += direction_ > 0.0 ? 1 : -1;
        set_end();
    }

private:
    void set_end()
    {
        const auto plane = static_cast<double>(direction_ > 0.0 ? cell_ + 1 : cell_);
        end_ = direction_ == 0.0 ? std::numeric_limits<double>::infinity() : (plane - origin_) / direction_;
    }

    double origin_, direction_;
    std::int64_t cells_, cell_ = 0;
    double end_ = 0.0;
};

/// Visits the cells below a ray from t = 0 to `end`, one after the other, with the part of the ray above
/// each: visit(column, row, part). A ray exactly between two columns or rows of cells visits one of them. It
/// begins above the terrain; the walk ends where it leaves that. Source: Amanatides and Woo, "A Fast Voxel
/// Traversal Algorithm for Ray Tracing", Eurographics 1987; each plane's t is computed from the origin: no
/// error adds up.
template <class Visit>
void for_each_cell(const HeightBlocks& terrain, const GridRay& ray, double end, const Visit& visit)
{
    AxisSteps x{ray.origin.x, ray.direction.x, terrain.columns - 1};
    AxisSteps y{ray.origin.y, ray.direction.y, terrain.rows - 1};
    for (double begin = 0.0; begin < end && x.is_inside() && y.is_inside();) {
        const double next = std::min({x.end(), y.end(), end});
        if (next > begin) visit(x.cell(), y.cell(), RayPart{begin, next});
        const bool leaves_column = x.end() <= next, leaves_row = y.end() <= next;
        if (leaves_column) x.step();
        if (leaves_row) y.step();
        begin = std::max(begin, next);
        if (!leaves_column && !leaves_row) return;
    }
}

}  // namespace farfield::terrain
