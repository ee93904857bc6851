#pragma once

#include "model/geometry/byte_access.h"
#include "model/geometry/octahedral.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace farfield::compute {

/// Vertices and elements, counted.
struct SurfaceCount {
    std::uint64_t vertices = 0;
    std::uint64_t elements = 0;  ///< triangles or segments

    SurfaceCount& operator+=(const SurfaceCount& other)
    {
        vertices += other.vertices;
        elements += other.elements;
        return *this;
    }
    friend bool operator==(const SurfaceCount&, const SurfaceCount&) = default;
};

/// The arrays of a Surface's payload (model/programs/surface.h) that a surface is written to, big-endian.
/// Different vertices and elements may be written by several threads at once.
struct SurfaceOutput {
    std::byte* vertices = nullptr;   ///< 16 bytes each
    std::byte* normals = nullptr;    ///< 4 bytes each
    std::byte* elements = nullptr;   ///< 4 bytes a corner
    std::uint32_t first_vertex = 0;  ///< number of the first vertex in the part

    void put_vertex(std::size_t at, glm::vec3 place, float s, model::Octahedral normal) const
    {
        std::byte* const to = vertices + 16 * at;
        model::store_big(to, place.x);
        model::store_big(to + 4, place.y);
        model::store_big(to + 8, place.z);
        model::store_big(to + 12, s);
        model::store_big(normals + 4 * at, normal[0]);
        model::store_big(normals + 4 * at + 2, normal[1]);
    }
    /// Writes an element. corners: counted from the first vertex.
    template <std::size_t n>
    void put_element(std::size_t at, const std::array<std::uint32_t, n>& corners) const
    {
        std::byte* to = elements + 4 * n * at;
        for (const std::uint32_t corner : corners) {
            model::store_big(to, first_vertex + corner);
            to += 4;
        }
    }
    /// The output behind so many vertices and elements.
    [[nodiscard]] SurfaceOutput behind(const SurfaceCount& count, std::size_t corners = 3) const
    {
        return {vertices + 16 * count.vertices, normals + 4 * count.vertices,
                elements + 4 * corners * count.elements,
                first_vertex + static_cast<std::uint32_t>(count.vertices)};
    }
};

}  // namespace farfield::compute
