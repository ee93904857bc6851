#include "compute_node/fields/dataset_block.h"

#include "compute_node/fields/derived_scalars.h"
#include "compute_node/fields/field_builder.h"
#include "compute_node/fields/lattice_source.h"
#include "compute_node/fields/time_series.h"

#include <glm/common.hpp>

#include <algorithm>
#include <utility>

namespace farfield::compute {

namespace {

/// Layers of nodes beyond a block of which gradients in it are made: two on a side, and where the mapping is
/// singular those of the neighbour.
constexpr int gradient_layers = 3;

/// Flat axes have one layer.
NodeBox as_read(NodeBox box, const GridData& shape)
{
    box.dims = glm::min(box.dims, glm::ivec3{shape.dims.front()});
    return box;
}

/// The part as a dataset of its own.
TimeSeries read_part(const LatticeSource& source, const NodeBox& box)
{
    std::vector<TimeSlice> slices;
    for (const LatticeSlice& slice : source.slices)
        slices.push_back({slice.seconds, slice.source, [=] { return slice.read(box); }});
    return {source.name, std::move(slices)};
}

/// Of all time slices the nodes of `held`, each from those of the box that was read.
std::vector<FixedArray<Node>> nodes_of(const TimeSeries& part, const FieldBuilder& builder, NodeBox read,
                                       const NodeBox& held)
{
    const NodeBox inner{held.first - read.first, held.dims};
    std::vector<FixedArray<Node>> slices;
    for (std::size_t i = 0; i < part.slices(); ++i) {
        Nodes nodes = i == 0 ? builder.nodes_of(part.first().data(), part.source(0))
                             : builder.nodes_of(part.read(i), part.source(i));
        slices.emplace_back(cut_nodes(std::move(nodes), read.dims, inner));
    }
    return slices;
}

std::shared_ptr<const Grid> whole_grid(const GridData& shape, const NodeBox& held)
{
    Grid grid = *build_grid(shape);
    if (auto* uniform = std::get_if<UniformGrid>(&grid))
        uniform->held = held;
    else
        std::get<RectilinearGrid>(grid).held = held;
    return std::make_shared<const Grid>(std::move(grid));
}

FieldInfo of_whole(FieldInfo info, const GridData& shape)
{
    const bool is_uniform = std::holds_alternative<UniformGeometry>(shape.geometry);
    info.kind = is_uniform ? GridKind::Uniform : GridKind::Rectilinear;
    for (int axis = 0; axis < 3; ++axis) {
        const std::vector<double> along = coordinates_along(shape, axis);
        info.bounds.lo[axis] = along.front();
        info.bounds.hi[axis] = along.back();
    }
    return info;
}

}  // namespace

DatasetBlock open_block(const std::vector<std::string>& names, const FieldChoice& choice, int block,
                        int count)
{
    const LatticeSource source = open_lattice(names, choice.scalar);
    const LatticeBlocks blocks{glm::ivec3{source.shape.dims.front()}, count};
    if (block >= blocks.size()) return {nullptr, blocks};
    const NodeBox held = blocks.nodes_of(block);
    const NodeBox read =
        blocks.nodes_of(block, derived_scalar_named(choice.scalar, {}) ? gradient_layers : 0);
    const TimeSeries part = read_part(source, as_read(read, source.shape));
    const FieldBuilder builder{part.first(), choice};
    const std::vector<double> times = part.times();
    const auto in_part = builder.field(nodes_of(part, builder, read, held), {times.begin(), times.end()});
    return {std::make_shared<const Field>(of_whole(in_part->info(), source.shape),
                                          whole_grid(source.shape, held), in_part->all_nodes(),
                                          in_part->slices().times, in_part->scalar_is_speed()),
            blocks};
}

}  // namespace farfield::compute
