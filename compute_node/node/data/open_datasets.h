#pragma once

#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/datasets/dataset_opener.h"
#include "compute_node/node/data/memory_budget.h"
#include "compute_node/ranks/ranks.h"

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace farfield::node {

/// Opens datasets once for all sessions. One that nobody uses any more is forgotten, but for the last ones:
/// between dataset.open and program.start nobody holds it. When the files that its name stands for have
/// changed it is read again for whoever opens it then; others keep what they have. Threads: any; a dataset
/// being read makes only those wait who want the same.
class OpenDatasets {
public:
    static constexpr std::size_t kept_open = 2;

    /// memory: of all that are open together, by DatasetCatalogue::memory_needed(), their slices and the
    /// programs' windows; in it others may count what is theirs. A series with more slices than that leaves
    /// room for is read on the way. ranks: they share fields in memory; or null. opener: opens
    /// what it can; or null. Borrows all.
    OpenDatasets(const compute::DatasetCatalogue& catalogue, std::shared_ptr<MemoryBudget> memory,
                 compute::Ranks* ranks = nullptr, compute::DatasetOpener* opener = nullptr);

    /// Throws std::runtime_error as DatasetCatalogue::open() does, and when there is no memory for it.
    /// velocity: the vector to trace, by name; "": as velocity_choice.h chooses. Another velocity is a
    /// dataset of its own, which counts and is kept like any other. gone: nothing waits for it any more;
    /// throws then, unless the opener opens it.
    [[nodiscard]] std::shared_ptr<const compute::OpenDataset>
    open(const std::string& name, const std::string& velocity = {}, const std::stop_token& gone = {});

private:
    struct Slot {
        std::mutex reading;
        std::weak_ptr<const compute::OpenDataset> dataset;
        std::string files_state;  ///< fingerprint_of() its files when it was read
    };
    [[nodiscard]] std::shared_ptr<const compute::OpenDataset> open(const compute::DatasetFiles& dataset,
                                                                   const std::stop_token& gone);
    [[nodiscard]] bool has_as_default(const compute::DatasetFiles& dataset);
    [[nodiscard]] std::shared_ptr<Slot> slot_for(const compute::DatasetFiles& dataset);
    [[nodiscard]] std::shared_ptr<const compute::OpenDataset> read(const compute::DatasetFiles& dataset,
                                                                   const std::stop_token& gone);
    [[nodiscard]] std::shared_ptr<const compute::OpenDataset>
    read_whole(const compute::DatasetFiles& dataset, const std::string& remark, const std::stop_token& gone);
    void let_go_of_unused();
    void keep(std::shared_ptr<const compute::OpenDataset> dataset);

    const compute::DatasetCatalogue& catalogue_;
    std::shared_ptr<MemoryBudget> memory_;
    compute::Ranks* ranks_;
    compute::DatasetOpener* opener_;
    std::mutex mutex_;
    std::map<std::pair<std::string, std::string>, std::shared_ptr<Slot>> slots_;  ///< by name and velocity
    std::deque<std::shared_ptr<const compute::OpenDataset>> newest_;
};

}  // namespace farfield::node
