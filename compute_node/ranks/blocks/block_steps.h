#pragma once

#include "compute_node/fields/distributed_field.h"
#include "compute_node/particles/particle_state.h"
#include "compute_node/ranks/blocks/kernels/stage_record.h"

#include <vector>

namespace farfield::compute {

/// Moves particles through a field in blocks: they stay in this process, and each stage of a step is sampled
/// by the processes of its positions' blocks. The bits are those of the whole field. Uses its memory again.
class BlockSteps {
public:
    /// Takes one step. job: of one step. Throws what sampling throws; the state is then as before.
    void take(const FrameJob& job, DistributedField& field, int threads);

private:
    void fit(std::size_t particles);
    void run(const FrameJob& job, int threads);
    /// Fetches the wanted samples; false when there were none.
    bool fetch(float wanted, float time, DistributedField& field);

    StageRecord record_;
    std::vector<std::size_t> particles_;  ///< particles that want samples
    std::vector<glm::vec3> positions_;
    std::vector<PointSample> found_;
};

}  // namespace farfield::compute
