#include "compute_node/volumes/boundaries/lattice_faces.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace farfield::compute {

namespace {

const Lattice& block_of(const BoundarySource& source, std::uint32_t block)
{
    if (source.volume.is_mesh()) throw std::runtime_error("a mesh has no blocks; its surface is 'outer'");
    if (block >= source.volume.lattices.size())
        throw std::runtime_error(
            fmt::format("no block {}: expected 0 to {}", block, source.volume.lattices.size() - 1));
    return source.volume.lattices[block];
}

std::uint32_t number_of(const Lattice& lattice, glm::ivec3 at)
{
    return static_cast<std::uint32_t>(lattice.first_node + lattice.node(at));
}

bool has_blanked(const BoundarySource& source, const BoundaryFace& quad)
{
    return std::ranges::any_of(quad.nodes, [&](auto node) { return is_blanked(source.states[node]); });
}

int plane_index(const Lattice& lattice, const model::BoundaryPlane& plane)
{
    const auto axis = static_cast<int>(plane.axis);
    const std::int64_t nodes = lattice.dims[axis];
    const std::int64_t index = plane.index.value < 0 ? nodes + plane.index.value : plane.index.value;
    if (index < 0 || index >= nodes)
        throw std::runtime_error(fmt::format("no plane {} = {}: block {} has {} x {} x {} nodes",
                                             model::grid_axis_names[static_cast<std::size_t>(axis)],
                                             plane.index.value, plane.block, lattice.dims.x, lattice.dims.y,
                                             lattice.dims.z));
    return static_cast<int>(index);
}

/// True when a quad, by its lowest node, lies in a range of nodes.
bool is_within(const model::BoundaryPlane& plane, glm::ivec3 lowest)
{
    if (!plane.range) return true;
    std::size_t end = 0;
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == static_cast<int>(plane.axis)) continue;
        const auto [from, to] = plane.range->ends[end++];
        const auto at = static_cast<std::uint32_t>(lowest[axis]);
        if (at < from || at + 1 > to) return false;
    }
    return true;
}

/// Appends the six faces of a block; of a block with one layer along an axis, that layer.
void append_faces(const BoundarySource& source, std::size_t block, const auto& keep, BoundaryPatch& patch)
{
    const Lattice& lattice = source.volume.lattices[block];
    bool has_layer = false;
    for (int axis = 0; axis < 3; ++axis) has_layer = has_layer || is_flat_axis(source, block, axis);
    for (int axis = 0; axis < 3; ++axis) {
        if (has_layer && !is_flat_axis(source, block, axis)) continue;
        append_plane(lattice, axis, 0, keep, patch.faces);
        if (!has_layer) append_plane(lattice, axis, lattice.dims[axis] - 1, keep, patch.faces);
    }
}

}  // namespace

BoundaryFace quad_across(const Lattice& lattice, int axis, glm::ivec3 lowest, bool upwards)
{
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    glm::ivec3 along_u = lowest, across = lowest, along_v = lowest;
    ++along_u[u], ++across[u], ++across[v], ++along_v[v];
    BoundaryFace quad{{number_of(lattice, lowest), number_of(lattice, along_u), number_of(lattice, across),
                       number_of(lattice, along_v)}};
    if (upwards != lattice.right_handed) std::swap(quad.nodes[1], quad.nodes[3]);
    return quad;
}

bool is_flat_axis(const BoundarySource& source, std::size_t block, int axis)
{
    return source.data.dims[block][axis] == 1;
}

BoundaryPatch find_faces(const BoundarySource& source, const model::BoundaryPlane& plane)
{
    const Lattice& lattice = block_of(source, plane.block);
    BoundaryPatch patch{.faces = {}, .segments = {}, .block = plane.block};
    append_plane(
        lattice, static_cast<int>(plane.axis), plane_index(lattice, plane),
        [&](glm::ivec3 at, const BoundaryFace& quad) {
            return is_within(plane, at) && !has_blanked(source, quad);
        },
        patch.faces);
    return patch;
}

BoundaryPatch find_faces(const BoundarySource& source, const model::BoundaryFaces& faces)
{
    if (faces.block) (void)block_of(source, *faces.block);
    BoundaryPatch patch{.faces = {}, .segments = {}, .block = faces.block};
    for (std::size_t block = 0; block < source.volume.lattices.size(); ++block)
        if (!faces.block || *faces.block == block)
            append_faces(
                source, block,
                [&](glm::ivec3, const BoundaryFace& quad) { return !has_blanked(source, quad); }, patch);
    return patch;
}

BoundaryPatch find_faces(const BoundarySource& source, const model::BoundaryNoSlip& /*no_slip*/)
{
    BoundaryPatch patch;
    if (source.speeds.empty() || source.volume.is_mesh()) return patch;
    const auto stands = [&](glm::ivec3, const BoundaryFace& quad) {
        return std::ranges::all_of(
            quad.nodes, [&](std::uint32_t node) { return source.speeds[node] <= source.standing; });
    };
    for (std::size_t block = 0; block < source.volume.lattices.size(); ++block)
        append_faces(source, block, stands, patch);
    return patch;
}

}  // namespace farfield::compute
