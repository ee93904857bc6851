#pragma once

#include "render/primitives/line_batch.h"
#include "render/primitives/text_painter.h"
#include "render/scene/view.h"

#include <string>

namespace farfield::render {

/// A round length and the length of its bar in the picture.
struct ScaleBar {
    float metres = 0.0F;
    float pixels = 0.0F;
    std::string text;  ///< the length in words: "500 m", "2 km"
};
/// The longest bar of 1, 2 or 5 times a power of ten metres that fits most_pixels.
[[nodiscard]] ScaleBar scale_bar(float metres_per_pixel, float most_pixels);

/// Draws a compass needle and a scale bar for the middle of the picture, at the lower left edge.
/// draw() needs blending on and depth test off.
class CompassPainter {
public:
    /// metres: distance from the eye to the ground in the middle of the picture; 0: unknown, no bar.
    void draw(const CameraView& camera, float metres, const Viewport& viewport, TextPainter& text);

private:
    LineBatch lines_;
};

}  // namespace farfield::render
