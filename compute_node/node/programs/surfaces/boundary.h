#pragma once

#include "compute_node/node/programs/result_program.h"
#include "compute_node/node/programs/surfaces/scalar_at_time.h"
#include "compute_node/node/programs/surfaces/surface_limits.h"
#include "compute_node/volumes/boundaries/boundary_surface.h"
#include "model/programs/boundary.h"
#include "model/programs/surface.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace farfield::node {

/// Elements of one surface and kind of element, in parts.
struct PlannedBoundary {
    std::uint32_t surface = 0;  ///< among the parameters' surfaces
    model::SurfaceKind kind = model::SurfaceKind::Outer;
    std::uint32_t block = model::no_surface_block;
    compute::BoundaryElements elements;
    std::vector<compute::BoundaryPart> parts;
};

/// The boundaries of one grid.
struct FoundBoundaries {
    std::shared_ptr<const compute::GridLevels> grid;
    std::vector<PlannedBoundary> boundaries = {};
    std::size_t parts = 0;  ///< parts of all boundaries
};

struct BoundaryPlan : ResultPlan {
    model::BoundaryParams params;
    std::shared_ptr<const FoundBoundaries> found = {};  ///< boundaries at the time of the first answer
    std::shared_ptr<ScalarAtTime> colours = {};         ///< null: none
    std::vector<double> times = {};                     ///< times of the slices, where data change with them
    bool grid_changes = false;

    [[nodiscard]] double time_of(std::uint64_t answer) const;
};

/// The program `boundary`: docs/protocol.md, section 15. The surfaces are found when the settings name them;
/// on a changing grid anew for each answer, in the slice that is nearest in time; an answer is their parts,
/// coloured by a scalar at its time.
class BoundaryProgram final : public ResultProgram<model::BoundaryParams, BoundaryPlan> {
public:
    /// Borrows `fields`. Throws net::RpcError, model::FieldError, model::LimitError.
    BoundaryProgram(std::shared_ptr<const compute::OpenDataset> dataset, ScalarFields& fields,
                    const net::ProgramStart& start,
                    std::uint64_t max_surface_bytes = model::max_surface_bytes);

    void listen(const net::ProgramEvents& events) override { dataset_.listen(events.wake); }

private:
    BoundaryPlan plan(const Change& change) override;
    DatasetNews news(const model::BoundaryParams& params, const BoundaryPlan& plan) override;
    Result compute(const BoundaryPlan& plan, const Task& task) override;
    [[nodiscard]] std::uint64_t results(const BoundaryPlan& plan) const override;
    [[nodiscard]] bool begins_answer(const Task& /*task*/) const override { return progress_.next == 1; }
    [[nodiscard]] std::shared_ptr<const FoundBoundaries> find(const BoundaryPlan& plan, double time) const;
    void begin_answer(const BoundaryPlan& plan);

    /// Progress of the answers of a plan.
    struct Progress {
        std::uint64_t answer = 0;
        std::shared_ptr<const FoundBoundaries> shown;  ///< boundaries of it; null before the first part
        std::size_t next = 0;                          ///< number of its next part
        [[nodiscard]] bool is_complete() const { return shown != nullptr && next == shown->parts; }
    };

    ProgramDataset dataset_;
    ScalarFields& fields_;
    SurfaceRoom room_;
    Progress progress_;
};

}  // namespace farfield::node
