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

/// The variables of NetCDF files that hold the faces of a mesh over the ground, and its nodes' positions.
struct MeshTopology {
    const NetcdfFile* file = nullptr;
    const NetcdfVariable* faces = nullptr;  ///< [face][corner] or [corner][face]: numbers of nodes
    const NetcdfFile* places = nullptr;     ///< file of x and y
    const NetcdfVariable *x = nullptr, *y = nullptr;
    std::string node_dimension, face_dimension;
    std::string edge_dimension;             ///< empty where the file names none
    double x_offset = 0.0, y_offset = 0.0;  ///< ANUGA's corner, from which x and y are counted
    bool corners_first = false;             ///< true: faces are [corner][face]
    std::optional<double> first_index;      ///< number of the first node, where the file says it
    bool radians = false;
    /// True: x and y, [face][corner], are corners' positions, without numbers of nodes; `faces` is null.
    bool by_corners = false;
    std::string remark = {};  ///< an assumption by which the mesh was found; empty without one

    /// Largest possible number of nodes.
    [[nodiscard]] std::size_t nodes() const
    {
        return x->dimensions[0].length * (by_corners ? x->dimensions[1].length : 1);
    }
};

/// Finds the mesh by UGRID's mesh_topology, or by the names that FVCOM, MPAS (the centres of its
/// cells are the nodes, of triangles about its vertices), SCHISM, FESOM, ICON's tools, GNOME and
/// ANUGA give to faces and nodes; or by the `bounds` of cells' longitudes and latitudes along one
/// dimension (CF; ICON's clon_vertices), or SCRIP's grid_corner_lon, whose cells go with the only other
/// dimension of as many places; else by a list that its words call elements or a connectivity and that holds
/// whole numbers of nodes. None where no file holds a mesh.
[[nodiscard]] std::optional<MeshTopology> find_topology(const NetcdfFiles& files);

/// The faces by their corners, as indices of nodes from 0; -1 behind the last corner of faces with fewer.
struct MeshFaces {
    std::size_t corners = 3;          ///< largest number of corners of a face
    std::vector<std::int64_t> nodes;  ///< [faces][corners]
};

/// Positions of the nodes, in degrees or in the file's unit.
struct MeshPlaces {
    std::vector<double> x, y;
    bool degrees = false;
    std::string units;
};

/// Faces and nodes of a mesh. Corners of faces at the same place are one node. read_shape() throws
/// std::runtime_error where a corner is not a node.
struct MeshShape {
    MeshFaces faces;
    MeshPlaces places;
};
[[nodiscard]] MeshShape read_shape(const MeshTopology& topology);

}  // namespace farfield::compute
