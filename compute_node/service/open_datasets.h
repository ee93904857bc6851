#pragma once

#include "compute_node/fields/dataset_catalogue.h"
#include "compute_node/fields/field_source.h"
#include "compute_node/ranks/ranks.h"
#include "compute_node/service/memory_budget.h"

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace farfield::compute {

/// A dataset and the fields made of it, shared by all who use it: in memory, or with time slices that each
/// program reads on the way through a window of its own.
/// Threads: any.
class OpenDataset {
public:
    /// Makes the field with the default scalar at once: it shows whether the dataset can be traced at all.
    /// ranks: they share fields in memory; or null. Borrowed. windows: where slices are read on the way, what
    /// they may take; null: all is in memory.
    explicit OpenDataset(TimeSeries series, Ranks* ranks = nullptr,
                         std::shared_ptr<MemoryBudget> windows = nullptr);

    [[nodiscard]] const DatasetInfo& info() const { return info_; }
    /// The field coloured by `scalar`; empty: the default one. Without slices where they are read on the way;
    /// its ranges are then those of the first. Throws std::runtime_error when there is no such array.
    [[nodiscard]] std::shared_ptr<const Field> field(const std::string& scalar = {}) const;
    /// What there is to be seen of the default field before a program reads slices: the first.
    [[nodiscard]] const Field& first_look() const { return *first_look_; }

    /// For a program. window: that the program has already; null: a new one is made where slices are read on
    /// the way. Throws std::runtime_error as field() does, and when there is no memory for a window.
    [[nodiscard]] FieldSource source(const std::string& scalar = {},
                                     std::shared_ptr<SliceWindow> window = nullptr) const;

private:
    [[nodiscard]] std::shared_ptr<const Field> in_memory(const std::string& scalar) const;
    [[nodiscard]] std::shared_ptr<const SlicedField> in_files(const std::string& scalar) const;
    [[nodiscard]] std::shared_ptr<SliceWindow> new_window() const;

    std::shared_ptr<TimeSeries> series_;
    DatasetInfo info_;
    Ranks* ranks_;
    std::shared_ptr<MemoryBudget> windows_;
    std::shared_ptr<const Field> first_look_;  ///< of fields in memory, the default one
    mutable std::mutex mutex_;
    mutable std::map<std::string, std::weak_ptr<const Field>> fields_;
    mutable std::map<std::string, std::shared_ptr<const SlicedField>> sliced_;
};

/// Opens datasets once for all sessions. One that nobody uses any more is forgotten, but for the last ones:
/// between dataset.open and program.start nobody holds it. Threads: any; a dataset being read makes only
/// those wait who want the same.
class OpenDatasets {
public:
    static constexpr std::size_t kept_open = 2;

    /// max_bytes: memory of all that are open together, by DatasetCatalogue::memory_needed(), their slices
    /// and the programs' windows. A series with more slices than that leaves room for is read on the way.
    OpenDatasets(const DatasetCatalogue& catalogue, std::uint64_t max_bytes, Ranks* ranks = nullptr)
        : catalogue_{catalogue}, memory_{std::make_shared<MemoryBudget>(max_bytes)}, ranks_{ranks}
    {}

    /// Throws std::runtime_error as DatasetCatalogue::open() does, and when there is no memory for it.
    [[nodiscard]] std::shared_ptr<const OpenDataset> open(const std::string& name);

private:
    struct Slot {
        std::mutex reading;
        std::weak_ptr<const OpenDataset> dataset;
    };
    [[nodiscard]] std::shared_ptr<Slot> slot_for(const std::string& name);
    [[nodiscard]] std::shared_ptr<const OpenDataset> read(const std::string& name);
    [[nodiscard]] std::optional<MemoryBudget::Reservation> reserve(std::uint64_t bytes);
    void keep(std::shared_ptr<const OpenDataset> dataset);

    const DatasetCatalogue& catalogue_;
    std::shared_ptr<MemoryBudget> memory_;
    Ranks* ranks_;
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Slot>> slots_;
    std::deque<std::shared_ptr<const OpenDataset>> newest_;
};

}  // namespace farfield::compute
