#include "compute_node/volumes/surfaces/lattice_surface.h"

#include "compute_node/support/parallel.h"
#include "compute_node/volumes/surfaces/case_table.h"

#include <algorithm>
#include <bit>

namespace farfield::compute {

/// Input and output of the writing of a part.
struct LatticeSurface::Job {
    const CutRequest& request;
    const Lattice& lattice;
    const ScalarField* colour = nullptr;
    const SurfaceOutput& to;
    std::size_t index = 0;  ///< number of the lattice
    int first_layer = 0;    ///< layer of nodes
    int closing_layer = 0;  ///< layer whose edges along k belong to the next part
};

namespace {

std::uint32_t bits_before(std::uint64_t word, int bit)
{
    return static_cast<std::uint32_t>(std::popcount(word & ((std::uint64_t{1} << bit) - 1)));
}

/// The vertices on the edges of one row and axis, by the bits of their nodes, word after word.
struct EdgeNumbers {
    const std::uint64_t* bits = nullptr;
    std::uint32_t next = 0;  ///< number of the first vertex in the word at hand

    /// Vertices on the edge from the node at a bit, and from the next node.
    [[nodiscard]] std::array<std::uint32_t, 2> at(std::size_t word, int bit) const
    {
        const std::uint32_t number = next + bits_before(bits[word], bit);
        return {number, number + static_cast<std::uint32_t>(bits[word] >> bit & 1U)};
    }
    void pass(std::size_t word) { next += static_cast<std::uint32_t>(std::popcount(bits[word])); }
};

const float* first_number(const glm::vec3* vectors)
{
    return vectors == nullptr ? nullptr : &vectors->x;
}

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
        for (std::size_t axis = 0; axis < 3; ++axis) slopes_[axis] = AxisSlopes{of.axes[axis]};
    for (int first = 0; first < of.dims.z - 1; first += brick_cells) {
        SlabCount& slab = slabs.emplace_back(SlabCount{.block = static_cast<std::uint32_t>(lattice)});
        const int closing = std::min(first + brick_cells, of.dims.z - 1);
        for (std::size_t row = bits_.row(0, first); row < bits_.row(0, closing); ++row) {
            const auto& [x, y, z] = bits_.count(row).vertices;
            slab.own += {x + y + z, bits_.count(row).triangles};
        }
        for (std::size_t row = bits_.row(0, closing); row < bits_.row(0, closing + 1); ++row)
            slab.closing += bits_.count(row).vertices[0] + bits_.count(row).vertices[1];
    }
    return true;
}

bool LatticeSurface::write(const CutRequest& request, std::size_t lattice, int first, int end,
                           const ScalarField* colour, const SurfaceOutput& to)
{
    const Lattice& of = request.field.grid->lattices[lattice];
    const Job job{request, of, colour, to, lattice, layers_of(first, of), layers_of(end, of)};
    set_starts(job);
    const int layers = job.closing_layer + 1 - job.first_layer;
    // Each item is a layer: long lists of edges, which fill the vectors of the kernel.
    parallel_sum(std::int64_t{3} * layers, request.threads, [&](std::int64_t item) {
        const int k = job.first_layer + static_cast<int>(item / 3), axis = static_cast<int>(item % 3);
        if (k < job.closing_layer || axis < 2) write_edges(job, axis, k);
        for (int j = axis; k < job.closing_layer && j + 1 < of.dims.y; j += 3) {
            if (is_set(request.cancelled)) return 0;
            if (bits_.count(bits_.row(j, k)).triangles > 0) write_triangles(job, j, k);
        }
        return 0;
    });
    return !is_set(request.cancelled);
}

/// Sets starts by prefix sums over a part's rows. Edges along z of its last layer belong to the next part.
void LatticeSurface::set_starts(const Job& job)
{
    starts_.resize(bits_.row(0, job.closing_layer + 1) - bits_.row(0, job.first_layer));
    auto start = starts_.begin();
    Start next;
    for (int k = job.first_layer; k <= job.closing_layer; ++k) {
        std::array<std::uint32_t, 3> sums{};
        for (std::size_t row = bits_.row(0, k); row < bits_.row(0, k + 1); ++row)
            for (std::size_t axis = 0; axis < 3; ++axis) sums[axis] += bits_.count(row).vertices[axis];
        next.vertex[1] = next.vertex[0] + sums[0];
        next.vertex[2] = next.vertex[1] + sums[1];
        for (std::size_t row = bits_.row(0, k); row < bits_.row(0, k + 1); ++row) {
            *start++ = next;
            for (std::size_t axis = 0; axis < 3; ++axis) next.vertex[axis] += bits_.count(row).vertices[axis];
            next.triangle += bits_.count(row).triangles;
        }
        next.vertex[0] = next.vertex[2];
    }
}

const LatticeSurface::Start& LatticeSurface::start(const Job& job, int j, int k) const
{
    return starts_[bits_.row(j, k) - bits_.row(0, job.first_layer)];
}

LayerEdges LatticeSurface::layer_edges(const Job& job, int axis, int k) const
{
    const Lattice& of = job.lattice;
    return {.dims = of.dims,
            .axes = &slopes_,
            .points = of.is_curvilinear() ? &of.points[of.first_node].x : nullptr,
            .values = job.request.field.of_lattice(job.index).data(),
            .colours = job.colour == nullptr ? nullptr : job.colour->of_lattice(job.index).data(),
            .vectors = first_number(job.request.field.vectors_of_lattice(job.index)),
            .colour_vectors =
                job.colour == nullptr ? nullptr : first_number(job.colour->vectors_of_lattice(job.index)),
            .value = job.request.value,
            .has_invalid = job.request.field.bricks[job.index].any_invalid,
            .axis = axis,
            .k = k};
}

void LatticeSurface::write_edges(const Job& job, int axis, int k) const
{
    const LayerEdges edges = layer_edges(job, axis, k);
    std::size_t vertex = start(job, 0, k).vertex[static_cast<std::size_t>(axis)];
    constexpr std::size_t at_once = 1024;
    std::array<std::int32_t, at_once> nodes_i,
        nodes_j;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled
    std::size_t found = 0;
    const auto cut = [&] {
        cut_edges(edges, std::span(nodes_i).first(found), std::span(nodes_j).first(found),
                  job.to.vertices + 16 * vertex, job.to.normals + 4 * vertex);
        vertex += found;
        found = 0;
    };
    for (int j = 0; j < job.lattice.dims.y && !is_set(job.request.cancelled); ++j) {
        const std::size_t row = bits_.row(j, k);
        if (bits_.count(row).vertices[static_cast<std::size_t>(axis)] == 0) continue;
        for (std::size_t word = 0; word < bits_.words(); ++word) {
            if (found + 64 > at_once) cut();
            for (std::uint64_t rest = bits_.edges(axis, row)[word]; rest != 0; rest &= rest - 1) {
                nodes_i[found] = static_cast<std::int32_t>(64 * word) + std::countr_zero(rest);
                nodes_j[found++] = j;
            }
        }
    }
    if (found > 0) cut();
}

void LatticeSurface::write_triangles(const Job& job, int j, int k) const
{
    // In the order of edge_corners: four rows of edges along x, two along y, two along z.
    std::array<EdgeNumbers, 8> numbers;
    for (int side = 0; side < 4; ++side) {
        const int of_j = j + side % 2, of_k = k + side / 2;
        const std::size_t row = bits_.row(of_j, of_k);
        const auto& [x, y, z] = start(job, of_j, of_k).vertex;
        const auto at = static_cast<std::size_t>(side);
        numbers[at] = {bits_.edges(0, row), x};
        if (of_j == j) numbers[4 + at / 2] = {bits_.edges(1, row), y};
        if (of_k == k) numbers[6 + at] = {bits_.edges(2, row), z};
    }
    std::size_t triangle = start(job, j, k).triangle;
    const std::size_t second = job.lattice.right_handed ? 1 : 2, third = 3 - second;
    for (std::size_t word = 0; word < bits_.words(); ++word) {
        const CornerSigns cells = bits_.is_crossed(j, k, word) ? bits_.corners(j, k, word) : CornerSigns{};
        for (std::uint64_t rest = cells.crossed; rest != 0; rest &= rest - 1) {
            const int bit = std::countr_zero(rest);
            std::array<std::uint32_t, cube_edges> vertex{};
            for (std::size_t n = 0; n < 4; ++n) vertex[n] = numbers[n].at(word, bit)[0];
            for (std::size_t n = 0; n < 4; ++n) {
                const auto pair = numbers[4 + n].at(word, bit);
                vertex[4 + 2 * n] = pair[0];
                vertex[5 + 2 * n] = pair[1];
            }
            const CubeCase& of = case_table[cells.case_at(bit)];
            for (std::size_t t = 0; t < of.triangles; ++t)
                job.to.put_element(triangle++, std::array{vertex[of.edges[t][0]], vertex[of.edges[t][second]],
                                                          vertex[of.edges[t][third]]});
        }
        for (EdgeNumbers& of : numbers) of.pass(word);
    }
}

}  // namespace farfield::compute
