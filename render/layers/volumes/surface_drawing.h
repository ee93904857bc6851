#pragma once

#include "render/scene/colour_map.h"
#include "render/scene/drawing.h"
#include "render/scene/view.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace farfield::render {

class FrameSlots;

/// A part of a surface in a slot. After the preamble, all big-endian: x y z s of each vertex, binary32; a
/// normal of each, two 16-bit integers, octahedral (-32768 twice: none); the vertices of each element, 32-bit
/// integers.
struct SurfacePart {
    static constexpr std::size_t preamble_bytes = 128;

    std::size_t slot = 0;
    std::uint32_t vertices = 0;
    std::uint32_t elements = 0;
    std::uint32_t corners = 3;  ///< of an element: 3, triangles; 2, segments
    bool is_wall = false;       ///< normals point to its one side that matters
    friend bool operator==(const SurfacePart&, const SurfacePart&) = default;
};

/// Triangles, lit from the camera on both sides, and segments, which are lines. An element is left out where
/// one of its vertices is not finite or is none of the part's.
struct SurfaceDrawing final : Drawing {
    const FrameSlots* slots = nullptr;  ///< where the parts lie, published; null: there are none
    std::vector<SurfacePart> parts;     ///< of one answer, in any order
    Placement placement;
    std::optional<glm::vec3>
        colour;  ///< sRGB, 0 to 1; nothing: coloured by the scalar, light grey without one
    ColourMap colour_map = ColourMap::Viridis;
    ScalarRange range;
    float opacity = 1.0F;  ///< of triangles; below 1 they hide nothing. At 0 nothing is drawn
    /// Of `opacity`, for walls seen from the side that their normals point away from; where `opacity` is 1
    /// they are the same from both. So the near side of a closed one does not hide what is inside.
    float behind = 1.0F;
    bool edges = false;  ///< those of triangles are drawn darker

    /// Shows no surface; keeps how they look, and its memory.
    void clear()
    {
        slots = nullptr;
        parts.clear();
    }
    [[nodiscard]] bool is_transparent() const override;
    void draw(Pass pass, DrawContext& context) const override;
};

}  // namespace farfield::render
