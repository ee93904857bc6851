#include "app/layers/viewshed_layer.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "app/layers/ground_query.h"
#include "app/show/ground/ground_annotations.h"
#include "app/show/ground/tile_raster.h"
#include "model/calls/viewshed_file.h"

namespace farfield::app {
namespace {

constexpr ProgramWords viewshed_words{.start_refused = "cannot compute the viewshed",
                                      .change_refused = "cannot compute the viewshed",
                                      .failed = "The viewshed has ended",
                                      .may_end = false};

}  // namespace

std::vector<Request> ViewshedLayer::wanted(const LayerState& state)
{
    id_ = state.id;
    terrain_ = *state.data.terrain;
    auto asked = model::read<model::ViewshedParams>(state.layer.params, "params");
    const Light light = light_of(state);
    asked.curved = light.curved;
    asked.refraction = light.refraction;
    if (asked != asked_) {
        observer_ = on_map(state, asked.observer);
        asked_ = asked;
        params_ = state.layer.params;
        overlays_.clear();
        annotations_.reset();
        file_.clear();
        ground_.ask(terrain_, {glm::dvec2(observer_)});
    }
    asked.observer = model::point_of(observer_);
    auto request = overlays_.request(state, "terrain.viewshed", asked.max_side, viewshed_words);
    request.start.params = model::write(asked);
    request.difference = difference_of<model::ViewshedParams>;
    std::vector<Request> requests{{"viewshed", request}};
    if (const auto tiles = ground_.request(state)) requests.push_back({"tiles", *tiles});
    wants_file_ = state.plays() && model::read<model::ViewshedStyle>(state.layer.style, "style").geotiff;
    if (!wants_file_) return requests;
    asked.max_side = model::ViewshedParams{}.max_side;
    model::ViewshedFileCall call{asked};
    call.terrain = terrain_.terrain;
    requests.push_back(
        {"file", CallRequest{.method = "terrain.viewshed_file", .params = model::write(call)}});
    return requests;
}

bool ViewshedLayer::requests_changed()
{
    return std::exchange(has_height_, false);
}

Intake& ViewshedLayer::intake(std::string_view key)
{
    return key == "tiles" ? ground_.intake() : overlays_.intake();
}

std::uint32_t ViewshedLayer::most_parts(std::string_view /*key*/) const
{
    return model::max_viewshed_parts;
}

std::optional<std::string> ViewshedLayer::take_answer(std::string_view key, const net::Json& answer,
                                                      std::uint32_t part)
{
    if (key != "file") return std::nullopt;
    const auto piece = model::viewshed_file_part(answer);
    if (part == 0) coming_file_.clear();
    coming_file_.append(reinterpret_cast<const char*>(piece.bytes.data()), piece.bytes.size());
    if (part + 1 >= std::min(piece.parts, model::max_viewshed_parts)) file_ = std::move(coming_file_);
    return std::nullopt;
}

std::string ViewshedLayer::refusal_of(std::string_view /*key*/, const net::RpcError& error) const
{
    return fmt::format("{}: {}", name_of_layer(id_), error.what());
}

bool ViewshedLayer::take(const ShowClock& /*clock*/, std::uint32_t /*outdated_before*/)
{
    const bool is_new = overlays_.take();
    if (!ground_.take()) return is_new;
    has_height_ = true;
    if (!ground_.is_complete()) return is_new;
    auto annotations = std::make_shared<render::GroundAnnotations>();
    if (const auto height = ground_.heights().front())
        add_eye(*annotations, observer_ + glm::dvec3(0.0, 0.0, *height));
    annotations_ = std::move(annotations);
    return true;
}

bool ViewshedLayer::is_ready() const
{
    return overlays_.overlay() && annotations_ && (!wants_file_ || !file_.empty());
}

void ViewshedLayer::drape(Drape& drape) const
{
    if (overlays_.overlay()) drape.viewshed = &*overlays_.overlay();
    if (annotations_) drape.annotations.push_back(annotations_);
}

bool ViewshedLayer::release_finished()
{
    const bool of_heights = ground_.has_released();
    return overlays_.has_released() || of_heights;
}

net::Json ViewshedLayer::report() const
{
    if (!overlays_.overlay()) return nullptr;
    const auto posts = count_seen(*overlays_.overlay());
    net::Json json{
        {"observer", asked_.observer},
        {"target_height", asked_.target},
        {"radius", nullptr},
        {"sectors", nullptr},
        {"seen_posts", posts.seen},
        {"hidden_posts", posts.hidden},
        {"seen_share", posts.share()},
        {"post_step", std::llround(std::abs(overlays_.overlay()->step.x) / terrain_.post_metres[0])}};
    if (asked_.radius) json["radius"] = *asked_.radius;
    if (params_.contains("sectors")) json["sectors"] = asked_.sectors;
    if (!file_.empty()) json["file"] = "viewshed.tif";
    return json;
}

}  // namespace farfield::app
