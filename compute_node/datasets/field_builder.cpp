#include "compute_node/datasets/field_builder.h"

#include "compute_node/datasets/field_nodes.h"
#include "compute_node/fields/length_metric.h"
#include "compute_node/grids/geo.h"
#include "compute_node/grids/origin.h"
#include "compute_node/support/parallel_ranges.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

bool is_finite(const Node& node)
{
    return std::isfinite(node.x) && std::isfinite(node.y) && std::isfinite(node.z) && std::isfinite(node.w);
}

/// True when equal spacing would put all coordinates where they are, within a hundred thousandth of it.
bool is_equally_spaced(const std::vector<double>& c)
{
    const double spacing = c.size() < 2 ? 1.0 : (c.back() - c.front()) / static_cast<double>(c.size() - 1);
    for (std::size_t i = 0; i < c.size(); ++i)
        if (std::abs(c[i] - (c.front() + spacing * static_cast<double>(i))) > 1e-5 * spacing) return false;
    return true;
}

UniformGeometry equal_spacing(const RectilinearGeometry& grid)
{
    UniformGeometry uniform;
    for (int axis = 0; axis < 3; ++axis) {
        const std::vector<double>& c = grid.coordinates[axis];
        uniform.origin[axis] = c.front();
        if (c.size() > 1) uniform.spacing[axis] = (c.back() - c.front()) / static_cast<double>(c.size() - 1);
    }
    return uniform;
}

/// The n-th of places that fill a box evenly. Source: M. Roberts, "The unreasonable effectiveness of
/// quasirandom sequences", 2018: multiples of the powers of 1 over the root of x^4 = x + 1.
glm::dvec3 even_place(const Bounds& box, unsigned n)
{
    constexpr glm::dvec3 steps{0.819172513396164, 0.671043606703789, 0.549700477901970};
    return glm::mix(box.lo, box.hi, glm::fract(0.5 + static_cast<double>(n) * steps));
}

/// The middle of a scalar by volume: meshes have most nodes close to bodies, where little of the flow is, so
/// that space, not nodes, is sampled. None where too few samples are inside.
template <class Mesh>
std::optional<ScalarMiddle> middle_by_volume(const Mesh& mesh, const Nodes& nodes, const FieldInfo& info)
{
    constexpr unsigned places = 4096, fewest = 128;
    std::vector<float> values;
    CellCursor cursor;
    for (unsigned n = 1; n <= places; ++n)
        if (mesh.find(info.relative(even_place(info.bounds, n)), nodes.data(), cursor))
            if (const Node node = mesh.interpolate(nodes.data(), cursor); is_finite(node))
                values.push_back(node.w);
    return values.size() < fewest ? std::nullopt : std::optional{middle_of(std::move(values))};
}

/// The part of the nodes' middle that is near to that by volume: a speed from 0 at walls to a quarter above
/// it; another scalar to half its width on either side.
ScalarMiddle joined_middle(const ScalarMiddle& of_nodes, const ScalarMiddle& of_space, bool is_speed)
{
    const float lo = std::min(of_nodes[0], of_space[0]), hi = std::max(of_nodes[1], of_space[1]);
    if (is_speed) return {lo, std::min(hi, of_space[1] + 0.25F * (of_space[1] - lo))};
    const float more = 0.5F * (of_space[1] - of_space[0]);
    return {std::max(lo, of_space[0] - more), std::min(hi, of_space[1] + more)};
}

Ranges ranges_of(const GridData& data, const Nodes& nodes, const Grid& grid, const FieldInfo& info)
{
    Ranges ranges;
    ranges.add(nodes, {data.geographic, data.z_units});
    std::optional<ScalarMiddle> middle;
    if (const auto* mesh = std::get_if<TetrahedralGrid>(&grid)) middle = middle_by_volume(*mesh, nodes, info);
    if (const auto* mesh = std::get_if<IsoparametricGrid>(&grid))
        middle = middle_by_volume(*mesh, nodes, info);
    if (middle && (*middle)[0] < (*middle)[1])
        ranges.scalar_middle = joined_middle(ranges.scalar_middle, *middle, info.scalar_name == "speed");
    return ranges;
}

/// True when cells are tetrahedra, which are linear and need no iteration in searches.
bool is_tetrahedral(const CellList& cells)
{
    return cells.has_volume() && std::all_of(cells.kinds.begin(), cells.kinds.end(), [](CellKind kind) {
               return is_flat(kind) || kind == CellKind::Tetra;
           });
}

struct BuildGrid {
    const GridData& data;
    glm::dvec3 zero;

    Grid operator()(const UniformGeometry& grid) const
    {
        if (data.geographic) return (*this)(coordinates_of(grid));
        UniformGrid uniform{glm::ivec3{data.dims.front()}, grid.origin, grid.spacing, zero};
        if (data.around_globe) uniform.around = {uniform.lo.x, uniform.hi.x - uniform.lo.x};
        return uniform;
    }
    Grid operator()(const RectilinearGeometry& grid) const
    {
        // Cells of equal width are found faster without tables; over the Earth other work outweighs that.
        if (!data.geographic &&
            std::all_of(grid.coordinates.begin(), grid.coordinates.end(), is_equally_spaced))
            return (*this)(equal_spacing(grid));
        RectilinearGrid rectilinear{grid.coordinates, zero};
        const AxisTable& x = rectilinear.axes[0];
        if (data.around_globe) rectilinear.around = {x.lo, x.hi - x.lo};
        return rectilinear;
    }
    Grid operator()(const CurvilinearGeometry& grid) const
    {
        if (data.geographic && data.dims.size() > 1)
            throw std::runtime_error("a grid of longitudes and latitudes must be one block");
        if (data.geographic)
            return SphericalGrid{glm::ivec3{data.dims.front()}, grid.points,
                                 static_cast<float>(grid.origin.y)};
        return CurvilinearGrid{{data.dims.begin(), data.dims.end()}, grid.points, data.blanked};
    }
    Grid operator()(const UnstructuredGeometry& mesh) const
    {
        if (is_tetrahedral(mesh.cells)) return TetrahedralGrid{mesh.points, mesh.cells};
        return IsoparametricGrid{mesh.points, mesh.cells};
    }

private:
    [[nodiscard]] RectilinearGeometry coordinates_of(const UniformGeometry& grid) const
    {
        RectilinearGeometry all;
        for (int axis = 0; axis < 3; ++axis)
            for (unsigned i = 0; i < data.dims.front()[axis]; ++i)
                all.coordinates[axis].push_back(grid.origin[axis] + grid.spacing[axis] * i);
        return all;
    }
};

/// Nodes as grids want them: every block's flat axes doubled. A mesh has no blocks.
Nodes laid_out(Nodes nodes, const std::vector<glm::uvec3>& block_dims)
{
    if (block_dims.empty()) return nodes;
    if (block_dims.size() == 1) return double_flat_axes(std::move(nodes), glm::ivec3{block_dims.front()});
    Nodes all;
    auto begin = nodes.begin();
    for (const glm::ivec3 dims : block_dims) {
        const auto end = begin + static_cast<std::ptrdiff_t>(dims.x) * dims.y * dims.z;
        const Nodes block = double_flat_axes(Nodes{begin, end}, dims);
        all.insert(all.end(), block.begin(), block.end());
        begin = end;
    }
    return all;
}

FieldInfo field_info(const DatasetInfo& info, const FieldChoice& choice)
{
    FieldInfo field;
    field.dataset = info.name;
    field.kind = info.kind;
    field.bounds = info.bounds;
    field.origin = info.origin;
    if (!choice.scalar_alone) field.vector_name = choice.vector;
    field.scalar_name = choice.scalar;
    field.position_units = info.position_units;
    field.z_units = info.z_units;
    // A flat axis of curvilinear grids and meshes is where all points agree, of the others where there is one
    // node.
    for (int axis = 0; axis < 3; ++axis)
        field.flat[axis] = info.kind != GridKind::Analytic && info.bounds.lo[axis] == info.bounds.hi[axis];
    const std::string& units_of = is_speed(choice) ? choice.vector : choice.scalar;
    for (const auto* arrays : {&info.of_vectors, &info.derived, &info.arrays})
        for (const ArrayInfo& array : *arrays)
            if (array.name == units_of) field.scalar_units = array.units;
    return field;
}

}  // namespace

ScalarMiddle middle_of(std::span<const Node> nodes)
{
    return middle_of(nodes.size(), [&](std::size_t n) {
        return is_finite(nodes[n]) ? nodes[n].w : std::numeric_limits<float>::quiet_NaN();
    });
}

namespace {

/// The ranges over these nodes, without the middle.
Ranges ranges_of(std::span<const Node> nodes, const LengthMetric& metric)
{
    Ranges ranges;
    for (const Node& node : nodes) {
        if (!is_finite(node)) continue;
        const glm::vec3 velocity{node};
        ranges.scalar_min = std::min(ranges.scalar_min, node.w);
        ranges.scalar_max = std::max(ranges.scalar_max, node.w);
        ranges.max_speed =
            std::max(ranges.max_speed, static_cast<double>(glm::length(metric.measured(velocity))));
        ranges.max_velocity = glm::max(ranges.max_velocity, glm::dvec3{glm::abs(velocity)});
    }
    return ranges;
}

}  // namespace

void Ranges::add(std::span<const Node> nodes, const LengthMetric& metric)
{
    Ranges added;
    std::mutex mutex;
    for_ranges(nodes.size(), [&](std::size_t begin, std::size_t end) {
        const Ranges some = ranges_of(nodes.subspan(begin, end - begin), metric);
        const std::lock_guard lock{mutex};
        added.add(some);
    });
    if (added.scalar_min <= added.scalar_max) added.scalar_middle = middle_of(nodes);
    add(added);
}

void Ranges::add(const Ranges& others)
{
    scalar_min = std::min(scalar_min, others.scalar_min);
    scalar_max = std::max(scalar_max, others.scalar_max);
    scalar_middle = {std::min(scalar_middle[0], others.scalar_middle[0]),
                     std::max(scalar_middle[1], others.scalar_middle[1])};
    max_speed = std::max(max_speed, others.max_speed);
    max_velocity = glm::max(max_velocity, others.max_velocity);
}

namespace {

/// The largest cosine of a latitude in the box: length of a circle of latitude over that of the equator.
double widest_circle(const Bounds& bounds)
{
    const double nearest = std::clamp(0.0, bounds.lo.y, bounds.hi.y);
    return std::cos(std::min(std::abs(nearest), max_latitude) * std::numbers::pi / 180.0);
}

[[noreturn]] void throw_no_values(const FieldInfo& info)
{
    const std::string &scalar = info.scalar_name, &vector = info.vector_name;
    if (vector.empty())
        throw std::runtime_error(fmt::format("'{}': the scalar '{}' has no value", info.dataset, scalar));
    if (scalar.empty() || scalar == "speed")
        throw std::runtime_error(fmt::format("'{}': the velocity '{}' has no value", info.dataset, vector));
    throw std::runtime_error(fmt::format("'{}': no node has a value of both the scalar '{}' and the velocity "
                                         "'{}'",
                                         info.dataset, scalar, vector));
}

}  // namespace

void Ranges::describe(FieldInfo& info) const
{
    if (scalar_min > scalar_max) throw_no_values(info);
    info.scalar_min = scalar_min;
    info.scalar_max = scalar_max;
    info.scalar_middle = scalar_middle;
    info.max_speed = max_speed;
    constexpr double steps_across = 500.0;
    glm::dvec3 extent = info.bounds.hi - info.bounds.lo;
    double crossing = std::numeric_limits<double>::infinity();
    if (info.position_units == "degrees") {
        extent.x *= widest_circle(info.bounds);
        for (int axis = 0; axis < 2; ++axis)
            if (max_velocity[axis] > 0.0) crossing = std::min(crossing, extent[axis] / max_velocity[axis]);
        // Over the ground a flow has much farther to go than up and down: a step that suits its fastest
        // rise alone would show nothing of it.
        constexpr double steps_upwards = 25.0;
        const double part = std::isfinite(crossing) ? steps_across / steps_upwards : 1.0;
        if (max_velocity.z > 0.0) crossing = std::min(crossing, part * extent.z / max_velocity.z);
    } else if (max_speed > 0.0) {
        crossing = glm::length(extent) / max_speed;
    }
    info.suggested_step = std::isfinite(crossing) ? crossing / steps_across : 1.0;
}

namespace {

/// True when all components of a node are numbers.
bool has_value(const NodeValues& array)
{
    const auto components = static_cast<std::size_t>(array.components);
    std::size_t finite = 0;  // of the node's components
    for (std::size_t n = 0; n < array.values.size(); ++n) {
        finite = n % components == 0 ? 0 : finite;
        finite += std::isfinite(array.values[n]) ? 1 : 0;
        if (finite == components) return true;
    }
    return false;
}

/// As has_values() of the array of this name; of any where it is empty.
bool has_values_of(const std::string& name, const GridData& data)
{
    if (is_empty(data)) return false;
    bool has_arrays = false;
    for (const NodeValues& array : data.arrays) {
        if (!name.empty() && array.name != name) continue;
        has_arrays = has_arrays || array.values.size() > 0;
        if (has_value(array)) return true;
    }
    return !has_arrays;
}

}  // namespace

bool has_values(const GridData& data)
{
    return has_values_of(data.default_vector, data);
}

bool has_value_of_any(const GridData& data)
{
    return !data.arrays.empty() && has_values_of("", data);
}

bool has_vector(const GridData& data)
{
    return std::ranges::any_of(data.arrays, [](const NodeValues& array) { return array.components == 3; });
}

void note_no_values(const std::string& dataset, std::size_t steps, GridData& data)
{
    if (is_empty(data))
        throw std::runtime_error(fmt::format(
            "'{}' has no cell{}", dataset, steps > 1 ? fmt::format(" in any of {} time steps", steps) : ""));
    const bool is_vector = !data.default_vector.empty();
    const std::string name =
        is_vector || data.arrays.empty() ? data.default_vector : data.arrays.front().name;
    data.remarks.push_back(fmt::format("{} '{}' has no value{}.", is_vector ? "The velocity" : "The scalar",
                                       name,
                                       steps > 1 ? fmt::format(" in any of {} time steps", steps) : ""));
    if (is_vector && std::ranges::any_of(data.arrays, has_value)) data.default_vector.clear();
}

std::shared_ptr<const Grid> build_grid(const GridData& data)
{
    return build_grid(data, origin_of(data));
}

std::shared_ptr<const Grid> build_grid(const GridData& data, glm::dvec3 origin)
{
    return std::make_shared<const Grid>(std::visit(BuildGrid{data, origin}, data.geometry));
}

std::shared_ptr<const Field> build_field(const DatasetInfo& info, const GridData& data,
                                         std::shared_ptr<const Grid> grid, const FieldChoice& choice)
{
    FieldInfo field = field_info(info, choice);
    Nodes nodes = nodes_from(info, info.name, data, *grid, choice, field.flat);
    ranges_of(data, nodes, *grid, field).describe(field);
    nodes = laid_out(std::move(nodes), data.dims);
    return std::make_shared<Field>(std::move(field), std::move(grid), std::move(nodes), is_speed(choice));
}

FieldBuilder::FieldBuilder(const Dataset& first, const FieldChoice& choice, const GridData* later)
    : dataset_{first.info()},
      choice_{completed(dataset_, choice)},
      grid_{first.grid()},
      info_{field_info(dataset_, choice_)},
      scalar_is_speed_{is_speed(choice_)}
{
    check_choice(dataset_, dataset_.name, later != nullptr ? *later : first.data(), choice_);
    if (later == nullptr) return;
    if (const NodeValues* scalar = array_named(*later, choice_.scalar, 1)) info_.scalar_units = scalar->units;
}

std::string FieldBuilder::missing_in(const GridData& data) const
{
    return missing_array(data, choice_);
}

void FieldBuilder::add(const GridData& data, std::shared_ptr<const Grid> grid, double seconds,
                       const std::string& source)
{
    if (grid != grid_) {
        const Bounds own = bounds_of(data);
        include(info_.bounds, own.lo);
        include(info_.bounds, own.hi);
    }
    Nodes nodes = nodes_from(dataset_, source, data, *grid, choice_, info_.flat);
    ranges_.add(ranges_of(data, nodes, *grid, info_));
    slices_.push_back(laid_out(std::move(nodes), data.dims));
    grids_.push_back(std::move(grid));
    times_.push_back(static_cast<float>(seconds));
}

Nodes FieldBuilder::nodes_of(const GridData& data, const Grid& grid, const std::string& source) const
{
    return laid_out(nodes_from(dataset_, source, data, grid, choice_, info_.flat), data.dims);
}

void FieldBuilder::take_ranges(const FieldInfo& from)
{
    info_.scalar_min = from.scalar_min;
    info_.scalar_max = from.scalar_max;
    info_.scalar_middle = from.scalar_middle;
    info_.max_speed = from.max_speed;
    info_.suggested_step = from.suggested_step;
}

std::shared_ptr<const Field> FieldBuilder::field(std::vector<FixedArray<Node>> slices,
                                                 std::vector<float> times,
                                                 std::vector<std::shared_ptr<const Grid>> grids) const
{
    return std::make_shared<Field>(info_, grid_, std::move(slices), std::move(times), scalar_is_speed_,
                                   std::move(grids));
}

std::shared_ptr<const Field> FieldBuilder::finish()
{
    ranges_.describe(info_);
    if (std::ranges::all_of(grids_, [this](const auto& grid) { return grid == grid_; })) grids_.clear();
    return std::make_shared<Field>(std::move(info_), std::move(grid_), std::move(slices_), std::move(times_),
                                   scalar_is_speed_, std::move(grids_));
}

std::shared_ptr<const Field> build_field(const DatasetInfo& info, AnalyticFlow flow)
{
    FieldInfo field = field_info(info, completed(info, {}));
    // The range is that of a lattice of nodes: close to the true one, and what the sampled field would have.
    constexpr int n = 33;
    Nodes nodes;
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const glm::dvec3 at{glm::dvec3{i, j, k} / (n - 1.0)};
                const glm::vec3 v{velocity_of(flow, info.bounds.lo + at * (info.bounds.hi - info.bounds.lo))};
                nodes.emplace_back(v, glm::length(v));
            }
    Ranges ranges;
    ranges.add(nodes, LengthMetric{field});
    ranges.describe(field);
    return std::make_shared<Field>(std::move(field), std::make_shared<const Grid>(flow), Nodes{}, true);
}

}  // namespace farfield::compute
