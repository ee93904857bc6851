#pragma once

#include "render/scene/colour_map.h"
#include "render/scene/drawing.h"
#include "render/scene/picking.h"
#include "render/scene/view.h"

#include <array>
#include <cstddef>
#include <optional>

namespace farfield::render {

class FrameSlots;

/// The values of a slice in a slot: big-endian binary32, edge_u fastest; NaN where there is nothing.
struct SliceFrame {
    static constexpr std::size_t preamble_bytes = 192;  ///< before the values

    std::size_t slot = 0;
    int width = 0;   ///< values along edge_u
    int height = 0;  ///< values along edge_v
    glm::vec3 origin{0.0F}, edge_u{0.0F}, edge_v{0.0F};
};

/// A slice that the scene bends is drawn in so many strips of as many steps.
inline constexpr int bent_slice_strips = 256;

/// Where a ray meets a parallelogram: origin + u edge_u + v edge_v, both from 0 to 1.
struct SliceHit {
    float distance = 0.0F;  ///< along the ray
    double u = 0.0, v = 0.0;
};

/// A scalar on a parallelogram. Where there is no value nothing is drawn; between values they are blended.
struct SliceDrawing final : Drawing {
    const FrameSlots* slots = nullptr;  ///< where the frame lies, published; null: there is none
    std::optional<SliceFrame> frame;
    Placement placement;
    ColourMap colour_map = ColourMap::Viridis;
    ScalarRange range;
    float opacity = 1.0F;   ///< below 1 it hides nothing
    float contours = 0.0F;  ///< of the scalar, from one contour line to the next; 0: none
    static constexpr std::size_t max_lines = 64;
    std::array<float, max_lines> line_values{};  ///< of the scalar, where there are contour lines, ascending
    std::size_t lines = 0;                       ///< of line_values that count
    bool cells = false;                          ///< each value has an area of its own, with edges

    [[nodiscard]] bool is_transparent() const override;
    void draw(Pass pass, DrawContext& context) const override;
    /// Nothing where the ray misses it, or nothing is drawn.
    [[nodiscard]] std::optional<SliceHit> hit(const Ray& ray) const;
};

}  // namespace farfield::render
