#pragma once

#include "compute_node/lines/line_block.h"
#include "compute_node/lines/line_helpers.h"
#include "compute_node/node/data/program_memory.h"
#include "compute_node/node/programs/line_frame.h"
#include "compute_node/node/programs/line_plan.h"
#include "net/service/program.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace farfield::node {

/// The program `lines`: docs/protocol.md, section 9. It answers with the lines
/// of all rakes, in parts, coarse first, and is then idle until something changes. An update that comes while
/// a part is traced ends that at once.
/// Threads: as Program says.
class LineProgram final : public net::Program {
public:
    /// memory: of all programs; null: not counted. scalars: as RakeReader takes them. Throws net::RpcError.
    LineProgram(std::shared_ptr<const compute::OpenDataset> dataset, const net::ProgramStart& start,
                const compute::ParticleLimits& limits, compute::Resources resources,
                const std::shared_ptr<MemoryBudget>& memory = nullptr, ScalarFields* scalars = nullptr);

    [[nodiscard]] net::Answer answer() const override;
    void update(const net::Json& params) override;
    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>> buffers,
                                   std::span<net::Made> made) override;
    void interrupt() noexcept override { interrupted_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool update_outdates_frames() const override { return true; }

private:
    [[nodiscard]] LinePlan planned(LinePlan plan, const model::FieldSet& changed);
    void take(LinePlan plan);
    [[nodiscard]] bool was_interrupted();  ///< since the last call
    /// The seeds of a part at their own times, or else at `time`.
    [[nodiscard]] compute::LineSeeds seeds_of(const PartOf& part, double time) const;
    void own_seeds(const PartOf& part, bool backward);
    /// Each traces a part's lines into blocks_ and their owners into owners_.
    void trace_part(double time);
    void trace_from_seeds(const PartOf& part, double time);
    void append_lines(const compute::LineSeeds& seeds, bool backward);
    void trace_streaklines_of(const PartOf& part, double time);
    void trace_timelines_of(const PartOf& part, double time);
    void set_builtin_attribute();

    std::shared_ptr<const compute::OpenDataset> dataset_;
    compute::ParticleLimits limits_;
    std::uint64_t slot_bytes_;
    compute::Resources resources_;
    LinePlan plan_;
    RakeReader rakes_;
    ProgramMemory memory_;
    std::vector<glm::vec4> seeds_;  ///< place and time; NaN: the answer's time
    std::vector<std::uint16_t> rakes_of_seeds_;
    std::uint32_t seeds_outside_ = 0;
    std::uint64_t answers_ = 0;         ///< answers begun in this stream
    std::uint64_t answer_of_plan_ = 0;  ///< counted since the plan was taken
    std::uint32_t part_ = 0;            ///< part to be made next
    std::atomic<bool> interrupted_{false};
    std::vector<compute::LineBlock> blocks_;  ///< blocks of the part; memory is used again
    std::size_t blocks_filled_ = 0;           ///< while they are traced
    std::vector<LineOwner> owners_;
};

}  // namespace farfield::node
