#pragma once

#include "render/scene/drawing.h"
#include "render/scene/view.h"

#include <vector>

namespace farfield::render {

/// Short-lived lines between entities, and flashes. Their hidden parts are drawn faintly.
struct SignalDrawing final : Drawing {
    struct Line {
        glm::vec3 from{0.0F}, to{0.0F};
        glm::vec4 colour{1.0F};
        float width = 2.0F;  ///< logical pixels
    };
    struct Flash {
        glm::vec3 at{0.0F};
        glm::vec4 colour{1.0F};
        float size = 12.0F;  ///< logical pixels
        float rim = 0.0F;    ///< width of the white rim inside the edge, logical pixels
    };
    std::vector<Line> lines;
    std::vector<Flash> flashes;

    void draw(Pass pass, DrawContext& context) const override;
};

}  // namespace farfield::render
