#include "compute_node/commands/rank_services.h"

#include "compute_node/ranks/blocks/block_opener.h"
#include "compute_node/ranks/blocks/block_worker.h"
#include "compute_node/ranks/tomography/arrival_root.h"
#include "compute_node/ranks/tomography/arrival_worker.h"

#include <utility>

namespace farfield::node {

RanksOfNode lead_ranks_of_node(Split split, int threads)
{
    compute::BlockRoot* blocks = nullptr;
    const auto make_blocks = [&blocks](compute::Messenger& messenger) {
        auto made = std::make_unique<compute::BlockRoot>(messenger);
        blocks = made.get();
        return made;
    };
    compute::ArrivalRoot* arrivals = nullptr;
    const auto make_arrivals = [&arrivals](compute::Messenger& messenger) {
        auto made = std::make_unique<compute::ArrivalRoot>(messenger);
        arrivals = made.get();
        return made;
    };
    RanksOfNode led{compute::lead_ranks({make_blocks, make_arrivals}), nullptr, nullptr};
    led.arrivals = arrivals;
    if (blocks != nullptr && split == Split::Blocks)
        led.opener = std::make_unique<compute::BlockOpener>(*blocks, threads);
    return led;
}

int help_ranks_of_node(std::shared_ptr<compute::FieldReader> reader)
{
    const auto make_blocks = [](compute::Messenger& messenger, compute::RankTasks& tasks,
                                const std::shared_ptr<compute::FieldReader>& files) {
        return std::make_unique<compute::BlockWorker>(messenger, tasks, files);
    };
    const auto make_arrivals = [](compute::Messenger& messenger, compute::RankTasks& tasks,
                                  const std::shared_ptr<compute::FieldReader>& /*files*/) {
        return std::make_unique<compute::ArrivalWorker>(messenger, tasks);
    };
    return compute::help_first_rank({make_blocks, make_arrivals}, std::move(reader));
}

}  // namespace farfield::node
