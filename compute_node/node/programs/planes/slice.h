#pragma once

#include "compute_node/datasets/open_dataset.h"
#include "compute_node/node/programs/planes/slice_sampler.h"
#include "model/programs/slice.h"

#include <memory>

namespace farfield::node {

/// The program `slice`: docs/protocol.md, section 14. One frame for each plane, or with `repeat` for each
/// plane and time; where that takes long, a coarse result comes first.
class SliceProgram final : public ResultProgram<model::SliceParams, SlicePlan> {
public:
    /// threads: 0 takes as many as OpenMP would. Throws net::RpcError, model::FieldError, model::LimitError.
    SliceProgram(std::shared_ptr<const compute::OpenDataset> dataset, const net::ProgramStart& start,
                 int threads);

    void listen(const net::ProgramEvents& events) override { dataset_.listen(events.wake); }

private:
    SlicePlan plan(const Change& change) override;
    DatasetNews news(const model::SliceParams& params, const SlicePlan& plan) override;
    Result compute(const SlicePlan& plan, const Task& task) override;

    ProgramDataset dataset_;
    SliceSampler sampler_;
};

}  // namespace farfield::node
