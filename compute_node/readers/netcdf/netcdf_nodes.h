#pragma once

#include "compute_node/readers/netcdf/netcdf_axes.h"
#include "compute_node/readers/netcdf/netcdf_velocity.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

using NetcdfFiles = std::vector<std::unique_ptr<NetcdfFile>>;

/// The nodes at which a velocity is wanted: its own, or on a staggered (Arakawa C) grid the cells' centres.
struct NetcdfNodes {
    const NetcdfFiles* files = nullptr;  ///< files in which variables beside the velocity are searched
    NetcdfVelocity velocity;
    NetcdfAxes axes;  ///< axes of the nodes; dimensions are numbered as in u
    bool staggered = false;
    /// Staggered, though u and v have the same dimensions.
    bool faces_share_dimensions = false;
    /// True when the components have separate dimensions of the same lengths, which correspond by index:
    /// positions that depend on both tell where the nodes are (NEMO 5).
    bool by_index = false;
    std::size_t time_step = 0;  ///< step that is wanted, for positions that change with time
    /// The index of the face before node 0 where faces share the nodes' dimensions, along x among those of u
    /// and along y among those of v: node i lies between faces i - 1 and i (NEMO), or i and i + 1 (POM).
    std::array<std::ptrdiff_t, 2> first_faces{-1, -1};
    /// True where the axes' coordinates are those of WRF's spacings, as the file's places are all the same.
    bool by_spacing = false;
};

[[nodiscard]] glm::uvec3 dims_of(const NetcdfAxes& axes);

/// The shape text of a FileHeading, "u,v on 720 x 360 x 1". shown: name of the vector traced or scalar shown.
[[nodiscard]] std::string shape_of(const std::string& shown, glm::uvec3 dims);

/// Reads one time step (the last, where there are fewer), x fastest whatever the order of the dimensions in
/// the file.
[[nodiscard]] std::vector<float> read_nodes(const NetcdfFile& file, const NetcdfVariable& variable,
                                            const NetcdfAxes& axes, std::size_t time_step);

/// The reason why the library cannot read a variable, found by reading its first value: a filter that is not
/// installed, a part that is damaged; empty where it can.
[[nodiscard]] std::string fault_of(const NetcdfComponent& component);

/// True when a variable has the nodes' x and y, and no other dimension but time and those of the velocity of
/// which only the first place is shown (faces of a cubed sphere).
[[nodiscard]] bool lies_on_plane(const NetcdfFile& file, const NetcdfVariable& variable,
                                 const NetcdfNodes& nodes);

/// A variable by its name that lies on the nodes' plane, in any of the files.
[[nodiscard]] NetcdfComponent find_on_plane(const NetcdfNodes& nodes, const std::string& name);

/// The values of a variable on the plane, [y][x], at a time step.
[[nodiscard]] std::vector<float> read_plane(const NetcdfComponent& found, std::size_t time_step);
/// The values as read_plane() has them, in binary64.
[[nodiscard]] std::vector<double> read_exact_plane(const NetcdfComponent& found, std::size_t time_step);

}  // namespace farfield::compute
