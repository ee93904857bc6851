#include "compute_node/node/calls/table.h"
#include "model/calls/listing.h"
#include "net/message/limits.h"

namespace farfield::node {

net::CallResult terrain_list(Node& node, const net::CallRequest& request, const net::CallContext& /*context*/)
{
    const auto call = model::read<model::ListCall>(request.params);
    return {.result = page_of(node.terrains().list(), call, net::max_result_bytes)};
}

}  // namespace farfield::node
