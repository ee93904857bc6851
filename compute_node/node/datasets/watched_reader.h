#pragma once

#include "compute_node/fields/field_reader.h"
#include "model/calls/opening.h"
#include "net/message/notices.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <string>

namespace farfield::node {

/// Reads by another reader, and reports to a viewer how many time steps have been read, until the dataset is
/// open. Threads: any.
class WatchedReader final : public compute::FieldReader {
public:
    /// bytes: of the files; 0: not known. watcher: or null.
    WatchedReader(std::shared_ptr<const compute::FieldReader> reader, const std::string& dataset,
                  std::uint64_t bytes, std::shared_ptr<const net::Notices> watcher);

    [[nodiscard]] compute::ReadAnswer read(const compute::ReadRequest& request,
                                           const std::stop_token& cancel) const override;
    /// So many steps will be read.
    void expect(std::size_t steps) const;
    /// It is open: nothing more is reported.
    void end() const;

private:
    void report() const;

    const std::shared_ptr<const compute::FieldReader> reader_;
    mutable std::mutex mutex_;
    mutable std::shared_ptr<const net::Notices> watcher_;
    mutable model::OpeningProgress progress_;
    mutable std::chrono::steady_clock::time_point reported_{};
};

}  // namespace farfield::node
