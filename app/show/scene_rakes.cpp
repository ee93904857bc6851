#include "app/show/scene_rakes.h"

#include <set>
#include <utility>
#include <vector>

#include "app/show/frame_to_scene.h"
#include "render/scene/drawn_place.h"

namespace farfield::app {

namespace {

/// Most lines of a rake that are cut into pieces. Rings have short lines already.
constexpr std::size_t most_long_lines = 16;
constexpr int pieces_of_line = 16;

/// Cuts lines into pieces, since straight lines of the data may be curved in the scene.
std::vector<std::pair<glm::vec3, glm::vec3>>
in_pieces(const std::vector<std::pair<glm::vec3, glm::vec3>>& lines)
{
    std::vector<std::pair<glm::vec3, glm::vec3>> pieces;
    for (const auto& [from, to] : lines)
        for (int i = 0; i < pieces_of_line; ++i)
            pieces.emplace_back(glm::mix(from, to, static_cast<float>(i) / pieces_of_line),
                                glm::mix(from, to, static_cast<float>(i + 1) / pieces_of_line));
    return pieces;
}

}  // namespace

void place_shape(render::RakeShape& shape, const OpenData& data, const SceneFrame& frame)
{
    const render::Placement placement = frame.placement_of(data);
    if (placement == render::Placement{}) return;
    if (is_bent(placement) && shape.lines.size() <= most_long_lines) shape.lines = in_pieces(shape.lines);
    const glm::dvec3 counted_from = origin_of(*data.dataset);
    const auto place = [&](glm::vec3& own) {
        own = glm::vec3(frame.drawn_of(data, glm::dvec3(own) + counted_from));
    };
    for (auto& [from, to] : shape.lines) {
        place(from);
        place(to);
    }
    for (auto& seed : shape.seeds) place(seed);
    for (auto& handle : shape.handles) place(handle);
}

render::RakeShape placed_rake(const model::RakeShape& rake, const OpenData& data, const SceneFrame& frame)
{
    auto shape = render::rake_shape(rake, bounds_of(*data.dataset), origin_of(*data.dataset));
    place_shape(shape, data, frame);
    return shape;
}

void show_rakes(const model::Document& document, const DataStore& data, const SceneFrame& frame,
                render::Scene& scene)
{
    scene.rakes.clear();
    std::set<std::string> shown;
    const auto show = [&](const std::string& id, const model::RakeShape& rake, const OpenData& open) {
        if (shown.insert(id).second) scene.rakes.push_back(placed_rake(rake, open, frame));
    };
    for (const std::string& id : model::layers_in_order(document)) {
        const model::Layer& layer = document.layers.at(id);
        const OpenData* open = data.find(layer.data);
        if (!layer.visible || open == nullptr || !open->dataset) continue;
        if (layer.rakes) {
            for (const std::string& rake : *layer.rakes)
                show("rake " + rake, document.rakes.at(rake).rake.shape, *open);
            continue;
        }
        if (layer.kind != "particles" && layer.kind != "lines") continue;  // other kinds have no rakes
        const auto& suggested = open->dataset->suggested.rakes;
        for (std::size_t i = 0; i < suggested.size(); ++i)
            show("suggested " + layer.data + " " + std::to_string(i), suggested[i].shape, *open);
    }
}

}  // namespace farfield::app
