#pragma once

#include "compute_node/lines/line_helpers.h"
#include "compute_node/ranks/blocks/block_lines.h"

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
        lattice.held = box;
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
class BlocksHere final : public LineHelpers {
public:
    /// node_dims: of the lattice, 1 on flat axes.
    BlocksHere(const Field& whole, glm::ivec3 node_dims, int count) : blocks_{node_dims, count}
    {
        for (int i = 0; i < blocks_.size(); ++i) fields_.push_back(cut(whole, blocks_.nodes_of(i)));
    }
    /// fields: one a block.
    BlocksHere(const LatticeBlocks& blocks, std::vector<std::shared_ptr<const Field>> fields)
        : blocks_{blocks}, fields_{std::move(fields)}
    {}

    [[nodiscard]] const std::shared_ptr<const Field>& first() const { return fields_.front(); }
    [[nodiscard]] const std::vector<std::shared_ptr<const Field>>& fields() const { return fields_; }
    [[nodiscard]] const LatticeBlocks& blocks() const { return blocks_; }
    /// Lines that have come into a block other than the first.
    [[nodiscard]] std::size_t crossings() const { return crossings_; }

    [[nodiscard]] std::unique_ptr<LineHelp> begin(const Field&, const LineSettings&, int) override
    {
        return nullptr;
    }
    [[nodiscard]] std::unique_ptr<LineTraffic> begin_traffic(const Field&, const LineSettings& settings,
                                                             int threads) override
    {
        return std::make_unique<Traffic>(*this, settings, threads);
    }

private:
    class Traffic final : public LineTraffic {
    public:
        Traffic(BlocksHere& owner, const LineSettings& settings, int threads)
            : owner_{owner}, settings_{settings}, threads_{threads}, waiting_(owner.fields_.size())
        {}
        [[nodiscard]] const LatticeBlocks& blocks() const override { return owner_.blocks_; }
        void send(int block, std::vector<TravellingLine> lines) override
        {
            owner_.crossings_ += lines.size();
            for (TravellingLine& line : lines) waiting_[block].push_back(std::move(line));
        }
        /// One visit to each of the other blocks.
        [[nodiscard]] Arrivals take(bool) override
        {
            Arrivals arrivals;
            for (std::size_t i = 1; i < waiting_.size(); ++i) {
                BlockVisit visit = trace_in_block(*owner_.fields_[i], settings_,
                                                  std::exchange(waiting_[i], {}), threads_, &cancelled_);
                arrivals.pieces.push_back(std::move(visit.pieces));
                for (auto& [block, lines] :
                     by_block(std::move(visit.leaving), owner_.blocks_, owner_.fields_[i]->grid())) {
                    if (block != 0)
                        send(block, std::move(lines));
                    else
                        for (TravellingLine& line : lines) arrivals.lines.push_back(std::move(line));
                }
            }
            return arrivals;
        }
        void cancel() override { cancelled_ = true; }

    private:
        BlocksHere& owner_;
        LineSettings settings_;
        int threads_;
        std::vector<std::vector<TravellingLine>> waiting_;
        std::atomic<bool> cancelled_{false};
    };

    LatticeBlocks blocks_;
    std::vector<std::shared_ptr<const Field>> fields_;
    std::size_t crossings_ = 0;
};

}  // namespace farfield::compute::testing
