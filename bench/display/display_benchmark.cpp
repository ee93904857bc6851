#include "bench/display/display_benchmark.h"

#include "bench/display/benchmark_runs.h"
#include "render/gl/egl_context.h"
#include "render/gl/frame_slots.h"
#include "render/gl/gpu_fence.h"
#include "render/gl/render_target.h"
#include "render/layers/particle_painter.h"
#include "render/primitives/colour_map_textures.h"
#include "render/scene/orbit_camera.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include <epoxy/gl.h>

namespace farfield::render {
namespace {

constexpr Viewport benchmark_viewport{.width = 1280, .height = 720, .pixel_ratio = 1.0F};
constexpr std::size_t benchmark_slots = 4;
constexpr ParticleStyle style;
constexpr ScalarRange range;

/// Points spread evenly in the unit cube: fractional parts of multiples of the powers of 1/g, with g^4 = g
/// + 1. The scalar is x. Source: Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018.
std::vector<glm::vec4> strewn_points(std::size_t count)
{
    constexpr double g = 1.22074408460575947536;
    std::vector<glm::vec4> points(count);
    for (std::size_t i = 0; i < count; ++i) {
        const glm::dvec3 p = glm::fract(static_cast<double>(i) / glm::dvec3(g, g * g, g * g * g));
        points[i] = {p.x, p.y, p.z, p.x};
    }
    return points;
}

std::uint32_t big_endian(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return std::endian::native == std::endian::big ? bits : __builtin_bswap32(bits);
}

void begin_frame()
{
    glClearColor(0.03F, 0.04F, 0.05F, 1.0F);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

/// The side that draws as the viewer does.
class SlotSide {
public:
    SlotSide(std::span<const glm::vec4> points, const ViewTransform& view)
        : view_(view),
          count_(points.size()),
          slots_({.slots = benchmark_slots, .slot_bytes = particle_preamble_bytes + points.size_bytes()})
    {
        for (std::size_t slot = 0; slot < slots_.count(); ++slot) fill(slot, points);
    }

    void frame()
    {
        slot_ = (slot_ + 1) % slots_.count();
        slots_.publish(slot_, particle_preamble_bytes + count_ * particle_bytes);
        begin_frame();
        maps_.bind(ColourMap::Viridis);
        layer_.draw({.slot = slot_, .count = count_}, slots_, view_, style, range);
        GpuFence::insert().wait();
    }

    [[nodiscard]] std::string_view path() const { return slots_.path(); }

private:
    void fill(std::size_t slot, std::span<const glm::vec4> points)
    {
        std::byte* to = slots_.slot(slot).data() + particle_preamble_bytes;
        for (const glm::vec4 point : points) {
            const std::array<std::uint32_t, 4> words{big_endian(point.x), big_endian(point.y),
                                                     big_endian(point.z), big_endian(point.w)};
            std::memcpy(to, words.data(), sizeof words);
            to += sizeof words;
        }
    }

    ViewTransform view_;
    std::size_t count_;
    FrameSlots slots_;
    ColourMapTextures maps_;
    ParticlePainter layer_;
    std::size_t slot_ = 0;
};

/// The side with the least OpenGL that draws the same picture.
class BareSide {
public:
    BareSide(std::span<const glm::vec4> points, const ViewTransform& view)
        : count_(points.size()), program_("particles_native.vert", "particles.frag")
    {
        glBindVertexArray(array_.id());
        glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(points.size_bytes()), points.data(),
                     GL_STATIC_DRAW);
        glEnableVertexAttribArray(0);
        glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, particle_bytes, nullptr);
        program_.use();
        set_uniform(program_.uniform("view_projection"), view.view_projection);
        set_uniform(program_.uniform("point_size"), point_size_for(style, view));
        set_uniform(program_.uniform("largest_point"), largest_particle * view.viewport.pixel_ratio);
        set_uniform(program_.uniform("entry_of_scalar"), entry_of_scalar(range));
        set_uniform(program_.uniform("rim_shade"), style.shaded ? particle_rim_shade : 0.0F);
    }

    void frame()
    {
        begin_frame();
        maps_.bind(ColourMap::Viridis);
        program_.use();
        glBindVertexArray(array_.id());
        glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count_));
        glFinish();
    }

private:
    std::size_t count_;
    ShaderProgram program_;
    ColourMapTextures maps_;
    Buffer buffer_ = Buffer::create();
    VertexArray array_ = VertexArray::create();
};

ViewTransform benchmark_view()
{
    const Bounds bounds;
    OrbitCamera camera;
    camera.fit(bounds, benchmark_viewport.aspect());
    return make_view_transform(camera.view(), benchmark_viewport, bounds);
}

void measure(std::size_t count, const DisplayBenchmarkSettings& settings, DisplayBenchmarkResult& result)
{
    const ViewTransform view = benchmark_view();
    const std::vector<glm::vec4> points = strewn_points(count);
    SlotSide slots(points, view);
    BareSide bare(points, view);
    result.slot_path = slots.path();
    compare_sides(slots, bare, "display.particles." + std::to_string(count), ".over_bare", settings.runs,
                  settings.seconds_per_run, result.figures);
}

}  // namespace

DisplayBenchmarkResult run_display_benchmark(const DisplayBenchmarkSettings& settings)
{
    if (settings.runs < 1)
        throw std::invalid_argument("the display benchmark needs at least 1 run, found " +
                                    std::to_string(settings.runs));
    const EglContext context;
    const RenderTarget target(benchmark_viewport.width, benchmark_viewport.height);
    DisplayBenchmarkResult result;
    result.renderer = context.renderer();
    for (const std::size_t count : settings.particle_counts) measure(count, settings, result);
    return result;
}

}  // namespace farfield::render
