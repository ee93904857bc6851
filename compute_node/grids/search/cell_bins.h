#pragma once

#include "compute_node/support/fixed_array.h"

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::compute {

struct CellBounds {
    glm::vec3 lo;
    glm::vec3 hi;
    std::uint32_t cell = 0;  ///< number of the cell in the grid that owns it
};

[[nodiscard]] inline bool contains(const CellBounds& bounds, glm::vec3 p)
{
    return p.x >= bounds.lo.x && p.x <= bounds.hi.x && p.y >= bounds.lo.y && p.y <= bounds.hi.y &&
           p.z >= bounds.lo.z && p.z <= bounds.hi.z;
}

/// An index of cells by their bounds: a lattice of equal bins with the shape of the mean cell, about as many
/// as there are cells. Throws std::runtime_error when the bounds are not finite, or so many cells overlap
/// that the index would have more than max_entries_per_cell entries a cell.
class CellBins {
public:
    static constexpr std::size_t max_entries_per_cell = 256;

    CellBins() = default;
    explicit CellBins(std::vector<CellBounds> cells);

    /// Cells whose bounds meet the bin that holds the position, in the order in which they were given.
    [[nodiscard]] std::span<const std::uint32_t> near(glm::vec3 position) const;
    /// The bounds of a cell by an index that near() gave.
    [[nodiscard]] const CellBounds& bounds(std::uint32_t index) const { return cells_[index]; }

    /// Serialisation: visits all members.
    template <class Parts>
    void parts(Parts& with)
    {
        with(cells_, lo_, hi_, bins_per_unit_, bins_, first_, entries_);
    }

private:
    [[nodiscard]] glm::ivec3 bin_of(glm::vec3 position) const;
    [[nodiscard]] std::size_t number_of(glm::ivec3 bin) const;
    template <class Visit>
    void for_each_bin(const CellBounds& cell, const Visit& visit) const;
    void choose_lattice();
    [[nodiscard]] std::vector<std::size_t> count_entries() const;

    FixedArray<CellBounds> cells_;
    glm::vec3 lo_{0.0F};
    glm::vec3 hi_{-1.0F};
    glm::vec3 bins_per_unit_{0.0F};
    glm::ivec3 bins_{0};
    FixedArray<std::size_t> first_;  ///< [bins + 1], into entries_
    FixedArray<std::uint32_t> entries_;
};

}  // namespace farfield::compute
