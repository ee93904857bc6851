#pragma once

#include "render/gl/gl_handles.h"
#include "render/gl/shader_program.h"
#include "render/primitives/round_earth.h"
#include "render/primitives/scene_place.h"
#include "render/scene/colour_map.h"

#include <cstddef>
#include <string_view>

namespace farfield::render {

class FrameSlots;

/// The points of a slot at which segments begin, or end.
struct SegmentEnds {
    std::size_t slot = 0;
    std::size_t first = 0;  ///< texel of the end of segment 0
    float opacity = 1.0F;
};

/// Style of segments: smoothness, width and light.
struct SegmentLook {
    bool smooth = true;  ///< lines of any width; else one device pixel wide
    float width = 1.0F;  ///< logical pixels
    bool lit = false;    ///< draws thin tubes, lit by a lamp at the camera
};

/// Draws segments between two rows of points in frame slots: trails join particles of two frames, lines join
/// each point to the next. A segment is left out if an end is not finite.
class SegmentPrograms {
public:
    SegmentPrograms();

    /// Sets the style of segments until end(). Needs the colour map in texture unit 0. Colours as light
    /// as the background are changed to stand out from it.
    void begin(const ViewTransform& view, const SegmentLook& look, const ScalarRange& range);
    /// Draws segment i from texel newer.first + i to older.first + i. Segments beyond what the driver lets a
    /// shader fetch (65,536 texels at least, 134 million on all common ones) are left out.
    void draw(const FrameSlots& slots, const SegmentEnds& newer, const SegmentEnds& older,
              std::size_t segments) const;
    void end() const;

private:
    struct Program {
        explicit Program(std::string_view vertex_file);
        ShaderProgram shaders;
        RoundEarthUniforms earth{shaders};
        ScenePlaceUniforms place{shaders};
        int view_projection, own_view, lit, luminance_behind, viewport, half_width, opacity, entry_of_scalar,
            newer_first, older_first;
    };

    Program smooth_{"segments.vert"};
    Program thin_{"segments_thin.vert"};
    const Program* drawing_ = nullptr;
    std::size_t most_texels_ = 0;
    VertexArray array_ = VertexArray::create();
};

}  // namespace farfield::render
