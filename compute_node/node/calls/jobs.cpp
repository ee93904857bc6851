#include "compute_node/node/calls/table.h"
#include "compute_node/node/data/errors_for_viewers.h"

namespace farfield::node {

net::CallResult job_start(Node& node, const net::CallRequest& request, const net::CallContext& context)
{
    const auto call = model::read<model::JobStartCall>(request.params);
    const auto started = with_redacted_paths(node.terrains().own_folders(), [&] {
        return node.jobs().start(call, node.catalogue(), context.notices, context.cancel);
    });
    return {.result = model::write(started)};
}

net::CallResult job_list(Node& node, const net::CallRequest& request, const net::CallContext& /*context*/)
{
    (void)model::read<model::JobListCall>(request.params);
    return {.result = model::write(node.jobs().list())};
}

net::CallResult job_stop(Node& node, const net::CallRequest& request, const net::CallContext& context)
{
    node.jobs().stop(model::read<model::JobStopCall>(request.params).job, context.notices);
    return {};
}

}  // namespace farfield::node
