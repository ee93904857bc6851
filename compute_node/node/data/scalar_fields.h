#pragma once

#include "compute_node/datasets/open_dataset.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/node/datasets/memory_budget.h"
#include "compute_node/volumes/scalar_levels.h"

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace farfield::node {

/// Grid and arrays at a time slice, with the name of the dataset's velocity. Reads a file of a series.
[[nodiscard]] compute::GridData slice_data(const compute::TimeSeries& series, std::size_t slice);

/// The scalar fields of open datasets, and the grids that surfaces are cut from: made at the first request,
/// shared by all programs, forgotten when none uses it; one for each grid that changes. Counted in the memory
/// of open datasets. Threads: any; one at a time makes a field.
class ScalarFields {
public:
    explicit ScalarFields(std::shared_ptr<MemoryBudget> memory) : memory_{std::move(memory)} {}

    /// The scalar of this name, "" the default one, at a time slice. Throws net::RpcError where there is no
    /// memory, and std::runtime_error where the dataset has no nodes in this process or no such scalar, or a
    /// file cannot be read.
    [[nodiscard]] std::shared_ptr<const compute::ScalarLevels>
    open(const compute::OpenDataset& dataset, const std::string& scalar, std::size_t slice);

    /// The grid of the dataset's nodes at a time slice. Throws as open() does.
    [[nodiscard]] std::shared_ptr<const compute::GridLevels> grid(const compute::OpenDataset& dataset,
                                                                  std::size_t slice = 0);

private:
    struct Key {
        const void* series;
        std::string scalar;
        std::size_t slice;
        auto operator<=>(const Key&) const = default;  // NOLINT(modernize-use-nullptr)
    };
    [[nodiscard]] std::shared_ptr<const compute::GridLevels>
    grid_of(const compute::TimeSeries& series, std::shared_ptr<const compute::Grid> grid,
            const compute::GridData& data);

    std::shared_ptr<MemoryBudget> memory_;
    std::mutex mutex_;
    std::map<const compute::Grid*, std::weak_ptr<const compute::GridLevels>> grids_;
    std::map<Key, std::weak_ptr<const compute::ScalarLevels>> fields_;
};

}  // namespace farfield::node
