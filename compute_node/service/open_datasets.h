#pragma once

#include "compute_node/fields/dataset_catalogue.h"
#include "compute_node/fields/time_series.h"
#include "compute_node/ranks/ranks.h"

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace farfield::compute {

/// A dataset in memory and the fields made of it, shared by all who use it.
/// Threads: any.
class OpenDataset {
public:
    /// Makes the field with the default scalar at once: it shows whether the dataset can be traced at all.
    /// ranks: they share the fields; or null. Borrowed.
    explicit OpenDataset(TimeSeries series, Ranks* ranks = nullptr);

    [[nodiscard]] const DatasetInfo& info() const { return series_.info(); }
    /// The field coloured by `scalar`; empty: the default one. Throws std::runtime_error when there is no
    /// such array.
    [[nodiscard]] std::shared_ptr<const Field> field(const std::string& scalar = {}) const;

private:
    [[nodiscard]] std::shared_ptr<const Field> shared(std::shared_ptr<const Field> field) const;

    TimeSeries series_;
    Ranks* ranks_;
    std::shared_ptr<const Field> default_field_;
    mutable std::mutex mutex_;
    mutable std::map<std::string, std::weak_ptr<const Field>> fields_;
};

/// Opens datasets once for all sessions. One that nobody uses any more is forgotten, but for the last ones:
/// between dataset.open and program.start nobody holds it. Threads: any; a dataset being read makes only
/// those wait who want the same.
class OpenDatasets {
public:
    static constexpr std::size_t kept_open = 2;

    /// max_bytes: memory of all that are open together, by DatasetCatalogue::memory_needed(); a series with
    /// more slices than that leaves room for is open with the first of them.
    OpenDatasets(const DatasetCatalogue& catalogue, std::uint64_t max_bytes, Ranks* ranks = nullptr)
        : catalogue_{catalogue}, max_bytes_{max_bytes}, ranks_{ranks}
    {}

    /// Throws std::runtime_error as DatasetCatalogue::open() does, and when there is no memory for it.
    [[nodiscard]] std::shared_ptr<const OpenDataset> open(const std::string& name);

private:
    struct Slot {
        std::mutex reading;
        std::weak_ptr<const OpenDataset> dataset;
        std::uint64_t bytes = 0;  ///< that it takes, or will once it is read
    };
    [[nodiscard]] std::shared_ptr<Slot> slot_for(const std::string& name);
    void reserve(Slot& slot, const std::string& name);
    void reserve_slices(Slot& slot, TimeSeries& series);
    [[nodiscard]] std::uint64_t bytes_in_use() const;
    void keep(std::shared_ptr<const OpenDataset> dataset);

    const DatasetCatalogue& catalogue_;
    const std::uint64_t max_bytes_;
    Ranks* ranks_;
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Slot>> slots_;
    std::deque<std::shared_ptr<const OpenDataset>> newest_;
};

}  // namespace farfield::compute
