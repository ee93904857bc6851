#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// Cells of an unstructured mesh. Flat ones come first.
enum class CellKind : std::uint8_t { Triangle, Quad, Tetra, Pyramid, Wedge, Hexa };

inline constexpr std::array cell_kinds{CellKind::Triangle, CellKind::Quad,  CellKind::Tetra,
                                       CellKind::Pyramid,  CellKind::Wedge, CellKind::Hexa};

[[nodiscard]] constexpr bool is_flat(CellKind kind)
{
    return kind == CellKind::Triangle || kind == CellKind::Quad;
}

[[nodiscard]] constexpr std::size_t corner_count(CellKind kind)
{
    constexpr std::array<std::size_t, 6> corners{3, 4, 4, 5, 6, 8};
    return corners[static_cast<std::size_t>(kind)];
}

/// "triangles", "hexahedra" ...
[[nodiscard]] constexpr const char* plural_of(CellKind kind)
{
    constexpr std::array names{"triangles", "quads", "tetrahedra", "pyramids", "wedges", "hexahedra"};
    return names[static_cast<std::size_t>(kind)];
}

/// Cells of several kinds one after another. Corners are in VTK's order: a pyramid's base goes round before
/// its tip; a wedge has one triangle and then the other; a hexahedron one face round and then the one across.
struct CellList {
    std::vector<CellKind> kinds;
    std::vector<std::uint32_t> corners;  ///< of all cells, each corner_count() points

    [[nodiscard]] std::size_t size() const { return kinds.size(); }
    bool operator==(const CellList&) const = default;

    /// All it consists of (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(kinds, corners);
    }

    /// Calls visit(kind, corners of the cell) for each cell in turn.
    template <class Visit>
    void for_each(const Visit& visit) const
    {
        const std::uint32_t* at = corners.data();
        for (const CellKind kind : kinds) {
            visit(kind, at);
            at += corner_count(kind);
        }
    }
};

}  // namespace farfield::compute
