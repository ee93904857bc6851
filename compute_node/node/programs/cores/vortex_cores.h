#pragma once

#include "compute_node/fields/field_source.h"
#include "compute_node/node/data/program_memory.h"
#include "compute_node/node/data/scalar_fields.h"
#include "compute_node/node/programs/result_program.h"
#include "compute_node/volumes/cores/vortex_cores.h"
#include "model/programs/vortex_core_params.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace farfield::node {

struct VortexCorePlan : ResultPlan {
    using Segments = std::vector<compute::CoreSegment>;

    model::VortexCoreParams params;
    compute::CoreSettings settings = {};
    std::vector<double> times = {};                 ///< times of the slices, where data change with them
    std::shared_ptr<const Segments> segments = {};  ///< segments of the first answer

    [[nodiscard]] double time_of(std::uint64_t answer) const;
};

/// The program `vortex-cores`: docs/protocol.md, section 21. The first answer is found when the settings are
/// taken, so that a refusal and the range of its scalar come with them; an answer is its segments in parts.
class VortexCoreProgram final : public ResultProgram<model::VortexCoreParams, VortexCorePlan> {
public:
    /// Borrows `fields`. memory: of all programs; null: not counted. threads: 0 takes as many as OpenMP
    /// would. Throws net::RpcError, model::FieldError, model::LimitError.
    VortexCoreProgram(std::shared_ptr<const compute::OpenDataset> dataset, ScalarFields& fields,
                      const net::ProgramStart& start, int threads,
                      const std::shared_ptr<MemoryBudget>& memory = nullptr);

private:
    using Segments = VortexCorePlan::Segments;

    VortexCorePlan plan(const Change& change) override;
    Result compute(const VortexCorePlan& plan, const Task& task) override;
    [[nodiscard]] std::uint64_t results(const VortexCorePlan& plan) const override;
    [[nodiscard]] bool begins_answer(const Task& /*task*/) const override { return progress_.next == 1; }
    [[nodiscard]] std::shared_ptr<const Segments> found_at(const VortexCorePlan& plan, double time,
                                                           const std::atomic<bool>* cancelled) const;
    [[nodiscard]] std::size_t parts_of(const Segments& segments) const;

    /// Progress of the answers of a plan.
    struct Progress {
        std::uint64_t answer = 0;
        std::shared_ptr<const Segments> shown;  ///< segments of it; null before the first part
        std::size_t next = 0;                   ///< number of its next part
    };

    std::shared_ptr<const compute::OpenDataset> dataset_;
    std::uint64_t slot_bytes_;
    int threads_;
    ProgramMemory memory_;
    compute::FieldSource field_;
    std::shared_ptr<const compute::GridLevels> grid_;
    Progress progress_;
};

}  // namespace farfield::node
