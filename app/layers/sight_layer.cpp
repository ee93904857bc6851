#include "app/layers/sight_layer.h"

#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "app/layers/ground_query.h"
#include "app/show/ground/ground_annotations.h"
#include "app/show/ground/terrain_to_scene.h"

namespace farfield::app {

std::vector<Request> SightLayer::wanted(const LayerState& state)
{
    id_ = state.id;
    terrain_ = *state.data.terrain;
    model::TerrainSightCall asked = model::read<model::SightLayerParams>(state.layer.params, "params");
    const Light light = light_of(state);
    asked.curved = light.curved;
    asked.refraction = light.refraction;
    if (asked != asked_) {
        std::vector<glm::dvec3> places{on_map(state, asked.from)};
        for (const auto& target : asked.to) places.push_back(place_of(terrain_, model::vec_of(target)));
        places_ = std::move(places);
        asked_ = std::move(asked);
        answers_.clear();
        annotations_.reset();
        ground_.ask(terrain_, {places_.begin(), places_.end()});
    }
    model::TerrainSightCall call = asked_;
    call.terrain = terrain_.terrain;
    call.from = model::point_of(places_.front());
    for (std::size_t i = 0; i < call.to.size(); ++i) call.to[i] = model::point_of(places_[i + 1]);
    std::vector<Request> requests{
        {"sight", CallRequest{.method = "terrain.sight", .params = model::write(call)}}};
    if (const auto tiles = ground_.request(state)) requests.push_back({"tiles", *tiles});
    return requests;
}

bool SightLayer::requests_changed()
{
    return std::exchange(has_heights_, false);
}

std::optional<std::string> SightLayer::take_answer(std::string_view key, const net::Json& answer,
                                                   std::uint32_t /*part*/)
{
    if (key != "sight") return std::nullopt;
    auto lines = model::read_answer<model::TerrainSightLines>(answer).lines;
    if (lines.size() != asked_.to.size())
        throw std::runtime_error(
            fmt::format("the node answered with {} lines of sight where {} were asked for", lines.size(),
                        asked_.to.size()));
    answers_ = std::move(lines);
    annotate();
    return std::nullopt;
}

std::string SightLayer::refusal_of(std::string_view /*key*/, const net::RpcError& error) const
{
    return fmt::format("{}: {}", name_of_layer(id_), error.what());
}

bool SightLayer::take(const ShowClock& /*clock*/, std::uint32_t /*outdated_before*/)
{
    if (!ground_.take()) return false;
    has_heights_ = true;
    annotate();
    return annotations_ != nullptr;
}

/// Makes the annotations, once both answers and heights have arrived.
void SightLayer::annotate()
{
    if (answers_.empty() || !ground_.is_complete()) return;
    const auto heights = ground_.heights();
    const auto on_ground = [&](std::size_t i) { return places_[i] + glm::dvec3(0.0, 0.0, *heights[i]); };
    auto annotations = std::make_shared<render::GroundAnnotations>();
    if (heights.front()) add_eye(*annotations, on_ground(0));
    for (std::size_t i = 0; i < answers_.size(); ++i)
        if (heights.front() && heights[i + 1] && answers_[i].visible)
            add_sight_line(*annotations, on_ground(0), on_ground(i + 1), answers_[i]);
    annotations_ = std::move(annotations);
}

void SightLayer::drape(Drape& drape) const
{
    if (annotations_) drape.annotations.push_back(annotations_);
}

net::Json SightLayer::report_of(std::size_t i) const
{
    const auto& line = answers_[i];
    net::Json json{
        {"to", asked_.to[i]}, {"visible", nullptr}, {"clearance", nullptr}, {"blocked_at", nullptr}};
    if (line.visible)
        json["visible"] = *line.visible;
    else
        json["reason"] = line.reason;
    if (line.clearance) json["clearance"] = *line.clearance;
    if (line.blocked_at) {
        const auto at = coordinates_of(terrain_, model::vec_of(*line.blocked_at));
        json["blocked_at"] = {at.x, at.y, at.z};
    }
    if (line.holes) json["holes"] = true;
    return json;
}

net::Json SightLayer::report() const
{
    net::Json entry{{"from", asked_.from}, {"lines", net::Json::array()}};
    for (std::size_t i = 0; i < answers_.size(); ++i) entry["lines"].push_back(report_of(i));
    return entry;
}

}  // namespace farfield::app
