#include "app/layers/overlay_layer.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "app/show/ground/ground_annotations.h"

namespace farfield::app {

std::vector<Request> OverlayLayer::wanted(const LayerState& state)
{
    model::TerrainOverlayCall call = model::read<model::OverlayLayerParams>(state.layer.params, "params");
    call.terrain = state.data.source.name;
    if (std::exchange(file_, call.file) != call.file) annotations_.reset();
    return {{"overlay", CallRequest{.method = "terrain.overlay", .params = model::write(call)}}};
}

std::uint32_t OverlayLayer::most_parts(std::string_view /*key*/) const
{
    return most_overlay_parts;
}

std::optional<std::string> OverlayLayer::take_answer(std::string_view /*key*/, const net::Json& answer,
                                                     std::uint32_t part)
{
    const auto overlay = model::read_answer<model::TerrainOverlay>(answer);
    if (part == 0) coming_ = std::make_shared<render::GroundAnnotations>();
    add_overlay(*coming_, overlay);
    if (part + 1 >= std::min(overlay.parts, most_overlay_parts)) annotations_ = std::move(coming_);
    return std::nullopt;
}

std::string OverlayLayer::refusal_of(std::string_view /*key*/, const net::RpcError& error) const
{
    return fmt::format("cannot lay '{}' over the ground: {}", file_, error.what());
}

void OverlayLayer::drape(Drape& drape) const
{
    if (annotations_) drape.annotations.push_back(annotations_);
}

}  // namespace farfield::app
