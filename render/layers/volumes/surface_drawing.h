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
    std::uint32_t corners = 3;  ///< of an element: 3 for triangles, 2 for segments
    bool is_wall = false;       ///< true: normals point to the side of the flow; see `behind`
    friend bool operator==(const SurfacePart&, const SurfacePart&) = default;
};

/// Triangles, lit from the camera on both sides, and segments, drawn as lines. An element is left out if
/// one of its vertices is not finite or not in the part.
struct SurfaceDrawing final : Drawing {
    const FrameSlots* slots = nullptr;  ///< slots with the parts, published; null: no surface
    std::vector<SurfacePart> parts;     ///< of one answer, in any order
    Placement placement;
    std::optional<glm::vec3>
        colour;  ///< sRGB, 0 to 1; nullopt: coloured by the scalar, or light grey without one
    ColourMap colour_map = model::default_colour_map;
    ScalarRange range;
    float opacity = 1.0F;  ///< of triangles; below 1 they hide nothing; at 0 nothing is drawn
    /// Factor on `opacity` of walls seen from the back of their normals, so that the near side of a closed
    /// wall does not hide what is inside. Without effect when `opacity` is 1.
    float behind = 1.0F;
    bool edges = false;  ///< draws edges of triangles darker

    /// Removes the surface; keeps its style, and the memory.
    void clear()
    {
        slots = nullptr;
        parts.clear();
    }
    [[nodiscard]] bool is_transparent() const override;
    void draw(Pass pass, DrawContext& context) const override;
};

}  // namespace farfield::render
