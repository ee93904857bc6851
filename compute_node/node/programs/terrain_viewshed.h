#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "compute_node/node/data/program_memory.h"
#include "compute_node/node/data/viewshed_request.h"
#include "compute_node/node/programs/result_program.h"
#include "compute_node/terrain/overlays/height_tiles.h"
#include "model/programs/terrain_params.h"

#include <memory>
#include <vector>

namespace farfield::node {

struct ViewshedPlan : ResultPlan {
    model::Point observer{};
    ViewshedRequest asked;
    terrain::PostSteps columns, rows;  ///< posts that are sent
};

/// The program `terrain.viewshed`: docs/protocol.md, section 11. One frame for each observer.
class TerrainViewshedProgram final : public ResultProgram<model::ViewshedParams, ViewshedPlan> {
public:
    /// memory: of all programs; null: not counted. Throws net::RpcError.
    TerrainViewshedProgram(std::shared_ptr<const OpenTerrain> terrain, const net::ProgramStart& start,
                           int threads, std::shared_ptr<MemoryBudget> memory = nullptr);

private:
    ViewshedPlan plan(const Change& change) override;
    void reserve(const ViewshedPlan& plan) override;
    Result compute(const ViewshedPlan& plan, const Task& task) override;
    void write_values(const ViewshedPlan& plan, std::span<std::byte> values) const;

    std::shared_ptr<const OpenTerrain> terrain_;
    int threads_;
    ProgramMemory memory_;
    std::vector<std::uint8_t> posts_;  ///< posts of the window
};

}  // namespace farfield::node
