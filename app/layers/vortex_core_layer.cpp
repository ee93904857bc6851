#include "app/layers/vortex_core_layer.h"

#include <stdexcept>

#include "app/layers/flow_layer.h"
#include "model/programs/polylines.h"

namespace farfield::app {
namespace {

constexpr ProgramWords core_words{.no_room = "cannot make room for the vortex cores",
                                  .start_refused = "cannot find vortex cores",
                                  .change_refused = "cannot find vortex cores",
                                  .failed = "The vortex cores have ended",
                                  .may_end = false};
constexpr std::uint32_t parts_of_cores = 8;
constexpr std::uint64_t core_answer_bytes = 32 << 20;

/// Most points drawn smooth by a software renderer; beyond it lines are one pixel wide.
constexpr std::size_t most_smooth_core_points = 20'000;

}  // namespace

VortexCoreLayer::VortexCoreLayer(const Stage& stage, model::Use /*use*/)
    : AnswerLayer("vortex-cores", stage, core_words), stage_(stage)
{}

std::vector<Request> VortexCoreLayer::wanted(const LayerState& state)
{
    expect_velocity(state, "vortex cores");
    model::VortexCoreParams params = model::read<model::VortexCoreLayerParams>(state.layer.params, "params");
    take_times(state, 1, params);
    params.parts = ticks() ? 1 : parts_of_cores;
    return {request_of(state, params, params.parts, core_answer_bytes / parts_of_cores)};
}

void VortexCoreLayer::take_part(std::size_t slot, std::span<const std::byte> payload, bool is_first)
{
    if (is_first) {
        lines_.clear();
        points_ = 0;
        segments_ = 0;
    }
    if (payload.size() < model::polyline_preamble_bytes)
        throw std::runtime_error("what the node sent are no vortex cores");
    const auto preamble = model::decode_polyline_preamble(payload.first<model::polyline_preamble_bytes>());
    if (model::polyline_payload_bytes(preamble.points, preamble.lines) != payload.size())
        throw std::runtime_error("what the node sent are no vortex cores");
    lines_.parts.push_back({.slot = slot, .points = preamble.points});
    points_ += preamble.points;
    segments_ += preamble.lines;
}

net::Json VortexCoreLayer::report() const
{
    if (slots() == nullptr) return nullptr;
    return {{"segments", segments_}};
}

void VortexCoreLayer::take_style(const LayerState& state)
{
    const auto style = model::read<model::LineStyle>(state.layer.style, "style");
    const model::ScalarInfo swirl = program() ? program()->scalar : model::ScalarInfo{"swirl", {}};
    const auto& legend = take_legend(swirl, style.range, style.colour_map);
    lines_.placement = state.frame.placement_of(state.data);
    lines_.colour_map = style.colour_map;
    lines_.range = legend.range;
    lines_.style = {.drawn = style.drawn,
                    .width = static_cast<float>(style.line_width),
                    .opacity = static_cast<float>(style.line_opacity),
                    .lit = style.lit};
}

void VortexCoreLayer::add_drawings(const LayerState& /*state*/, render::Scene& scene)
{
    lines_.slots = slots();
    if (lines_.slots == nullptr) return;
    lines_.style.smooth = stage_.smooth_lines || points_ <= most_smooth_core_points;
    scene.drawings.push_back(&lines_);
}

}  // namespace farfield::app
