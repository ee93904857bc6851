#include "compute_node/node/datasets/whole_dataset.h"

#include "compute_node/datasets/field_builder.h"
#include "compute_node/datasets/series_field.h"
#include "compute_node/fields/field_image.h"
#include "compute_node/particles/slice_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>

namespace farfield::node {

namespace {

/// Time to wait for a window: a program that was just stopped gives its own back after its frame.
constexpr std::chrono::seconds patience{2};

/// A field of a scalar, and the memory that is reserved for it.
struct ReservedField {
    ReservedField(MemoryBudget::Reservation reserved, std::shared_ptr<const compute::Field> made)
        : memory{std::move(reserved)}, field{std::move(made)}
    {}
    MemoryBudget::Reservation memory;
    std::shared_ptr<const compute::Field> field;
};

/// Key of a completed choice, the same for equal ones.
std::string key_of(const compute::FieldChoice& choice)
{
    return (choice.scalar_alone ? std::string{} : choice.vector) + '\0' + choice.scalar;
}

/// A program's window, and the memory that is reserved for it.
struct ReservedWindow {
    ReservedWindow(MemoryBudget::Reservation reserved, std::size_t slices)
        : memory{std::move(reserved)}, window{slices}
    {}
    MemoryBudget::Reservation memory;
    compute::SliceWindow window;
};

}  // namespace

WholeDataset::WholeDataset(compute::TimeSeries series, compute::Ranks* ranks,
                           std::shared_ptr<MemoryBudget> windows, const std::string& remark,
                           std::shared_ptr<MemoryBudget> fields)
    : series_{std::make_shared<compute::TimeSeries>(std::move(series))},
      info_{series_->info()},
      ranks_{ranks},
      windows_{std::move(windows)},
      memory_of_fields_{std::move(fields)}
{
    if (!remark.empty()) info_.remarks.push_back(remark);
    if (!windows_ && take_into_memory()) return;
    if (!windows_) windows_ = memory_of_fields_;
    series_->look_for_changes();
    first_look_ = series_->first().field();
    sliced_[key_of(completed(info_, {}))] =
        std::make_shared<const compute::SeriesField>(series_, compute::FieldChoice{}, &first_look_->info());
    series_->drop_values();
    info_.remarks.push_back(fmt::format(
        "{} time slices are read when they are needed; ranges are those of the first.", series_->slices()));
    if (series_->grid_changes())
        info_.remarks.emplace_back(
            "The grid changes with time: each slice is read with its own. Bounds are those of the first.");
}

/// Takes all slices into memory; false, and none, where their grids, which change, are too large for that.
bool WholeDataset::take_into_memory()
{
    try {
        first_look_ = in_memory({});
    } catch (const compute::NoMemoryForGrids&) {
        if (!memory_of_fields_) throw;
        return false;
    }
    info_.bounds = first_look_->info().bounds;
    if (const std::string remark = remark_on_left_out(*series_, *first_look_); !remark.empty())
        info_.remarks.push_back(remark);
    if (!first_look_->grid_changes()) return true;
    const std::set<std::shared_ptr<const compute::Grid>> grids{first_look_->grids().begin(),
                                                               first_look_->grids().end()};
    std::uint64_t bytes = 0;
    for (const auto& grid : grids) bytes += grid == series_->first().grid() ? 0 : bytes_of(*grid);
    if (memory_of_fields_)
        memory_of_grids_.emplace(
            memory_of_fields_->reserve_for(fmt::format("the grids of '{}'", info_.name), bytes));
    info_.remarks.push_back(fmt::format("The grid changes with time: {} time slices have {} grids.",
                                        series_->slices(), grids.size()));
    return true;
}

std::shared_ptr<const compute::Field> WholeDataset::in_memory(const compute::FieldChoice& choice) const
{
    const std::uint64_t most = memory_of_fields_ ? series_->field_bytes() + memory_of_fields_->left()
                                                 : std::numeric_limits<std::uint64_t>::max();
    auto field = series_->field(choice, most);
    return ranks_ != nullptr ? ranks_->share(*field) : field;
}

/// A field beside that which the dataset was opened with; its memory is reserved before it is taken.
std::shared_ptr<const compute::Field> WholeDataset::counted(const compute::FieldChoice& choice) const
{
    if (!memory_of_fields_) return in_memory(choice);
    auto reserved = memory_of_fields_->reserve_for(fmt::format("'{}' of '{}'", choice.scalar, info_.name),
                                                   series_->field_bytes());
    const auto field = std::make_shared<ReservedField>(std::move(reserved), in_memory(choice));
    return {field, field->field.get()};
}

/// The field of slices that are read on the way; the first with the velocity alone gives the scalar's range.
std::shared_ptr<const compute::SlicedField> WholeDataset::in_files(const compute::FieldChoice& choice) const
{
    const std::lock_guard lock{mutex_};
    const compute::FieldChoice complete = completed(info_, choice);
    const std::string key = key_of(complete);
    const auto made = sliced_.find(key);
    if (made != sliced_.end()) return made->second;
    const auto later = series_->later_with(complete);
    const auto first = compute::build_field(info_, later ? *later : series_->read(series_->first_index()),
                                            series_->first().grid(), complete);
    return sliced_[key] = std::make_shared<const compute::SeriesField>(series_, complete, &first->info());
}

std::shared_ptr<const compute::Field> WholeDataset::field(const compute::FieldChoice& choice) const
{
    if (windows_) return in_files(choice)->frame();
    const compute::FieldChoice complete = completed(info_, choice);
    const std::string key = key_of(complete);
    if (key == key_of(completed(info_, {}))) return first_look_;
    const std::lock_guard lock{mutex_};
    const auto made = fields_.find(key);
    if (made != fields_.end())
        if (auto field = made->second.lock()) return field;
    auto field = counted(complete);  // throws when there is no such scalar
    fields_[key] = field;
    return field;
}

compute::FieldSource WholeDataset::source(const std::string& scalar,
                                          std::shared_ptr<compute::SliceWindow> window) const
{
    return chosen({.vector = {}, .scalar = scalar}, std::move(window));
}

std::shared_ptr<const compute::DatasetRays> WholeDataset::rays(double seconds) const
{
    if (rays_.empty()) return nullptr;
    const std::vector<double> times = series_->times();
    const auto later = std::ranges::upper_bound(times, seconds) - times.begin();
    const auto slice = static_cast<std::size_t>(std::max<std::ptrdiff_t>(later - 1, 0));
    return rays_[std::min(slice, rays_.size() - 1)];
}

compute::FieldSource WholeDataset::chosen(const compute::FieldChoice& choice,
                                          std::shared_ptr<compute::SliceWindow> window) const
{
    if (!windows_) return field(choice);
    auto sliced = in_files(choice);
    if (!window) window = new_window();
    return {std::move(sliced), std::move(window)};
}

/// A window of half the memory that is left: the next program wants a window too.
std::shared_ptr<compute::SliceWindow> WholeDataset::new_window() const
{
    const std::uint64_t bytes =
        std::clamp(windows_->left() / 2, compute::window_bytes(*series_, compute::slices_of_step),
                   compute::window_bytes(*series_, series_->slices()));
    auto memory = windows_->reserve(bytes, patience);
    if (!memory)
        throw std::runtime_error(fmt::format(
            "no memory for time slices of '{}': a program takes at least {} MiB for {} of them and one being "
            "read, {} MiB are left, and max_dataset_bytes is {} MiB",
            info_.name, bytes >> 20, compute::slices_of_step, windows_->left() >> 20,
            windows_->max_bytes() >> 20));
    auto reserved = std::make_shared<ReservedWindow>(
        std::move(*memory), compute::slices_within(*series_, bytes, compute::slices_of_step));
    return {reserved, &reserved->window};
}

}  // namespace farfield::node
