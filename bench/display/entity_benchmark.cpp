#include "bench/display/entity_benchmark.h"

#include "bench/display/benchmark_runs.h"
#include "render/gl/egl_context.h"
#include "render/gl/gl_handles.h"
#include "render/gl/gpu_fence.h"
#include "render/gl/render_target.h"
#include "render/layers/entities/entity_painter.h"
#include "render/primitives/colour_map_textures.h"
#include "render/scene/orbit_camera.h"

#include <cmath>
#include <cstddef>
#include <span>

#include <epoxy/gl.h>

namespace farfield::render {
namespace {

constexpr Viewport entity_viewport{.width = 1280, .height = 720, .pixel_ratio = 1.0F};
constexpr std::size_t drawn_entities = 10'000;
constexpr float symbol_pixels = 20.0F;

/// Entities of all shapes and forces, spread evenly in the unit cube like display_benchmark.cpp's points.
std::vector<EntityMark> strewn_entities()
{
    constexpr double g = 1.22074408460575947536;
    constexpr std::size_t shapes = 6, forces = 4;
    std::vector<EntityMark> marks(drawn_entities);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        marks[i].place = glm::vec3(glm::fract(static_cast<double>(i) / glm::dvec3(g, g * g, g * g * g)));
        marks[i].velocity = half_vector({0.001F, 0.0F, 0.0F});
        marks[i].heading = static_cast<std::uint16_t>(i * 37);
        marks[i].shape = static_cast<EntityShape>(i % shapes);
        marks[i].force = static_cast<EntityForce>(i % forces);
    }
    return marks;
}

ViewTransform entity_view()
{
    const Bounds bounds;
    OrbitCamera camera;
    camera.fit(bounds, entity_viewport.aspect());
    return make_view_transform(camera.view(), entity_viewport, bounds);
}

void begin_picture()
{
    glViewport(0, 0, entity_viewport.width, entity_viewport.height);
    glClearColor(0.03F, 0.04F, 0.05F, 1.0F);
    glDepthMask(GL_TRUE);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

/// The side that draws as the viewer does.
class LayerSide {
public:
    explicit LayerSide(const ViewTransform& view) : view_(view)
    {
        drawing_.entities = strewn_entities();
        drawing_.style.size = symbol_pixels;
    }

    void frame()
    {
        begin_picture();
        drawing_.version = EntityDrawing::next_version();
        maps_.bind(drawing_.style.colour_map);
        layer_.draw(drawing_, view_);
        GpuFence::insert().wait();
    }

private:
    ViewTransform view_;
    EntityDrawing drawing_;
    EntityPainter layer_;
    ColourMapTextures maps_;
};

/// The side with the least OpenGL that draws the same picture.
class BareEntities {
public:
    explicit BareEntities(const ViewTransform& view) : marks_(strewn_entities())
    {
        glBindVertexArray(array_.id());
        glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
        for (GLuint location = 0; location < 4; ++location) {
            glEnableVertexAttribArray(location);
            glVertexAttribDivisor(location, 1);
        }
        constexpr GLsizei stride = sizeof(EntityMark);
        glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, buffer_offset(offsetof(EntityMark, place)));
        glVertexAttribPointer(1, 3, GL_HALF_FLOAT, GL_FALSE, stride,
                              buffer_offset(offsetof(EntityMark, velocity)));
        glVertexAttribIPointer(2, 1, GL_UNSIGNED_SHORT, stride, buffer_offset(offsetof(EntityMark, heading)));
        glVertexAttribIPointer(3, 4, GL_UNSIGNED_BYTE, stride, buffer_offset(offsetof(EntityMark, shape)));
        program_.use();
        RoundEarthUniforms(program_).set(view);
        set_uniform(program_.uniform("view_projection"), view.view_projection);
        set_uniform(program_.uniform("viewport"), glm::vec2(view.viewport.width, view.viewport.height));
        set_uniform(program_.uniform("pixel_ratio"), view.viewport.pixel_ratio);
        set_uniform(program_.uniform("size"), symbol_pixels);
        set_uniform(program_.uniform("seconds"), 0.0F);
        set_uniform(program_.uniform("nearer"), 0.05F);
        set_uniform(program_.uniform("depth_at_0"), view.projection[3][2]);
        set_uniform(program_.uniform("pixels_at_1"), 0.0F);
    }

    void frame()
    {
        begin_picture();
        maps_.bind(ColourMap::Viridis);
        program_.use();
        glBindVertexArray(array_.id());
        glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(std::as_bytes(std::span(marks_)).size()),
                     marks_.data(), GL_STREAM_DRAW);
        draw(GL_GREATER, 0.45F);
        draw(GL_LEQUAL, 1.0F);
        glFinish();
    }

private:
    void draw(GLenum depth, float opacity) const
    {
        constexpr GLsizei corners = 6;
        glDepthFunc(depth);
        set_uniform(opacity_, opacity);
        glDrawArraysInstanced(GL_TRIANGLES, 0, corners, static_cast<GLsizei>(marks_.size()));
    }

    std::vector<EntityMark> marks_;
    ShaderProgram program_{"entity.vert", "entity.frag"};
    int opacity_ = program_.uniform("opacity");
    ColourMapTextures maps_;
    Buffer buffer_ = Buffer::create();
    VertexArray array_ = VertexArray::create();
};

}  // namespace

std::vector<DisplayFigure> run_entity_benchmark(int runs, double seconds_per_run)
{
    const EglContext context;
    const RenderTarget target(entity_viewport.width, entity_viewport.height);
    target.bind();
    const ViewTransform view = entity_view();
    LayerSide layer(view);
    BareEntities bare(view);
    std::vector<DisplayFigure> figures;
    compare_sides(layer, bare, "entities.draw.10000", "_over_bare", runs, seconds_per_run, figures);
    return figures;
}

}  // namespace farfield::render
