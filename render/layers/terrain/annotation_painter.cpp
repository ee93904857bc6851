#include "render/layers/terrain/annotation_painter.h"

#include "render/layers/terrain/recently_drawn.h"

#include <epoxy/gl.h>

#include <algorithm>

#include <glm/gtc/matrix_transform.hpp>

namespace farfield::render {
namespace {

/// Moves each place a little towards the eye, in the same pixel, so that the ground it lies on does not hide
/// it in parts. A share of the distance is as many pixels everywhere, and too little to matter for hills.
ViewTransform lifted(ViewTransform view)
{
    constexpr float nearer = 1e-3F;
    view.view_projection =
        view.projection * glm::scale(glm::mat4(1.0F), glm::vec3(1.0F - nearer)) * view.view;
    return view;
}

/// True when the depth buffer holds a nearer depth at a place: x, y and depth from 0 to 1. One test for the
/// place decides for its name, which is so drawn whole or not at all.
bool is_hidden(glm::vec3 seen, const Viewport& viewport)
{
    constexpr float rounding = 1.2e-7F;  // of a depth buffer of 24 bits
    const glm::ivec2 pixel(glm::vec2(seen) * glm::vec2(viewport.width, viewport.height));
    float depth = 1.0F;
    glReadPixels(pixel.x, pixel.y, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    return depth < seen.z - rounding;
}

}  // namespace

void AnnotationPainter::Built::build(Annotations shown)
{
    annotations.assign(shown.begin(), shown.end());
    lines.clear();
    dots.clear();
    named.clear();
    for (const auto& annotation : annotations) {
        for (const GroundAnnotations::Line& line : annotation->lines)
            for (std::size_t i = 1; i < line.places.size(); ++i)
                lines.add(line.places[i - 1], line.places[i], line.colour, line.width);
        for (const GroundAnnotations::Place& place : annotation->places) {
            dots.add(place.at, place.colour, place.size, 1.5F);
            if (!place.name.empty()) named.push_back(&place);
        }
    }
}

AnnotationPainter::Built& AnnotationPainter::built(Annotations annotations, std::uint64_t in_picture)
{
    const auto holds_them = [&](const Built& one) {
        return std::ranges::equal(annotations, one.annotations);
    };
    Built& found = recently_drawn(built_, in_picture, holds_them);
    if (!holds_them(found)) found.build(annotations);
    return found;
}

void AnnotationPainter::draw(Annotations annotations, const ViewTransform& view, std::uint64_t in_picture)
{
    Built& shown = built(annotations, in_picture);
    shown.lines.draw(lifted(view));
    shown.dots.draw(lifted(view));
}

void AnnotationPainter::draw_names(Annotations annotations, const ViewTransform& view, TextPainter& text,
                                   std::uint64_t in_picture)
{
    const glm::mat4 transform = lifted(view).view_projection;
    labels_.clear();
    for (const GroundAnnotations::Place* place : built(annotations, in_picture).named) {
        const glm::vec4 clip = transform * glm::vec4(seen_place(view, place->at), 1.0F);
        if (glm::all(glm::lessThan(glm::abs(glm::vec3(clip)), glm::vec3(clip.w))))
            labels_.push_back({place, clip});
    }
    constexpr std::size_t most_names = 200;
    if (labels_.size() > most_names) {
        std::ranges::nth_element(labels_, labels_.begin() + most_names, {},
                                 [](const Label& label) { return label.clip.w; });
        labels_.resize(most_names);
    }
    text.clear();
    for (const auto& [place, clip] : labels_) {
        const glm::vec3 seen = 0.5F + 0.5F * glm::vec3(clip) / clip.w;
        if (is_hidden(seen, view.viewport)) continue;
        const glm::vec2 dot = glm::vec2(seen.x, 1.0F - seen.y) * view.viewport.logical_size();
        text.add(place->name, dot + glm::vec2(0.5F * place->size + 3.0F, 0.0F), glm::vec4(1.0F),
                 view.viewport, AlignX::Left, AlignY::Middle);
    }
    text.draw(view.viewport);
}

}  // namespace farfield::render
