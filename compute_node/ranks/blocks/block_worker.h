#pragma once

#include "compute_node/ranks/blocks/block_orders.h"
#include "compute_node/ranks/rank_tasks.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

namespace farfield::compute {

/// The blocks of fields that a rank other than 0 holds, and the lines that come to them.
/// Threads: take() and fail() are called by the messenger's.
class BlockWorker final : public RankService {
public:
    /// Borrows the messenger and the tasks.
    BlockWorker(Messenger& messenger, RankTasks& tasks, std::shared_ptr<const FieldReader> reader)
        : messenger_{messenger}, tasks_{tasks}, reader_{std::move(reader)}
    {}

    [[nodiscard]] KindRange kinds() const override { return block_kinds; }
    void take(int from, RankMessage message) override;
    void fail(const std::string& text) override;

private:
    struct HeldBlock {
        std::shared_ptr<const Field> field;
        LatticeBlocks blocks;
    };
    struct Job {
        std::optional<LineJobOrder> order;  ///< empty: not yet come; lines may come before it
        std::vector<MigratingLine> lines;   ///< lines that wait here
        std::atomic<bool> cancelled{false};
    };

    void open(OpenOrder order);
    [[nodiscard]] DatasetBlock read(const OpenOrder& order) const;
    void drop(std::uint32_t field);
    void begin(const LineJobOrder& order);
    void end(std::uint32_t job);
    void take_in(MigrateOrder order);
    void put_follow(std::uint32_t job);
    void follow(std::uint32_t number);
    void trace(const Job& job, const HeldBlock& held, std::vector<MigratingLine> lines);
    void sample(const SampleOrder& order);
    [[nodiscard]] HeldBlock held(std::uint32_t field) const;
    void report_failure(std::uint32_t job, const std::exception& error);

    Messenger& messenger_;
    RankTasks& tasks_;
    std::shared_ptr<const FieldReader> reader_;
    mutable std::mutex mutex_;
    std::map<std::uint32_t, HeldBlock> blocks_;
    std::set<std::uint32_t> unwanted_;                    ///< fields that are dropped while they are read
    std::map<std::uint32_t, std::shared_ptr<Job>> jobs_;  ///< jobs that have not ended
    std::uint32_t latest_job_ = 0;                        ///< newest job begun; numbers of jobs ascend
};

}  // namespace farfield::compute
