#pragma once

#include "compute_node/fields/distributed_field.h"
#include "compute_node/fields/field.h"
#include "compute_node/lines/line_settings.h"
#include "compute_node/particles/particle_state.h"
#include "compute_node/ranks/blocks/kernels/stage_record.h"
#include "compute_node/ranks/blocks/lattice_blocks.h"
#include "compute_node/ranks/blocks/line_migration.h"

#include <cstddef>
#include <memory>
#include <span>
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

/// A field in blocks, as seen by the process that holds block 0.
class BlockField : public DistributedField {
public:
    /// threads: of each process while it samples; 0: its own choice.
    BlockField(std::shared_ptr<const Field> first, const LatticeBlocks& blocks, int threads)
        : first_{std::move(first)},
          blocks_{blocks},
          threads_{threads},
          positions_(blocks.size()),
          places_(blocks.size())
    {}

    /// Sorts positions by block, asks all blocks at once and puts the answers in order.
    void sample(std::span<const glm::vec3> positions, SampleRule rule, float time,
                std::span<PointSample> samples) override;
    void trace(const LineJob& job, int threads,
               const std::function<void(const LineBlock&)>& deliver) override;
    void advance(const FrameJob& one_step, int threads) override { steps_.take(one_step, *this, threads); }
    [[nodiscard]] Cost cost() const override { return {}; }

    [[nodiscard]] const std::shared_ptr<const Field>& first() const { return first_; }
    [[nodiscard]] const LatticeBlocks& blocks() const { return blocks_; }

protected:
    [[nodiscard]] virtual std::unique_ptr<LineMigration> begin_lines(const LineSettings& settings,
                                                                     int threads) = 0;
    /// Asks for samples in a block other than 0. Returns at once.
    virtual void ask(int block, const std::vector<glm::vec3>& positions, SampleRule rule, float time) = 0;
    /// Waits for the samples that a block was asked for.
    [[nodiscard]] virtual std::vector<PointSample> answer(int block) = 0;
    [[nodiscard]] int threads() const { return threads_; }

private:
    void sort(std::span<const glm::vec3> positions);

    std::shared_ptr<const Field> first_;
    LatticeBlocks blocks_;
    int threads_;
    BlockSteps steps_;
    std::vector<std::vector<glm::vec3>> positions_;  ///< [blocks]
    std::vector<std::vector<std::size_t>> places_;   ///< [blocks] place of each position among all
};

/// Samples one block at positions that are its own (LatticeBlocks::block_of()). samples: [positions].
/// threads: 0 takes as many as OpenMP would.
void sample_block(const Field& block, std::span<const glm::vec3> positions, SampleRule rule, float time,
                  std::span<PointSample> samples, int threads);

}  // namespace farfield::compute
