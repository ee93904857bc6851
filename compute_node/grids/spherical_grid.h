#pragma once

#include "compute_node/grids/search/cell_bins.h"
#include "compute_node/grids/search/cell_cursor.h"
#include "compute_node/grids/trilinear.h"
#include "compute_node/support/fixed_array.h"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace farfield::compute {

/// Directions of east, north and outward at a place on the unit sphere; its z axis is the Earth's.
struct SphereFrame {
    /// longitude, latitude: in degrees.
    SphereFrame(float longitude, float latitude);

    glm::vec3 east{0.0F}, north{0.0F}, outward{0.0F};
};

/// A block of columns over the Earth: longitudes and latitudes of its nodes depend on i and j, heights on all
/// indices. Cells are bilinear between the directions of their corners from the Earth's centre, and linear
/// along columns, so that they serve about a pole and at the date line too; longitudes may lie in any turn. A
/// point is found by walking from the last cell, or by an index of the columns. Nodes that go with it: i
/// fastest, a single layer doubled; velocities towards east and north of each node. About a pole, where these
/// directions differ at a cell's corners, velocities are interpolated along common axes.
class SphericalGrid {
public:
    SphericalGrid() = default;  ///< a grid without a cell
    /// points: [nodes], longitude and latitude in degrees relative to the origin, and height; all layers lie
    /// over the first one. Throws std::runtime_error where there are fewer than two nodes along i or j.
    SphericalGrid(glm::ivec3 dims, const std::vector<glm::vec3>& points, float origin_latitude);

    /// Moves the cursor to a cell that holds the position and in which the nodes are valid; false when there
    /// is none.
    [[nodiscard]] bool find(glm::vec3 position, const Node* nodes, CellCursor& cursor) const;
    /// Moves the cursor, which knows a cell, to the one that holds the position, valid or not; false when the
    /// walk leaves the block.
    [[nodiscard]] bool walk_to(glm::vec3 position, CellCursor& cursor) const;
    /// Finds a cell without a previous one: the lowest with valid nodes; null nodes: the lowest of all.
    [[nodiscard]] bool locate(glm::vec3 position, const Node* nodes, CellCursor& cursor) const;
    /// Moves the cursor along its column, at the same local x and y, to a height; false when that is not
    /// within the column.
    [[nodiscard]] bool climb(float height, CellCursor& cursor) const;

    /// The nodes' values at the cursor's local coordinates, which are those of the position.
    [[nodiscard]] Node interpolate(const Node* nodes, const CellCursor& cursor, glm::vec3 position) const;
    /// True when a cell lies so near a pole that the directions of east at its corners differ.
    [[nodiscard]] bool is_polar(const CellCursor& cursor) const;
    /// The result of interpolate() in a polar cell, but with the velocity along axes that are the same at all
    /// its corners: x and y of columns(), as seen at the pole.
    [[nodiscard]] Node interpolate_polar(const Node* nodes, const CellCursor& cursor) const;
    /// 1 over the time in which a velocity, as nodes have it, crosses its cell at a position.
    [[nodiscard]] float crossing_rate(const CellCursor& cursor, glm::vec3 position, glm::vec3 velocity) const;

    [[nodiscard]] glm::ivec3 dims() const { return dims_; }  ///< nodes, >= 2 each
    [[nodiscard]] float origin_latitude() const { return origin_latitude_; }
    /// [columns], i fastest: unit vectors, and 1 over the columns' distance from the Earth's axis.
    [[nodiscard]] const FixedArray<glm::vec4>& columns() const { return columns_; }
    [[nodiscard]] std::size_t column(const CellCursor& cursor) const
    {
        return static_cast<std::size_t>(cursor.cell.x) +
               static_cast<std::size_t>(dims_.x) * static_cast<std::size_t>(cursor.cell.y);
    }
    /// Index of a cell's lowest corner; neighbours along y and z lie dims.x and dims.x * dims.y further.
    [[nodiscard]] std::size_t first_node(const CellCursor& cursor) const
    {
        return node_index(dims_, cursor.cell);
    }
    /// Longitude, latitude and height of a node, relative to the origin.
    [[nodiscard]] glm::vec3 position_of(glm::ivec3 node) const;

    /// Serialisation: visits all members.
    template <class Parts>
    void parts(Parts& with)
    {
        with(dims_, origin_latitude_, is_layer_, columns_, heights_, places_, bins_);
    }

private:
    /// A cell's corners on the ground, along east and north of a place: one + r x + s y + rs x y.
    struct Footprint {
        glm::vec2 one, r, s, rs;
    };

    void index_columns();
    [[nodiscard]] std::optional<Footprint> footprint(const SphereFrame& about, const CellCursor& at) const;
    [[nodiscard]] bool look(const SphereFrame& about, CellCursor& cursor) const;
    [[nodiscard]] bool walk(glm::vec3 position, CellCursor& cursor) const;
    [[nodiscard]] SphereFrame frame_at(glm::vec3 position) const;
    /// Heights of the cell's lower and upper side at its local x and y.
    [[nodiscard]] glm::vec2 heights_at(const CellCursor& at) const;

    glm::ivec3 dims_{0};
    float origin_latitude_ = 0.0F;
    bool is_layer_ = false;  ///< one layer: height is ignored
    FixedArray<glm::vec4> columns_;
    FixedArray<float> heights_;     ///< [nodes]
    FixedArray<glm::vec2> places_;  ///< [columns] longitude and latitude
    CellBins bins_;
};

}  // namespace farfield::compute
