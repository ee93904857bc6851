#include "compute_node/node/data/open_datasets.h"

#include "compute_node/datasets/memory_need.h"
#include "compute_node/datasets/series_field.h"
#include "compute_node/node/data/whole_dataset.h"
#include "compute_node/particles/slice_run.h"
#include "compute_node/support/file_fingerprint.h"
#include "net/message/control_messages.h"
#include "net/message/printable.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <optional>
#include <stdexcept>
#include <utility>

namespace farfield::node {

namespace {

/// An open dataset, and the memory that is reserved for it.
struct ReservedDataset {
    template <class... Arguments>
    explicit ReservedDataset(MemoryBudget::Reservation opened,
                             std::optional<MemoryBudget::Reservation> packed,
                             std::optional<MemoryBudget::Reservation> more, Arguments&&... arguments)
        : opening{std::move(opened)},
          unpacked{std::move(packed)},
          slices{std::move(more)},
          dataset{std::forward<Arguments>(arguments)...}
    {}
    MemoryBudget::Reservation opening;
    std::optional<MemoryBudget::Reservation> unpacked;  ///< where files were packed, what `opening` lacks
    std::optional<MemoryBudget::Reservation> slices;
    WholeDataset dataset;
};

/// What the first slice holds in memory, and the field made of it.
std::uint64_t bytes_held(const compute::TimeSeries& series)
{
    std::uint64_t bytes = series.slice_bytes();
    for (const compute::NodeValues& array : series.first().data().arrays)
        bytes += array.values.all().size_bytes();
    return bytes;
}

std::string fingerprint_of(const compute::DatasetFiles& dataset)
{
    std::string state;
    for (const auto& slice : dataset.files) state += farfield::fingerprint_of(slice);
    return state;
}

}  // namespace

OpenDatasets::OpenDatasets(const compute::DatasetCatalogue& catalogue, std::shared_ptr<MemoryBudget> memory,
                           compute::Ranks* ranks, compute::DatasetOpener* opener)
    : catalogue_{catalogue}, memory_{std::move(memory)}, ranks_{ranks}, opener_{opener}
{
    memory_->add_cache_owner([this] { let_go_of_unused(); });
}

std::shared_ptr<const compute::OpenDataset>
OpenDatasets::open(const std::string& name, const std::string& velocity, const std::stop_token& gone)
{
    compute::DatasetFiles dataset = catalogue_.files(name, velocity);
    if (has_as_default(dataset)) dataset.velocity.clear();
    return open(dataset, gone);
}

/// What is chosen without being named need not be read a second time when it is.
bool OpenDatasets::has_as_default(const compute::DatasetFiles& dataset)
{
    if (dataset.velocity.empty()) return false;
    const std::shared_ptr<Slot> slot = slot_for({dataset.name, {}, {}});
    const std::lock_guard lock{slot->reading};
    const auto open = slot->dataset.lock();
    return open && open->info().default_vector == dataset.velocity;
}

std::shared_ptr<const compute::OpenDataset> OpenDatasets::open(const compute::DatasetFiles& files,
                                                               const std::stop_token& gone)
{
    const std::shared_ptr<Slot> slot = slot_for(files);
    const std::lock_guard lock{slot->reading};
    const std::string state = fingerprint_of(files);
    auto dataset = slot->dataset.lock();
    if (dataset && slot->files_state != state) {
        spdlog::info("dataset '{}': it has changed on disk since it was opened, and is read again",
                     net::printable(files.name));
        dataset.reset();
    }
    if (!dataset) {
        dataset = read(files, gone);
        slot->dataset = dataset;
        slot->files_state = state;
    }
    keep(dataset);
    return dataset;
}

std::shared_ptr<const compute::OpenDataset> OpenDatasets::read(const compute::DatasetFiles& dataset,
                                                               const std::stop_token& gone)
{
    if (opener_ == nullptr) return read_whole(dataset, {}, gone);
    const auto reserve = [this](const std::string& what, std::uint64_t bytes) {
        return std::make_shared<MemoryBudget::Reservation>(memory_->reserve_for(what, bytes));
    };
    compute::DatasetOpener::Opened opened = opener_->open(dataset, reserve);
    return opened.dataset ? opened.dataset : read_whole(dataset, opened.remark, gone);
}

/// Memory is reserved before the first byte is read: a viewer must not be able to take that of all others.
std::shared_ptr<const compute::OpenDataset> OpenDatasets::read_whole(const compute::DatasetFiles& dataset,
                                                                     const std::string& remark,
                                                                     const std::stop_token& gone)
{
    const std::uint64_t expected = compute::memory_needed(dataset, gone);
    MemoryBudget::Reservation opening = memory_->reserve_for(fmt::format("'{}'", dataset.name), expected);
    compute::TimeSeries series = catalogue_.open(dataset.name, dataset.velocity, gone);
    const std::uint64_t held = dataset.files.empty() ? 0 : bytes_held(series);
    auto unpacked = held > expected ? std::optional{memory_->reserve_for(
                                          fmt::format("'{}', unpacked", dataset.name), held - expected)}
                                    : std::nullopt;
    const bool changes = series.slices() > 1;
    auto slices =
        changes ? memory_->reserve_making_room(series.field_bytes() - series.slice_bytes()) : std::nullopt;
    const bool fits = !changes || slices;
    if (!fits)
        (void)compute::slices_within(series, memory_->left(),
                                     compute::slices_of_step);  // or nothing could be traced
    auto reserved = std::make_shared<ReservedDataset>(std::move(opening), std::move(unpacked),
                                                      std::move(slices), std::move(series), ranks_,
                                                      fits ? nullptr : memory_, remark, memory_);
    return {reserved, &reserved->dataset};
}

/// They go once nothing is locked: that may take long.
void OpenDatasets::let_go_of_unused()
{
    std::deque<std::shared_ptr<const compute::OpenDataset>> unused;
    const std::lock_guard lock{mutex_};
    unused.swap(newest_);
}

std::shared_ptr<OpenDatasets::Slot> OpenDatasets::slot_for(const compute::DatasetFiles& dataset)
{
    const std::lock_guard lock{mutex_};
    // A name that was asked for once (and may never have been a dataset's) is not remembered for ever.
    std::erase_if(slots_, [](const auto& entry) {
        return entry.second.use_count() == 1 && entry.second->dataset.expired();
    });
    auto& slot = slots_[{dataset.name, dataset.velocity}];
    if (!slot) slot = std::make_shared<Slot>();
    return slot;
}

void OpenDatasets::keep(std::shared_ptr<const compute::OpenDataset> dataset)
{
    const std::lock_guard lock{mutex_};
    std::erase(newest_, dataset);
    newest_.push_back(std::move(dataset));
    if (newest_.size() > kept_open) newest_.pop_front();
}

}  // namespace farfield::node
