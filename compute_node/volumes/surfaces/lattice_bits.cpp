#include "compute_node/volumes/surfaces/lattice_bits.h"

#include "compute_node/support/parallel.h"
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

BrickSide side_of(const Bricks& bricks, std::size_t brick, float value)
{
    if (straddles(bricks, brick, value)) return BrickSide::Both;
    return bricks.greatest[brick] >= value ? BrickSide::Above : BrickSide::Below;
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
    all_valid_ = !bricks.any_invalid && !request.region;
    set_signs(request, request.field.of_lattice(lattice));
    if (!all_valid_) set_cells(request, of, bricks);
    set_edges(request);
    return !is_set(request.cancelled);
}

void LatticeBits::take_sides(const Bricks& bricks, float value)
{
    bricks_ = bricks.dims;
    sides_.resize(bricks.size());
    crossed_.assign(bricks.size() / static_cast<std::size_t>(bricks_.x), 0);
    for (std::size_t brick = 0; brick < bricks.size(); ++brick) {
        sides_[brick] = side_of(bricks, brick, value);
        if (sides_[brick] == BrickSide::Both) crossed_[brick / static_cast<std::size_t>(bricks_.x)] = 1;
    }
}

void LatticeBits::set_signs(const CutRequest& request, std::span<const float> values)
{
    const auto nodes = static_cast<std::size_t>(dims_.x);
    parallel_sum(dims_.z, request.threads, [&](std::int64_t layer) {
        const int k = static_cast<int>(layer), brick_k = std::min(k / brick_cells, bricks_.z - 1);
        for (int j = 0; j < dims_.y && !is_set(request.cancelled); ++j) {
            const int brick_row = std::min(j / brick_cells, bricks_.y - 1) + bricks_.y * brick_k;
            const auto sides = std::span(sides_).subspan(static_cast<std::size_t>(brick_row) *
                                                             static_cast<std::size_t>(bricks_.x),
                                                         static_cast<std::size_t>(bricks_.x));
            set_node_signs(values.subspan(row(j, k) * nodes, nodes), sides, request.value,
                           &above_[row(j, k) * words_]);
        }
        return 0;
    });
}

/// Cells whose corners are all valid and in the region.
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
}

/// No cells lie outside the lattice.
std::uint64_t LatticeBits::valid_cells(int j, int k, std::size_t word) const
{
    if (j < 0 || k < 0 || j + 1 >= dims_.y || k + 1 >= dims_.z) return 0;
    return all_valid_ ? first_bits(dims_.x - 1, word) : cells_[row(j, k) * words_ + word];
}

std::uint64_t LatticeBits::crossed_cells(int j, int k, std::size_t word) const
{
    std::uint64_t any = 0, all = ~std::uint64_t{0};
    for (const std::size_t of : {row(j, k), row(j + 1, k), row(j, k + 1), row(j + 1, k + 1)}) {
        const std::uint64_t here = above(of)[word], next = further(above(of), word);
        any |= here | next;
        all &= here & next;
    }
    return any & ~all & valid_cells(j, k, word);
}

unsigned LatticeBits::corner_signs(int j, int k, std::size_t word, int bit) const
{
    unsigned signs = 0, corner = 0;
    for (const std::size_t of : {row(j, k), row(j + 1, k), row(j, k + 1), row(j + 1, k + 1)}) {
        signs |= static_cast<unsigned>(above(of)[word] >> bit & 1U) << corner++;
        signs |= static_cast<unsigned>(further(above(of), word) >> bit & 1U) << corner++;
    }
    return signs;
}

void LatticeBits::set_edges(const CutRequest& request)
{
    parallel_sum(dims_.z, request.threads, [&](std::int64_t layer) {
        const int k = static_cast<int>(layer);
        for (int j = 0; j < dims_.y && !is_set(request.cancelled); ++j) {
            counts_[row(j, k)] = {};
            for (auto& edges : edges_) std::fill_n(&edges[row(j, k) * words_], words_, 0);
            if (!is_quiet(j, k)) set_edges_of(j, k);
        }
        return 0;
    });
}

/// Whether no brick about a row is on both sides.
bool LatticeBits::is_quiet(int j, int k) const
{
    for (const int of_k : {k, k - 1})
        for (const int of_j : {j, j - 1}) {
            const int brick_j = std::min(of_j / brick_cells, bricks_.y - 1);
            const int brick_k = std::min(of_k / brick_cells, bricks_.z - 1);
            if (of_j >= 0 && of_k >= 0 &&
                crossed_[static_cast<std::size_t>(brick_j + bricks_.y * brick_k)] != 0)
                return false;
        }
    return true;
}

/// An edge has a vertex where its nodes' signs differ and one of the cells about it is valid.
void LatticeBits::set_edges_of(int j, int k)
{
    const std::size_t here = row(j, k);
    RowCount& count = counts_[here];
    std::uint64_t before_y = 0, before_z = 0;  // cells about the edges of the word before
    for (std::size_t word = 0; word < words_; ++word) {
        const std::uint64_t signs = above(here)[word];
        const std::uint64_t cells = valid_cells(j, k, word), along_k = valid_cells(j - 1, k, word);
        const std::uint64_t along_j = valid_cells(j, k - 1, word);
        const std::uint64_t about_y = cells | along_j, about_z = cells | along_k;
        const std::uint64_t about_x = about_y | along_k | valid_cells(j - 1, k - 1, word);
        const std::uint64_t x = (signs ^ further(above(here), word)) & about_x;
        const std::uint64_t next_j = j + 1 < dims_.y ? above(row(j + 1, k))[word] : signs;
        const std::uint64_t next_k = k + 1 < dims_.z ? above(row(j, k + 1))[word] : signs;
        const std::uint64_t y = (signs ^ next_j) & (about_y | about_y << 1U | before_y >> 63U);
        const std::uint64_t z = (signs ^ next_k) & (about_z | about_z << 1U | before_z >> 63U);
        before_y = about_y;
        before_z = about_z;
        edges_[0][here * words_ + word] = x;
        edges_[1][here * words_ + word] = y;
        edges_[2][here * words_ + word] = z;
        count.x += bits_in(x);
        count.y += bits_in(y);
        count.z += bits_in(z);
        if (j + 1 == dims_.y || k + 1 == dims_.z) continue;
        for (std::uint64_t crossed = crossed_cells(j, k, word); crossed != 0; crossed &= crossed - 1)
            count.triangles += case_table[corner_signs(j, k, word, std::countr_zero(crossed))].triangles;
    }
}

}  // namespace farfield::compute
