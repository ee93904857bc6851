#pragma once

#include "compute_node/datasets/open_dataset.h"
#include "compute_node/node/data/program_memory.h"
#include "compute_node/node/programs/rake_reader.h"
#include "compute_node/particles/particle_system.h"
#include "model/data/dataset_info.h"
#include "model/programs/particle_params.h"
#include "net/service/program.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace farfield::node {

/// The program `particles`: docs/protocol.md, section 5. Threads: as Program says.
class ParticleProgram final : public net::Program {
public:
    /// `limits.max_particles` is the node's. helpers: move particles too; or null; borrowed. memory: of all
    /// programs; null: not counted. scalars: as RakeReader takes them. Throws net::RpcError.
    ParticleProgram(std::shared_ptr<const compute::OpenDataset> dataset, const net::ProgramStart& start,
                    const compute::ParticleLimits& limits, int threads,
                    compute::ParticleHelpers* helpers = nullptr,
                    const std::shared_ptr<MemoryBudget>& memory = nullptr, ScalarFields* scalars = nullptr);

    [[nodiscard]] net::Answer answer() const override;
    void update(const net::Json& params) override;
    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>> buffers,
                                   std::span<net::Made> made) override;
    void abandon() noexcept override { abandoned_.store(true, std::memory_order_relaxed); }

private:
    /// The program's settings by its parameters, ready to be taken over.
    struct Plan {
        model::ParticleParams params;  ///< parameters, completed with a step
        std::vector<model::Rake> rakes;
        compute::ParticleSettings settings;
        compute::FieldSource field;
    };

    [[nodiscard]] Plan planned(Plan plan, const model::FieldSet& changed);
    void check(const Plan& plan);
    void note_outcome();
    [[nodiscard]] model::ScalarInfo scalar() const;

    std::shared_ptr<const compute::OpenDataset> dataset_;
    compute::ParticleLimits limits_;
    model::ParticleParams params_;
    RakeReader rakes_;
    std::uint64_t slot_bytes_;
    compute::FieldSource field_;
    ProgramMemory memory_;
    std::unique_ptr<compute::ParticleSystem> system_;
    std::vector<bool> undeveloped_;  ///< [rakes]: too large to begin developed
    std::uint64_t frames_ = 0;
    std::atomic<bool> abandoned_{false};
};

}  // namespace farfield::node
