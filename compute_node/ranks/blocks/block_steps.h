#pragma once

#include "compute_node/particles/particle_state.h"
#include "compute_node/ranks/blocks/block_samples.h"
#include "compute_node/ranks/blocks/stage_record.h"

#include <vector>

namespace farfield::compute {

/// Moves particles through a field in blocks: they stay here, and each stage of a step is sampled by those
/// who hold the blocks. The bits are those of the whole field. Uses its memory again.
class BlockSteps {
public:
    /// job: of one step, field: block 0. Throws what the sampling throws; the state is then as it was before.
    void take(const FrameJob& job, BlockSampling& sampling, int threads);

private:
    void fit(std::size_t particles);
    void run(const FrameJob& job, int threads);
    /// Returns whether anybody wanted samples.
    bool fetch(float wanted, float time, BlockSampling& sampling);

    StageRecord record_;
    std::vector<std::size_t> particles_;  ///< that want samples
    std::vector<glm::vec3> positions_;
    std::vector<PlaceSample> found_;
};

}  // namespace farfield::compute
