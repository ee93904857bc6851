#include "compute_node/node/datasets/open_datasets.h"

#include "compute_node/datasets/memory_need.h"
#include "compute_node/datasets/series_field.h"
#include "compute_node/node/datasets/whole_dataset.h"
#include "compute_node/particles/slice_run.h"
#include "compute_node/readers/companions.h"
#include "compute_node/support/file_fingerprint.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace farfield::node {

namespace {

constexpr std::chrono::milliseconds between_words{250};

}  // namespace

WatchedReader::WatchedReader(std::shared_ptr<const compute::FieldReader> reader, const std::string& dataset,
                             std::uint64_t bytes, std::stop_token unwanted,
                             std::shared_ptr<const net::Notices> watcher)
    : reader_{std::move(reader)},
      unwanted_{std::move(unwanted)},
      watcher_{std::move(watcher)},
      progress_{.dataset = dataset, .bytes = bytes, .steps = 1, .read = 0}
{
    const std::lock_guard lock{mutex_};
    report();
}

compute::ReadAnswer WatchedReader::read(const compute::ReadRequest& request,
                                        const std::stop_token& cancel) const
{
    begin_reading(request);
    compute::ReadAnswer answer = reader_->read(request, cancel.stop_possible() ? cancel : unwanted());
    const std::lock_guard lock{mutex_};
    if (request.what != compute::ReadRequest::What::Step) return answer;
    progress_.read = std::min(progress_.read + 1, progress_.steps);
    progress_.stage = model::OpeningStage::Building;
    progress_.part.reset();
    progress_.bytes_read = 0;
    if (progress_.steps == 1)
        report();
    else
        report_now_and_then();
    return answer;
}

void WatchedReader::begin_reading(const compute::ReadRequest& request) const
{
    const std::lock_guard lock{mutex_};
    if (request.what == compute::ReadRequest::What::Step) progress_.stage = model::OpeningStage::Reading;
}

void WatchedReader::take(const compute::LongTask::Progress& progress) const
{
    const std::lock_guard lock{mutex_};
    if (progress_.stage != model::OpeningStage::Reading) return;
    progress_.part = progress.part;
    // Libraries may read a file twice.
    progress_.bytes_read = progress_.bytes == 0 || progress.bytes <= progress_.bytes ? progress.bytes : 0;
    report_now_and_then();
}

void WatchedReader::report_now_and_then() const
{
    if (std::chrono::steady_clock::now() - reported_ >= between_words) report();
}

void WatchedReader::expect(std::size_t steps) const
{
    const std::lock_guard lock{mutex_};
    progress_.steps = static_cast<std::uint32_t>(std::max<std::size_t>(steps, 1));
    progress_.read = std::min(progress_.read, progress_.steps);
    report();
}

void WatchedReader::end() const
{
    const std::lock_guard lock{mutex_};
    watcher_.reset();
    unwanted_ = {};
}

std::stop_token WatchedReader::unwanted() const
{
    const std::lock_guard lock{mutex_};
    return unwanted_;
}

void WatchedReader::report() const
{
    reported_ = std::chrono::steady_clock::now();
    if (watcher_) watcher_->send("dataset.opening", model::write(progress_));
}

namespace {

/// Slices that opening reads at most: it must not wait for a thousand; further ones are read when needed.
constexpr std::size_t most_slices_at_once = 128;

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
    std::optional<MemoryBudget::Reservation> unpacked;  ///< rest of `opening`, where files were packed
    std::optional<MemoryBudget::Reservation> slices;
    WholeDataset dataset;
};

/// Bytes that the first slice and the field made of it hold in memory.
std::uint64_t bytes_held(const compute::TimeSeries& series)
{
    std::uint64_t bytes = series.slice_bytes();
    for (const compute::NodeValues& array : series.first().data().arrays)
        bytes += array.values.all().size_bytes();
    return bytes;
}

std::string key_of(const std::string& name, const std::string& velocity)
{
    return name + '\0' + velocity;
}

/// Bytes of the files of the first step.
std::uint64_t bytes_of(const compute::DatasetFiles& dataset)
{
    std::uint64_t bytes = 0;
    if (!dataset.files.empty())
        for (const auto& file : dataset.files.front()) bytes += compute::bytes_with_companions(file);
    return bytes;
}

std::string files_state_of(const compute::DatasetFiles& dataset)
{
    std::string state;
    for (const auto& slice : dataset.files) state += fingerprint_of(slice);
    return state;
}

}  // namespace

OpenDatasets::OpenDatasets(const compute::DatasetCatalogue& catalogue, std::shared_ptr<MemoryBudget> memory,
                           compute::Ranks* ranks, compute::DatasetOpener* opener)
    : catalogue_{catalogue}, memory_{std::move(memory)}, ranks_{ranks}, opener_{opener}
{
    memory_->add_cache_owner([this] { opened_.evict_unused(); });
}

std::shared_ptr<const compute::OpenDataset>
OpenDatasets::open(const std::string& name, const std::string& velocity, const std::stop_token& cancel,
                   const std::shared_ptr<const net::Notices>& watcher)
{
    compute::DatasetFiles files = catalogue_.files(name, velocity);
    if (has_as_default(files, cancel)) files.velocity.clear();
    const Loader<OpenedDataset> loader{
        .key = key_of(files.name, files.velocity),
        .name = fmt::format("dataset '{}'", files.name),
        .is_current =
            [&](const OpenedDataset& opened) { return opened.files_state == files_state_of(files); },
        .load =
            [&](const std::stop_token& unwanted) {
                std::string state = files_state_of(files);
                return std::make_shared<const OpenedDataset>(
                    OpenedDataset{read({files, unwanted, watcher}), std::move(state)});
            }};
    const auto opened = opened_.open(loader, cancel);
    return {opened, opened->dataset.get()};
}

/// True when the open dataset has the named velocity by default: no second reading is needed.
bool OpenDatasets::has_as_default(const compute::DatasetFiles& dataset, const std::stop_token& cancel)
{
    if (dataset.velocity.empty()) return false;
    const auto open = opened_.find(key_of(dataset.name, {}), cancel);
    return open && open->dataset->info().default_vector == dataset.velocity;
}

std::shared_ptr<const compute::OpenDataset> OpenDatasets::read(const Reading& reading)
{
    if (opener_ == nullptr) return read_whole(reading, {});
    const auto reserve = [this](const std::string& what, std::uint64_t bytes) {
        return std::make_shared<MemoryBudget::Reservation>(memory_->reserve_for(what, bytes));
    };
    compute::DatasetOpener::Opened opened = opener_->open(reading.dataset, reserve);
    return opened.dataset ? opened.dataset : read_whole(reading, opened.remark);
}

/// Reads a dataset. Memory is reserved before the first byte: a viewer must not take that of all others.
std::shared_ptr<const compute::OpenDataset> OpenDatasets::read_whole(const Reading& reading,
                                                                     const std::string& remark)
{
    const compute::DatasetFiles& dataset = reading.dataset;
    const std::uint64_t expected = compute::memory_needed(dataset, reading.unwanted);
    MemoryBudget::Reservation opening = memory_->reserve_for(fmt::format("'{}'", dataset.name), expected);
    const auto watched = std::make_shared<const WatchedReader>(
        dataset.reader, dataset.name, bytes_of(dataset), reading.unwanted, reading.watcher);
    const compute::LongTask task{reading.unwanted,
                                 [&](const compute::LongTask::Progress& read) { watched->take(read); }};
    compute::TimeSeries series = read_series(dataset, watched, reading.unwanted);
    task.check();
    const std::uint64_t held = dataset.files.empty() ? 0 : bytes_held(series);
    auto unpacked = held > expected ? std::optional{memory_->reserve_for(
                                          fmt::format("'{}', unpacked", dataset.name), held - expected)}
                                    : std::nullopt;
    const bool changes = series.slices() > 1;
    auto slices = changes && series.slices() <= most_slices_at_once
                      ? memory_->reserve_making_room(series.field_bytes() - series.slice_bytes())
                      : std::nullopt;
    const bool fits = !changes || slices;
    if (changes && fits) watched->expect(1 + series.slices());  // the first slice is read for the grid, too
    if (!fits)
        (void)compute::slices_within(series, memory_->left(),
                                     compute::slices_of_step);  // otherwise tracing would be impossible
    auto reserved = std::make_shared<ReservedDataset>(std::move(opening), std::move(unpacked),
                                                      std::move(slices), std::move(series), ranks_,
                                                      fits ? nullptr : memory_, remark, memory_);
    watched->end();
    task.check();
    return {reserved, &reserved->dataset};
}

/// Reads a series; its reader is the watched one from now on.
compute::TimeSeries OpenDatasets::read_series(const compute::DatasetFiles& dataset,
                                              std::shared_ptr<const WatchedReader> watched,
                                              const std::stop_token& unwanted) const
{
    if (dataset.files.empty()) return catalogue_.open(dataset.name, dataset.velocity, unwanted);
    compute::DatasetFiles files = dataset;
    files.reader = std::move(watched);
    return compute::series_of(files, {}, std::nullopt, unwanted);
}

}  // namespace farfield::node
