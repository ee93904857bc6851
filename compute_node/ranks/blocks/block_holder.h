#pragma once

#include "compute_node/ranks/blocks/dataset_block.h"
#include "compute_node/ranks/orders.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

namespace farfield::compute {

/// The blocks of fields that a rank other than 0 holds, and the lines that come to them.
/// Threads: take_in(), begin(), end() and forsake() are called by the postman's, sample() by the one that
/// serves samples; the others by the one that traces.
class BlockHolder {
public:
    using Send = std::function<void(int to, RankMessage message)>;

    BlockHolder(int rank, int ranks, std::shared_ptr<const FieldReader> reader, Send send)
        : rank_{rank}, ranks_{ranks}, reader_{std::move(reader)}, send_{std::move(send)}
    {}

    /// Reads this rank's block and tells rank 0 when it is there, or why it is not.
    void open(OpenOrder order);
    /// Nobody will ask for a block that is being read, or waits for that: it is not read on.
    void forsake(std::uint32_t block);
    /// After that.
    void drop(std::uint32_t block);
    /// The answer to who asks what this rank's block is at some places.
    [[nodiscard]] SampledAnswer sample(const SampleOrder& order) const;

    /// A job has begun, or has ended: lines that come for it later are not followed. Numbers of jobs ascend.
    /// Returns whether lines came before.
    bool begin(std::uint32_t job);
    void end(std::uint32_t job);
    /// Keeps lines until they are followed, even when word of their job has not come yet. Returns whether
    /// there is something to follow now.
    bool take_in(TravelOrder order);

    /// Follows some of a job's lines: what becomes of them goes to rank 0, or on to other ranks. Returns
    /// false when there was none.
    bool follow(const JobOrder& job, const std::atomic<bool>& cancelled);

private:
    struct HeldBlock {
        std::shared_ptr<const Field> field;
        LatticeBlocks blocks;
    };
    [[nodiscard]] std::shared_ptr<const Field> field_of(std::uint32_t block) const;
    [[nodiscard]] std::vector<TravellingLine> take_lines(std::uint32_t job, std::size_t count);

    int rank_, ranks_;
    std::shared_ptr<const FieldReader> reader_;
    Send send_;
    std::map<std::uint32_t, HeldBlock> blocks_;  ///< changed by the one that traces, under the mutex
    std::set<std::uint32_t> forsaken_;           ///< and not dropped yet
    mutable std::mutex mutex_;
    std::uint32_t latest_job_ = 0;                                  ///< that has begun
    std::map<std::uint32_t, std::vector<TravellingLine>> inboxes_;  ///< of jobs that have not ended
};

}  // namespace farfield::compute
