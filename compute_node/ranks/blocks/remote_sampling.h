#pragma once

#include "compute_node/ranks/blocks/block_samples.h"
#include "compute_node/ranks/remote_particles.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace farfield::compute {

/// Has the ranks sample their blocks: rank i has block i.
class RemoteSampling final : public SortedSampling {
public:
    /// id: names it in answers. cut: the field's blocks.
    RemoteSampling(Postman& postman, std::uint32_t id, std::uint32_t cut, const Field& first,
                   const LatticeBlocks& blocks, int threads, std::shared_ptr<ParticleAnswers> answers)
        : SortedSampling{first, blocks, threads},
          postman_{postman},
          id_{id},
          cut_{cut},
          threads_{threads},
          answers_{std::move(answers)}
    {}

private:
    void ask(int block, const std::vector<glm::vec3>& positions, SampleKind kind, float time) override;
    [[nodiscard]] std::vector<PlaceSample> answer(int block) override;

    Postman& postman_;
    std::uint32_t id_, cut_;
    int threads_;
    std::shared_ptr<ParticleAnswers> answers_;
};

}  // namespace farfield::compute
