#include "compute_node/grids/rectilinear_grid.h"

#include "compute_node/grids/trilinear.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace farfield::compute {

namespace {

/// Bins an axis may have for each of its nodes; more bins mean fewer steps on strongly stretched axes.
constexpr int bins_per_node = 8;

/// The bin of a position, with the same arithmetic everywhere so that table and look-up agree.
int bin_of(const AxisTable& axis, float position)
{
    const float bin = (position - axis.node.front()) * axis.bins_per_unit;
    return bin > 0.0F ? std::min(static_cast<int>(bin), static_cast<int>(axis.bin_cell.size()) - 1) : 0;
}

void make_flat(AxisTable& axis)
{
    axis.node.push_back(axis.node.front());
    axis.inverse_width = {0.0F};
    axis.bin_cell = {0};
    axis.lo = -std::numeric_limits<float>::infinity();
    axis.hi = std::numeric_limits<float>::infinity();
}

/// Lets every bin begin at the lowest cell that any position falling into the bin can lie in.
void fill_bins(AxisTable& axis)
{
    const int cells = static_cast<int>(axis.inverse_width.size());
    std::vector<int> last_cell(axis.bin_cell.size(), 0);
    std::fill(axis.bin_cell.begin(), axis.bin_cell.end(), cells);
    for (int cell = 0; cell < cells; ++cell)
        for (int bin = bin_of(axis, axis.node[cell]); bin <= bin_of(axis, axis.node[cell + 1]); ++bin) {
            axis.bin_cell[bin] = std::min(axis.bin_cell[bin], cell);
            last_cell[bin] = std::max(last_cell[bin], cell);
        }
    for (std::size_t bin = 0; bin < last_cell.size(); ++bin)
        axis.max_steps = std::max(axis.max_steps, last_cell[bin] - axis.bin_cell[bin]);
}

}  // namespace

AxisTable::AxisTable(const std::vector<double>& coordinates, double zero)
{
    for (const double coordinate : coordinates) node.push_back(static_cast<float>(coordinate - zero));
    if (node.size() == 1) {
        make_flat(*this);
        return;
    }
    lo = node.front();
    hi = node.back();
    float narrowest = hi - lo;
    for (std::size_t i = 0; i + 1 < node.size(); ++i) {
        inverse_width.push_back(1.0F / (node[i + 1] - node[i]));
        narrowest = std::min(narrowest, node[i + 1] - node[i]);
    }
    const double wanted = std::ceil((static_cast<double>(hi) - lo) / narrowest);
    const double most = static_cast<double>(bins_per_node) * static_cast<double>(node.size());
    bin_cell.resize(static_cast<std::size_t>(std::clamp(wanted, 1.0, most)));
    bins_per_unit = static_cast<float>(static_cast<double>(bin_cell.size()) / (static_cast<double>(hi) - lo));
    fill_bins(*this);
}

AxisCell AxisTable::locate(float position) const
{
    if (inverse_width.front() == 0.0F) return {};
    const int last = static_cast<int>(inverse_width.size()) - 1;
    int cell = bin_cell[bin_of(*this, position)];
    while (cell < last && position >= node[cell + 1]) ++cell;
    return {cell, (position - node[cell]) * inverse_width[cell]};
}

RectilinearGrid::RectilinearGrid(const std::array<std::vector<double>, 3>& coordinates, glm::dvec3 zero)
    : dims{doubled({coordinates[0].size(), coordinates[1].size(), coordinates[2].size()})},
      axes{AxisTable{coordinates[0], zero.x}, AxisTable{coordinates[1], zero.y},
           AxisTable{coordinates[2], zero.z}},
      resident{glm::ivec3{0}, dims}
{}

bool RectilinearGrid::locate(glm::vec3 position, CellCursor& cursor) const
{
    if (around.is_periodic()) position.x = around.wrapped(position.x);
    cursor.block = 0;
    for (int axis = 0; axis < 3; ++axis) {
        if (!(position[axis] >= axes[axis].lo && position[axis] <= axes[axis].hi)) return false;
        const AxisCell found = axes[axis].locate(position[axis]);
        cursor.cell[axis] = found.index;
        cursor.local[axis] = found.fraction;
    }
    return true;
}

}  // namespace farfield::compute
