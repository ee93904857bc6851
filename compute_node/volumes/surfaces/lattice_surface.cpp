#include "compute_node/volumes/surfaces/lattice_surface.h"

#include "compute_node/support/parallel.h"
#include "compute_node/volumes/surfaces/case_table.h"
#include "compute_node/volumes/surfaces/edge_cutter.h"

#include <algorithm>
#include <bit>

namespace farfield::compute {

/// What a part is written from and to.
struct LatticeSurface::Job {
    const CutRequest& request;
    const Lattice& lattice;
    const ScalarField* colour;
    const SurfaceOutput& to;
    std::size_t index;      ///< of the lattice
    int first_layer = 0;    ///< of nodes
    int closing_layer = 0;  ///< whose edges along k belong to the next part
};

namespace {

std::uint32_t bits_before(std::uint64_t word, int bit)
{
    return static_cast<std::uint32_t>(std::popcount(word & ((std::uint64_t{1} << bit) - 1)));
}

/// The vertices on the edges of one row and axis, by the bits of their nodes, word after word.
struct EdgeNumbers {
    const std::uint64_t* bits;
    std::uint32_t next;  ///< number of the first vertex in the word at hand

    /// On the edge from the node at a bit, and from the next node.
    [[nodiscard]] std::array<std::uint32_t, 2> at(std::size_t word, int bit) const
    {
        const std::uint32_t number = next + bits_before(bits[word], bit);
        return {number, number + static_cast<std::uint32_t>(bits[word] >> bit & 1U)};
    }
    void pass(std::size_t word) { next += static_cast<std::uint32_t>(std::popcount(bits[word])); }
};

int layers_of(int slab, const Lattice& lattice)
{
    return std::min(slab * brick_cells, lattice.dims.z - 1);
}

}  // namespace

bool LatticeSurface::count(const CutRequest& request, std::size_t lattice, std::vector<SlabCount>& slabs)
{
    const Lattice& of = request.field.grid->lattices[lattice];
    if (!bits_.set(request, lattice)) return false;
    if (!of.is_curvilinear())
        for (std::size_t axis = 0; axis < 3; ++axis) slopes_[axis].emplace(of.axes[axis]);
    for (int first = 0; first < of.dims.z - 1; first += brick_cells) {
        SlabCount& slab = slabs.emplace_back(SlabCount{.block = static_cast<std::uint32_t>(lattice)});
        const int closing = std::min(first + brick_cells, of.dims.z - 1);
        for (std::size_t row = bits_.row(0, first); row < bits_.row(0, closing); ++row)
            slab.own += {bits_.count(row).vertices(), bits_.count(row).triangles};
        for (std::size_t row = bits_.row(0, closing); row < bits_.row(0, closing + 1); ++row)
            slab.closing += bits_.count(row).x + bits_.count(row).y;
    }
    return true;
}

bool LatticeSurface::write(const CutRequest& request, std::size_t lattice, int first, int end,
                           const ScalarField* colour, const SurfaceOutput& to)
{
    const Lattice& of = request.field.grid->lattices[lattice];
    const Job job{request, of, colour, to, lattice, layers_of(first, of), layers_of(end, of)};
    set_starts(job.first_layer, job.closing_layer + 1);
    const int groups = (of.dims.y + brick_cells - 1) / brick_cells;  // of rows, which one thread takes
    const int layers = job.closing_layer + 1 - job.first_layer;
    parallel_sum(std::int64_t{groups} * layers, request.threads, [&](std::int64_t item) {
        const int k = job.first_layer + static_cast<int>(item / groups);
        const int begin = static_cast<int>(item % groups) * brick_cells;
        for (int j = begin; j < std::min(begin + brick_cells, of.dims.y); ++j) {
            if (is_set(request.cancelled)) return 0;
            write_row(job, j, k);
        }
        return 0;
    });
    return !is_set(request.cancelled);
}

/// Prefix sums over the rows of a part.
void LatticeSurface::set_starts(int first_layer, int end_layer)
{
    const std::size_t first = bits_.row(0, first_layer), end = bits_.row(0, end_layer);
    starts_.resize(end - first);
    Start next;
    for (std::size_t row = first; row < end; ++row) {
        starts_[row - first] = next;
        next.vertex += bits_.count(row).vertices();  // edges along k of the last layer come behind all others
        next.triangle += bits_.count(row).triangles;
        if (row + static_cast<std::size_t>(bits_.dims().y) >= end) next.vertex -= bits_.count(row).z;
    }
}

const LatticeSurface::Start& LatticeSurface::start(const Job& job, int j, int k) const
{
    return starts_[bits_.row(j, k) - bits_.row(0, job.first_layer)];
}

void LatticeSurface::write_row(const Job& job, int j, int k) const
{
    const RowCount& count = bits_.count(bits_.row(j, k));
    const std::size_t first = start(job, j, k).vertex;
    if (count.x > 0) write_edges(job, 0, j, k, first);
    if (count.y > 0) write_edges(job, 1, j, k, first + count.x);
    if (k == job.closing_layer) return;
    if (count.z > 0) write_edges(job, 2, j, k, first + count.x + count.y);
    if (count.triangles > 0) write_triangles(job, j, k);
}

void LatticeSurface::write_edges(const Job& job, int axis, int j, int k, std::size_t first_vertex) const
{
    const std::uint64_t* bits = bits_.edges(axis, bits_.row(j, k));
    const EdgeCutter cutter{job.request.field, job.index, job.colour, job.request.value, slopes_, axis, j, k};
    std::array<std::int32_t, 256> nodes{};
    std::size_t found = 0;
    const auto cut = [&] {
        cutter.cut(std::span(nodes).first(found), job.to.vertices + 16 * first_vertex,
                   job.to.normals + 4 * first_vertex);
        first_vertex += found;
        found = 0;
    };
    for (std::size_t word = 0; word < bits_.words(); ++word) {
        for (std::uint64_t rest = bits[word]; rest != 0; rest &= rest - 1)
            nodes[found++] = static_cast<std::int32_t>(64 * word) + std::countr_zero(rest);
        if (found + 64 > nodes.size()) cut();
    }
    if (found > 0) cut();
}

void LatticeSurface::write_triangles(const Job& job, int j, int k) const
{
    std::array<EdgeNumbers, 8>
        numbers{};  // in the order of edge_corners: four along x, two along y, two along z
    for (int side = 0; side < 4; ++side) {
        const int of_j = j + side % 2, of_k = k + side / 2;
        const std::size_t row = bits_.row(of_j, of_k);
        const std::uint32_t first = start(job, of_j, of_k).vertex;
        const auto at = static_cast<std::size_t>(side);
        numbers[at] = {bits_.edges(0, row), first};
        if (of_j == j) numbers[4 + at / 2] = {bits_.edges(1, row), first + bits_.count(row).x};
        if (of_k == k)
            numbers[6 + at] = {bits_.edges(2, row), first + bits_.count(row).x + bits_.count(row).y};
    }
    std::size_t triangle = start(job, j, k).triangle;
    for (std::size_t word = 0; word < bits_.words(); ++word) {
        for (std::uint64_t rest = bits_.crossed_cells(j, k, word); rest != 0; rest &= rest - 1) {
            const int bit = std::countr_zero(rest);
            std::array<std::uint32_t, cube_edges> vertex{};
            for (std::size_t n = 0; n < 4; ++n) vertex[n] = numbers[n].at(word, bit)[0];
            for (std::size_t n = 0; n < 4; ++n) {
                const auto pair = numbers[4 + n].at(word, bit);
                vertex[4 + 2 * n] = pair[0];
                vertex[5 + 2 * n] = pair[1];
            }
            const CubeCase& of = case_table[bits_.corner_signs(j, k, word, bit)];
            for (std::size_t t = 0; t < of.triangles; ++t) {
                std::array corners{vertex[of.edges[t][0]], vertex[of.edges[t][1]], vertex[of.edges[t][2]]};
                if (!job.lattice.right_handed) std::swap(corners[1], corners[2]);
                job.to.put_element(triangle++, corners);
            }
        }
        for (EdgeNumbers& of : numbers) of.pass(word);
    }
}

}  // namespace farfield::compute
