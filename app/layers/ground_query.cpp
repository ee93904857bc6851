#include "app/layers/ground_query.h"

#include <fmt/format.h>
#include <stdexcept>

#include "app/show/ground/terrain_to_scene.h"
#include "model/layers/terrain_kind.h"

namespace farfield::app {

Light light_of(const LayerState& state)
{
    const auto* terrain = model::lowest_layer(state.document, model::terrain_kind.name, state.layer.data);
    Light light;
    if (terrain != nullptr) {
        const auto cast = model::read<model::TerrainLayerParams>(terrain->params, "params");
        light = {.curved = cast.curved, .refraction = cast.refraction};
    }
    const auto& params = state.layer.params;
    if (const auto curved = params.find("curved"); curved != params.end()) light.curved = curved->get<bool>();
    if (const auto found = params.find("refraction"); found != params.end())
        light.refraction = found->get<double>();
    return light;
}

glm::dvec3 on_map(const LayerState& state, const model::Point& place)
{
    const auto& terrain = *state.data.terrain;
    const auto at = place_of(terrain, model::vec_of(place));
    const auto& [least, most] = terrain.bounds;
    if (at.x >= least[0] && at.x <= most[0] && at.y >= least[1] && at.y <= most[1]) return at;
    const auto low = coordinates_of(terrain, {least[0], least[1], 0.0}),
               high = coordinates_of(terrain, {most[0], most[1], 0.0});
    throw std::runtime_error(fmt::format("{}: {}, {} is not on the map, which is x from {:.10g} to {:.10g} "
                                         "and y from {:.10g} to {:.10g}",
                                         name_of_layer(state.id), place[0], place[1], low.x, high.x, low.y,
                                         high.y));
}

std::string name_of_layer(const std::string& id)
{
    return fmt::format("layer '{}'", id);
}

}  // namespace farfield::app
