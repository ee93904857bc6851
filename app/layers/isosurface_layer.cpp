#include "app/layers/isosurface_layer.h"

namespace farfield::app {
namespace {

constexpr ProgramWords isosurface_words{.no_room = "cannot make room for the isosurface",
                                        .start_refused = "cannot make the isosurface",
                                        .change_refused = "cannot make the isosurface",
                                        .failed = "The isosurface has ended",
                                        .may_end = false};

}  // namespace

IsosurfaceLayer::IsosurfaceLayer(const Stage& stage, model::Use /*use*/)
    : SurfaceLayer("isosurface", stage, isosurface_words)
{}

std::vector<Request> IsosurfaceLayer::wanted(const LayerState& state)
{
    const model::IsosurfaceParams params =
        model::read<model::IsosurfaceLayerParams>(state.layer.params, "params");
    return requests_of(state, params, params.values.size());
}

void IsosurfaceLayer::take_style(const LayerState& state)
{
    const model::IsosurfaceParams params =
        model::read<model::IsosurfaceLayerParams>(state.layer.params, "params");
    const auto style = model::read<model::IsosurfaceStyle>(state.layer.style, "style");
    // Vertices carry the surface's own value, or that of another scalar.
    const bool has_other = params.colour && !params.colour->empty();
    take_look(state, style, scalar(state, has_other ? params.colour : params.scalar), style.colour);
}

}  // namespace farfield::app
