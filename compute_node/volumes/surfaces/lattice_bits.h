#pragma once

#include "compute_node/volumes/scalar_field.h"
#include "compute_node/volumes/surfaces/cell_region.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace farfield::compute {

/// Field, value and settings of a surface to cut.
struct CutRequest {
    const ScalarField& field;
    float value = 0.0F;
    std::optional<CellRegion> region = std::nullopt;  ///< absent: everywhere
    int threads = 0;                                  ///< 0: as many as OpenMP would take
    const std::atomic<bool>* cancelled = nullptr;
};

/// Vertices on the edges that begin at a row of nodes along i, and triangles of its cells.
struct RowCount {
    std::array<std::uint32_t, 3> vertices{};  ///< on edges along x, y and z
    std::uint32_t triangles = 0;
};

/// The signs at the corners of the 64 cells of a row that a word stands for.
struct CornerSigns {
    std::array<std::uint64_t, 8> above;  ///< of each corner, in the order of case_table
    std::uint64_t crossed;               ///< valid cells with corners on both sides

    /// The case of the cell at a bit.
    [[nodiscard]] unsigned case_at(int bit) const
    {
        unsigned signs = 0;
        for (unsigned corner = 0; corner < 8; ++corner)
            signs |= static_cast<unsigned>(above[corner] >> bit & 1U) << corner;
        return signs;
    }
};

/// The signs of a lattice's nodes about a value and the edges that its surface crosses: bits, 64 nodes of a
/// row in a word. Sums over rows are counts of bits, and the number of a vertex is the count of bits before
/// it. Words without a brick with nodes on both sides are skipped. Memory is used again.
class LatticeBits {
public:
    /// Computes the bits; false when it was cancelled. Borrows nothing.
    [[nodiscard]] bool set(const CutRequest& request, std::size_t lattice);

    [[nodiscard]] std::size_t words() const { return words_; }  ///< words of a row
    [[nodiscard]] std::size_t row(int j, int k) const
    {
        return static_cast<std::size_t>(j) + static_cast<std::size_t>(dims_.y) * static_cast<std::size_t>(k);
    }
    [[nodiscard]] const RowCount& count(std::size_t row) const { return counts_[row]; }
    /// Bits of edges along an axis from a node to the next that hold a vertex; for rows at crossed cells.
    [[nodiscard]] const std::uint64_t* edges(int axis, std::size_t row) const
    {
        return &edges_[static_cast<std::size_t>(axis)][row * words_];
    }
    /// True when the surface may cross the cells of row (j, k) in a word.
    [[nodiscard]] bool is_crossed(int j, int k, std::size_t word) const
    {
        return crossed_words_[brick_row_of(j, k) * words_ + word] != 0;
    }
    /// The signs of the cells of row (j, k), which must have cells.
    [[nodiscard]] CornerSigns corners(int j, int k, std::size_t word) const;

private:
    using Words = std::array<std::uint64_t, 3>;
    void take_sides(const Bricks& bricks, float value);
    void set_signs(const CutRequest& request, std::span<const float> values);
    void set_cells(const CutRequest& request, const Lattice& lattice, const Bricks& bricks);
    void leave_out_cut_cells(const Lattice& lattice);
    void set_edges(const CutRequest& request);
    void set_edges_of(int j, int k);
    [[nodiscard]] Words crossed_edges(int j, int k, std::size_t word) const;
    [[nodiscard]] Words edges_of_cells(int j, int k, std::size_t word) const;
    [[nodiscard]] std::uint64_t valid_cells(int j, int k, std::size_t word) const;
    [[nodiscard]] const std::uint64_t* above(int j, int k) const { return &above_[row(j, k) * words_]; }
    /// The bits of the nodes one further along i.
    [[nodiscard]] std::uint64_t further(const std::uint64_t* row, std::size_t word) const
    {
        return row[word] >> 1U | (word + 1 < words_ ? row[word + 1] << 63U : 0);
    }
    /// A node on the face of two bricks belongs to the higher one, but for the last one.
    [[nodiscard]] std::size_t brick_row_of(int j, int k) const
    {
        return static_cast<std::size_t>(std::min(j / brick_cells, bricks_.y - 1) +
                                        bricks_.y * std::min(k / brick_cells, bricks_.z - 1));
    }

    glm::ivec3 dims_{0}, bricks_{0};
    std::size_t words_ = 0;
    bool all_valid_ = true;
    /// Bricks that have nodes on both sides, by their place along i, row after row of bricks.
    std::vector<std::uint32_t> crossed_bricks_, first_crossed_;
    std::vector<std::uint64_t> uncrossed_signs_;  ///< [rows of bricks] words: signs of all other bricks
    std::vector<std::uint8_t> crossed_words_;     ///< [rows of bricks] for each word, 1: a brick is crossed
    std::vector<std::uint64_t> above_, cells_, valid_;  ///< [rows] words
    std::array<std::vector<std::uint64_t>, 3> edges_;   ///< [rows] words
    std::vector<RowCount> counts_;                      ///< [rows]
};

}  // namespace farfield::compute
