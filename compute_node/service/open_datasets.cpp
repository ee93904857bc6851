#include "compute_node/service/open_datasets.h"

#include "compute_node/fields/field_builder.h"
#include "compute_node/particles/slice_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// A program that was just stopped gives its window back when it is through with its frame.
constexpr std::chrono::seconds patience{2};

/// A program's window, and the memory that is reserved for it.
struct ReservedWindow {
    ReservedWindow(MemoryBudget::Reservation reserved, std::size_t slices)
        : memory{std::move(reserved)}, window{slices}
    {}
    MemoryBudget::Reservation memory;
    SliceWindow window;
};

/// An open dataset, and the memory that is reserved for it.
struct ReservedDataset {
    template <class... Arguments>
    explicit ReservedDataset(MemoryBudget::Reservation opened, std::optional<MemoryBudget::Reservation> more,
                             Arguments&&... arguments)
        : opening{std::move(opened)}, slices{std::move(more)}, dataset{std::forward<Arguments>(arguments)...}
    {}
    MemoryBudget::Reservation opening;
    std::optional<MemoryBudget::Reservation> slices;
    OpenDataset dataset;
};

}  // namespace

OpenDataset::OpenDataset(TimeSeries series, Ranks* ranks, std::shared_ptr<MemoryBudget> windows)
    : series_{std::make_shared<TimeSeries>(std::move(series))},
      info_{series_->info()},
      ranks_{ranks},
      windows_{std::move(windows)}
{
    if (!windows_) {
        first_look_ = in_memory({});
        return;
    }
    first_look_ = series_->first().field();
    sliced_[first_look_->info().scalar_name] =
        std::make_shared<const SlicedField>(series_, FieldChoice{}, &first_look_->info());
    series_->drop_values();
    info_.remarks.push_back(fmt::format("{} time slices are read while they are traced through, for there is "
                                        "no memory for all; ranges are those of the first.",
                                        series_->slices()));
}

std::shared_ptr<const Field> OpenDataset::in_memory(const std::string& scalar) const
{
    auto field = series_->field({.vector = {}, .scalar = scalar});
    return ranks_ != nullptr ? ranks_->share(*field) : field;
}

/// The first slice alone tells what the scalar's range is.
std::shared_ptr<const SlicedField> OpenDataset::in_files(const std::string& scalar) const
{
    const std::lock_guard lock{mutex_};
    const std::string& name = scalar.empty() ? first_look_->info().scalar_name : scalar;
    const auto made = sliced_.find(name);
    if (made != sliced_.end()) return made->second;
    const FieldChoice choice{info_.default_vector, name};
    const auto first = build_field(info_, series_->read(0), series_->first().grid(), choice);
    return sliced_[name] = std::make_shared<const SlicedField>(series_, choice, &first->info());
}

std::shared_ptr<const Field> OpenDataset::field(const std::string& scalar) const
{
    if (windows_) return in_files(scalar)->frame();
    if (scalar.empty() || scalar == first_look_->info().scalar_name) return first_look_;
    const std::lock_guard lock{mutex_};
    const auto made = fields_.find(scalar);
    if (made != fields_.end())
        if (auto field = made->second.lock()) return field;
    auto field = in_memory(scalar);  // throws when there is no such scalar
    fields_[scalar] = field;
    return field;
}

FieldSource OpenDataset::source(const std::string& scalar, std::shared_ptr<SliceWindow> window) const
{
    if (!windows_) return field(scalar);
    auto sliced = in_files(scalar);
    if (!window) window = new_window();
    return {std::move(sliced), std::move(window)};
}

/// Half of what is left: the next program wants a window too.
std::shared_ptr<SliceWindow> OpenDataset::new_window() const
{
    const std::uint64_t bytes = std::clamp(windows_->left() / 2, window_bytes(*series_, slices_of_step),
                                           window_bytes(*series_, series_->slices()));
    auto memory = windows_->reserve(bytes, patience);
    if (!memory)
        throw std::runtime_error(fmt::format(
            "no memory for time slices of '{}': a program takes at least {} MiB for {} of them and one being "
            "read, {} MiB are left, and max_dataset_bytes is {} MiB",
            info_.name, bytes >> 20, slices_of_step, windows_->left() >> 20, windows_->max_bytes() >> 20));
    auto reserved =
        std::make_shared<ReservedWindow>(std::move(*memory), slices_within(*series_, bytes, slices_of_step));
    return {reserved, &reserved->window};
}

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

/// Memory is reserved before the first byte is read: a viewer must not be able to take that of all others.
std::shared_ptr<const OpenDataset> OpenDatasets::read(const std::string& name)
{
    const std::uint64_t needed = catalogue_.memory_needed(name);
    auto opening = reserve(needed);
    if (!opening)
        throw std::runtime_error(fmt::format(
            "no memory for '{}': it takes about {} MiB, {} MiB are in use by open datasets, and "
            "max_dataset_bytes is {} MiB",
            name, needed >> 20, (memory_->max_bytes() - memory_->left()) >> 20, memory_->max_bytes() >> 20));
    TimeSeries series = catalogue_.open(name);
    const bool changes = series.slices() > 1;
    auto slices = changes ? reserve(series.field_bytes() - series.slice_bytes()) : std::nullopt;
    const bool fits = !changes || slices;
    if (!fits) (void)slices_within(series, memory_->left(), slices_of_step);  // or nothing could be traced
    auto reserved = std::make_shared<ReservedDataset>(std::move(*opening), std::move(slices),
                                                      std::move(series), ranks_, fits ? nullptr : memory_);
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
