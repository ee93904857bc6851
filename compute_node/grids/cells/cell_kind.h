#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace farfield::compute {

/// Cells of an unstructured mesh. Flat kinds come first; within flat and solid kinds linear ones come first.
/// Quadratic kinds have nodes in the middle of edges too, biquadratic and triquadratic ones also in the
/// middle of quads, and of the cell.
enum class CellKind : std::uint8_t {
    Triangle,
    Quad,
    QuadraticTriangle,
    QuadraticQuad,
    BiquadraticQuad,
    Tetra,
    Pyramid,
    Wedge,
    Hexa,
    QuadraticTetra,
    QuadraticPyramid,
    QuadraticWedge,
    BiquadraticWedge,
    QuadraticHexa,
    TriquadraticHexa
};

/// The properties of a kind of cell without its geometry.
struct CellTraits {
    CellKind kind;
    CellKind by_corners;  ///< the linear kind of the same corners
    std::uint8_t corners;
    std::uint8_t points;  ///< number of corners and of nodes between them
    const char* plural;
};

/// Traits by [kind].
inline constexpr std::array cell_traits{
    CellTraits{CellKind::Triangle, CellKind::Triangle, 3, 3, "triangles"},
    CellTraits{CellKind::Quad, CellKind::Quad, 4, 4, "quads"},
    CellTraits{CellKind::QuadraticTriangle, CellKind::Triangle, 3, 6, "quadratic triangles"},
    CellTraits{CellKind::QuadraticQuad, CellKind::Quad, 4, 8, "quadratic quads"},
    CellTraits{CellKind::BiquadraticQuad, CellKind::Quad, 4, 9, "biquadratic quads"},
    CellTraits{CellKind::Tetra, CellKind::Tetra, 4, 4, "tetrahedra"},
    CellTraits{CellKind::Pyramid, CellKind::Pyramid, 5, 5, "pyramids"},
    CellTraits{CellKind::Wedge, CellKind::Wedge, 6, 6, "wedges"},
    CellTraits{CellKind::Hexa, CellKind::Hexa, 8, 8, "hexahedra"},
    CellTraits{CellKind::QuadraticTetra, CellKind::Tetra, 4, 10, "quadratic tetrahedra"},
    CellTraits{CellKind::QuadraticPyramid, CellKind::Pyramid, 5, 13, "quadratic pyramids"},
    CellTraits{CellKind::QuadraticWedge, CellKind::Wedge, 6, 15, "quadratic wedges"},
    CellTraits{CellKind::BiquadraticWedge, CellKind::Wedge, 6, 18, "biquadratic wedges"},
    CellTraits{CellKind::QuadraticHexa, CellKind::Hexa, 8, 20, "quadratic hexahedra"},
    CellTraits{CellKind::TriquadraticHexa, CellKind::Hexa, 8, 27, "triquadratic hexahedra"},
};

inline constexpr std::size_t max_cell_points = 27;

[[nodiscard]] constexpr const CellTraits& traits_of(CellKind kind)
{
    return cell_traits[static_cast<std::size_t>(kind)];
}

[[nodiscard]] constexpr bool is_flat(CellKind kind)
{
    return kind < CellKind::Tetra;
}

[[nodiscard]] constexpr bool is_quadratic(CellKind kind)
{
    return traits_of(kind).by_corners != kind;
}

[[nodiscard]] constexpr std::size_t corner_count(CellKind kind)
{
    return traits_of(kind).corners;
}

[[nodiscard]] constexpr std::size_t point_count(CellKind kind)
{
    return traits_of(kind).points;
}

}  // namespace farfield::compute
