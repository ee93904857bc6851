#include "compute_node/node/data/node.h"

#include "compute_node/datasets/memory_need.h"
#include "compute_node/node/data/errors_for_viewers.h"
#include "compute_node/support/formats/known_formats.h"

#include <stdexcept>

namespace farfield::node {

Node::Node(const NodeSettings& settings)
    : settings_{settings},
      catalogue_{settings.data_folders, {}, settings.reader},
      headings_{catalogue_},
      memory_{std::make_shared<MemoryBudget>(settings.max_dataset_bytes)},
      programs_{std::make_shared<MemoryBudget>(settings.max_program_bytes, "max_program_bytes",
                                               "particles, lines, seeds and viewsheds")},
      datasets_{catalogue_, memory_, settings_.ranks, settings_.opener},
      scalars_{memory_},
      terrains_{settings_.data_folders, memory_, settings_.cache, settings_.ranks},
      jobs_{{settings_.max_jobs, settings_.threads, memory_, settings_.reader, settings_.arrivals}}
{}

std::shared_ptr<const compute::OpenDataset>
Node::open_dataset(const std::string& name, const std::string& velocity, const std::stop_token& cancel,
                   const std::shared_ptr<const net::Notices>& watcher)
{
    if (Jobs::is_dataset(name))
        return with_redacted_paths(terrains_.own_folders(),
                                   [&] { return jobs_.open(name, catalogue_, cancel, watcher); });
    // A name without a file, or one outside the data folders, is "not found"; a file that cannot be read has
    // "failed".
    try {
        if (is_analytic_name(name))
            (void)compute::analytic_nodes(name, settings_.opener != nullptr ? settings_.opener->limits()
                                                                            : compute::DatasetLimits{});
        else
            (void)catalogue_.resolve(name);
    } catch (const std::runtime_error& error) {
        throw net::RpcError(net::RpcCode::NotFound, error.what());
    }
    return with_redacted_paths(terrains_.own_folders(), [&] {
        return compute::in_memory(catalogue_.files(name, velocity), settings_.opener,
                                  [&] { return datasets_.open(name, velocity, cancel, watcher); });
    });
}

}  // namespace farfield::node
