#include "app/layers/boundary_layer.h"

#include "app/layers/flow_layer.h"

namespace farfield::app {
namespace {

constexpr ProgramWords boundary_words{.no_room = "cannot make room for the boundary",
                                      .start_refused = "cannot make the boundary",
                                      .change_refused = "cannot make the boundary",
                                      .failed = "The boundary has ended",
                                      .may_end = false};

}  // namespace

BoundaryLayer::BoundaryLayer(const Stage& stage, model::Use /*use*/)
    : SurfaceLayer("boundary", stage, boundary_words)
{}

std::vector<Request> BoundaryLayer::wanted(const LayerState& state)
{
    const model::BoundaryParams params =
        model::read<model::BoundaryLayerParams>(state.layer.params, "params");
    return requests_of(state, params, params.surfaces.listed ? params.surfaces.listed->size() : 1);
}

void BoundaryLayer::take_style(const LayerState& state)
{
    const auto style = model::read<model::BoundaryStyle>(state.layer.style, "style");
    take_look(state, style, scalar(state, scalar_name(state.layer)),
              style.by_scalar ? std::nullopt : std::optional(style.colour));
}

}  // namespace farfield::app
