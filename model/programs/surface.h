#pragma once

#include "model/geometry/octahedral.h"

#include <glm/vec4.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

/// The payload of a Surface message (type 11), one part of an answer of the programs `isosurface` and
/// `boundary`: docs/protocol.md, section 15.
///
///     preamble     128 bytes
///     vertices      16 bytes each: x y z s, 4 x binary32
///     normals        4 bytes each: octahedral, 2 x i16
///     elements       4 bytes a corner: u32, the number of a vertex of this part
namespace farfield::model {

inline constexpr std::size_t surface_preamble_bytes = 128;
inline constexpr std::size_t surface_vertex_bytes = 16;
inline constexpr std::size_t surface_normal_bytes = 4;

enum class SurfaceKind : std::uint32_t { Isosurface, Plane, Faces, NoSlip, Walls, Outer, Land };
inline constexpr std::uint32_t surface_kinds = 7;

inline constexpr std::uint32_t no_surface_block = std::numeric_limits<std::uint32_t>::max();

/// The first 128 bytes of a Surface payload. Bytes 8 to 40 have the layout of PolylinePreamble.
struct SurfacePreamble {
    std::uint32_t vertices = 0;
    std::uint32_t elements = 0;  ///< number of triangles or segments
    std::uint64_t answer = 0;    ///< answers that the program began before this one
    std::uint64_t compute_ns = 0;
    std::uint64_t computed_at_ns = 0;
    double time = 0.0;          ///< time on the field's clock
    std::uint32_t part = 0;     ///< index in the answer, from 0
    std::uint32_t parts = 1;    ///< parts of the answer
    std::uint32_t surface = 0;  ///< index among the parameters' `values` or `surfaces`
    std::uint32_t level = 0;    ///< the surface uses each 2^level-th node along each axis
    double value = 0.0;         ///< isovalue of an isosurface
    SurfaceKind kind = SurfaceKind::Isosurface;
    std::uint32_t corners = 3;               ///< of an element: 3 for triangles, 2 for segments
    std::uint32_t block = no_surface_block;  ///< block of the grid, if the part is of one
    friend bool operator==(const SurfacePreamble&, const SurfacePreamble&) = default;
};

/// Offsets of the arrays in a payload, and the payload's length.
struct SurfaceLayout {
    std::uint64_t normals_at = 0;
    std::uint64_t elements_at = 0;
    std::uint64_t bytes = 0;
};

[[nodiscard]] constexpr SurfaceLayout surface_layout(std::uint64_t vertices, std::uint64_t elements,
                                                     std::uint64_t corners)
{
    const std::uint64_t normals_at = surface_preamble_bytes + vertices * surface_vertex_bytes;
    const std::uint64_t elements_at = normals_at + vertices * surface_normal_bytes;
    return {normals_at, elements_at, elements_at + elements * corners * sizeof(std::uint32_t)};
}

void encode_preamble(const SurfacePreamble& preamble,
                     std::span<std::byte, surface_preamble_bytes> to) noexcept;
/// Decodes the preamble; nullopt for a length that differs from what its counts say, an unknown kind or
/// number of corners, or a part beyond `parts`. Reads no vertex and no element: indices may be out of range.
[[nodiscard]] std::optional<SurfacePreamble>
decode_surface_preamble(std::span<const std::byte> payload) noexcept;

/// A vertex, and a normal, of a payload that decode_surface_preamble() accepts. vertex: below `vertices`.
[[nodiscard]] glm::vec4 surface_vertex(std::span<const std::byte> payload, std::size_t vertex) noexcept;
[[nodiscard]] Octahedral surface_normal(std::span<const std::byte> payload, const SurfacePreamble& preamble,
                                        std::size_t vertex) noexcept;
/// The index of the vertex at a corner, counted over all elements. The index may be out of range.
[[nodiscard]] std::uint32_t surface_index(std::span<const std::byte> payload, const SurfacePreamble& preamble,
                                          std::size_t corner) noexcept;
/// True when the vertex indices of all elements are in range.
[[nodiscard]] bool has_sound_indices(std::span<const std::byte> payload,
                                     const SurfacePreamble& preamble) noexcept;

}  // namespace farfield::model
