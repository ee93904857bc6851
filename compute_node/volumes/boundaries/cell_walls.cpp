#include "compute_node/volumes/boundaries/lattice_faces.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <utility>

namespace farfield::compute {

namespace {

/// Bits that describe the corners of a lattice's cells.
constexpr std::uint8_t blanked_corner = 1, invalid_corner = 2, unplaced_corner = 4;

class CellCorners {
public:
    CellCorners(const BoundarySource& source, const Lattice& lattice) : dims_{lattice.dims - 1}
    {
        corners_.resize(static_cast<std::size_t>(dims_.x) * static_cast<std::size_t>(dims_.y) *
                        static_cast<std::size_t>(dims_.z));
        for (int k = 0; k < dims_.z; ++k)
            for (int j = 0; j < dims_.y; ++j)
                for (int i = 0; i < dims_.x; ++i) at({i, j, k}) = look(source, lattice, {i, j, k});
    }
    [[nodiscard]] glm::ivec3 dims() const { return dims_; }
    [[nodiscard]] std::uint8_t operator()(glm::ivec3 cell) const { return corners_[index(cell)]; }

private:
    [[nodiscard]] std::size_t index(glm::ivec3 cell) const
    {
        return static_cast<std::size_t>(cell.x) +
               static_cast<std::size_t>(dims_.x) *
                   (static_cast<std::size_t>(cell.y) +
                    static_cast<std::size_t>(dims_.y) * static_cast<std::size_t>(cell.z));
    }
    [[nodiscard]] std::uint8_t& at(glm::ivec3 cell) { return corners_[index(cell)]; }
    static std::uint8_t look(const BoundarySource& source, const Lattice& lattice, glm::ivec3 cell)
    {
        std::uint8_t found = 0;
        for (int corner = 0; corner < 8; ++corner) {
            const glm::ivec3 node = cell + glm::ivec3{corner & 1, corner >> 1 & 1, corner >> 2};
            const NodeState state = source.states[lattice.first_node + lattice.node(node)];
            if (is_blanked(state)) found |= blanked_corner;
            if (state == NodeState::Unplaced) found |= unplaced_corner;
            if (state == NodeState::Invalid) found |= invalid_corner;
        }
        return found;
    }

    glm::ivec3 dims_;
    std::vector<std::uint8_t> corners_;
};

/// Calls visit(cell, next) for all neighbours along an axis.
void for_each_pair(glm::ivec3 dims, int axis, const auto& visit)
{
    glm::ivec3 end = dims;
    --end[axis];
    for (int k = 0; k < end.z; ++k)
        for (int j = 0; j < end.y; ++j)
            for (int i = 0; i < end.x; ++i) {
                glm::ivec3 next{i, j, k};
                ++next[axis];
                visit(glm::ivec3{i, j, k}, next);
            }
}

/// The layer of cells with the uppermost nodes, and these nodes.
struct UpperLayer {
    int cells = 0, nodes = 0;
};

UpperLayer upper_layer(const BoundarySource& source, const Lattice& lattice)
{
    const int last = lattice.dims.z - 1;
    const float first_z = lattice.position({0, 0, 0}).z, last_z = lattice.position({0, 0, last}).z;
    const bool is_last = source.data.z_down ? last_z < first_z : last_z > first_z;
    return is_last ? UpperLayer{last - 1, last} : UpperLayer{0, 0};
}

/// A quad of the layer, seen from above.
BoundaryFace seen_from_above(const Lattice& lattice, glm::ivec3 lowest)
{
    BoundaryFace quad = quad_across(lattice, 2, lowest, true);
    const glm::vec3 at = lattice.position(lowest);
    const glm::vec3 i = lattice.position(lowest + glm::ivec3{1, 0, 0}) - at;
    const glm::vec3 j = lattice.position(lowest + glm::ivec3{0, 1, 0}) - at;
    const bool is_turned = glm::cross(i, j).z < 0.0F;
    if (is_turned == lattice.right_handed) std::swap(quad.nodes[1], quad.nodes[3]);
    return quad;
}

void append_land(const BoundarySource& source, const Lattice& lattice, BoundaryPatch& patch)
{
    const CellCorners corners{source, lattice};
    const UpperLayer layer = upper_layer(source, lattice);
    const auto is_land = [&](int i, int j) { return corners({i, j, layer.cells}) != 0; };
    const auto is_placed = [&](int i, int j) {
        return (corners({i, j, layer.cells}) & unplaced_corner) == 0;
    };
    const auto node = [&](int i, int j) {
        return static_cast<std::uint32_t>(lattice.first_node + lattice.node({i, j, layer.nodes}));
    };
    for (int j = 0; j < corners.dims().y; ++j)
        for (int i = 0; i < corners.dims().x; ++i) {
            if (is_land(i, j) && is_placed(i, j))
                patch.faces.push_back(seen_from_above(lattice, {i, j, layer.nodes}));
            if (i > 0 && is_land(i - 1, j) != is_land(i, j))
                patch.segments.push_back({node(i, j), node(i, j + 1)});
            if (j > 0 && is_land(i, j - 1) != is_land(i, j))
                patch.segments.push_back({node(i, j), node(i + 1, j)});
        }
}

}  // namespace

BoundaryPatch find_faces(const BoundarySource& source, const model::BoundaryWalls& walls)
{
    BoundaryPatch patch;
    const std::uint8_t wanted = walls.of == model::WallsOf::Blanked ? blanked_corner : invalid_corner;
    for (const Lattice& lattice : source.volume.lattices) {
        const CellCorners corners{source, lattice};
        for (int axis = 0; axis < 3; ++axis)
            for_each_pair(corners.dims(), axis, [&](glm::ivec3 cell, glm::ivec3 next) {
                const std::uint8_t here = corners(cell), there = corners(next);
                if (here == 0 && (there & wanted) != 0)
                    patch.faces.push_back(quad_across(lattice, axis, next, false));
                if (there == 0 && (here & wanted) != 0)
                    patch.faces.push_back(quad_across(lattice, axis, next, true));
            });
    }
    return patch;
}

BoundaryPatch find_faces(const BoundarySource& source, const model::BoundaryLand& /*land*/)
{
    BoundaryPatch patch;
    for (std::size_t block = 0; block < source.volume.lattices.size(); ++block)
        if (!is_flat_axis(source, block, 0) && !is_flat_axis(source, block, 1))
            append_land(source, source.volume.lattices[block], patch);
    return patch;
}

}  // namespace farfield::compute
