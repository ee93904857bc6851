#pragma once

#include "compute_node/grids/bounds.h"
#include "compute_node/grids/cells/cell_list.h"
#include "compute_node/support/value_array.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace farfield::compute {

/// An array over all nodes, blocks one after another, i fastest; of a mesh, in the order of its points. NaN =
/// invalid.
struct NodeValues {
    std::string name;
    int components = 1;  ///< 1 or 3, interleaved
    ValueArray values;   ///< [nodes x components]
    std::string units;
    bool of_cells = false;  ///< true: given per cell in the file, and averaged to the nodes

    /// Serialisation: visits all members (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(name, components, values, units, of_cells);
    }
};

/// A vector that can be asked for by name, though its values are not among the arrays.
struct VectorName {
    std::string name;  ///< joined names of its components: "u,v,w"
    std::string units;
    bool of_cells = false;

    /// Serialisation: visits all members (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(name, units, of_cells);
    }
};

/// A part that a dataset is made of: a block, a zone, a region.
struct BlockName {
    std::string name;
    bool is_read = true;
    bool operator==(const BlockName&) const = default;

    /// Serialisation: visits all members (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(name, is_read);
    }
};

struct UniformGeometry {
    glm::dvec3 origin{0.0};   ///< position of the first node
    glm::dvec3 spacing{1.0};  ///< > 0
    bool operator==(const UniformGeometry&) const = default;
};

struct RectilinearGeometry {
    std::array<std::vector<double>, 3> coordinates;  ///< each strictly ascending
    bool operator==(const RectilinearGeometry&) const = default;

    /// Serialisation: visits all members (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(coordinates[0], coordinates[1], coordinates[2]);
    }
};

struct CurvilinearGeometry {
    std::vector<glm::vec3> points;  ///< [nodes], blocks one after another, relative to the origin
    glm::dvec3 origin{0.0};         ///< place from which points of all blocks are counted (origin.h)
    bool operator==(const CurvilinearGeometry&) const = default;

    /// Serialisation: visits all members (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(points, origin);
    }
};

struct UnstructuredGeometry {
    std::vector<glm::vec3> points;  ///< [nodes], relative to the origin
    CellList cells;                 ///< flat cells count only where there are no others
    glm::dvec3 origin{0.0};         ///< place from which points are counted (origin.h)
    bool operator==(const UnstructuredGeometry&) const = default;

    /// Serialisation: visits all members (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(points, cells, origin);
    }
};

/// GridData::blanked of a node whose place the file does not say.
inline constexpr std::uint8_t unplaced_node = 2;

/// The result of a reader: one time step of a dataset.
struct GridData {
    std::string format;
    std::vector<glm::uvec3> dims;  ///< nodes of each block; one block unless curvilinear, none of a mesh
    std::variant<UniformGeometry, RectilinearGeometry, CurvilinearGeometry, UnstructuredGeometry> geometry;
    std::vector<NodeValues> arrays;
    /// [nodes], not 0: blanked, unplaced_node: its place is made up besides; empty when no node is.
    std::vector<std::uint8_t> blanked;
    std::string default_vector;    ///< the vector that is traced; empty until it is chosen
    std::string velocity_reason;   ///< reason of the choice, without a full stop; empty until it is made
    std::string velocity_warning;  ///< a sentence, where the vector is not known to be a velocity
    std::vector<VectorName> other_vectors;
    std::string position_units;
    std::string z_units;  ///< unit of z on geographic grids, no degrees; "" = unknown
    /// Longitude along x and latitude along y, in degrees, velocities in m/s: Dataset turns velocities into
    /// degrees per second with geo.h and keeps speed in m/s.
    bool geographic = false;
    /// True for geographic grids with a pole other than the Earth's.
    bool rotated_pole = false;
    std::string
        crs_wkt;  ///< the reference system of x and y: WKT, "+proj=..." or "EPSG:..."; empty: not named
    /// z counts downwards (depth, pressure), so x, y and z are a left-handed frame.
    bool z_down = false;
    std::string z_positive;  ///< of heights "up", of depths and pressures "down"; empty where not known
    /// UTC of the time step, seconds since 1970; NaN where the file does not say.
    double utc_seconds = std::numeric_limits<double>::quiet_NaN();
    std::string
        calendar;  ///< CF's name of a calendar with years of its own, which dates use; empty: the Earth's
    /// The date of the time step, in seconds since 1970-01-01 of that calendar.
    double calendar_seconds = std::numeric_limits<double>::quiet_NaN();
    /// True where heights of the points change slightly with time: a series keeps those of its first slice.
    bool levels_move = false;
    /// True for rectilinear grids whose longitudes close: positions along x may lie in any turn.
    bool around_globe = false;
    std::uint32_t time_steps = 1;
    std::vector<BlockName> blocks;  ///< blocks that can be left out on reading; none where it is one
    std::vector<std::string> remarks;

    /// Serialisation: visits all members (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(format, dims, geometry, arrays, blanked, default_vector, velocity_reason, velocity_warning,
             other_vectors, position_units, z_units, geographic, rotated_pole, crs_wkt, z_down, z_positive,
             utc_seconds, calendar, calendar_seconds, levels_move, around_globe, time_steps, blocks, remarks);
    }
};

[[nodiscard]] std::uint64_t node_count(const GridData& data);

/// A mesh without a point, for a time step without data.
[[nodiscard]] GridData empty_mesh();
[[nodiscard]] bool is_empty(const GridData& data);
/// The array of a name with so many components; null where there is none.
[[nodiscard]] const NodeValues* array_named(const GridData& data, std::string_view name, int components);

/// Makes longitudes that span 360 degrees periodic, on a geographic rectilinear grid with ascending axes:
/// repeats the first column at the end, if it is missing, and adds a remark.
void close_longitudes(GridData& data);

/// Reverses descending axes of a rectilinear grid, and all arrays with them.
void make_ascending(GridData& data);

/// Throws std::runtime_error, with the file's name, when `nodes` exceed `max_nodes`.
void check_node_limit(const std::filesystem::path& file, std::uint64_t nodes, std::uint64_t max_nodes);

}  // namespace farfield::compute
