#include "render/scene/scene.h"

#include "render/scene/drawing.h"

namespace farfield::render {
namespace {

/// Luminance of a colour, with the weights of ITU-R BT.709.
float luminance_of(glm::vec3 colour)
{
    return glm::dot(colour, glm::vec3(0.2126F, 0.7152F, 0.0722F));
}

}  // namespace

const TerrainStyle* ground_of(const Scene& scene)
{
    for (const Drawing* drawing : scene.drawings)
        if (const TerrainStyle* ground = drawing->ground()) return ground;
    return nullptr;
}

ViewTransform view_of(const Scene& scene)
{
    const TerrainStyle* ground = ground_of(scene);
    // The eye may stand among hills: near things must be seen although the horizon is far.
    const float nearest = ground != nullptr ? 2e-5F : 1e-3F;
    auto view =
        make_view_transform(scene.camera, scene.viewport, scene.bounds, scene.vertical_scale, nearest);
    if (ground != nullptr)
        view.curvature = ground->curvature;
    else
        view.luminance_behind = luminance_of(0.5F * (scene.background.top + scene.background.bottom));
    return view;
}

}  // namespace farfield::render
