#include "render/scene/scene.h"

namespace farfield::render {

ViewTransform view_of(const Scene& scene)
{
    // Over ground one may stand among its hills: near things are seen though the horizon is far.
    const float nearest = scene.terrain ? 2e-5F : 1e-3F;
    auto view =
        make_view_transform(scene.camera, scene.viewport, scene.bounds, scene.vertical_scale, nearest);
    if (scene.terrain) view.curvature = scene.terrain->curvature;
    return view;
}

}  // namespace farfield::render
