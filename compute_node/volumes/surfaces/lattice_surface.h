#pragma once

#include "compute_node/volumes/kernels/layer_edges.h"
#include "compute_node/volumes/surfaces/lattice_bits.h"
#include "compute_node/volumes/surfaces/surface_output.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::compute {

/// A slab of bricks: the cells of 8 layers along k.
struct SlabCount {
    SurfaceCount own = {};      ///< without vertices in its uppermost layer of nodes: the next slab has them
    std::uint64_t closing = 0;  ///< vertices in that layer
    std::uint32_t block = 0;
};

/// The isosurface of a lattice, by the order of work of Flying Edges (Schroeder, Maynard, Geveci, "Flying
/// Edges: A High-Performance Scalable Isocontouring Algorithm", IEEE LDAV 2015), with bits instead of trimmed
/// rows: signs of nodes, counts of rows, prefix sums, and only then vertices and triangles, each in its
/// place: the vertices of a layer of nodes on edges along x, then along y, then along z. Bits do not depend
/// on the number of threads. Memory is used again.
class LatticeSurface {
public:
    /// Appends the slabs of the lattice. False when it was cancelled.
    [[nodiscard]] bool count(const CutRequest& request, std::size_t lattice, std::vector<SlabCount>& slabs);

    /// Writes slabs `first` up to `end` of the surface counted last, which must not be cancelled or changed.
    /// colour: of the vertices, on the same grid; null: each has the value. False when it was cancelled.
    [[nodiscard]] bool write(const CutRequest& request, std::size_t lattice, int first, int end,
                             const ScalarField* colour, const SurfaceOutput& to);

private:
    struct Job;
    void set_starts(const Job& job);
    [[nodiscard]] LayerEdges layer_edges(const Job& job, int axis, int k) const;
    void write_edges(const Job& job, int axis, int k) const;
    void write_triangles(const Job& job, int j, int k) const;

    /// Begins of a row's vertices, on edges along x, y and z, and of its triangles in a part.
    struct Start {
        std::array<std::uint32_t, 3> vertex{};
        std::uint32_t triangle = 0;
    };
    [[nodiscard]] const Start& start(const Job& job, int j, int k) const;

    LatticeBits bits_;
    std::array<AxisSlopes, 3> slopes_;  ///< of the lattice counted last, where nodes lie along axes
    std::vector<Start> starts_;         ///< [rows of the part]
};

}  // namespace farfield::compute
