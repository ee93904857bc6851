#include "compute_node/node/datasets/watched_reader.h"

#include <algorithm>
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

}  // namespace farfield::node
