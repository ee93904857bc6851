#pragma once

#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/datasets/headings/dataset_headings.h"
#include "compute_node/node/data/open_terrains.h"
#include "compute_node/node/data/scalar_fields.h"
#include "compute_node/node/datasets/open_datasets.h"
#include "compute_node/node/jobs/jobs.h"
#include "compute_node/particles/particle_system.h"
#include "compute_node/ranks/ranks.h"
#include "model/programs/surface_params.h"
#include "net/message/memory_budget.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace farfield::node {

struct NodeSettings {
    std::vector<std::filesystem::path> data_folders;
    int threads = 0;               ///< OpenMP threads of each program; 0: as many as OpenMP would take
    std::uint32_t concurrent = 0;  ///< programs that compute at once; 0: teams that the cores hold
    compute::ParticleLimits limits;
    std::uint64_t max_dataset_bytes = net::part_of_memory(2);    ///< of all open datasets and terrains
    std::uint64_t max_program_bytes = net::part_of_memory(8);    ///< bytes of all programs together
    terrain::CacheSettings cache;                                ///< cache of terrains
    compute::Ranks* ranks = nullptr;                             ///< get all data; or null; borrowed
    std::uint64_t max_surface_bytes = model::max_surface_bytes;  ///< bytes of one answer
    std::uint32_t max_jobs = 2;                                  ///< jobs that are kept, running or not
    /// Reader of the files of datasets.
    std::shared_ptr<const compute::FieldReader> reader = compute::reader_in_this_process();
    compute::DatasetOpener* opener = nullptr;  ///< opens the datasets that it can; or null; borrowed
    /// Processes that trace beside this one for jobs; or null; borrowed.
    tomography::ArrivalHelpers* arrivals = nullptr;
};

/// The data of a compute node, which its calls and programs share: the datasets and terrains of its folders
/// and the built-in ones, opened once for all sessions. Threads: any.
class Node {
public:
    /// Throws std::runtime_error when a data folder does not exist.
    explicit Node(const NodeSettings& settings);

    [[nodiscard]] const NodeSettings& settings() const { return settings_; }
    [[nodiscard]] const compute::DatasetCatalogue& catalogue() const { return catalogue_; }
    /// Headings of the catalogue's datasets.
    [[nodiscard]] compute::DatasetHeadings& headings() { return headings_; }
    [[nodiscard]] OpenTerrains& terrains() { return terrains_; }
    [[nodiscard]] ScalarFields& scalars() { return scalars_; }
    [[nodiscard]] Jobs& jobs() { return jobs_; }
    /// Memory budget of all programs together.
    [[nodiscard]] const std::shared_ptr<MemoryBudget>& program_memory() const { return programs_; }

    /// Opens a dataset. velocity: vector to trace, by name; empty: the node's choice. Throws net::RpcError,
    /// NotFound, for an unknown one, and std::runtime_error where it cannot be read or `cancel` is asked to
    /// stop. watcher: gets the progress of reading, or of the job that computes it; or null.
    [[nodiscard]] std::shared_ptr<const compute::OpenDataset>
    open_dataset(const std::string& name, const std::string& velocity, const std::stop_token& cancel,
                 const std::shared_ptr<const net::Notices>& watcher = nullptr);

private:
    NodeSettings settings_;
    compute::DatasetCatalogue catalogue_;
    compute::DatasetHeadings headings_;
    std::shared_ptr<MemoryBudget> memory_, programs_;
    OpenDatasets datasets_;
    ScalarFields scalars_;
    OpenTerrains terrains_;
    Jobs jobs_;
};

}  // namespace farfield::node
