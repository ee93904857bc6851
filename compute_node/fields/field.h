#pragma once

#include "compute_node/fields/analytic_flow.h"
#include "compute_node/fields/node_slices.h"
#include "compute_node/fields/scalar_middle.h"
#include "compute_node/grids/bounds.h"
#include "compute_node/grids/curvilinear_grid.h"
#include "compute_node/grids/isoparametric_grid.h"
#include "compute_node/grids/rectilinear_grid.h"
#include "compute_node/grids/spherical_grid.h"
#include "compute_node/grids/tetrahedral_grid.h"
#include "compute_node/grids/uniform_grid.h"
#include "compute_node/support/fixed_array.h"

#include <glm/vec3.hpp>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace farfield::compute {

/// The geometry of a field's nodes, shared by all fields of one dataset.
/// Grids over the Earth, in degrees, are RectilinearGrid, SphericalGrid or a mesh.
using Grid = std::variant<AnalyticFlow, UniformGrid, RectilinearGrid, CurvilinearGrid, SphericalGrid,
                          TetrahedralGrid, IsoparametricGrid>;

enum class GridKind { Analytic, Uniform, Rectilinear, Curvilinear, Unstructured };
[[nodiscard]] const char* to_string(GridKind kind);

/// The information that a viewer needs to seed, colour and step through a field.
struct FieldInfo {
    std::string dataset;  ///< name by which it was opened
    GridKind kind = GridKind::Analytic;
    Bounds bounds;               ///< in position_units; lo equals hi on a flat axis
    glm::dvec3 origin{0.0};      ///< place from which positions in binary32 are counted (origin.h)
    std::array<bool, 3> flat{};  ///< axes with one layer: neither bound nor move particles
    std::string vector_name;
    std::string scalar_name;     ///< "speed" = magnitude of the velocity
    std::string scalar_units;    ///< empty when the file names none
    std::string position_units;  ///< "degrees" on latitude-longitude grids
    std::string z_units;         ///< equal to position_units, except on latitude-longitude grids
    float scalar_min = 0.0F;     ///< of all valid nodes
    float scalar_max = 0.0F;
    ScalarMiddle scalar_middle{};  ///< of unsteady fields, the widest of all slices
    /// Largest speed at a node, in length units (length_metric.h) per second; on latitude-longitude grids an
    /// estimate.
    double max_speed = 0.0;
    /// Step, in seconds, of which the fastest particle needs 500 to cross the domain's diagonal; where axes
    /// have different units (degrees and metres), to cross the domain along the axis that is crossed first.
    double suggested_step = 0.01;

    /// Serialisation: visits all members.
    template <class Parts>
    void parts(Parts& with)
    {
        with(dataset, kind, bounds, origin, flat, vector_name, scalar_name, scalar_units, position_units,
             z_units, scalar_min, scalar_max, scalar_middle, max_speed, suggested_step);
    }

    /// Converts a place of the dataset to a position of the field: less the origin in binary64, then rounded.
    [[nodiscard]] glm::vec3 relative(glm::dvec3 place) const { return glm::vec3{place - origin}; }
    /// Converts a position of the field to the dataset's coordinates.
    [[nodiscard]] glm::dvec3 absolute(glm::vec3 position) const { return origin + glm::dvec3{position}; }
};

/// The kind of place that a position in a field has.
enum class Place {
    Inside,
    Outside,
    Blanked,  ///< in a cell with a corner that the grid declares to be no part of the flow
    Invalid,  ///< in a cell with a corner with NaN, infinity or a fill value as data
};

struct FieldSample {
    glm::vec3 velocity;  ///< as nodes have it (trilinear.h)
    float scalar;
};

/// A velocity field with one scalar, in memory and ready to be sampled: steady, or linear between time
/// slices, at each place, also where each slice has a grid of its own. Immutable, so any number of threads
/// may use one. Trilinear on grids, isoparametric in the cells of meshes; a cell with an invalid (NaN or
/// blanked) corner is invalid. Positions are relative to the origin of its information.
class Field {
public:
    Field(const Field&) = delete;  // slices_ points into nodes_
    Field& operator=(const Field&) = delete;
    /// nodes: laid out as the grid says; none for an exact function. scalar_is_speed: the scalar is the
    /// magnitude of the sampled velocity (in length units per second), not the nodes' fourth lane.
    Field(FieldInfo info, std::shared_ptr<const Grid> grid, Nodes nodes, bool scalar_is_speed);
    /// An unsteady field. slices: the nodes at each of the times, which ascend, in seconds since the first.
    /// Empty slices are not in memory: the field must not be asked at times that need them. grids: of a grid
    /// that changes, the grid of each slice, null for slices not in memory; else empty.
    Field(FieldInfo info, std::shared_ptr<const Grid> grid, std::vector<FixedArray<Node>> slices,
          std::vector<float> times, bool scalar_is_speed,
          std::vector<std::shared_ptr<const Grid>> grids = {});

    /// The field at one position and the first time, or nothing outside the domain, in invalid cells and
    /// where a coordinate is not finite. For single look-ups; ParticleSystem samples many at once.
    [[nodiscard]] std::optional<FieldSample> sample(glm::vec3 position) const;
    /// The same as sample(position), for positions in succession: the cursor remembers the cell, on grids
    /// that make use of it.
    [[nodiscard]] std::optional<FieldSample> sample(glm::vec3 position, CellCursor& cursor) const;

    /// Looks for the cell of a position, whatever its data, and leaves it in the cursor. Needs no slice: of a
    /// grid that changes, that of the first slice is searched.
    bool locate(glm::vec3 position, CellCursor& cursor) const;
    /// Looks for the cell of a position that is valid at a time, and leaves it in the cursor.
    bool locate(glm::vec3 position, float time, CellCursor& cursor) const;
    /// The reason why a position has no sample at a time, or Inside. The cursor is as for sample().
    [[nodiscard]] Place place_of(glm::vec3 position, float time, CellCursor& cursor) const;
    /// True when the nodes around a position are in memory, or it has none. False where the grid's resident
    /// nodes do not reach its cell.
    [[nodiscard]] bool has_nodes_at(glm::vec3 position) const;

    [[nodiscard]] const FieldInfo& info() const { return info_; }
    /// The grid; of a grid that changes, that of the first time slice.
    [[nodiscard]] const Grid& grid() const { return *grid_; }
    /// True when each slice has a grid of its own. Then no cursor leads from one slice to the next: a
    /// position is looked for in the grid of each.
    [[nodiscard]] bool grid_changes() const { return !grids_.empty(); }
    /// The grid of a slice in memory.
    [[nodiscard]] const Grid& grid_at(std::size_t slice) const
    {
        return grid_changes() ? *grids_[slice] : *grid_;
    }
    /// Grids by [slices] where they change, null for slices that are not in memory; else empty.
    [[nodiscard]] const std::vector<std::shared_ptr<const Grid>>& grids() const { return grids_; }
    /// The grid, as fields of one dataset share it.
    [[nodiscard]] const std::shared_ptr<const Grid>& shared_grid() const { return grid_; }
    /// The nodes of the first time slice.
    [[nodiscard]] const FixedArray<Node>& nodes() const { return nodes_.front(); }
    /// Nodes by [slices], each laid out as the grid says; of an exact function one slice without a node.
    [[nodiscard]] const std::vector<FixedArray<Node>>& all_nodes() const { return nodes_; }
    [[nodiscard]] const NodeSlices& slices() const { return slices_; }
    [[nodiscard]] bool scalar_is_speed() const { return scalar_is_speed_; }

private:
    FieldInfo info_;
    std::shared_ptr<const Grid> grid_;
    std::vector<std::shared_ptr<const Grid>> grids_;
    std::vector<FixedArray<Node>> nodes_;  ///< [slices]
    NodeSlices slices_;
    bool scalar_is_speed_;
};

/// True when searches in the field are quicker from the cell that was found last.
[[nodiscard]] bool uses_cursors(const Field& field);

}  // namespace farfield::compute
