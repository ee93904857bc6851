#include "compute_node/volumes/surfaces/lattice_bits.h"

#include "compute_node/support/parallel.h"
#include "compute_node/volumes/kernels/node_signs.h"
#include "compute_node/volumes/surfaces/case_table.h"

#include <algorithm>
#include <bit>

namespace farfield::compute {

namespace {

std::uint32_t bits_in(std::uint64_t word)
{
    return static_cast<std::uint32_t>(std::popcount(word));
}

/// The bits of the first `count` nodes that lie in a word.
std::uint64_t first_bits(int count, std::size_t word)
{
    const auto bits = std::clamp<std::int64_t>(count - static_cast<std::int64_t>(64 * word), 0, 64);
    return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

/// Bits of the nodes of a brick that lie in a word; the last brick has all nodes behind it too.
std::uint64_t bits_of_brick(std::uint32_t brick, bool is_last, std::size_t word)
{
    const int first = brick_cells * static_cast<int>(brick);
    const std::uint64_t from_first = ~first_bits(first, word);
    return is_last ? from_first : from_first & first_bits(first + brick_cells, word);
}

}  // namespace

bool LatticeBits::set(const CutRequest& request, std::size_t lattice)
{
    const Lattice& of = request.field.grid->lattices[lattice];
    const Bricks& bricks = request.field.bricks[lattice];
    dims_ = of.dims;
    words_ = words_of_row(dims_.x);
    const std::size_t rows = static_cast<std::size_t>(dims_.y) * static_cast<std::size_t>(dims_.z);
    above_.resize(rows * words_);
    for (auto& edges : edges_) edges.resize(rows * words_);
    counts_.resize(rows);
    take_sides(bricks, request.value);
    all_valid_ = !bricks.any_invalid && !request.region && !of.is_cut_open;
    set_signs(request, request.field.of_lattice(lattice));
    if (!all_valid_) set_cells(request, of, bricks);
    set_edges(request);
    return !is_set(request.cancelled);
}

/// Sorts bricks into those that are read and those whose nodes have one sign. The last node of the last brick
/// may lie in the next word.
void LatticeBits::take_sides(const Bricks& bricks, float value)
{
    bricks_ = bricks.dims;
    const auto along_i = static_cast<std::size_t>(bricks_.x), rows = bricks.size() / along_i;
    crossed_bricks_.clear();
    first_crossed_.assign(1, 0);
    crossed_words_.assign(rows * words_, 0);
    uncrossed_signs_.assign(rows * words_, 0);
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::uint32_t i = 0; i < along_i; ++i) {
            const std::size_t brick = row * along_i + i, word = brick_cells * i / 64;
            if (straddles(bricks, brick, value)) {
                crossed_bricks_.push_back(i);
                crossed_words_[row * words_ + word] = 1;
                if (i + 1 == along_i) crossed_words_[row * words_ + words_ - 1] = 1;
            } else if (bricks.greatest[brick] >= value) {
                for (std::size_t w = word; w < words_ && (w == word || i + 1 == along_i); ++w)
                    uncrossed_signs_[row * words_ + w] |=
                        bits_of_brick(i, i + 1 == along_i, w) & first_bits(dims_.x, w);
            }
        }
        first_crossed_.push_back(static_cast<std::uint32_t>(crossed_bricks_.size()));
    }
}

namespace {

/// Calls visit(row of bricks, first, end) for each row of bricks; first and end: {j, k} of rows of nodes.
void for_each_brick_row(glm::ivec3 bricks, glm::ivec3 dims, int threads, const auto& visit)
{
    parallel_sum(std::int64_t{bricks.y} * bricks.z, threads, [&](std::int64_t brick_row) {
        const glm::ivec2 at{brick_row % bricks.y, brick_row / bricks.y};
        const glm::ivec2 first = brick_cells * at;
        glm::ivec2 end = first + brick_cells;
        if (at.x + 1 == bricks.y) end.x = dims.y;
        if (at.y + 1 == bricks.z) end.y = dims.z;
        visit(static_cast<std::size_t>(brick_row), first, end);
        return 0;
    });
}

}  // namespace

void LatticeBits::set_signs(const CutRequest& request, std::span<const float> values)
{
    const auto nodes = static_cast<std::size_t>(dims_.x);
    for_each_brick_row(
        bricks_, dims_, request.threads, [&](std::size_t brick_row, glm::ivec2 first, glm::ivec2 end) {
            const std::uint64_t* const uncrossed = &uncrossed_signs_[brick_row * words_];
            const auto crossed = std::span(crossed_bricks_)
                                     .subspan(first_crossed_[brick_row],
                                              first_crossed_[brick_row + 1] - first_crossed_[brick_row]);
            const auto rows = static_cast<std::size_t>(end.x - first.x);
            for (int k = first.y; k < end.y && !is_set(request.cancelled); ++k) {
                std::uint64_t* const words = &above_[row(first.x, k) * words_];
                for (std::size_t row = 0; row < rows; ++row)
                    std::copy_n(uncrossed, words_, words + row * words_);
                if (!crossed.empty())
                    set_node_signs(values.subspan(row(first.x, k) * nodes, rows * nodes), nodes, crossed,
                                   request.value, words);
            }
        });
}

/// Sets the cells with all corners valid, in the region, and on one side of the end of the turn.
void LatticeBits::set_cells(const CutRequest& request, const Lattice& lattice, const Bricks& bricks)
{
    valid_ = bricks.valid;
    if (valid_.empty()) valid_.assign(above_.size(), ~std::uint64_t{0});
    cells_.resize(above_.size());
    if (request.region)
        parallel_sum(dims_.z, request.threads, [&](std::int64_t layer) {
            const int k = static_cast<int>(layer);
            for (int j = 0; j < dims_.y && !is_set(request.cancelled); ++j)
                for (int i = 0; i < dims_.x; ++i)
                    if (!request.region->holds(lattice.position({i, j, k})))
                        valid_[row(j, k) * words_ + static_cast<std::size_t>(i) / 64] &=
                            ~(std::uint64_t{1} << (static_cast<unsigned>(i) % 64));
            return 0;
        });
    parallel_sum(dims_.z - 1, request.threads, [&](std::int64_t layer) {
        const int k = static_cast<int>(layer);
        for (int j = 0; j + 1 < dims_.y; ++j)
            for (std::size_t word = 0; word < words_; ++word) {
                std::uint64_t cells = first_bits(dims_.x - 1, word);
                for (const std::size_t of : {row(j, k), row(j + 1, k), row(j, k + 1), row(j + 1, k + 1)})
                    cells &= valid_[of * words_ + word] & further(&valid_[of * words_], word);
                cells_[row(j, k) * words_ + word] = cells;
            }
        return 0;
    });
    if (lattice.is_cut_open) leave_out_cut_cells(lattice);
}

void LatticeBits::leave_out_cut_cells(const Lattice& lattice)
{
    for (int j = 0; j + 1 < dims_.y; ++j)
        for (int i = 0; i + 1 < dims_.x; ++i) {
            if (!spans_turn(lattice, {i, j, 0})) continue;
            const std::size_t word = static_cast<std::size_t>(i) / 64;
            for (int k = 0; k + 1 < dims_.z; ++k)
                cells_[row(j, k) * words_ + word] &= ~(std::uint64_t{1} << (static_cast<unsigned>(i) % 64));
        }
}

/// Bits of valid cells in a word; none outside the lattice.
std::uint64_t LatticeBits::valid_cells(int j, int k, std::size_t word) const
{
    if (j < 0 || k < 0 || j + 1 >= dims_.y || k + 1 >= dims_.z) return 0;
    return all_valid_ ? first_bits(dims_.x - 1, word) : cells_[row(j, k) * words_ + word];
}

CornerSigns LatticeBits::corners(int j, int k, std::size_t word) const
{
    CornerSigns corners{};
    std::uint64_t any = 0, all = ~std::uint64_t{0};
    std::size_t corner = 0;
    for (const auto* of : {above(j, k), above(j + 1, k), above(j, k + 1), above(j + 1, k + 1)})
        for (const std::uint64_t signs : {of[word], further(of, word)}) {
            corners.above[corner++] = signs;
            any |= signs;
            all &= signs;
        }
    corners.crossed = any & ~all & valid_cells(j, k, word);
    return corners;
}

void LatticeBits::set_edges(const CutRequest& request)
{
    for_each_brick_row(bricks_, dims_, request.threads,
                       [&](std::size_t brick_row, glm::ivec2 first, glm::ivec2 end) {
                           const bool is_crossed = first_crossed_[brick_row + 1] > first_crossed_[brick_row];
                           for (int k = first.y; k < end.y && !is_set(request.cancelled); ++k)
                               for (int j = first.x; j < end.x; ++j) {
                                   counts_[row(j, k)] = {};
                                   if (is_crossed) set_edges_of(j, k);
                               }
                       });
}

/// Edges between nodes whose signs differ.
LatticeBits::Words LatticeBits::crossed_edges(int j, int k, std::size_t word) const
{
    const std::uint64_t* const here = above(j, k);
    const std::uint64_t signs = here[word];
    return {(signs ^ further(here, word)) & first_bits(dims_.x - 1, word),
            j + 1 < dims_.y ? signs ^ above(j + 1, k)[word] : 0,
            k + 1 < dims_.z ? signs ^ above(j, k + 1)[word] : 0};
}

/// Edges with a valid cell among the four about each.
LatticeBits::Words LatticeBits::edges_of_cells(int j, int k, std::size_t word) const
{
    const auto along_i = [&](std::size_t at) {
        const std::uint64_t cells = valid_cells(j, k, at), below_k = valid_cells(j, k - 1, at);
        const std::uint64_t below_j = valid_cells(j - 1, k, at), below_both = valid_cells(j - 1, k - 1, at);
        return Words{cells | below_j | below_k | below_both, cells | below_k, cells | below_j};
    };
    Words about = along_i(word);
    const Words before = word > 0 ? along_i(word - 1) : Words{};
    for (const std::size_t axis : {1, 2}) about[axis] |= about[axis] << 1U | before[axis] >> 63U;
    return about;
}

/// Sets the edges of a row: one has a vertex where its nodes' signs differ and a cell about it is valid.
void LatticeBits::set_edges_of(int j, int k)
{
    const std::size_t here = row(j, k);
    RowCount& count = counts_[here];
    const bool has_cells = j + 1 < dims_.y && k + 1 < dims_.z;
    for (std::size_t word = 0; word < words_; ++word) {
        Words edges{};
        if (is_crossed(j, k, word)) {
            edges = crossed_edges(j, k, word);
            if (!all_valid_) {
                const Words of_cells = edges_of_cells(j, k, word);
                for (std::size_t axis = 0; axis < 3; ++axis) edges[axis] &= of_cells[axis];
            }
            const CornerSigns cells = has_cells ? corners(j, k, word) : CornerSigns{};
            for (std::uint64_t rest = cells.crossed; rest != 0; rest &= rest - 1)
                count.triangles += case_table[cells.case_at(std::countr_zero(rest))].triangles;
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            edges_[axis][here * words_ + word] = edges[axis];
            count.vertices[axis] += bits_in(edges[axis]);
        }
    }
}

}  // namespace farfield::compute
