#pragma once

#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/datasets/dataset_opener.h"
#include "compute_node/fields/field_reader.h"
#include "compute_node/node/datasets/memory_budget.h"
#include "compute_node/node/datasets/opened.h"
#include "compute_node/ranks/ranks.h"
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

/// Opens datasets once for all sessions, as Opened says: between dataset.open and program.start a dataset is
/// not used, but kept. Threads: any.
class OpenDatasets {
public:
    static constexpr std::size_t kept_open = 2;

    /// memory: of all open datasets together, by DatasetCatalogue::memory_needed(), their slices and the
    /// programs' windows; other parts may count theirs in it. A series with more slices than it has room for
    /// is read on the way. ranks: share fields in memory; or null. opener: opens the datasets that it can; or
    /// null. Borrows all.
    OpenDatasets(const compute::DatasetCatalogue& catalogue, std::shared_ptr<MemoryBudget> memory,
                 compute::Ranks* ranks = nullptr, compute::DatasetOpener* opener = nullptr);

    /// Opens a dataset. velocity: the vector to trace, by name; "": as velocity_choice.h chooses. Another
    /// velocity makes another dataset, which counts and is kept like any other. watcher: gets the progress
    /// of a reading that is done for this call; or null. Throws std::runtime_error as
    /// DatasetCatalogue::open() does, when there is no memory, and once `cancel` is asked to stop, unless
    /// the opener opens it.
    [[nodiscard]] std::shared_ptr<const compute::OpenDataset>
    open(const std::string& name, const std::string& velocity = {}, const std::stop_token& cancel = {},
         const std::shared_ptr<const net::Notices>& watcher = nullptr);

private:
    struct OpenedDataset {
        std::shared_ptr<const compute::OpenDataset> dataset;
        std::string files_state;  ///< fingerprint_of() its files when it was read
    };
    [[nodiscard]] bool has_as_default(const compute::DatasetFiles& dataset, const std::stop_token& cancel);
    /// The opening of a dataset for one call.
    struct Reading {
        const compute::DatasetFiles& dataset;
        const std::stop_token& unwanted;
        const std::shared_ptr<const net::Notices>& watcher;
    };
    [[nodiscard]] std::shared_ptr<const compute::OpenDataset> read(const Reading& reading);
    [[nodiscard]] std::shared_ptr<const compute::OpenDataset> read_whole(const Reading& reading,
                                                                         const std::string& remark);
    [[nodiscard]] compute::TimeSeries read_series(const compute::DatasetFiles& dataset,
                                                  std::shared_ptr<const WatchedReader> watched,
                                                  const std::stop_token& unwanted) const;

    const compute::DatasetCatalogue& catalogue_;
    std::shared_ptr<MemoryBudget> memory_;
    compute::Ranks* ranks_;
    compute::DatasetOpener* opener_;
    Opened<OpenedDataset> opened_{kept_open};
};

}  // namespace farfield::node
