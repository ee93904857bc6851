#include "render/layers/axes_painter.h"

#include "render/scene/overlay_style.h"
#include "render/scene/picking.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace farfield::render {
namespace {

constexpr int axis_ticks_wanted = 4;
constexpr float axis_width = 1.4F;
constexpr float axis_tick_length = 5.0F;
constexpr float label_distance = 16.0F;
constexpr float name_gap = 6.0F;             // pixels between the labels and the name
constexpr float shortest_axis = 60.0F;       // pixels; ticks crowd on a shorter one
constexpr float smallest_label_gap = 14.0F;  // pixels between neighbouring ticks that are labelled

/// A projected edge of the bounds: its ends in the scene and in pixels, low value first.
struct Edge {
    glm::vec3 low_end, high_end;
    glm::vec2 low_pixel, high_pixel;
    glm::vec2 outward;  // unit vector away from the middle of the box
};

/// True when the eye is outside of the box beyond this face.
bool faces_eye(const Bounds& bounds, int axis, bool at_max, glm::vec3 eye)
{
    return at_max ? eye[axis] > bounds.max[axis] : eye[axis] < bounds.min[axis];
}

std::optional<Edge> make_edge(const Bounds& bounds, int axis, bool max_b, bool max_c,
                              const ViewTransform& view)
{
    const int b = (axis + 1) % 3;
    const int c = (axis + 2) % 3;
    Edge edge{};
    edge.low_end[axis] = bounds.min[axis];
    edge.high_end[axis] = bounds.max[axis];
    edge.low_end[b] = edge.high_end[b] = max_b ? bounds.max[b] : bounds.min[b];
    edge.low_end[c] = edge.high_end[c] = max_c ? bounds.max[c] : bounds.min[c];
    const auto low = project(view, edge.low_end);
    const auto high = project(view, edge.high_end);
    const auto middle = project(view, bounds.centre());
    if (!low || !high || !middle) return std::nullopt;
    edge.low_pixel = *low;
    edge.high_pixel = *high;
    const glm::vec2 along = *high - *low;
    glm::vec2 normal(-along.y, along.x);
    const float size = glm::length(normal);
    if (size < shortest_axis) return std::nullopt;
    normal /= size;
    edge.outward = glm::dot(normal, 0.5F * (*low + *high) - *middle) < 0.0F ? -normal : normal;
    return edge;
}

/// Chooses the axis's edge: on the rim of the box's picture and nearest to the bottom left, where readers
/// look for labels. nullopt when the axis points at the eye, or the eye is in the box.
std::optional<Edge> choose_edge(const Bounds& bounds, int axis, const ViewTransform& view)
{
    std::optional<Edge> best;
    float best_score = 0.0F;
    for (const bool max_b : {false, true}) {
        for (const bool max_c : {false, true}) {
            const bool b_seen = faces_eye(bounds, (axis + 1) % 3, max_b, view.eye);
            const bool c_seen = faces_eye(bounds, (axis + 2) % 3, max_c, view.eye);
            if (b_seen == c_seen) continue;
            const auto edge = make_edge(bounds, axis, max_b, max_c, view);
            if (!edge) continue;
            const glm::vec2 middle = 0.5F * (edge->low_pixel + edge->high_pixel);
            const float score = middle.y - 0.5F * middle.x;
            if (best && score <= best_score) continue;
            best = edge;
            best_score = score;
        }
    }
    return best;
}

AlignX align_for(float outward_x)
{
    if (outward_x > 0.5F) return AlignX::Left;
    return outward_x < -0.5F ? AlignX::Right : AlignX::Centre;
}

/// The distance to which a text extends from its position in the outward direction.
float reach(glm::vec2 outward, AlignX align, float width, float height)
{
    const float part = align == AlignX::Centre ? 0.5F : 1.0F;
    return part * std::abs(outward.x) * width + 0.5F * std::abs(outward.y) * height;
}

/// Adds the axis's name beyond its labels, or above an upright axis, which has little room beside it.
void add_name(const std::string& name, const Edge& edge, float labels_reach, glm::vec4 colour,
              const ViewTransform& view, TextPainter& text)
{
    constexpr float upright = 0.95F;  // cosine of the axis's angle to the vertical
    const float height = text.atlas().line_height();
    if (std::abs(edge.outward.x) > upright) {
        const glm::vec2 top = edge.low_pixel.y < edge.high_pixel.y ? edge.low_pixel : edge.high_pixel;
        const float above = top.y - name_gap - height;
        if (above > 0.5F * height) {
            text.add(name, {top.x, above}, colour, view.viewport, AlignX::Centre, AlignY::Middle);
        } else {
            const AlignX inside = edge.outward.x < 0.0F ? AlignX::Left : AlignX::Right;
            text.add(name, top - name_gap * edge.outward, colour, view.viewport, inside, AlignY::Top);
        }
        return;
    }
    const AlignX align = align_for(edge.outward.x);
    const float width = align == AlignX::Centre ? text.atlas().text_width(name) : 0.0F;
    const float distance = labels_reach + name_gap + reach(edge.outward, align, width, height);
    const glm::vec2 middle = 0.5F * (edge.low_pixel + edge.high_pixel);
    text.add(name, middle + distance * edge.outward, colour, view.viewport, align, AlignY::Middle);
}

}  // namespace

void AxesPainter::draw(const Bounds& bounds, glm::dvec3 origin, const ViewTransform& view,
                       const std::array<std::string, 3>& names, TextPainter& text)
{
    if (!built_ || bounds_ != bounds || origin_ != origin) {
        bounds_ = bounds;
        origin_ = origin;
        built_ = true;
        for (int axis = 0; axis < 3; ++axis)
            ticks_[static_cast<std::size_t>(axis)] = model::nice_ticks(
                origin[axis] + bounds.min[axis], origin[axis] + bounds.max[axis], axis_ticks_wanted);
    }
    lines_.clear();
    for (int axis = 0; axis < 3; ++axis)
        draw_axis(axis, bounds, view, names[static_cast<std::size_t>(axis)], text);
    lines_.draw(pixel_transform(view.viewport), view.viewport);
}

void AxesPainter::draw_axis(int axis, const Bounds& bounds, const ViewTransform& view,
                            const std::string& name, TextPainter& text)
{
    const auto edge = choose_edge(bounds, axis, view);
    if (!edge) return;
    const auto index = static_cast<std::size_t>(axis);
    const glm::vec4 colour = axis_colours[index];
    lines_.add(glm::vec3(edge->low_pixel, 0.0F), glm::vec3(edge->high_pixel, 0.0F), colour, axis_width);
    const AlignX align = align_for(edge->outward.x);
    std::optional<glm::vec2> labelled;
    float widest = 0.0F;
    for (std::size_t i = 0; i < ticks_[index].values.size(); ++i) {
        glm::vec3 world = edge->low_end;
        world[axis] = static_cast<float>(ticks_[index].values[i] - origin_[axis]);
        const auto pixel = project(view, world);
        if (!pixel) continue;
        lines_.add(glm::vec3(*pixel, 0.0F), glm::vec3(*pixel + axis_tick_length * edge->outward, 0.0F),
                   colour, axis_width);
        if (labelled && glm::distance(*labelled, *pixel) < smallest_label_gap) continue;
        labelled = pixel;
        widest = std::max(widest, text.atlas().text_width(ticks_[index].labels[i]));
        text.add(ticks_[index].labels[i], *pixel + label_distance * edge->outward, label_colour,
                 view.viewport, align, AlignY::Middle);
    }
    const float labels_reach =
        label_distance + reach(edge->outward, align, widest, text.atlas().line_height());
    add_name(name, *edge, labels_reach, colour, view, text);
}

}  // namespace farfield::render
