#pragma once

#include "compute_node/fields/field_source.h"
#include "compute_node/ranks/blocks/block_field.h"
#include "compute_node/ranks/blocks/block_lines.h"

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

namespace farfield::compute::testing {

/// The same grid with a box of the nodes alone.
inline std::shared_ptr<const Field> cut(const Field& whole, const NodeBox& box)
{
    Grid grid = whole.grid();
    glm::ivec3 dims{0};
    const auto hold = [&](auto& lattice) {
        dims = lattice.dims;
        lattice.resident = box;
    };
    if (auto* uniform = std::get_if<UniformGrid>(&grid))
        hold(*uniform);
    else
        hold(std::get<RectilinearGrid>(grid));
    std::vector<FixedArray<Node>> slices;
    for (const FixedArray<Node>& nodes : whole.all_nodes())
        slices.emplace_back(cut_nodes({nodes.begin(), nodes.end()}, dims, box));
    return std::make_shared<const Field>(whole.info(), std::make_shared<const Grid>(std::move(grid)),
                                         std::move(slices), whole.slices().times, whole.scalar_is_speed());
}

/// All blocks of a field in one process, each of which sees its own nodes alone.
class BlocksHere final : public BlockField {
public:
    /// node_dims: of the lattice, 1 on flat axes.
    BlocksHere(const Field& whole, glm::ivec3 node_dims, int count)
        : BlocksHere{whole, LatticeBlocks{node_dims, count}}
    {}

    [[nodiscard]] const std::vector<std::shared_ptr<const Field>>& fields() const { return fields_; }
    /// Lines that have come into a block other than the first.
    [[nodiscard]] std::size_t crossings() const { return crossings_; }

private:
    BlocksHere(const Field& whole, const LatticeBlocks& blocks)
        : BlockField{cut(whole, blocks.nodes_of(0)), blocks, 1}, answers_(blocks.size())
    {
        for (int i = 0; i < blocks.size(); ++i) fields_.push_back(cut(whole, blocks.nodes_of(i)));
    }

    class Migration final : public LineMigration {
    public:
        Migration(BlocksHere& owner, const LineSettings& settings, int threads)
            : owner_{owner}, settings_{settings}, threads_{threads}, waiting_(owner.fields_.size())
        {}
        void send(int block, std::vector<MigratingLine> lines) override
        {
            owner_.crossings_ += lines.size();
            for (MigratingLine& line : lines) waiting_[block].push_back(std::move(line));
        }
        /// One visit to each of the other blocks.
        [[nodiscard]] Arrivals take(bool) override
        {
            Arrivals arrivals;
            for (std::size_t i = 1; i < waiting_.size(); ++i) {
                BlockVisit visit = trace_in_block(*owner_.fields_[i], settings_,
                                                  std::exchange(waiting_[i], {}), threads_, nullptr);
                arrivals.pieces.push_back(std::move(visit.pieces));
                for (auto& [block, lines] :
                     by_block(std::move(visit.leaving), owner_.blocks(), owner_.fields_[i]->grid())) {
                    if (block != 0)
                        send(block, std::move(lines));
                    else
                        for (MigratingLine& line : lines) arrivals.lines.push_back(std::move(line));
                }
            }
            return arrivals;
        }

    private:
        BlocksHere& owner_;
        LineSettings settings_;
        int threads_;
        std::vector<std::vector<MigratingLine>> waiting_;
    };

    [[nodiscard]] std::unique_ptr<LineMigration> begin_lines(const LineSettings& settings,
                                                             int threads) override
    {
        return std::make_unique<Migration>(*this, settings, threads);
    }
    void ask(int block, const std::vector<glm::vec3>& positions, SampleRule rule, float time) override
    {
        answers_[block].resize(positions.size());
        sample_block(*fields_[block], positions, rule, time, answers_[block], 1);
    }
    [[nodiscard]] std::vector<PointSample> answer(int block) override
    {
        return std::exchange(answers_[block], {});
    }

    std::vector<std::shared_ptr<const Field>> fields_;
    std::vector<std::vector<PointSample>> answers_;  ///< [blocks]
    std::size_t crossings_ = 0;
};

/// The field that is traced.
inline FieldSource source_of(std::shared_ptr<BlocksHere> blocks)
{
    FieldSource source{blocks->first()};
    source.distributed = std::move(blocks);
    return source;
}

}  // namespace farfield::compute::testing
