#pragma once

#include "compute_node/datasets/open_dataset.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/node/datasets/memory_budget.h"
#include "compute_node/ranks/ranks.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace farfield::node {

/// A dataset whose fields are in memory, or have time slices that each program reads on the way through a
/// window of its own.
class WholeDataset final : public compute::OpenDataset {
public:
    using SlicesOfRays = std::vector<std::shared_ptr<const compute::DatasetRays>>;

    /// Makes the field with the default scalar at once: it shows whether the dataset can be traced at all.
    /// ranks: share fields in memory; or null. Borrowed. windows: memory of windows where slices are read on
    /// the way; null: all is in memory. remark: one more for the user, or none. fields: where all is in
    /// memory, memory of fields of further scalars, and of grids that change; if these do not fit, slices are
    /// read on the way in it. Null: not counted.
    explicit WholeDataset(compute::TimeSeries series, compute::Ranks* ranks = nullptr,
                          std::shared_ptr<MemoryBudget> windows = nullptr, const std::string& remark = {},
                          std::shared_ptr<MemoryBudget> fields = nullptr);

    [[nodiscard]] const compute::DatasetInfo& info() const override { return info_; }
    [[nodiscard]] std::shared_ptr<const compute::Field> default_field() const override { return field(); }
    [[nodiscard]] const compute::Field& first_look() const override { return *first_look_; }
    [[nodiscard]] compute::FieldSource source(const std::string& scalar,
                                              std::shared_ptr<compute::SliceWindow> window) const override;
    [[nodiscard]] compute::FieldSource chosen(const compute::FieldChoice& choice,
                                              std::shared_ptr<compute::SliceWindow> window) const override;
    [[nodiscard]] std::shared_ptr<const compute::TimeSeries> series() const override { return series_; }
    [[nodiscard]] std::shared_ptr<const compute::Growth> growth() const override { return growth_.lock(); }
    [[nodiscard]] std::shared_ptr<const compute::DatasetRays> rays(double seconds) const override;
    /// Makes this a state of a dataset that grows. rays: [slices]. Called once, before any use.
    void grow_with(const std::shared_ptr<const compute::Growth>& growth, SlicesOfRays rays)
    {
        growth_ = growth;
        rays_ = std::move(rays);
    }

    /// The field of a choice, by default the default one. It lacks slices where they are read on the way, and
    /// its ranges are then those of the first. Throws std::runtime_error when there is no such array.
    [[nodiscard]] std::shared_ptr<const compute::Field> field(const compute::FieldChoice& choice = {}) const;

private:
    [[nodiscard]] bool take_into_memory();
    [[nodiscard]] std::shared_ptr<const compute::Field> in_memory(const compute::FieldChoice& choice) const;
    [[nodiscard]] std::shared_ptr<const compute::Field> counted(const compute::FieldChoice& choice) const;
    [[nodiscard]] std::shared_ptr<const compute::SlicedField>
    in_files(const compute::FieldChoice& choice) const;
    [[nodiscard]] std::shared_ptr<compute::SliceWindow> new_window() const;

    std::shared_ptr<compute::TimeSeries> series_;
    std::weak_ptr<const compute::Growth> growth_;
    SlicesOfRays rays_;
    compute::DatasetInfo info_;
    compute::Ranks* ranks_;
    std::shared_ptr<MemoryBudget> windows_, memory_of_fields_;
    std::optional<MemoryBudget::Reservation> memory_of_grids_;  ///< memory of grids that change
    std::shared_ptr<const compute::Field> first_look_;          ///< default field, of fields in memory
    mutable std::mutex mutex_;
    mutable std::map<std::string, std::weak_ptr<const compute::Field>> fields_;  ///< by choice
    mutable std::map<std::string, std::shared_ptr<const compute::SlicedField>> sliced_;
};

}  // namespace farfield::node
