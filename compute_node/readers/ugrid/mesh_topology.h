#pragma once

#include "compute_node/readers/netcdf/netcdf_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

using NetcdfFiles = std::vector<std::unique_ptr<NetcdfFile>>;

/// The faces of a mesh over the ground and where their nodes lie, by variables of NetCDF files.
struct MeshTopology {
    const NetcdfFile* file = nullptr;
    const NetcdfVariable* faces = nullptr;  ///< [face][corner] or [corner][face]: numbers of nodes
    const NetcdfFile* places = nullptr;     ///< of x and y
    const NetcdfVariable *x = nullptr, *y = nullptr;
    std::string node_dimension, face_dimension;
    std::string edge_dimension;             ///< where the file names one
    double x_offset = 0.0, y_offset = 0.0;  ///< ANUGA's corner, of which x and y count from
    bool corners_first = false;             ///< [corner][face]
    std::optional<double> first_index;      ///< of the first node, where the file says so
    bool radians = false;
    /// The corners' places are x and y, [face][corner], in place of nodes and their numbers: `faces` is null.
    bool by_corners = false;

    /// As many at most.
    [[nodiscard]] std::size_t nodes() const
    {
        return x->dimensions[0].length * (by_corners ? x->dimensions[1].length : 1);
    }
};

/// By UGRID's mesh_topology, or by the names that FVCOM, MPAS (the centres of its cells are the nodes, of
/// triangles about its vertices), SCHISM, FESOM, ICON's tools, GNOME and ANUGA give to faces and
/// nodes; or by the
/// `bounds` of cells' longitudes and latitudes along one dimension (CF; ICON's clon_vertices), or SCRIP's
/// grid_corner_lon; nothing where no file holds a mesh.
[[nodiscard]] std::optional<MeshTopology> find_topology(const NetcdfFiles& files);

/// The faces by their corners, -1 behind the last of one with fewer; nodes count from 0.
struct MeshFaces {
    std::size_t corners = 3;          ///< the most that a face has
    std::vector<std::int64_t> nodes;  ///< [faces][corners]
};

/// Where the nodes lie, degrees or as in the file.
struct MeshPlaces {
    std::vector<double> x, y;
    bool degrees = false;
    std::string units;
};

/// Faces and nodes. Corners of faces at one place are one node. Throws std::runtime_error where a corner is
/// no node.
struct MeshShape {
    MeshFaces faces;
    MeshPlaces places;
};
[[nodiscard]] MeshShape read_shape(const MeshTopology& topology);

}  // namespace farfield::compute
