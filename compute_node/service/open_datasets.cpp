#include "compute_node/service/open_datasets.h"

#include "compute_node/particles/slice_run.h"
#include "compute_node/service/dataset_in_blocks.h"
#include "compute_node/service/whole_dataset.h"
#include "net/control_messages.h"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// An open dataset, and the memory that is reserved for it.
struct ReservedDataset {
    template <class... Arguments>
    explicit ReservedDataset(MemoryBudget::Reservation opened, std::optional<MemoryBudget::Reservation> more,
                             Arguments&&... arguments)
        : opening{std::move(opened)}, slices{std::move(more)}, dataset{std::forward<Arguments>(arguments)...}
    {}
    MemoryBudget::Reservation opening;
    std::optional<MemoryBudget::Reservation> slices;
    WholeDataset dataset;
};

double in_mib(std::uint64_t bytes)
{
    return static_cast<double>(bytes) / (1U << 20U);
}

}  // namespace

std::shared_ptr<const OpenDataset> OpenDatasets::open(const std::string& name)
{
    const std::shared_ptr<Slot> slot = slot_for(name);
    const std::lock_guard lock{slot->reading};
    auto dataset = slot->dataset.lock();
    if (!dataset) {
        dataset = read(name);
        slot->dataset = dataset;
    }
    keep(dataset);
    return dataset;
}

std::shared_ptr<const OpenDataset> OpenDatasets::read(const std::string& name)
{
    if (!in_blocks_) return read_whole(name, {});
    const auto read_uncut = [&](const std::string& why) {
        return read_whole(name, fmt::format("It is not in blocks, each host holds all of it: {}.", why));
    };
    std::optional<LatticeSource> lattice;
    try {
        lattice = open_lattice(catalogue_.files(name), {});
    } catch (const std::runtime_error& why) {
        return read_uncut(why.what());
    }
    const LatticeBlocks blocks{glm::ivec3{lattice->shape.dims.front()}, ranks_->size()};
    if (!blocks.are_parts()) return read_uncut("it has too few layers of nodes along y and z");
    return read_in_blocks(name, *lattice);
}

std::shared_ptr<const OpenDataset> OpenDatasets::read_in_blocks(const std::string& name,
                                                                const LatticeSource& lattice)
{
    std::uint64_t bytes = 0;
    for (int rank = 0; rank < ranks_->size(); ++rank)
        if (ranks_->is_on_this_host(rank)) bytes += block_bytes(lattice, rank, ranks_->size());
    return std::make_shared<const DatasetInBlocks>(
        catalogue_.files(name), bytes, *ranks_, threads_,
        [this](const std::string& what, std::uint64_t more) { return reserve_for(what, more); });
}

/// Memory is reserved before the first byte is read: a viewer must not be able to take that of all others.
std::shared_ptr<const OpenDataset> OpenDatasets::read_whole(const std::string& name,
                                                            const std::string& remark)
{
    MemoryBudget::Reservation opening =
        reserve_for(fmt::format("'{}'", name), catalogue_.memory_needed(name));
    TimeSeries series = catalogue_.open(name);
    const bool changes = series.slices() > 1;
    auto slices = changes ? reserve(series.field_bytes() - series.slice_bytes()) : std::nullopt;
    const bool fits = !changes || slices;
    if (!fits) (void)slices_within(series, memory_->left(), slices_of_step);  // or nothing could be traced
    auto reserved = std::make_shared<ReservedDataset>(
        std::move(opening), std::move(slices), std::move(series), ranks_, fits ? nullptr : memory_, remark);
    return {reserved, &reserved->dataset};
}

/// Datasets that nobody uses make room.
std::optional<MemoryBudget::Reservation> OpenDatasets::reserve(std::uint64_t bytes)
{
    if (auto memory = memory_->reserve(bytes)) return memory;
    std::deque<std::shared_ptr<const OpenDataset>> forgotten;
    {
        const std::lock_guard lock{mutex_};
        forgotten.swap(newest_);
    }
    forgotten.clear();
    return memory_->reserve(bytes);
}

MemoryBudget::Reservation OpenDatasets::reserve_for(const std::string& what, std::uint64_t bytes)
{
    auto memory = reserve(bytes);
    if (!memory)
        throw net::RpcError(
            net::RpcCode::LimitExceeded,
            fmt::format(
                "no memory for {}: it takes about {:.1f} MiB, {:.1f} MiB are in use by open datasets, "
                "and max_dataset_bytes is {:.1f} MiB",
                what, in_mib(bytes), in_mib(memory_->max_bytes() - memory_->left()),
                in_mib(memory_->max_bytes())),
            {{"limit", "max_dataset_bytes"}, {"value", memory_->max_bytes()}, {"asked", bytes}});
    return std::move(*memory);
}

std::shared_ptr<OpenDatasets::Slot> OpenDatasets::slot_for(const std::string& name)
{
    const std::lock_guard lock{mutex_};
    // A name that was asked for once (and may never have been a dataset's) is not remembered for ever.
    std::erase_if(slots_, [](const auto& entry) {
        return entry.second.use_count() == 1 && entry.second->dataset.expired();
    });
    auto& slot = slots_[name];
    if (!slot) slot = std::make_shared<Slot>();
    return slot;
}

void OpenDatasets::keep(std::shared_ptr<const OpenDataset> dataset)
{
    const std::lock_guard lock{mutex_};
    std::erase(newest_, dataset);
    newest_.push_back(std::move(dataset));
    if (newest_.size() > kept_open) newest_.pop_front();
}

}  // namespace farfield::compute
