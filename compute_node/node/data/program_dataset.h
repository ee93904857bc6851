#pragma once

#include "compute_node/datasets/open_dataset.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace farfield::node {

/// The news of a dataset that may grow.
enum class DatasetNews {
    None,
    Changed,   ///< the dataset is another one now: answers begin anew
    Extended,  ///< the dataset has later slices now: answers go on
    Awaited,   ///< the wanted time is not there yet
};

/// The times that a repeated series runs through: those of its slices, or, of a dataset that grows, the first
/// and the last that it may have.
[[nodiscard]] std::vector<double> times_to_go_round(const compute::OpenDataset& dataset,
                                                    std::vector<double> slices);
/// The time of answer n in a repeated series, `step` after that of the answer before.
[[nodiscard]] double time_of_answer(const std::vector<double>& times, double first, double step,
                                    std::uint64_t answer);

/// The dataset of a program, which may get more slices while the program runs. Threads: one.
class ProgramDataset {
public:
    explicit ProgramDataset(std::shared_ptr<const compute::OpenDataset> dataset)
        : dataset_{std::move(dataset)}
    {}

    [[nodiscard]] const compute::OpenDataset& operator*() const { return *dataset_; }
    [[nodiscard]] const compute::OpenDataset* operator->() const { return dataset_.get(); }
    [[nodiscard]] const std::shared_ptr<const compute::OpenDataset>& shared() const { return dataset_; }

    /// Seconds from the first slice to the last; 0 for a dataset that does not change.
    [[nodiscard]] double last_time() const;
    /// The time that a program begins with: the last one of a growing dataset that the program follows.
    /// Throws model::FieldError where the program also advances in time by itself.
    [[nodiscard]] std::optional<double> shown_time(bool follows, bool repeats,
                                                   const std::optional<double>& asked) const;

    /// Listens for news. wake: called, from any thread, when look_for_news() may have some; never for
    /// datasets that do not grow.
    void listen(std::function<void()> wake);
    /// Takes over the newest state where the program follows it or the wanted time is not there yet. wanted:
    /// time of the next answer; empty where there is none.
    [[nodiscard]] DatasetNews look_for_news(bool follows, const std::optional<double>& wanted);

private:
    std::shared_ptr<const compute::OpenDataset> dataset_;
    compute::Growth::Listener listener_;
};

}  // namespace farfield::node
