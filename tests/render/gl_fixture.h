#pragma once

#include "render/gl/egl_context.h"
#include "render/gl/frame_slots.h"
#include "render/gl/render_target.h"
#include "render/primitives/glyph_atlas.h"
#include "render/scene/particle_frame.h"
#include "render/scene/view.h"

#include <limits>
#include <span>

#include <glm/glm.hpp>

namespace farfield::render::test {

inline constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();

/// A context and a small target, cleared to black, its depth to far.
struct GlFixture {
    GlFixture();
    /// The pixels drawn since; fails the test where OpenGL reports an error.
    Image picture();
    void clear();

    static constexpr int width = 160;
    static constexpr int height = 120;
    EglContext context;
    RenderTarget target{width, height};
};

/// From above -z: x to the right, y up, one world unit is 10 pixels in the plane z = 0, the origin in the
/// middle.
CameraView front_camera();
ViewTransform front_view();
/// Contents of front_view(): reach of what it shows, and a little depth.
Bounds front_bounds();

/// The pixel (column, row from the top) that holds a point seen by front_view().
glm::ivec2 pixel_of(glm::vec3 world);

glm::ivec3 colour_at(const Image& image, glm::ivec2 pixel);
/// Pixels that are not black.
int count_lit(const Image& image);
int count_of_colour(const Image& image, glm::ivec3 colour, int tolerance = 0);

/// Fills a slot with a frame of big-endian particles (x y z s) and publishes it.
ParticleFrame put_particles(FrameSlots& slots, std::size_t slot, std::span<const glm::vec4> particles);

/// Every printable character is a full block of 6 x 8 pixels on the baseline, 8 pixels apart; a space is
/// empty.
GlyphAtlas block_atlas();

}  // namespace farfield::render::test
