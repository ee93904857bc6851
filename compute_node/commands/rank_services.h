#pragma once

#include "compute_node/commands/options/split_option.h"
#include "compute_node/datasets/dataset_opener.h"
#include "compute_node/ranks/ranks.h"
#include "compute_node/tomography/arrivals/arrival_helpers.h"

#include <memory>

namespace farfield::node {

/// The other ranks, as the first rank has them.
struct RanksOfNode {
    std::unique_ptr<compute::Ranks> ranks;           ///< null: this process is alone
    std::unique_ptr<compute::DatasetOpener> opener;  ///< for the split; null: datasets are opened whole
    tomography::ArrivalHelpers* arrivals = nullptr;  ///< helpers of the ranks; null: this process is alone
};

/// Leads ranks with all services of the node. threads: of each rank. Throws as compute::lead_ranks() does.
[[nodiscard]] RanksOfNode lead_ranks_of_node(Split split, int threads);

/// Runs compute::help_first_rank() with the same services.
[[nodiscard]] int help_ranks_of_node(std::shared_ptr<compute::FieldReader> reader);

}  // namespace farfield::node
