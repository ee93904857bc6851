#include "render/layers/entities/entity_painter.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include <epoxy/gl.h>

namespace farfield::render {
namespace {

constexpr GLsizei quad_vertices = 6;
constexpr float least_symbol = 12.0F;  ///< logical pixels
/// Distance, in sizes of a symbol, by which symbols are drawn nearer to the eye, so that ground does not
/// cut them.
constexpr float nearer_by_sizes = 4.0F;
constexpr float most_nearer = 0.5F;  ///< limit, as a part of the distance
constexpr float lines_opacity = 0.9F, stems_opacity = 0.35F;
constexpr float hidden_opacity = 0.45F;  ///< of hidden symbols: faint, but visible
constexpr glm::vec4 name_colour{0.95F, 0.97F, 1.0F, 1.0F}, hidden_name_colour{0.95F, 0.97F, 1.0F, 0.6F};
constexpr float beside_symbol = 4.0F;

/// The part of the distance by which symbols are drawn nearer; the same everywhere in the picture.
float nearer_part(const EntityStyle& style, const ViewTransform& view)
{
    const float pixels = std::max(style.size, least_symbol) * view.viewport.pixel_ratio;
    const float of_distance =
        2.0F * pixels / (view.projection[1][1] * static_cast<float>(view.viewport.height));
    return std::min(nearer_by_sizes * of_distance, most_nearer);
}

/// The depth at which a symbol is drawn, as in entity.vert.
float drawn_depth(glm::vec4 clip, float nearer, float depth_at_0)
{
    const float z = ((1.0F - nearer) * clip.z + nearer * depth_at_0) / ((1.0F - nearer) * clip.w);
    return 0.5F + 0.5F * glm::clamp(z, -1.0F, 1.0F);
}

/// True when the depth buffer holds a nearer depth at this place. seen: x, y from 0 to 1.
bool is_behind(glm::vec2 seen, float depth, const Viewport& viewport)
{
    const glm::ivec2 pixel(seen * glm::vec2(viewport.width, viewport.height));
    float there = 1.0F;
    glReadPixels(pixel.x, pixel.y, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &there);
    return there < depth;
}

void fill(const Buffer& buffer, std::span<const std::byte> bytes)
{
    glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), GL_STREAM_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

/// Offsets of the inputs of shaders/entity_motion.glsl in an instance.
struct EntityInputs {
    std::size_t stride, place, velocity;
    GLenum velocity_type;
    std::size_t heading, kind;
};

void lay_inputs(const VertexArray& array, const Buffer& buffer, const EntityInputs& inputs)
{
    glBindVertexArray(array.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
    for (GLuint location = 0; location < 4; ++location) {
        glEnableVertexAttribArray(location);
        glVertexAttribDivisor(location, 1);
    }
    const auto stride = static_cast<GLsizei>(inputs.stride);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, buffer_offset(inputs.place));
    glVertexAttribPointer(1, 3, inputs.velocity_type, GL_FALSE, stride, buffer_offset(inputs.velocity));
    glVertexAttribIPointer(2, 1, GL_UNSIGNED_SHORT, stride, buffer_offset(inputs.heading));
    glVertexAttribIPointer(3, 4, GL_UNSIGNED_BYTE, stride, buffer_offset(inputs.kind));
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

}  // namespace

EntityPainter::EntityPainter()
{
    lay_inputs(array_, buffer_,
               {.stride = sizeof(EntityMark),
                .place = offsetof(EntityMark, place),
                .velocity = offsetof(EntityMark, velocity),
                .velocity_type = GL_HALF_FLOAT,
                .heading = offsetof(EntityMark, heading),
                .kind = offsetof(EntityMark, shape)});
    lay_inputs(trails_.array, trails_.buffer,
               {.stride = sizeof(TrailSegment),
                .place = offsetof(TrailSegment, from),
                .velocity = offsetof(TrailSegment, to),
                .velocity_type = GL_FLOAT,
                .heading = offsetof(TrailSegment, freshness),
                .kind = offsetof(TrailSegment, unused)});
}

void EntityPainter::upload(const EntityDrawing& drawing)
{
    if (uploaded_version_ != drawing.version) fill(buffer_, std::as_bytes(std::span(drawing.entities)));
    uploaded_version_ = drawing.version;
    if (trails_.version != drawing.trails_version)
        fill(trails_.buffer, std::as_bytes(std::span(drawing.trails)));
    trails_.version = drawing.trails_version;
}

void EntityPainter::draw(const EntityDrawing& drawing, const ViewTransform& view)
{
    upload(drawing);
    draw_trails(drawing, view);
    glBindVertexArray(array_.id());
    draw_lines(drawing, view);
    draw_symbols(drawing, view);
}

void EntityPainter::draw_trails(const EntityDrawing& drawing, const ViewTransform& view) const
{
    if (drawing.trails.empty()) return;
    trails_.shaders.use();
    trails_.earth.set(view);
    set_uniform(trails_.view_projection, view.view_projection);
    set_uniform(trails_.viewport, glm::vec2(view.viewport.width, view.viewport.height));
    set_uniform(trails_.pixel_ratio, view.viewport.pixel_ratio);
    glBindVertexArray(trails_.array.id());
    glDrawArraysInstanced(GL_TRIANGLES, 0, quad_vertices, static_cast<GLsizei>(drawing.trails.size()));
}

void EntityPainter::draw_lines(const EntityDrawing& drawing, const ViewTransform& view) const
{
    const bool has_leaders = drawing.style.leader_seconds > 0.0F;
    if (!drawing.foot && !has_leaders) return;
    lines_.shaders.use();
    lines_.earth.set(view);
    set_uniform(lines_.view_projection, view.view_projection);
    set_uniform(lines_.viewport, glm::vec2(view.viewport.width, view.viewport.height));
    set_uniform(lines_.pixel_ratio, view.viewport.pixel_ratio);
    set_uniform(lines_.seconds, drawing.seconds);
    const auto draw = [&](float leader_seconds, float foot, float opacity) {
        set_uniform(lines_.leader_seconds, leader_seconds);
        set_uniform(lines_.foot, foot);
        set_uniform(lines_.opacity, opacity);
        glDrawArraysInstanced(GL_TRIANGLES, 0, quad_vertices, static_cast<GLsizei>(drawing.entities.size()));
    };
    if (drawing.foot) draw(0.0F, *drawing.foot, stems_opacity);
    if (has_leaders) draw(drawing.style.leader_seconds, 0.0F, lines_opacity);
}

void EntityPainter::draw_symbols(const EntityDrawing& drawing, const ViewTransform& view) const
{
    symbols_.use();
    earth_.set(view);
    set_uniform(view_projection_, view.view_projection);
    set_uniform(viewport_, glm::vec2(view.viewport.width, view.viewport.height));
    set_uniform(pixel_ratio_, view.viewport.pixel_ratio);
    set_uniform(size_, std::max(drawing.style.size, least_symbol));
    set_uniform(seconds_, drawing.seconds);
    set_uniform(nearer_, nearer_part(drawing.style, view));
    set_uniform(depth_at_0_, view.projection[3][2]);
    set_uniform(pixels_at_1_, 0.5F * drawing.units_per_metre * view.projection[1][1] *
                                  static_cast<float>(view.viewport.height));
    const auto draw = [&](GLenum depth, float opacity) {
        glDepthFunc(depth);
        set_uniform(opacity_, opacity);
        glDrawArraysInstanced(GL_TRIANGLES, 0, quad_vertices, static_cast<GLsizei>(drawing.entities.size()));
    };
    draw(GL_GREATER, hidden_opacity);
    draw(GL_LEQUAL, 1.0F);
}

/// Finds the most_names entities to label: those selected, then the nearest in the picture, in this order.
void EntityPainter::find_labels(const EntityDrawing& drawing, const ViewTransform& view)
{
    labels_.clear();
    const std::size_t named = std::min(drawing.names.size(), drawing.entities.size());
    for (std::size_t i = 0; i < named; ++i) {
        const EntityMark& mark = drawing.entities[i];
        const glm::vec3 at = mark.place + drawing.seconds * vector_of(mark.velocity);
        const glm::vec4 clip = view.view_projection * glm::vec4(seen_place(view, at), 1.0F);
        if (clip.w > 0.0F && glm::all(glm::lessThan(glm::abs(glm::vec2(clip)), glm::vec2(clip.w))))
            labels_.push_back({i, clip, (mark.state & entity_is_selected) != 0});
    }
    const auto before = [](const Label& a, const Label& b) {
        return a.is_selected != b.is_selected ? a.is_selected : a.clip.w < b.clip.w;
    };
    const std::size_t wanted = std::min(labels_.size(), EntityDrawing::most_names);
    std::ranges::partial_sort(labels_, labels_.begin() + static_cast<std::ptrdiff_t>(wanted), before);
    labels_.resize(wanted);
}

/// The corner of a name with room: right of its symbol, else left, below or above; nullopt: no room.
std::optional<glm::vec2> EntityPainter::free_corner(glm::vec2 middle, glm::vec2 size, float aside)
{
    for (const glm::vec2 corner :
         {glm::vec2(aside, -0.5F * size.y), glm::vec2(-aside - size.x, -0.5F * size.y),
          glm::vec2(-0.5F * size.x, aside - beside_symbol),
          glm::vec2(-0.5F * size.x, -aside - size.y + beside_symbol)})
        if (takes_room({middle + corner, middle + corner + size})) return middle + corner;
    return std::nullopt;
}

/// Takes a rectangle for a name; false when it overlaps one that is taken.
bool EntityPainter::takes_room(const Rectangle& wanted)
{
    const auto overlaps = [&](const Rectangle& other) {
        return glm::all(glm::lessThan(wanted.min, other.max)) &&
               glm::all(glm::lessThan(other.min, wanted.max));
    };
    if (std::ranges::any_of(taken_, overlaps)) return false;
    taken_.push_back(wanted);
    return true;
}

void EntityPainter::draw_names(const EntityDrawing& drawing, const ViewTransform& view, bool may_be_hidden,
                               TextPainter& text)
{
    find_labels(drawing, view);
    taken_.clear();
    text.clear();
    const float nearer = nearer_part(drawing.style, view);
    const float height = text.atlas().line_height();
    const float half = 0.5F * std::max(drawing.style.size, least_symbol);
    const auto middle_of = [&](const Label& label) {
        const glm::vec2 seen = 0.5F + 0.5F * glm::vec2(label.clip) / label.clip.w;
        return glm::vec2(seen.x, 1.0F - seen.y) * view.viewport.logical_size();
    };
    for (const Label& label : labels_) taken_.push_back({middle_of(label) - half, middle_of(label) + half});
    for (const Label& label : labels_) {
        const glm::vec2 seen = 0.5F + 0.5F * glm::vec2(label.clip) / label.clip.w;
        const std::string& name = drawing.names[label.entity];
        const glm::vec2 size(text.atlas().text_width(name), height);
        const auto corner = free_corner(middle_of(label), size, half + beside_symbol);
        if (!corner) continue;
        const float depth = drawn_depth(label.clip, nearer, view.projection[3][2]);
        const bool is_hidden = may_be_hidden && is_behind(seen, depth, view.viewport);
        text.add(name, *corner + glm::vec2(0.0F, 0.5F * height), is_hidden ? hidden_name_colour : name_colour,
                 view.viewport, AlignX::Left, AlignY::Middle);
    }
    text.draw(view.viewport);
}

}  // namespace farfield::render
