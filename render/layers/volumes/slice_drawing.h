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

/// The values of a slice in a slot: big-endian binary32, edge_u fastest; NaN: no value.
struct SliceFrame {
    static constexpr std::size_t preamble_bytes = 192;  ///< before the values

    std::size_t slot = 0;
    int width = 0;   ///< values along edge_u
    int height = 0;  ///< values along edge_v
    glm::vec3 origin{0.0F}, edge_u{0.0F}, edge_v{0.0F};
};

/// The number of strips, and of steps in each, in which a bent slice is drawn.
inline constexpr int bent_slice_strips = 256;

/// The intersection of a ray with a slice, at origin + u edge_u + v edge_v, both from 0 to 1.
struct SliceHit {
    float distance = 0.0F;  ///< along the ray
    double u = 0.0, v = 0.0;
};

/// A scalar on a parallelogram, interpolated between values. Places without a value stay empty.
struct SliceDrawing final : Drawing {
    const FrameSlots* slots = nullptr;  ///< slots with the frame, published; null: no frame
    std::optional<SliceFrame> frame;
    Placement placement;
    ColourMap colour_map = model::default_colour_map;
    ScalarRange range;
    float opacity = 1.0F;   ///< below 1 the slice hides nothing
    float contours = 0.0F;  ///< step of the scalar between contour lines; 0: none
    static constexpr std::size_t max_lines = 64;
    std::array<float, max_lines> line_values{};  ///< values of the scalar with contour lines, ascending
    std::size_t lines = 0;                       ///< number of line_values in use
    bool cells = false;                          ///< draws each value as an area with edges, none between two

    [[nodiscard]] bool is_transparent() const override;
    void draw(Pass pass, DrawContext& context) const override;
    /// The first intersection of a ray with the slice; nullopt when there is none, or nothing is drawn.
    [[nodiscard]] std::optional<SliceHit> hit(const Ray& ray) const;
};

}  // namespace farfield::render
