#pragma once

#include "compute_node/ranks/rank_tasks.h"
#include "compute_node/ranks/tomography/arrival_orders.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace farfield::compute {

/// The surveys that a rank other than 0 traces places of.
/// Threads: take() and fail() are called by the messenger's.
class ArrivalWorker final : public RankService {
public:
    /// Borrows both arguments. Reports its number of threads to rank 0.
    ArrivalWorker(Messenger& messenger, RankTasks& tasks);

    [[nodiscard]] KindRange kinds() const override { return arrival_kinds; }
    void take(int from, RankMessage message) override;
    /// Ends all jobs.
    void fail(const std::string& text) override;

private:
    struct Job;

    void begin(ArrivalJobOrder order);
    void end(std::uint32_t number);
    /// Traces places and sends the arrivals to rank 0, unless their job has ended.
    void trace(const TraceOrder& order);
    [[nodiscard]] std::shared_ptr<const Job> job_of(std::uint32_t number);

    Messenger& messenger_;
    RankTasks& tasks_;
    std::mutex mutex_;
    std::map<std::uint32_t, std::shared_ptr<Job>> jobs_;  ///< jobs that have not ended
};

}  // namespace farfield::compute
