#pragma once

#include "render/primitives/segment_programs.h"
#include "render/scene/particle_frame.h"
#include "render/scene/styles.h"

#include <span>

namespace farfield::render {

class FrameSlots;

/// Draws lines between a particle's positions in consecutive frames, fading with age. A line is left out if
/// an end is not finite, so that a trail breaks where its particle was released anew.
/// draw() needs the colour map bound to texture unit 0, depth test and blending on, depth writes off.
class TrailPainter {
public:
    /// frames: newest first, used up to the first with another count of particles. Particles beyond what the
    /// driver lets a shader fetch (65,536 at least, 134 million on all common ones) have no trails.
    void draw(std::span<const ParticleFrame> frames, const FrameSlots& slots, const ViewTransform& view,
              const TrailStyle& style, const ScalarRange& range);

private:
    SegmentPrograms programs_;
};

}  // namespace farfield::render
