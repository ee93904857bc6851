#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "compute_node/node/programs/result_program.h"
#include "compute_node/terrain/rays/view_rays.h"
#include "model/programs/terrain_view.h"

#include <memory>
#include <vector>

namespace farfield::node {

struct ViewPlan : ResultPlan {
    model::TerrainViewParams params;  ///< without its poses
    model::Pose pose;                 ///< pose where none is listed
    std::vector<model::Pose> listed;  ///< the poses of params' list that are to be cast
};

/// The program `terrain.view`: docs/protocol.md, section 10. One frame for each pose, exact or in the
/// requested detail. Poses come one by one, each in an update, or as a list. Other processes that have the
/// terrain cast too.
class TerrainViewProgram final : public ResultProgram<model::TerrainViewParams, ViewPlan> {
public:
    /// Throws net::RpcError.
    TerrainViewProgram(std::shared_ptr<const OpenTerrain> terrain, const net::ProgramStart& start,
                       int threads);

private:
    ViewPlan plan(const Change& change) override;
    Result compute(const ViewPlan& plan, const Task& task) override;
    [[nodiscard]] terrain::ViewRays rays(const model::TerrainViewParams& params, const model::Pose& at) const;
    void cast(const terrain::ViewRays& view, const terrain::ViewImage& image,
              const std::atomic<bool>& cancel) const;

    std::shared_ptr<const OpenTerrain> terrain_;
    int threads_;
};

}  // namespace farfield::node
