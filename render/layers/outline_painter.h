#pragma once

#include "render/primitives/line_batch.h"
#include "render/scene/view.h"

#include <vector>

namespace farfield::render {

/// Draws the domain: the twelve edges of its bounds, or the curves given in their place.
class OutlinePainter {
public:
    /// Draws the outline; rebuilds its geometry only when bounds or curves have changed.
    void draw(const Bounds& bounds, const std::vector<std::vector<glm::vec3>>& curves,
              const ViewTransform& view);

private:
    void rebuild();

    LineBatch lines_;
    bool built_ = false;
    Bounds bounds_;
    std::vector<std::vector<glm::vec3>> curves_;
};

}  // namespace farfield::render
