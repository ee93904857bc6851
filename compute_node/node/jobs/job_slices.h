#pragma once

#include "compute_node/datasets/dataset_rays.h"
#include "compute_node/datasets/growth.h"
#include "compute_node/node/datasets/memory_budget.h"
#include "compute_node/tomography/lattices/lattice.h"

#include <memory>
#include <string>
#include <vector>

namespace farfield::node {

/// The result of an inversion as a dataset: `velocity` (m/s) and `change` (% of the start) at the nodes of
/// the model, one slice for each iteration; the time is the iteration's number. Threads: one.
class JobSlices {
public:
    /// name: of the dataset. memory: for the fields that programs make of its slices.
    JobSlices(std::string name, tomography::Lattice lattice, std::shared_ptr<MemoryBudget> memory)
        : name_{std::move(name)}, lattice_{lattice}, memory_{std::move(memory)}
    {}

    /// The dataset with one more slice. velocity: [nodes]. rays: through this model; or null.
    [[nodiscard]] compute::Growth::Snapshot with(const std::vector<double>& velocity,
                                                 std::shared_ptr<const compute::DatasetRays> rays,
                                                 const std::shared_ptr<const compute::Growth>& growth);

private:
    std::string name_;
    tomography::Lattice lattice_;
    std::shared_ptr<MemoryBudget> memory_;
    std::vector<std::shared_ptr<const std::vector<float>>> velocities_;
    std::vector<std::shared_ptr<const compute::DatasetRays>> rays_;
};

}  // namespace farfield::node
