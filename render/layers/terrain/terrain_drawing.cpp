#include "render/layers/terrain/terrain_drawing.h"

#include "render/layers/terrain/annotation_painter.h"
#include "render/layers/terrain/ground_painter.h"
#include "render/layers/terrain/terrain_painter.h"
#include "render/primitives/draw_context.h"

#include <cmath>

namespace farfield::render {
namespace {

/// True when a view was cast from the camera's eye and reaches to the middles of the picture's outermost
/// pixels, so that the picture shows no other ground.
bool covers_picture(const TerrainFrame& view, glm::vec3 offset, const CameraView& camera,
                    const Viewport& viewport)
{
    if (glm::vec3(model::vec_of(view.pose.eye)) != camera.eye - offset) return false;
    const model::PoseRays cast = rays_of(view.pose, static_cast<double>(view.width) / view.height);
    const model::PoseRays seen = rays_of(camera, double{viewport.aspect()});
    const glm::dvec2 outermost = 1.0 - 1.0 / glm::dvec2(viewport.width, viewport.height);
    const auto reaches = [&](double x, double y) {
        const glm::dvec3 ray = seen.forward + x * outermost.x * seen.right + y * outermost.y * seen.up;
        const double ahead = glm::dot(ray, cast.forward);
        return ahead > 0.0 &&
               std::abs(glm::dot(ray, cast.right)) <= ahead * glm::dot(cast.right, cast.right) &&
               std::abs(glm::dot(ray, cast.up)) <= ahead * glm::dot(cast.up, cast.up);
    };
    return reaches(-1.0, -1.0) && reaches(1.0, -1.0) && reaches(-1.0, 1.0) && reaches(1.0, 1.0);
}

}  // namespace

void TerrainDrawing::draw(Pass pass, DrawContext& context) const
{
    if (pass == Pass::Ground) return draw_ground(context);
    if (annotations.empty() || (pass != Pass::Blended && pass != Pass::Labels)) return;
    auto& layer = context.painter<AnnotationPainter>();
    const ViewTransform own = placed(context.view, {.offset = offset});
    if (pass == Pass::Blended) layer.draw(annotations, own, context.picture);
    if (pass == Pass::Labels) layer.draw_names(annotations, own, context.text, context.picture);
}

void TerrainDrawing::draw_ground(DrawContext& context) const
{
    context.maps.bind(style.map);
    auto& overlays = context.painter<RasterOverlays>();
    overlays.bind(picture, viewshed, context.picture);
    const ViewTransform own = placed(context.view, {.offset = offset});
    const bool has_view = view && slots != nullptr;
    if (!has_view || !covers_picture(*view, offset, context.camera, own.viewport))
        context.painter<GroundPainter>().draw(tiles, own, style, overlays);
    const bool is_first = context.ground == &style;
    if (has_view)
        context.painter<TerrainPainter>().draw(*view, *slots, {context.camera, offset, is_first}, own, style,
                                               overlays);
}

}  // namespace farfield::render
