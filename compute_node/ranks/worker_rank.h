#pragma once

#include "compute_node/fields/field_reader.h"
#include "compute_node/ranks/communicator.h"
#include "compute_node/ranks/rank_service.h"
#include "compute_node/ranks/rank_tasks.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace farfield::compute {

/// A rank that carries out rank 0's orders.
class WorkerRank {
public:
    WorkerRank(std::shared_ptr<FieldReader> reader, const std::vector<MakeWorkerService>& more_services);
    WorkerRank(const WorkerRank&) = delete;
    WorkerRank& operator=(const WorkerRank&) = delete;

    /// Works until rank 0 ends, or a rank has died; returns the failure, or an empty text.
    std::string work();

private:
    void take(int from, RankMessage message);
    void stop(const std::string& failure);

    std::shared_ptr<FieldReader> reader_;
    RankTasks tasks_;
    std::mutex mutex_;
    std::string failure_;
    std::unique_ptr<Communicator> communicator_;
    std::vector<std::unique_ptr<RankService>> services_;  ///< destroyed first: they use its memory
};

}  // namespace farfield::compute
