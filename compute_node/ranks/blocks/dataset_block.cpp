#include "compute_node/ranks/blocks/dataset_block.h"

#include "compute_node/datasets/dataset_info.h"
#include "compute_node/fields/derived_scalars.h"
#include "compute_node/ranks/blocks/coarse_lattice.h"

#include <glm/common.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// Number of layers of nodes beyond a block that gradients in it need: two on a side, and where the mapping
/// is singular those of the neighbour.
constexpr int gradient_layers = 3;

/// The box as files have it: flat axes have one layer.
NodeBox as_read(NodeBox box, const GridData& shape)
{
    box.dims = glm::min(box.dims, glm::ivec3{shape.dims.front()});
    return box;
}

/// Reads the part as a dataset of its own.
TimeSeries read_part(const LatticeSource& source, const NodeBox& box)
{
    std::vector<TimeSlice> slices;
    for (const LatticeSlice& slice : source.slices)
        slices.push_back(
            {slice.seconds, slice.source, [=](const std::stop_token&) { return slice.read(box); }});
    return {source.name, std::move(slices)};
}

void ask_whether_wanted(const std::function<bool()>& is_unwanted)
{
    if (is_unwanted && is_unwanted()) throw std::runtime_error("the block is not wanted any more");
}

/// The nodes of `held` of all time slices, each from those of the box that was read.
std::vector<FixedArray<Node>> nodes_of(const TimeSeries& part, const FieldBuilder& builder, NodeBox read,
                                       const NodeBox& held, const std::function<bool()>& is_unwanted)
{
    const NodeBox inner{held.first - read.first, held.dims};
    std::vector<FixedArray<Node>> slices;
    for (std::size_t i = 0; i < part.slices(); ++i) {
        ask_whether_wanted(is_unwanted);
        const GridData later = i == 0 ? GridData{} : part.read(i);
        const GridData& data = i == 0 ? part.first().data() : later;
        const Grid& grid = *part.first().grid();
        if (i > 0 && part.grid_of(i, data).get() != &grid)
            throw std::runtime_error(fmt::format(
                "'{}' has another grid than the first time slice: expected the same nodes in all, for the "
                "dataset is held in blocks",
                part.source(i)));
        Nodes nodes = builder.nodes_of(data, grid, part.source(i));
        slices.emplace_back(cut_nodes(std::move(nodes), read.dims, inner));
    }
    return slices;
}

std::shared_ptr<const Grid> whole_grid(const GridData& shape, const NodeBox& held)
{
    Grid grid = *build_grid(shape);
    if (auto* uniform = std::get_if<UniformGrid>(&grid))
        uniform->resident = held;
    else
        std::get<RectilinearGrid>(grid).resident = held;
    return std::make_shared<const Grid>(std::move(grid));
}

/// Description of the whole. part: as it was read. Scalars that were not read are the whole's too.
DatasetInfo info_of_whole(const DatasetInfo& part, const LatticeSource& source)
{
    DatasetInfo info = describe(source.name, source.shape);
    info.format = part.format;
    info.position_units = part.position_units;
    info.z_units = part.z_units;
    info.default_vector = part.default_vector;
    info.velocity_reason = part.velocity_reason;
    info.velocity_warning = part.velocity_warning;
    info.other_vectors = part.other_vectors;
    info.remarks = part.remarks;
    info.time_steps = static_cast<std::uint32_t>(source.slices.size());
    info.utc_seconds = part.utc_seconds;
    info.calendar = part.calendar;
    info.calendar_seconds = part.calendar_seconds;
    for (const LatticeSlice& slice : source.slices)
        info.times.push_back(slice.seconds - source.slices.front().seconds);
    constexpr float unknown = std::numeric_limits<float>::quiet_NaN();
    for (const ArrayInfo& array : part.arrays)
        if (array.components == 3)
            info.arrays.push_back({array.name, array.components, unknown, unknown, array.units, 0});
    info.derived.clear();
    for (const ArrayInfo& derived : part.derived)
        if (derived_scalar_named(derived.name, source.shape)) info.derived.push_back(derived);
    info.of_vectors = part.of_vectors;
    for (ArrayInfo& scalar : info.of_vectors) scalar.min = scalar.max = unknown;
    return info;
}

FieldInfo of_whole(FieldInfo field, const DatasetInfo& whole)
{
    field.kind = whole.kind;
    field.bounds = whole.bounds;
    field.origin = whole.origin;
    return field;
}

/// A field of the same slices, some perhaps not in memory, with other information.
std::shared_ptr<const Field> field_like(const Field& block, const FieldInfo& info,
                                        std::shared_ptr<const Grid> grid,
                                        std::vector<FixedArray<Node>> slices)
{
    return std::make_shared<const Field>(info, std::move(grid), std::move(slices), block.slices().times,
                                         block.scalar_is_speed());
}

}  // namespace

DatasetBlock open_block(const DatasetFiles& dataset, const FieldChoice& choice, int block, int count,
                        const std::function<bool()>& is_unwanted)
{
    ask_whether_wanted(is_unwanted);
    const LatticeSource source = open_lattice(dataset, choice.scalar);
    const LatticeBlocks blocks{glm::ivec3{source.shape.dims.front()}, count};
    if (block >= blocks.size()) return {nullptr, blocks, source.shape, {}, {}};
    const NodeBox held = blocks.nodes_of(block);
    const NodeBox read =
        blocks.nodes_of(block, derived_scalar_named(choice.scalar, {}) ? gradient_layers : 0);
    const TimeSeries part = read_part(source, as_read(read, source.shape));
    const FieldBuilder builder{part.first(), choice};
    const std::vector<double> times = part.times();
    const auto in_part =
        builder.field(nodes_of(part, builder, read, held, is_unwanted), {times.begin(), times.end()}, {});
    DatasetBlock opened{nullptr, blocks, source.shape, info_of_whole(part.info(), source), {}};
    opened.field = field_like(*in_part, of_whole(in_part->info(), opened.info),
                              whole_grid(source.shape, held), in_part->all_nodes());
    for (const FixedArray<Node>& nodes : opened.field->all_nodes())
        opened.summary.ranges.add(std::span{nodes.data(), nodes.size()}, LengthMetric{opened.field->info()});
    opened.summary.coarse = coarse_nodes_of(*opened.field, source.shape, blocks, block);
    return opened;
}

std::uint64_t block_bytes(const LatticeSource& source, int block, int count)
{
    const LatticeBlocks blocks{glm::ivec3{source.shape.dims.front()}, count};
    const NodeBox held = blocks.nodes_of(block);
    constexpr std::size_t being_read = 1;
    return (source.slices.size() + being_read) * sizeof(Node) * static_cast<std::uint64_t>(held.dims.x) *
           static_cast<std::uint64_t>(held.dims.y) * static_cast<std::uint64_t>(held.dims.z);
}

namespace {

/// Nodes of a lattice's parts, joined side by side. layers: of z in each part, where they are cut across.
std::vector<Node> joined_nodes(std::span<const BlockSummary> parts, std::size_t layers)
{
    std::vector<Node> all;
    for (std::size_t layer = 0; layer < layers; ++layer)
        for (const BlockSummary& part : parts) {
            const std::size_t nodes = part.coarse.size() / layers;
            const auto begin = part.coarse.begin() + static_cast<std::ptrdiff_t>(layer * nodes);
            all.insert(all.end(), begin, begin + static_cast<std::ptrdiff_t>(nodes));
        }
    return all;
}

}  // namespace

JoinedBlocks join_blocks(const DatasetBlock& first, std::span<const BlockSummary> all)
{
    Ranges ranges;
    for (const BlockSummary& block : all) ranges.add(block.ranges);
    FieldInfo info = first.field->info();
    ranges.describe(info);
    const GridData shape = coarse_shape(first.shape);
    std::vector<FixedArray<Node>> slices(first.field->all_nodes().size());
    const std::size_t layers = first.blocks.axis() == 2 ? 1 : shape.dims.front().z;
    const std::vector<Node> coarse = joined_nodes(all, layers);
    info.scalar_middle = middle_of(coarse);
    slices.front() = double_flat_axes(coarse, glm::ivec3{shape.dims.front()});
    return {field_like(*first.field, info, first.field->shared_grid(), first.field->all_nodes()), first.info,
            field_like(*first.field, info, build_grid(shape), std::move(slices)), first.blocks.size()};
}

}  // namespace farfield::compute
