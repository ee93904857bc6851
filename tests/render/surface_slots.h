#pragma once

#include "render/gl/frame_slots.h"
#include "render/layers/volumes/surface_drawing.h"

#include <array>
#include <cstdint>
#include <vector>

namespace farfield::render::test {

/// A part of a surface, as a test states it.
struct SurfaceOfTest {
    std::vector<glm::vec4> vertices;                   ///< x y z s
    std::vector<std::array<std::int16_t, 2>> normals;  ///< [vertices], as they are on the wire
    std::vector<std::uint32_t> indices;
    std::uint32_t corners = 3;
};

inline constexpr std::array<std::int16_t, 2> no_normal{-32768, -32768};
inline constexpr std::array<std::int16_t, 2> along_z{0, 0};

/// Fills a slot with it and publishes that.
SurfacePart put_surface(FrameSlots& slots, std::size_t slot, const SurfaceOfTest& surface);

/// Two triangles: x from -2 to 2, y from -1 to 1.
SurfaceOfTest rectangle(float z, float scalar, std::array<std::int16_t, 2> normal = along_z);

/// Parts in slots of their own.
struct ShownSurface {
    explicit ShownSurface(const std::vector<SurfaceOfTest>& parts);
    FrameSlots slots;
    SurfaceDrawing drawing;
};

}  // namespace farfield::render::test
