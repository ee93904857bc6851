#include "render/layers/volumes/surface_drawing.h"

#include "render/gl/frame_slots.h"
#include "render/gl/shader_program.h"
#include "render/layers/place_textures.h"
#include "render/primitives/round_earth.h"
#include "render/primitives/scene_place.h"
#include "render/primitives/weighted_blending.h"

#include <algorithm>

#include <epoxy/gl.h>

namespace farfield::render {
namespace {

constexpr int part_texels_unit = 1;
constexpr int part_words_unit = 2;
constexpr float half_edge_pixels = 0.5F;
constexpr float half_segment_pixels = 0.9F;

void bind_part(GlId texels, GlId words)
{
    glActiveTexture(GL_TEXTURE0 + part_texels_unit);
    glBindTexture(GL_TEXTURE_BUFFER, texels);
    glActiveTexture(GL_TEXTURE0 + part_words_unit);
    glBindTexture(GL_TEXTURE_BUFFER, words);
}

/// A program that reads parts of surfaces.
struct SurfaceProgram {
    SurfaceProgram(std::string_view vertex_file, std::string_view fragment_file)
        : shaders(vertex_file, fragment_file)
    {
        shaders.use();
        set_uniform(shaders.uniform("texels"), part_texels_unit);
        set_uniform(shaders.uniform("words"), part_words_unit);
        glUseProgram(0);
    }

    void begin(const SurfaceDrawing& surface, const ViewTransform& seen) const
    {
        shaders.use();
        earth.set(seen);
        place.set(seen.way);
        set_uniform(view_projection, seen.view_projection);
        set_uniform(entry, entry_of_scalar(surface.range));
        set_uniform(colour, surface.colour.value_or(glm::vec3(0.0F)));
        set_uniform(by_scalar, surface.colour ? 0.0F : 1.0F);
    }

    ShaderProgram shaders;
    RoundEarthUniforms earth{shaders};
    ScenePlaceUniforms place{shaders};
    int view_projection = shaders.uniform("view_projection"), entry = shaders.uniform("entry_of_scalar"),
        colour = shaders.uniform("colour"), by_scalar = shaders.uniform("by_scalar"),
        vertices = shaders.uniform("vertices");
};

/// Draws surfaces from the slots of their parts.
class SurfacePainter {
public:
    SurfacePainter() { glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most_words_); }

    void draw_triangles(const SurfaceDrawing& surface, const ViewTransform& view, float opacity,
                        float nearness) const
    {
        triangles_.begin(surface, view);
        set_uniform(view_, view.view);
        set_uniform(of_normals_, glm::transpose(glm::inverse(view.view)));
        set_uniform(opacity_, opacity);
        set_uniform(nearness_, nearness);
        set_uniform(edge_width_, surface.edges ? half_edge_pixels * view.viewport.pixel_ratio : 0.0F);
        const float behind = surface.opacity < 1.0F ? surface.behind : 1.0F;
        draw_parts(surface, triangles_, 3, 3,
                   [&](const SurfacePart& part) { set_uniform(behind_, part.is_wall ? behind : 1.0F); });
    }

    void draw_segments(const SurfaceDrawing& surface, const ViewTransform& view) const
    {
        segments_.begin(surface, view);
        set_uniform(viewport_, glm::vec2(view.viewport.width, view.viewport.height));
        set_uniform(half_width_, half_segment_pixels * view.viewport.pixel_ratio);
        draw_parts(surface, segments_, 2, 6, [](const SurfacePart&) {});
    }

private:
    /// Draws the parts whose elements have `corners` corners; drawn_of_each: vertices for an element; set:
    /// sets uniforms of a part.
    template <class Set>
    void draw_parts(const SurfaceDrawing& surface, const SurfaceProgram& program, std::uint32_t corners,
                    std::uint32_t drawn_of_each, Set set) const
    {
        glBindVertexArray(array_.id());
        for (const SurfacePart& part : surface.parts) {
            if (part.corners != corners || !can_be_read(part)) continue;
            bind_part(surface.slots->texels(part.slot), surface.slots->words(part.slot));
            set_uniform(program.vertices, static_cast<int>(part.vertices));
            set(part);
            glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(drawn_of_each * part.elements));
        }
        bind_part(0, 0);
        glActiveTexture(GL_TEXTURE0);
    }
    /// False for a part longer than what shaders may fetch (134 million words on all common drivers).
    [[nodiscard]] bool can_be_read(const SurfacePart& part) const
    {
        constexpr std::uint64_t preamble_words = SurfacePart::preamble_bytes / sizeof(std::uint32_t);
        const std::uint64_t words =
            preamble_words + 5 * std::uint64_t{part.vertices} + std::uint64_t{part.corners} * part.elements;
        return words <= static_cast<std::uint64_t>(most_words_);
    }

    SurfaceProgram triangles_{"surface.vert", "surface.frag"},
        segments_{"surface_lines.vert", "surface_lines.frag"};
    int view_ = triangles_.shaders.uniform("view"), of_normals_ = triangles_.shaders.uniform("of_normals"),
        opacity_ = triangles_.shaders.uniform("opacity"), behind_ = triangles_.shaders.uniform("behind"),
        nearness_ = triangles_.shaders.uniform("nearness"),
        edge_width_ = triangles_.shaders.uniform("edge_width");
    int viewport_ = segments_.shaders.uniform("viewport"),
        half_width_ = segments_.shaders.uniform("half_width");
    VertexArray array_ = VertexArray::create();  ///< without attributes: OpenGL wants one
    int most_words_ = 0;
};

bool has_elements_of(const SurfaceDrawing& surface, std::uint32_t corners)
{
    return std::ranges::any_of(surface.parts,
                               [corners](const SurfacePart& part) { return part.corners == corners; });
}

}  // namespace

bool SurfaceDrawing::is_transparent() const
{
    return slots != nullptr && opacity > 0.0F && opacity < 1.0F && has_elements_of(*this, 3);
}

void SurfaceDrawing::draw(Pass pass, DrawContext& context) const
{
    if (slots == nullptr || opacity <= 0.0F) return;
    const bool through = pass == Pass::ThroughGround && placement.through_ground;
    const bool triangles = (through || pass == (is_transparent() ? Pass::Transparent : Pass::Opaque)) &&
                           has_elements_of(*this, 3);
    // Lines have blended edges, but hide what is behind them.
    const bool segments = pass == Pass::Blended && has_elements_of(*this, 2);
    if (!triangles && !segments) return;
    context.maps.bind(colour_map);
    const auto& painter = context.painter<SurfacePainter>();
    const ViewTransform view = placed(context, placement, through ? GroundSide::Below : GroundSide::Either);
    const float shown = through ? opacity * opacity_through_ground : opacity;
    if (triangles) painter.draw_triangles(*this, view, shown, nearness_in(pass, view));
    if (segments) painter.draw_segments(*this, view);
}

}  // namespace farfield::render
