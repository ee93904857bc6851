#include "app/layers/ray_layer.h"

#include <stdexcept>

#include "model/programs/polylines.h"

namespace farfield::app {
namespace {

constexpr ProgramWords ray_words{.no_room = "cannot make room for the rays",
                                 .start_refused = "cannot show the rays",
                                 .change_refused = "cannot show the rays",
                                 .failed = "The rays have ended",
                                 .may_end = false};
/// Size of a frame; the node sends fewer rays where it does not suffice.
constexpr std::uint64_t frame_bytes = 4 << 20;

}  // namespace

RayLayer::RayLayer(const Stage& stage, model::Use /*use*/) : AnswerLayer("lines", stage, ray_words) {}

std::vector<Request> RayLayer::wanted(const LayerState& state)
{
    model::RayParams params = model::read<model::RayLayerParams>(state.layer.params, "params");
    take_times(state, 1, params);
    return {request_of(state, params, params.parts, frame_bytes)};
}

void RayLayer::take_part(std::size_t slot, std::span<const std::byte> payload, bool is_first)
{
    if (payload.size() < model::polyline_preamble_bytes)
        throw std::runtime_error("what the node sent is no ray");
    const auto preamble = model::decode_polyline_preamble(payload.first<model::polyline_preamble_bytes>());
    if (model::polyline_payload_bytes(preamble.points, preamble.lines) != payload.size())
        throw std::runtime_error("what the node sent is no ray");
    if (is_first) lines_.clear();
    lines_.parts.push_back({.slot = slot, .points = preamble.points});
}

void RayLayer::take_style(const LayerState& state)
{
    const auto style = model::read<model::LineStyle>(state.layer.style, "style");
    lines_.placement = state.frame.placement_of(state.data);
    lines_.range = take_legend(scalar(state, "residual"), style.range, style.colour_map).range;
    lines_.colour_map = style.colour_map;
    lines_.style = {.drawn = style.drawn,
                    .smooth = true,
                    .width = static_cast<float>(style.line_width),
                    .opacity = static_cast<float>(style.line_opacity),
                    .lit = style.lit};
}

void RayLayer::add_drawings(const LayerState& /*state*/, render::Scene& scene)
{
    if (slots() == nullptr) return;
    lines_.slots = slots();
    scene.drawings.push_back(&lines_);
}

}  // namespace farfield::app
