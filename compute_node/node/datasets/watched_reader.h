#pragma once

#include "compute_node/fields/field_reader.h"
#include "compute_node/support/long_task.h"
#include "model/calls/opening.h"
#include "net/message/notices.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace farfield::node {

/// Reads by another reader. Until the dataset is open it reports the progress to a viewer, and each reading
/// ends by throwing once no caller waits for the dataset. Threads: any.
class WatchedReader final : public compute::FieldReader {
public:
    /// bytes: of the files; 0: not known. unwanted: asked to stop once no caller waits. watcher: or null.
    WatchedReader(std::shared_ptr<const compute::FieldReader> reader, const std::string& dataset,
                  std::uint64_t bytes, std::stop_token unwanted, std::shared_ptr<const net::Notices> watcher);

    [[nodiscard]] compute::ReadAnswer read(const compute::ReadRequest& request,
                                           const std::stop_token& cancel) const override;
    /// Takes the progress of a reading, as the opening thread reports it.
    void take(const compute::LongTask::Progress& progress) const;
    /// Sets the number of steps that will be read.
    void expect(std::size_t steps) const;
    /// Ends the reports, as the dataset is open: readings now end by their own tokens alone.
    void end() const;

private:
    void report() const;
    void report_now_and_then() const;
    void begin_reading(const compute::ReadRequest& request) const;
    [[nodiscard]] std::stop_token unwanted() const;

    const std::shared_ptr<const compute::FieldReader> reader_;
    mutable std::mutex mutex_;
    mutable std::stop_token unwanted_;
    mutable std::shared_ptr<const net::Notices> watcher_;
    mutable model::OpeningProgress progress_;
    mutable std::chrono::steady_clock::time_point reported_{};
};

}  // namespace farfield::node
