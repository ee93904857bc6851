#pragma once

#include "compute_node/volumes/kernels/node_signs.h"
#include "compute_node/volumes/scalar_field.h"
#include "compute_node/volumes/surfaces/cell_region.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace farfield::compute {

/// What a surface is cut from, and with what.
struct CutRequest {
    const ScalarField& field;
    float value = 0.0F;
    std::optional<CellRegion> region = std::nullopt;  ///< absent: everywhere
    int threads = 0;                                  ///< 0: as many as OpenMP would take
    const std::atomic<bool>* cancelled = nullptr;
};

/// Vertices on the edges that begin at a row of nodes along i, and triangles of its cells.
struct RowCount {
    std::uint32_t x = 0, y = 0, z = 0;  ///< vertices on edges along each axis
    std::uint32_t triangles = 0;

    [[nodiscard]] std::uint32_t vertices() const { return x + y + z; }
};

/// The signs of a lattice's nodes about a value and the edges and cells that its surface crosses: bits, 64
/// nodes of a row in a word. Sums over rows are counts of bits, and the number of a vertex is the count of
/// bits before it. Memory is used again.
class LatticeBits {
public:
    /// False when it was cancelled. Borrows nothing.
    [[nodiscard]] bool set(const CutRequest& request, std::size_t lattice);

    [[nodiscard]] glm::ivec3 dims() const { return dims_; }
    [[nodiscard]] std::size_t words() const { return words_; }  ///< of a row
    [[nodiscard]] std::size_t row(int j, int k) const
    {
        return static_cast<std::size_t>(j) + static_cast<std::size_t>(dims_.y) * static_cast<std::size_t>(k);
    }
    /// Nodes at or above the value. Invalid ones mean nothing.
    [[nodiscard]] const std::uint64_t* above(std::size_t row) const { return &above_[row * words_]; }
    /// Edges along x, y and z from a node to the next one that hold a vertex.
    [[nodiscard]] const std::uint64_t* edges(int axis, std::size_t row) const
    {
        return &edges_[static_cast<std::size_t>(axis)][row * words_];
    }
    [[nodiscard]] const RowCount& count(std::size_t row) const { return counts_[row]; }
    /// The cells of row (j, k) in a word that the surface crosses.
    [[nodiscard]] std::uint64_t crossed_cells(int j, int k, std::size_t word) const;
    /// Which corners of the cell at a bit of that word are above, as case_table has them.
    [[nodiscard]] unsigned corner_signs(int j, int k, std::size_t word, int bit) const;

private:
    void take_sides(const Bricks& bricks, float value);
    void set_signs(const CutRequest& request, std::span<const float> values);
    void set_cells(const CutRequest& request, const Lattice& lattice, const Bricks& bricks);
    void set_edges(const CutRequest& request);
    void set_edges_of(int j, int k);
    [[nodiscard]] bool is_quiet(int j, int k) const;
    [[nodiscard]] std::uint64_t valid_cells(int j, int k, std::size_t word) const;
    /// The bits of the nodes one further along i.
    [[nodiscard]] std::uint64_t further(const std::uint64_t* row, std::size_t word) const
    {
        return row[word] >> 1U | (word + 1 < words_ ? row[word + 1] << 63U : 0);
    }

    glm::ivec3 dims_{0}, bricks_{0};
    std::size_t words_ = 0;
    bool all_valid_ = true;
    std::vector<BrickSide> sides_;       ///< [bricks]
    std::vector<std::uint8_t> crossed_;  ///< [rows of bricks] whether one is on both sides
    std::vector<std::uint64_t> above_, cells_, valid_;
    std::array<std::vector<std::uint64_t>, 3> edges_;
    std::vector<RowCount> counts_;  ///< [rows]
};

}  // namespace farfield::compute
