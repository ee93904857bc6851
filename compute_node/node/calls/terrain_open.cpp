#include "compute_node/node/calls/table.h"
#include "model/calls/opening.h"

namespace farfield::node {

net::CallResult terrain_open(Node& node, const net::CallRequest& request, const net::CallContext& context)
{
    const auto call = model::read<model::TerrainOpenCall>(request.params);
    model::TerrainDescription description = describe(*node.terrains().open(call.terrain, context.cancel));
    description.terrain = call.terrain;  // the name as this viewer spells it
    return {.result = model::write(description)};
}

}  // namespace farfield::node
