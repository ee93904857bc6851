#include "compute_node/node/data/scalar_fields.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>

namespace farfield::node {

namespace {

/// A value that was made, its reservation of memory, and its series or grid, which keeps the address unique.
template <class T>
struct Reserved {
    template <class... Arguments>
    explicit Reserved(MemoryBudget::Reservation memory, std::shared_ptr<const void> of,
                      Arguments&&... arguments)
        : reserved{std::move(memory)}, owner{std::move(of)}, made{std::forward<Arguments>(arguments)...}
    {}
    MemoryBudget::Reservation reserved;
    std::shared_ptr<const void> owner;
    T made;
};

std::shared_ptr<const compute::TimeSeries> series_of(const compute::OpenDataset& dataset)
{
    auto series = dataset.series();
    if (!series)
        throw std::runtime_error(fmt::format(
            "the nodes of '{}' lie in several processes; surfaces need them in one: start the node "
            "without '--split blocks'",
            dataset.info().name));
    if (series->first().grid() == nullptr)
        throw std::runtime_error(
            fmt::format("'{}' is an exact function, which has no nodes; sampled, as '{}:64', "
                        "it has surfaces",
                        dataset.info().name, dataset.info().name));
    return series;
}

/// Bytes of values, coarser levels and bricks: 4 a node and a quarter more; of the speed, with velocities.
std::uint64_t field_bytes(const compute::VolumeGrid& grid, const std::string& scalar)
{
    return (scalar == "speed" ? 20 : 5) * static_cast<std::uint64_t>(grid.nodes);
}

std::array<bool, 3> flat_axes(const compute::DatasetInfo& info)
{
    std::array<bool, 3> flat{};
    for (int axis = 0; axis < 3; ++axis)
        flat[static_cast<std::size_t>(axis)] = info.bounds.lo[axis] == info.bounds.hi[axis];
    return flat;
}

}  // namespace

compute::GridData slice_data(const compute::TimeSeries& series, std::size_t slice)
{
    if (series.slices() < 2) return series.first().data();
    compute::GridData data = series.read(slice);
    data.default_vector = series.first().data().default_vector;  // readers need not set it
    return data;
}

std::shared_ptr<const compute::GridLevels> ScalarFields::grid(const compute::OpenDataset& dataset,
                                                              std::size_t slice)
{
    const auto series = series_of(dataset);
    const std::lock_guard lock{mutex_};
    if (slice == 0) return grid_of(*series, series->first().grid(), series->first().data());
    const compute::GridData data = slice_data(*series, slice);
    return grid_of(*series, series->grid_of(slice, data), data);
}

std::shared_ptr<const compute::GridLevels> ScalarFields::grid_of(const compute::TimeSeries& series,
                                                                 std::shared_ptr<const compute::Grid> grid,
                                                                 const compute::GridData& data)
{
    std::erase_if(grids_, [](const auto& entry) { return entry.second.expired(); });
    auto& known = grids_[grid.get()];
    if (auto levels = known.lock()) return levels;
    compute::VolumeGrid made = compute::volume_grid(data, *grid);
    const std::uint64_t bytes = 16 * static_cast<std::uint64_t>(made.tetrahedra.size()) +
                                (made.is_mesh() ? 12 * static_cast<std::uint64_t>(made.nodes) : 0);
    auto memory = memory_->reserve_for(fmt::format("the cells of '{}'", series.info().name), bytes);
    const auto levels = std::make_shared<const Reserved<compute::GridLevels>>(
        std::move(memory), std::move(grid), std::move(made));
    std::shared_ptr<const compute::GridLevels> shared{levels, &levels->made};
    known = shared;
    return shared;
}

std::shared_ptr<const compute::ScalarLevels> ScalarFields::open(const compute::OpenDataset& dataset,
                                                                const std::string& scalar, std::size_t slice)
{
    const auto series = series_of(dataset);
    const compute::GridData& first = series->first().data();
    const std::string name = scalar.empty() ? compute::default_scalar_of(first) : scalar;
    const std::lock_guard lock{mutex_};
    std::erase_if(fields_, [](const auto& entry) { return entry.second.expired(); });
    auto& known = fields_[{series.get(), name, slice}];
    if (auto field = known.lock()) return field;
    std::optional<compute::GridData> read;
    if (series->slices() > 1) read = slice_data(*series, slice);
    const compute::GridData& data = read ? *read : first;
    const std::shared_ptr<const compute::Grid> lies_on = series->grid_of(slice, data);
    const bool is_first = lies_on == series->first().grid();
    const auto grid = grid_of(*series, lies_on, is_first ? first : data);
    auto memory = memory_->reserve_for(fmt::format("'{}' of '{}'", name, dataset.info().name),
                                       field_bytes(grid->finest(), name));
    auto values = compute::scalar_values(data, *lies_on, name, flat_axes(dataset.info()));
    const auto field = std::make_shared<const Reserved<compute::ScalarLevels>>(
        std::move(memory), series, compute::scalar_field(name, std::move(values), grid->at(0)), grid);
    std::shared_ptr<const compute::ScalarLevels> shared{field, &field->made};
    known = shared;
    return shared;
}

}  // namespace farfield::node
