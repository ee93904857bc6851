#pragma once

#include "render/primitives/line_batch.h"
#include "render/primitives/text_layer.h"
#include "render/scene/view.h"

#include <string>

namespace farfield::render {

/// A round length that a bar in a picture may stand for.
struct ScaleBar {
    float metres = 0.0F;
    float pixels = 0.0F;
    std::string text;  ///< such as "500 m" or "2 km"
};
/// The longest of 1, 2 and 5 times a power of ten that is no longer than most_pixels.
[[nodiscard]] ScaleBar scale_bar(float metres_per_pixel, float most_pixels);

/// Which way north is, and how long something is in the middle of the picture: at the lower left edge.
/// draw() needs blending on and depth test off.
class CompassLayer {
public:
    /// metres: from the eye to what is in the middle of the picture; 0: not known, there is no bar.
    void draw(const CameraView& camera, float metres, const Viewport& viewport, TextLayer& text);

private:
    LineBatch lines_;
};

}  // namespace farfield::render
