#pragma once

#include "render/primitives/dot_batch.h"
#include "render/primitives/line_batch.h"
#include "render/scene/rake_shape.h"

#include <optional>
#include <span>

namespace farfield::render {

/// Draws rakes: their lines and seeds among the particles, their handles over everything.
class RakePainter {
public:
    /// Draws lines and seeds. Needs depth test and blending on, depth writes off.
    void draw_lines(std::span<const RakeShape> rakes, const ViewTransform& view);
    /// Draws handles. Needs blending on, depth test off.
    void draw_handles(std::span<const RakeShape> rakes, std::optional<HandleId> highlighted,
                      const ViewTransform& view);

private:
    LineBatch lines_;
    DotBatch dots_;
};

}  // namespace farfield::render
