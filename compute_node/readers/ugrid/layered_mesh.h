#pragma once

#include "compute_node/grids/grid_data.h"
#include "compute_node/readers/ugrid/mesh_layers.h"
#include "compute_node/readers/ugrid/mesh_topology.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace farfield::compute {

/// The nodes of a mesh over the ground, in layers, and the cells between the layers.
class LayeredMesh {
public:
    /// In degrees, longitudes are continuous from the widest gap of the mesh, or from the date line; faces
    /// across that become faces at the eastern end, with copies of their nodes a turn further. Faces about a
    /// pole are left out, as are those with a corner without a place, or at a pole where a single node has
    /// one longitude for all faces about it.
    LayeredMesh(const MeshFaces& faces, const MeshPlaces& places, std::size_t layers);

    /// The cells: triangles and quads of one layer; wedges and hexahedra of several. heights: [layer][node].
    [[nodiscard]] UnstructuredGeometry geometry(const std::vector<double>& heights, bool degrees) const;

    /// Extends values, [layer][node of the file], to all nodes of the mesh, copies included.
    template <class Value>
    [[nodiscard]] std::vector<Value> with_copies(const std::vector<Value>& of_file) const
    {
        std::vector<Value> all;
        all.reserve(layers_ * x_.size());
        for (std::size_t layer = 0; layer < layers_; ++layer) {
            const auto begin = of_file.begin() + static_cast<std::ptrdiff_t>(layer * in_file_);
            all.insert(all.end(), begin, begin + static_cast<std::ptrdiff_t>(in_file_));
            for (const std::size_t node : copies_) all.push_back(of_file[layer * in_file_ + node]);
        }
        return all;
    }
    [[nodiscard]] std::size_t across_seam() const { return across_seam_; }
    [[nodiscard]] std::size_t left_out() const { return left_out_; }

private:
    void add_face(std::vector<std::uint32_t> corners, bool degrees);
    [[nodiscard]] std::uint32_t copy_of(std::uint32_t node);
    /// Finds nodes that are alone at a pole.
    void find_poles();

    std::size_t layers_, in_file_;
    std::vector<double> x_, y_;          ///< copies included
    std::vector<std::size_t> copies_;    ///< index of the node in the file that each copy is of
    std::vector<std::uint32_t> copied_;  ///< [node of the file]: its copy, or 0
    std::vector<std::uint32_t> triangles_, quads_;
    std::vector<std::uint32_t> poles_;  ///< nodes that are alone at a pole
    double middle_ = 0.0;               ///< middle longitude of the turn, in degrees
    std::size_t across_seam_ = 0, left_out_ = 0;
};

}  // namespace farfield::compute
