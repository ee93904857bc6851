#pragma once

#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/node/data/open_datasets.h"
#include "compute_node/node/data/open_terrains.h"
#include "compute_node/particles/particle_system.h"
#include "compute_node/ranks/ranks.h"
#include "compute_node/terrain/gdal/gdal_picture.h"
#include "net/session/node_service.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace farfield::node {

/// Half of the machine's physical memory, in bytes.
[[nodiscard]] std::uint64_t half_of_memory();

struct ComputeSettings {
    std::vector<std::filesystem::path> data_folders;
    int threads = 0;  ///< OpenMP threads of each program; 0: as many as OpenMP would take
    compute::ParticleLimits limits;
    std::uint64_t max_dataset_bytes = half_of_memory();        ///< of all open datasets and terrains together
    std::uint64_t max_program_bytes = net::part_of_memory(8);  ///< of all programs together
    terrain::CacheSettings cache;                              ///< of terrains
    compute::Ranks* ranks = nullptr;                           ///< or null; borrowed: all is shared with them
    /// What reads the files of datasets.
    std::shared_ptr<const compute::FieldReader> reader = compute::reader_in_this_process();
    compute::DatasetOpener* opener = nullptr;  ///< opens what it can; or null; borrowed
};

/// What the compute node does: offers the datasets of its folders and the built-in ones, and runs
/// `particles` and `lines` on them, and `terrain.view` and its like on terrains. Datasets are opened once for
/// all sessions. Threads: any.
class ComputeService final : public net::NodeService {
public:
    /// Throws std::runtime_error when a data folder does not exist.
    explicit ComputeService(const ComputeSettings& settings);

    [[nodiscard]] net::DatasetList list_datasets() override;
    [[nodiscard]] net::DatasetInfo open_dataset(const std::string& name, const std::string& velocity,
                                                const std::stop_token& gone) override;
    [[nodiscard]] std::unique_ptr<net::FrameSource> start_program(const net::ProgramStart& start,
                                                                  const std::stop_token& gone) override;
    [[nodiscard]] model::TerrainList list_terrains() override;
    [[nodiscard]] model::TerrainDescription open_terrain(const std::string& name,
                                                         const std::stop_token& gone) override;
    [[nodiscard]] std::vector<model::TerrainSightLine>
    look_over_terrain(const model::TerrainSightCall& call, const std::stop_token& gone) override;
    [[nodiscard]] model::TerrainOverlay terrain_overlay(const std::string& terrain, const std::string& file,
                                                        const std::stop_token& gone) override;
    [[nodiscard]] net::MadeFile viewshed_file(const std::string& terrain,
                                              const model::ViewshedParams& viewshed,
                                              const std::stop_token& gone) override;

private:
    [[nodiscard]] std::shared_ptr<const terrain::GdalPicture> open_picture(const std::string& file) const;
    [[nodiscard]] std::shared_ptr<const compute::OpenDataset>
    open(const std::string& name, const std::string& velocity, const std::stop_token& gone);

    ComputeSettings settings_;
    compute::DatasetCatalogue catalogue_;
    std::shared_ptr<MemoryBudget> memory_, programs_;
    OpenDatasets datasets_;
    OpenTerrains terrains_;
};

}  // namespace farfield::node
