#pragma once

#include "compute_node/datasets/open_dataset.h"
#include "compute_node/node/programs/planes/slice_sampler.h"
#include "model/programs/glyphs.h"

#include <memory>

namespace farfield::node {

/// The program `glyphs`: docs/protocol.md, section 16. Frames like SliceProgram's, with a vector and a scalar
/// at each place.
class GlyphProgram final : public ResultProgram<model::GlyphParams, SlicePlan> {
public:
    /// threads: 0 takes as many as OpenMP would. Throws net::RpcError, model::FieldError, model::LimitError.
    GlyphProgram(std::shared_ptr<const compute::OpenDataset> dataset, const net::ProgramStart& start,
                 int threads);

private:
    SlicePlan plan(const Change& change) override;
    Result compute(const SlicePlan& plan, const Task& task) override;

    std::shared_ptr<const compute::OpenDataset> dataset_;
    SliceSampler sampler_;
};

}  // namespace farfield::node
