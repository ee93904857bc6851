#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/ranks/blocks/lattice_blocks.h"

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::compute {

/// A field at one place.
struct PlaceSample {
    glm::vec4 value{0.0F};     ///< velocity and scalar
    std::uint32_t inside = 0;  ///< 0: there is none, and the value means nothing
};

/// The arithmetic that a sample has the bits of.
enum class SampleKind : std::uint32_t {
    Kernel,  ///< the particle kernels': at a time; where data are invalid it is NaN
    Single,  ///< Field::sample()'s: at the first time; where data are invalid there is none
};

/// A field in blocks, sampled wherever one likes, by those who hold them.
/// Threads: one at a time. Errors: std::runtime_error when a holder is gone or has failed.
class BlockSampling {
public:
    virtual ~BlockSampling() = default;
    /// samples: [positions].
    virtual void sample(std::span<const glm::vec3> positions, SampleKind kind, float time,
                        std::span<PlaceSample> samples) = 0;
};

/// Sorts positions by the block that holds each, asks for all at once and puts the answers in order.
class SortedSampling : public BlockSampling {
public:
    /// Borrows block 0.
    SortedSampling(const Field& first, const LatticeBlocks& blocks, int threads)
        : first_{first}, blocks_{blocks}, threads_{threads}, positions_(blocks.size()), places_(blocks.size())
    {}
    void sample(std::span<const glm::vec3> positions, SampleKind kind, float time,
                std::span<PlaceSample> samples) override;

protected:
    /// Of a block other than 0: returns at once.
    virtual void ask(int block, const std::vector<glm::vec3>& positions, SampleKind kind, float time) = 0;
    /// What was asked of it.
    [[nodiscard]] virtual std::vector<PlaceSample> answer(int block) = 0;

private:
    void sort(std::span<const glm::vec3> positions);

    const Field& first_;
    LatticeBlocks blocks_;
    int threads_;
    std::vector<std::vector<glm::vec3>> positions_;  ///< [blocks]
    std::vector<std::vector<std::size_t>> places_;   ///< [blocks] where each one is among all
};

/// Of one block: positions that are its own (LatticeBlocks::block_of()). samples: [positions]. threads: 0
/// takes as many as OpenMP would.
void sample_block(const Field& block, std::span<const glm::vec3> positions, SampleKind kind, float time,
                  std::span<PlaceSample> samples, int threads);

}  // namespace farfield::compute
