#pragma once

#include "compute_node/datasets/open_dataset.h"
#include "compute_node/lines/line_block.h"
#include "compute_node/node/programs/line_frame.h"
#include "compute_node/node/programs/result_program.h"
#include "model/programs/ray_params.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace farfield::node {

/// Plan of the rays to send, by the parameters.
struct RayPlan : ResultPlan {
    std::uint32_t every = 1;
    double time = 0.0, time_step = 0.0;  ///< time of the first answer, and step to the next
    std::vector<double> times = {};      ///< times of the repeated series

    /// Time of answer n, on the dataset's clock.
    [[nodiscard]] double time_of(std::uint64_t answer) const;
};

/// The program `lines` of kind `rays`: docs/protocol.md, section 17. Polylines frames: seed is the datum,
/// rake the source, s the residual, elapsed the time since the source.
class RayProgram final : public ResultProgram<model::RayParams, RayPlan> {
public:
    /// Throws net::RpcError where the dataset has no rays, model::FieldError.
    RayProgram(std::shared_ptr<const compute::OpenDataset> dataset, const net::ProgramStart& start);

    void listen(const net::ProgramEvents& events) override { dataset_.listen(events.wake); }

private:
    RayPlan plan(const Change& change) override;
    DatasetNews news(const model::RayParams& params, const RayPlan& plan) override;
    Result compute(const RayPlan& plan, const Task& task) override;
    void complete_answer(const RayPlan& plan, model::ProgramAnswer& answer) const override;
    /// Selects the rays of a part into block_ and owners_.
    void select(const compute::DatasetRays& rays, const RayPlan& plan, std::uint32_t part);

    ProgramDataset dataset_;
    std::uint64_t slot_bytes_;
    compute::LineBlock block_;
    std::vector<LineOwner> owners_;
};

}  // namespace farfield::node
