#include "compute_node/commands/rank_services.h"

#include "compute_node/ranks/blocks/block_opener.h"
#include "compute_node/ranks/blocks/block_worker.h"

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
    RanksOfNode led{compute::lead_ranks({make_blocks}), nullptr};
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
    return compute::help_first_rank({make_blocks}, std::move(reader));
}

}  // namespace farfield::node
