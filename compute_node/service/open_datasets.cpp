#include "compute_node/service/open_datasets.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

OpenDataset::OpenDataset(TimeSeries series, Ranks* ranks)
    : series_{std::move(series)}, ranks_{ranks}, default_field_{shared(series_.field())}
{}

std::shared_ptr<const Field> OpenDataset::shared(std::shared_ptr<const Field> field) const
{
    return ranks_ != nullptr ? ranks_->share(*field) : field;
}

std::shared_ptr<const Field> OpenDataset::field(const std::string& scalar) const
{
    if (scalar.empty() || scalar == default_field_->info().scalar_name) return default_field_;
    const std::lock_guard lock{mutex_};
    const auto made = fields_.find(scalar);
    if (made != fields_.end())
        if (auto field = made->second.lock()) return field;
    auto field =
        shared(series_.field({.vector = {}, .scalar = scalar}));  // throws when there is no such scalar
    fields_[scalar] = field;
    return field;
}

std::shared_ptr<const OpenDataset> OpenDatasets::open(const std::string& name)
{
    const std::shared_ptr<Slot> slot = slot_for(name);
    const std::lock_guard lock{slot->reading};
    auto dataset = slot->dataset.lock();
    if (!dataset) {
        reserve(*slot, name);
        TimeSeries series = catalogue_.open(name);
        reserve_slices(*slot, series);
        dataset = std::make_shared<OpenDataset>(std::move(series), ranks_);
        slot->dataset = dataset;
    }
    keep(dataset);
    return dataset;
}

/// Before the first byte is read: a viewer must not be able to take the memory of all others.
void OpenDatasets::reserve(Slot& slot, const std::string& name)
{
    const std::uint64_t needed = catalogue_.memory_needed(name);
    std::deque<std::shared_ptr<const OpenDataset>> forgotten;
    const std::lock_guard lock{mutex_};
    slot.bytes = 0;
    if (bytes_in_use() + needed > max_bytes_) {
        forgotten.swap(newest_);
        for (auto& dataset : forgotten) dataset.reset();
    }
    const std::uint64_t in_use = bytes_in_use();
    if (in_use + needed > max_bytes_)
        throw std::runtime_error(
            fmt::format("no memory for '{}': it takes about {} MiB, {} MiB are in use by open datasets, and "
                        "max_dataset_bytes is {} MiB",
                        name, needed >> 20, in_use >> 20, max_bytes_ >> 20));
    slot.bytes = needed;
}

/// The first slice is among what opening takes.
void OpenDatasets::reserve_slices(Slot& slot, TimeSeries& series)
{
    if (series.info().time_steps == 1) return;
    const std::lock_guard lock{mutex_};
    const std::uint64_t first = series.info().nodes * sizeof(Node);
    series.keep_within(first + max_bytes_ - std::min(bytes_in_use(), max_bytes_));
    slot.bytes += series.field_bytes() - first;
}

std::uint64_t OpenDatasets::bytes_in_use() const
{
    std::uint64_t bytes = 0;
    for (const auto& [name, slot] : slots_) {
        const bool is_being_read = slot.use_count() > 1;
        if (is_being_read || !slot->dataset.expired()) bytes += slot->bytes;
    }
    return bytes;
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
