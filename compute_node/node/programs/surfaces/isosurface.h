#pragma once

#include "compute_node/node/programs/result_program.h"
#include "compute_node/node/programs/surfaces/isosurface_plan.h"
#include "compute_node/node/programs/surfaces/surface_limits.h"
#include "compute_node/volumes/surfaces/isosurface_cutter.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace farfield::node {

/// The program `isosurface`: docs/protocol.md, section 15. Each answer has a part or more for each value.
/// Where an answer takes long, it comes coarse before it comes whole.
class IsosurfaceProgram final : public ResultProgram<model::IsosurfaceParams, IsosurfacePlan> {
public:
    /// threads: 0 takes as many as OpenMP would. Borrows the fields. Throws net::RpcError, model::FieldError,
    /// model::LimitError.
    IsosurfaceProgram(std::shared_ptr<const compute::OpenDataset> dataset, ScalarFields& fields,
                      const net::ProgramStart& start, int threads,
                      std::uint64_t max_surface_bytes = model::max_surface_bytes);

    void listen(const net::ProgramEvents& events) override { dataset_.listen(events.wake); }

private:
    IsosurfacePlan plan(const Change& change) override;
    DatasetNews news(const model::IsosurfaceParams& params, const IsosurfacePlan& plan) override;
    Result compute(const IsosurfacePlan& plan, const Task& task) override;
    [[nodiscard]] std::uint64_t results(const IsosurfacePlan& plan) const override;
    [[nodiscard]] bool begins_answer(const Task& /*task*/) const override { return progress_.next == 1; }
    void complete_answer(const IsosurfacePlan& plan, model::ProgramAnswer& answer) const override;

    /// Progress: the answer under way, and the part that comes next.
    struct Progress {
        std::uint64_t answer = 0;  ///< number in the plan, without coarse answers
        bool is_coarse = false;    ///< the answer under way
        bool had_coarse = false;   ///< a coarse one came before it
        SurfaceAnswer surfaces = {};
        std::size_t next = 0;  ///< part to be made
        bool is_done = false;
    };
    [[nodiscard]] bool begin_answer(const IsosurfacePlan& plan, const std::atomic<bool>& cancel);
    void end_answer(const IsosurfacePlan& plan);

    ProgramDataset dataset_;
    ScalarFields& fields_;
    SurfaceRoom room_;
    int threads_;
    compute::IsosurfaceCutter cutter_;
    Progress progress_;
};

}  // namespace farfield::node
