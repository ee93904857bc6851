#pragma once

#include "model/programs/surface.h"

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace farfield::compute {

/// Surfaces of an answer together, in native numbers.
struct SurfaceMesh {
    std::vector<glm::vec4> vertices = {};  ///< x, y, z, s
    std::vector<glm::vec3> normals = {};   ///< [vertices], of length 1; 0: none
    std::vector<std::array<std::uint32_t, 3>> triangles = {};
    std::vector<std::array<std::uint32_t, 2>> segments = {};

    /// Appends the payload of a Surface message, which must be sound.
    void append(std::span<const std::byte> payload);
};

/// Measures of a surface of triangles once vertices at the same place are merged.
struct SurfaceMeasures {
    std::size_t vertices = 0;  ///< distinct places of triangles' corners
    std::size_t edges = 0;
    std::size_t triangles = 0;       ///< triangles with three distinct places
    std::size_t boundary_edges = 0;  ///< edges of a single triangle
    std::size_t components = 0;
    double area = 0.0;
    /// Volume by the divergence theorem; empty where the surface is not closed: some edge does not belong to
    /// exactly two triangles, in opposite directions.
    std::optional<double> enclosed_volume = std::nullopt;

    /// Vertices - edges + triangles: 2 for each sphere, 0 for each torus.
    [[nodiscard]] std::int64_t euler_number() const
    {
        return static_cast<std::int64_t>(vertices + triangles) - static_cast<std::int64_t>(edges);
    }
};

[[nodiscard]] SurfaceMeasures measure(const SurfaceMesh& mesh);

}  // namespace farfield::compute
