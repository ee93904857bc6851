#include "render/scene/scene.h"

#include "render/scene/drawing.h"

namespace farfield::render {

const TerrainStyle* ground_of(const Scene& scene)
{
    for (const Drawing* drawing : scene.drawings)
        if (const TerrainStyle* ground = drawing->ground()) return ground;
    return nullptr;
}

ViewTransform view_of(const Scene& scene)
{
    const TerrainStyle* ground = ground_of(scene);
    // Over ground one may stand among its hills: near things are seen though the horizon is far.
    const float nearest = ground != nullptr ? 2e-5F : 1e-3F;
    auto view =
        make_view_transform(scene.camera, scene.viewport, scene.bounds, scene.vertical_scale, nearest);
    if (ground != nullptr) view.curvature = ground->curvature;
    return view;
}

}  // namespace farfield::render
