#include "render/layers/volumes/slice_drawing.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <epoxy/gl.h>
#include <utility>
#include <vector>

#include "render/gl/frame_slots.h"
#include "render/gl/shader_program.h"
#include "render/layers/place_textures.h"
#include "render/primitives/round_earth.h"
#include "render/primitives/scene_place.h"
#include "render/primitives/weighted_blending.h"
#include "render/scene/drawn_place.h"

namespace farfield::render {
namespace {

constexpr int words_unit = 1;

/// Draws slices from the slots of their frames.
class SlicePainter {
public:
    SlicePainter()
    {
        shaders_.use();
        set_uniform(shaders_.uniform("words"), words_unit);
        glUseProgram(0);
        glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most_words_);
    }

    void draw(const SliceDrawing& slice, const ViewTransform& view, float opacity, float nearness) const
    {
        const SliceFrame& frame = *slice.frame;
        // A frame longer than what shaders may fetch (134 million on all common drivers) is not drawn.
        if (words_of(frame) > most_words_) return;
        shaders_.use();
        earth_.set(view);
        place_.set(view.way);
        set_uniform(view_projection_, view.view_projection);
        set_uniform(origin_, frame.origin);
        set_uniform(edge_u_, frame.edge_u);
        set_uniform(edge_v_, frame.edge_v);
        set_uniform(size_, glm::vec2(frame.width, frame.height));
        set_uniform(opacity_, opacity);
        set_uniform(contours_, slice.contours);
        set_uniform(lines_, static_cast<int>(slice.lines));
        if (slice.lines > 0)
            glUniform1fv(line_values_, static_cast<GLsizei>(slice.lines), slice.line_values.data());
        set_uniform(cells_, slice.cells ? 1 : 0);
        set_uniform(nearness_, nearness);
        set_uniform(entry_of_scalar_, entry_of_scalar(slice.range));
        // A plane appears bent on a round Earth, in another projection, and on ground.
        const int strips = is_bent(slice.placement) ? bent_slice_strips : view.curvature > 0.0F ? 64 : 1;
        set_uniform(strips_, strips);
        bind_words(slice.slots->words(frame.slot));
        glBindVertexArray(array_.id());
        // The slice is drawn behind things in its plane, such as a layer of particles: depths are equal but
        // for rounding, and all pixels of a particle or line have the depth of its middle.
        constexpr float pixels_behind = 6.0F, least_units = 16.0F;
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(pixels_behind, least_units);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 2 * (strips + 1), strips);
        glDisable(GL_POLYGON_OFFSET_FILL);
        bind_words(0);
        glActiveTexture(GL_TEXTURE0);
    }

private:
    static std::int64_t words_of(const SliceFrame& frame)
    {
        constexpr auto preamble = static_cast<std::int64_t>(SliceFrame::preamble_bytes / sizeof(float));
        return preamble + std::int64_t{frame.width} * frame.height;
    }
    static void bind_words(GlId texture)
    {
        glActiveTexture(GL_TEXTURE0 + words_unit);
        glBindTexture(GL_TEXTURE_BUFFER, texture);
    }

    ShaderProgram shaders_{"slice.vert", "slice.frag"};
    RoundEarthUniforms earth_{shaders_};
    ScenePlaceUniforms place_{shaders_};
    int view_projection_ = shaders_.uniform("view_projection"), origin_ = shaders_.uniform("origin"),
        edge_u_ = shaders_.uniform("edge_u"), edge_v_ = shaders_.uniform("edge_v"),
        size_ = shaders_.uniform("size"), opacity_ = shaders_.uniform("opacity"),
        nearness_ = shaders_.uniform("nearness"), entry_of_scalar_ = shaders_.uniform("entry_of_scalar"),
        strips_ = shaders_.uniform("strips"), contours_ = shaders_.uniform("contours"),
        lines_ = shaders_.uniform("lines"), line_values_ = shaders_.uniform("line_values"),
        cells_ = shaders_.uniform("cells");
    VertexArray array_ = VertexArray::create();  ///< without attributes: OpenGL wants one
    int most_words_ = 0;
};

}  // namespace

bool SliceDrawing::is_transparent() const
{
    return slots != nullptr && frame && opacity > 0.0F && opacity < 1.0F;
}

void SliceDrawing::draw(Pass pass, DrawContext& context) const
{
    const bool through = pass == Pass::ThroughGround && placement.through_ground;
    // An opaque slice hides what is behind it, trails too.
    if (!through && pass != (is_transparent() ? Pass::Transparent : Pass::Blended)) return;
    if (slots == nullptr || !frame || opacity <= 0.0F) return;
    context.maps.bind(colour_map);
    context.painter<SlicePainter>().draw(
        *this, placed(context, placement, through ? GroundSide::Below : GroundSide::Either),
        through ? opacity * opacity_through_ground : opacity, nearness_in(pass, context.view));
}

// Intersections of rays with slices.

namespace {

/// A corner of a slice's triangles in the scene; nullopt: it has no place.
using Corner = std::optional<glm::dvec3>;

/// The distance along the ray, and the parts towards the second and the third corner; nullopt: no hit
/// (Moeller, Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection", 1997).
std::optional<glm::dvec3> meet(const Ray& ray, const Corner& a, const Corner& b, const Corner& c)
{
    if (!a || !b || !c) return std::nullopt;
    const glm::dvec3 way(ray.direction), u = *b - *a, v = *c - *a, across = glm::cross(way, v);
    const double area = glm::dot(u, across);
    if (area == 0.0) return std::nullopt;
    const glm::dvec3 from = glm::dvec3(ray.origin) - *a, beside = glm::cross(from, u);
    const double along_u = glm::dot(from, across) / area, along_v = glm::dot(way, beside) / area,
                 distance = glm::dot(v, beside) / area;
    if (along_u < 0.0 || along_v < 0.0 || along_u + along_v > 1.0 || distance < 0.0) return std::nullopt;
    return glm::dvec3(distance, along_u, along_v);
}

/// Finds the hit of a slice that the scene bends, by the triangles of its strips.
class BentSlice {
public:
    BentSlice(const SliceDrawing& slice, const Ray& ray) : slice_(slice), ray_(ray) {}

    std::optional<SliceHit> hit()
    {
        take_row(0);
        for (int row = 0; row < bent_slice_strips; ++row) {
            std::swap(lower_, upper_);
            take_row(row + 1);
            for (int step = 0; step < bent_slice_strips; ++step) {
                const auto i = static_cast<std::size_t>(step);
                // The two triangles of a step of the strip: shaders/slice.vert.
                try_triangle(lower_[i], upper_[i], lower_[i + 1], {step, row}, {0, 1}, {1, 0});
                try_triangle(upper_[i + 1], lower_[i + 1], upper_[i], {step + 1, row + 1}, {0, -1}, {-1, 0});
            }
        }
        return nearest_;
    }

private:
    void take_row(int row)
    {
        const SliceFrame& frame = *slice_.frame;
        upper_.clear();
        for (int i = 0; i <= bent_slice_strips; ++i)
            upper_.push_back(drawn_place(slice_.placement, glm::dvec3(frame.origin) +
                                                               part(i) * glm::dvec3(frame.edge_u) +
                                                               part(row) * glm::dvec3(frame.edge_v)));
    }
    static double part(double steps) { return steps / bent_slice_strips; }

    void try_triangle(const Corner& a, const Corner& b, const Corner& c, glm::dvec2 at, glm::dvec2 to_b,
                      glm::dvec2 to_c)
    {
        const auto found = meet(ray_, a, b, c);
        if (!found || (nearest_ && double{nearest_->distance} <= found->x)) return;
        at += found->y * to_b + found->z * to_c;
        nearest_ = SliceHit{static_cast<float>(found->x), part(at.x), part(at.y)};
    }

    const SliceDrawing& slice_;
    const Ray& ray_;
    std::vector<Corner> lower_, upper_;  ///< edges of a strip
    std::optional<SliceHit> nearest_;
};

std::optional<SliceHit> hit_of_plane(const SliceFrame& frame, const Placement& placement, const Ray& ray)
{
    // The hit is found in the slice's own positions; lengths along the ray stay those of the world.
    const glm::dvec3 scale{placement.scale};
    const glm::dvec3 from =
        (glm::dvec3{ray.origin} - glm::dvec3{placement.offset}) / scale - glm::dvec3{frame.origin};
    const glm::dvec3 way = glm::dvec3{ray.direction} / scale, u{frame.edge_u}, v{frame.edge_v};
    const glm::dvec3 normal = glm::cross(u, v);
    const double slope = glm::dot(way, normal), area = glm::dot(normal, normal);
    if (slope == 0.0 || area == 0.0) return std::nullopt;
    const double distance = -glm::dot(from, normal) / slope;
    const glm::dvec3 at = from + distance * way;
    const double along_u = glm::dot(glm::cross(at, v), normal) / area,
                 along_v = glm::dot(glm::cross(u, at), normal) / area;
    const auto is_inside = [](double part) { return part >= 0.0 && part <= 1.0; };
    if (distance < 0.0 || !is_inside(along_u) || !is_inside(along_v)) return std::nullopt;
    return SliceHit{static_cast<float>(distance), along_u, along_v};
}

}  // namespace

std::optional<SliceHit> SliceDrawing::hit(const Ray& ray) const
{
    if (slots == nullptr || !frame) return std::nullopt;
    if (is_bent(placement)) return BentSlice(*this, ray).hit();
    return hit_of_plane(*frame, placement, ray);
}

}  // namespace farfield::render
