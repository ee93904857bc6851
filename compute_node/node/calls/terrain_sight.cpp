#include "compute_node/node/calls/terrain_sight.h"

#include "compute_node/node/calls/table.h"
#include "compute_node/node/data/observer.h"
#include "compute_node/support/parallel.h"
#include "compute_node/terrain/sight/sight.h"

#include <cmath>
#include <string>

namespace farfield::node {

namespace {

model::TerrainSightLine sight_line(const terrain::SightAnswer& answer, const OpenTerrain& terrain)
{
    model::TerrainSightLine line;
    if (answer.sighting != terrain::Sighting::Visible && answer.sighting != terrain::Sighting::Blocked) {
        line.reason = terrain::to_string(answer.sighting);
        return line;
    }
    line.visible = answer.sighting == terrain::Sighting::Visible;
    line.holes = answer.voids;
    if (!std::isnan(answer.clearance)) line.clearance = answer.clearance;
    if (*line.visible) return line;
    const glm::dvec3 at = answer.blocked.place;
    const glm::dvec2 local = terrain.local_of(terrain.terrain.info.frame.post_at(glm::dvec2{at}));
    line.blocked_at = {local.x, local.y, at.z};
    return line;
}

}  // namespace

std::vector<model::TerrainSightLine> look_over(const OpenTerrain& terrain,
                                               const model::TerrainSightCall& call, int threads)
{
    (void)resolve_observer(terrain, call.from, "from");
    const terrain::SightSettings settings{.curvature =
                                              call.curved ? terrain::earth_curvature(call.refraction) : 0.0,
                                          .absolute = call.absolute,
                                          .clearance = true};
    const terrain::SightLines lines{terrain.terrain, settings, terrain.holes()};
    std::vector<model::TerrainSightLine> answers(call.to.size());
    parallel_sum(static_cast<std::int64_t>(answers.size()), threads, [&](std::int64_t n) -> std::uint64_t {
        const auto i = static_cast<std::size_t>(n);
        answers[i] =
            sight_line(lines.look(terrain.place_of(call.from), terrain.place_of(call.to[i])), terrain);
        return 0;
    });
    terrain.terrain.verify_intact();
    return answers;
}

net::CallResult terrain_sight(Node& node, const net::CallRequest& request, const net::CallContext& context)
{
    const auto call = model::read<model::TerrainSightCall>(request.params);
    const auto terrain = node.terrains().open(call.terrain, context.cancel);
    return {.result =
                model::write(model::TerrainSightLines{look_over(*terrain, call, node.settings().threads)})};
}

}  // namespace farfield::node
