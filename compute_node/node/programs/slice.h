#pragma once

#include "compute_node/datasets/open_dataset.h"
#include "compute_node/fields/field_source.h"
#include "compute_node/node/programs/result_program.h"
#include "model/programs/slice.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace farfield::node {

struct SlicePlan : ResultPlan {
    compute::FieldSource field = {};
    double time = 0.0, time_step = 0.0;  ///< of the first result, and from one to the next
    model::SlicePreamble preamble = {};  ///< counts and place

    /// Of result n, on the field's clock. A series goes round.
    [[nodiscard]] double time_of(std::uint64_t result) const;
    /// The middle of a value, as the field's positions are.
    [[nodiscard]] glm::vec3 position_of(std::uint32_t column, std::uint32_t row) const;
};

/// The program `slice`: docs/protocol.md, section 14. One frame for each plane, or with `repeat` for each
/// time.
class SliceProgram final : public ResultProgram<model::SliceParams, SlicePlan> {
public:
    /// threads: 0 takes as many as OpenMP would. Throws net::RpcError, model::FieldError, model::LimitError.
    SliceProgram(std::shared_ptr<const compute::OpenDataset> dataset, const net::ProgramStart& start,
                 int threads);

private:
    SlicePlan plan(const Change& change) override;
    Result compute(const SlicePlan& plan, const Task& task) override;
    void sample_here(const SlicePlan& plan, float time, const Task& task) const;
    void sample_elsewhere(const SlicePlan& plan, float time, const Task& task);

    std::shared_ptr<const compute::OpenDataset> dataset_;
    int threads_;
    std::vector<glm::vec3> positions_;           ///< of some rows; memory is used again
    std::vector<compute::PointSample> samples_;  ///< at these
};

}  // namespace farfield::node
