#include "compute_node/volumes/slices/lattice_plane.h"

#include "compute_node/fields/length_metric.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <variant>

namespace farfield::compute {

namespace {

constexpr float no_sample = std::numeric_limits<float>::quiet_NaN();

/// Calls a function with the grid where its nodes lie along axes at all times.
template <class Function>
bool with_lattice(const Field& field, const Function& function)
{
    if (field.grid_changes()) return false;
    if (const auto* uniform = std::get_if<UniformGrid>(&field.grid())) return function(*uniform);
    if (const auto* stretched = std::get_if<RectilinearGrid>(&field.grid())) return function(*stretched);
    return false;
}

void find_cells(const RectilinearGrid& grid, int axis, const float* positions, std::size_t places,
                AxisCells& cells)
{
    const AxisTable& along = grid.axes[static_cast<std::size_t>(axis)];
    for (std::size_t i = 0; i < places; ++i) {
        const AxisCell found = along.locate(std::clamp(positions[i], along.lo, along.hi));
        // A flat axis has no bounds, so that infinity would be within.
        const bool is_within =
            positions[i] >= along.lo && positions[i] <= along.hi && std::isfinite(positions[i]);
        cells.cell[i] = found.index;
        cells.fraction[i] = is_within ? found.fraction : no_sample;
    }
}

/// The node that is nearest to each place.
void pick_nodes(const Node* nodes, glm::ivec3 dims, const std::array<AxisCells, 3>& cells, std::size_t places,
                SampleLanes& samples)
{
    for (std::size_t i = 0; i < places; ++i) {
        glm::ivec3 nearest;
        bool is_inside = true;
        for (int axis = 0; axis < 3; ++axis) {
            const AxisCells& along = cells[static_cast<std::size_t>(axis)];
            nearest[axis] = along.cell[i] + (along.fraction[i] >= 0.5F ? 1 : 0);
            is_inside = is_inside && !std::isnan(along.fraction[i]);
        }
        const Node node = is_inside ? nodes[node_index(dims, nearest)] : Node{no_sample};
        for (int lane = 0; lane < 4; ++lane) samples.of[static_cast<std::size_t>(lane)][i] = node[lane];
    }
}

/// The mean of two times, as glm::mix() has it for one sample.
void mix_samples(const SampleLanes& after, float part, std::size_t places, SampleLanes& samples)
{
    for (std::size_t lane = 0; lane < 4; ++lane)
        for (std::size_t i = 0; i < places; ++i)
            samples.of[lane][i] = samples.of[lane][i] * (1.0F - part) + after.of[lane][i] * part;
}

void repeat_first(std::size_t places, AxisCells& cells)
{
    std::fill_n(cells.cell.begin(), places, cells.cell[0]);
    std::fill_n(cells.fraction.begin(), places, cells.fraction[0]);
}

}  // namespace

bool is_complete_lattice(const Field& field)
{
    return with_lattice(field, [](const auto& grid) {
        return grid.resident == NodeBox{glm::ivec3{0}, grid.dims};
    });
}

void set_parts_u(std::uint32_t width, std::vector<double>& parts)
{
    parts.resize(width + beyond_places);
    for (std::uint32_t i = 0; i < width; ++i) parts[i] = (i + 0.5) / width;
    std::fill(parts.begin() + width, parts.end(), parts[width - 1]);
}

LatticePlane::LatticePlane(const Field& field, const PixelPlane& plane, float time, Interpolation how,
                           const std::vector<double>& parts)
    : field_{field},
      plane_{plane},
      parts_{parts},
      is_nearest_{how == Interpolation::Nearest},
      is_along_x_{!is_nearest_ && plane.edge_u.y == 0.0 && plane.edge_u.z == 0.0}
{
    with_lattice(field, [&](const auto& grid) {
        dims_ = grid.dims;
        return true;
    });
    const NodeSlices& slices = field.slices();
    std::tie(before_, after_) = slices.weighted(time);
    part_ = before_ == after_
                ? 0.0F
                : (time - slices.times[before_]) / (slices.times[after_] - slices.times[before_]);
    if (!field.scalar_is_speed()) return;
    const glm::vec3 measured = LengthMetric{field.info()}.measured(glm::vec3{1.0F});
    metric_ = {measured.x, measured.y, measured.z};
}

void LatticePlane::find(int axis, std::uint32_t row, std::size_t first, std::size_t places,
                        AxisCells& cells) const
{
    OfPlaces<float> positions;
    const RowAxis along{
        plane_.origin[axis],        plane_.edge_u[axis],    plane_.part_v(row) * plane_.edge_v[axis],
        field_.info().origin[axis], plane_.region.lo[axis], plane_.region.hi[axis]};
    positions_along(along, &parts_[first], places, positions.data());
    with_lattice(field_, [&](const auto& grid) {
        if (axis == 0 && grid.around.is_periodic())
            for (std::size_t i = 0; i < places; ++i) positions[i] = grid.around.wrapped(positions[i]);
        find_cells(grid, axis, positions.data(), places, cells);
        return true;
    });
}

bool LatticePlane::sample_along_x(const Node* nodes, const Cells& cells, std::size_t places,
                                  SampleLanes& samples) const
{
    const auto& [x, y, z] = cells;
    const auto [first, last] = std::minmax_element(x.cell.begin(), x.cell.begin() + places);
    const std::size_t count = static_cast<std::size_t>(*last - *first) + 2;
    if (count > places) return false;
    SampleLanes blended;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled
    const Node* const row = nodes + node_index(dims_, {*first, y.cell[0], z.cell[0]});
    blend_nodes(row, dims_, y.fraction[0], z.fraction[0], count, blended);
    blend_row(blended, *first, x, places, samples);
    return true;
}

void LatticePlane::sample_slice(const Node* nodes, const Cells& cells, std::size_t places,
                                SampleLanes& samples) const
{
    if (is_nearest_) return pick_nodes(nodes, dims_, cells, places, samples);
    if (is_along_x_ && sample_along_x(nodes, cells, places, samples)) return;
    blend_cells(nodes, dims_, cells, places, samples);
}

void LatticePlane::sample(std::uint32_t row, std::size_t first, std::size_t count, SampleLanes& samples) const
{
    constexpr std::size_t vector = beyond_places / 2;  // the longest vector
    const std::size_t places = (count + vector - 1) / vector * vector;
    Cells cells;
    for (int axis = 0; axis < 3; ++axis) {
        AxisCells& along = cells[static_cast<std::size_t>(axis)];
        const bool is_same = plane_.edge_u[axis] == 0.0;
        find(axis, row, first, is_same ? vector : places, along);
        if (is_same) repeat_first(places, along);
    }
    const NodeSlices& slices = field_.slices();
    sample_slice(slices.nodes[before_], cells, places, samples);
    if (after_ != before_) {
        SampleLanes after;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled
        sample_slice(slices.nodes[after_], cells, places, after);
        mix_samples(after, part_, places, samples);
    }
    if (metric_) measure_lengths(*metric_, places, samples);
}

}  // namespace farfield::compute
