#pragma once

#include "compute_node/fields/distributed_field.h"
#include "compute_node/particles/particle_state.h"
#include "compute_node/ranks/blocks/stage_record.h"

#include <vector>

namespace farfield::compute {

/// Moves particles through a field in blocks: they stay here, and each stage of a step is sampled where its
/// positions' blocks are. The bits are those of the whole field. Uses its memory again.
class BlockSteps {
public:
    /// job: of one step. Throws what sampling throws; the state is then as before.
    void take(const FrameJob& job, DistributedField& field, int threads);

private:
    void fit(std::size_t particles);
    void run(const FrameJob& job, int threads);
    /// Returns whether samples were wanted.
    bool fetch(float wanted, float time, DistributedField& field);

    StageRecord record_;
    std::vector<std::size_t> particles_;  ///< that want samples
    std::vector<glm::vec3> positions_;
    std::vector<PointSample> found_;
};

}  // namespace farfield::compute
