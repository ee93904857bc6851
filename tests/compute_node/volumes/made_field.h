#pragma once

#include "compute_node/datasets/field_builder.h"
#include "compute_node/volumes/scalar_field.h"
#include "compute_node/volumes/surfaces/isosurface_cutter.h"
#include "compute_node/volumes/surfaces/surface_mesh.h"

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

/// Fields of functions, and their whole surfaces.
namespace farfield::compute::test {

using Function = std::function<double(glm::dvec3)>;

/// A cube of nodes from -1 to 1 with a scalar `s`; places move where they are on the way to the values.
inline GridData cube_data(int nodes)
{
    GridData data;
    data.dims = {glm::uvec3(static_cast<unsigned>(nodes))};
    data.geometry = UniformGeometry{glm::dvec3{-1.0}, glm::dvec3{2.0 / (nodes - 1)}};
    return data;
}

inline std::vector<glm::dvec3> cube_places(int nodes)
{
    std::vector<glm::dvec3> places;
    for (int k = 0; k < nodes; ++k)
        for (int j = 0; j < nodes; ++j)
            for (int i = 0; i < nodes; ++i)
                places.push_back(glm::dvec3{-1.0} + 2.0 / (nodes - 1) * glm::dvec3{i, j, k});
    return places;
}

/// The same cube with nodes moved to `place`.
inline GridData curved_data(int nodes, const std::function<glm::dvec3(glm::dvec3)>& place)
{
    GridData data = cube_data(nodes);
    CurvilinearGeometry geometry;
    for (const glm::dvec3& at : cube_places(nodes)) geometry.points.emplace_back(place(at));
    data.geometry = std::move(geometry);
    return data;
}

/// A mesh of the same cube: each cell of it cut into as many cells as `cut` says by its corners.
inline GridData mesh_data(int nodes, CellKind kind, const std::vector<std::vector<int>>& cut)
{
    GridData data;
    UnstructuredGeometry mesh;
    for (const glm::dvec3& at : cube_places(nodes)) mesh.points.emplace_back(at);
    for (int k = 0; k + 1 < nodes; ++k)
        for (int j = 0; j + 1 < nodes; ++j)
            for (int i = 0; i + 1 < nodes; ++i)
                for (const auto& corners : cut) {
                    mesh.cells.kinds.push_back(kind);
                    for (const int corner : corners)
                        mesh.cells.corners.push_back(static_cast<std::uint32_t>(
                            i + corner % 2 + nodes * (j + corner / 2 % 2 + nodes * (k + corner / 4))));
                }
    data.geometry = std::move(mesh);
    return data;
}

inline const std::vector<std::vector<int>> six_tetrahedra{{0, 1, 3, 7}, {0, 1, 5, 7}, {0, 2, 3, 7},
                                                          {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 6, 7}};
inline const std::vector<std::vector<int>> one_hexahedron{{0, 1, 3, 2, 4, 5, 7, 6}};

inline std::vector<glm::dvec3> places_of(const GridData& data)
{
    std::vector<glm::dvec3> places;
    if (const auto* mesh = std::get_if<UnstructuredGeometry>(&data.geometry))
        places.assign(mesh->points.begin(), mesh->points.end());
    else if (const auto* curved = std::get_if<CurvilinearGeometry>(&data.geometry))
        places.assign(curved->points.begin(), curved->points.end());
    else
        places = cube_places(static_cast<int>(data.dims.front().x));
    return places;
}

inline ScalarField sampled(const GridData& data, const Function& function)
{
    const auto grid = build_grid(data);
    ScalarValues values;
    for (const glm::dvec3& at : places_of(data)) values.values.push_back(static_cast<float>(function(at)));
    return scalar_field("s", std::move(values), std::make_shared<const VolumeGrid>(volume_grid(data, *grid)));
}

/// The payloads of a surface's parts, with all that a node sets but the answer.
inline std::vector<std::vector<std::byte>> payloads_of(const CutRequest& request, std::size_t parts = 1,
                                                       const ScalarField* colour = nullptr)
{
    IsosurfaceCutter cutter;
    const std::vector<SlabCount> slabs = cutter.count(request);
    const auto planned = parts_of(slabs, {.part_bytes = 1 << 30, .all_bytes = 1 << 30, .parts = parts});
    std::vector<std::vector<std::byte>> payloads;
    for (const SurfacePart& part : planned.value()) {
        std::vector<std::byte>& payload = payloads.emplace_back(bytes_of(part.count));
        model::encode_preamble({.vertices = static_cast<std::uint32_t>(part.count.vertices),
                                .elements = static_cast<std::uint32_t>(part.count.elements)},
                               std::span(payload).first<model::surface_preamble_bytes>());
        if (!cutter.write(request, slabs, part, colour, payload)) return {};
    }
    return payloads;
}

inline SurfaceMesh surface_of(const CutRequest& request, std::size_t parts = 1,
                              const ScalarField* colour = nullptr)
{
    SurfaceMesh mesh;
    for (const auto& payload : payloads_of(request, parts, colour)) mesh.append(payload);
    return mesh;
}

inline double sphere(glm::dvec3 at)
{
    return glm::length(at - glm::dvec3{0.013, -0.021, 0.007});  // off the nodes
}

/// 0 on a torus about the z axis with radii 0.6 and 0.25.
inline double torus(glm::dvec3 at)
{
    const double ring = std::hypot(at.x - 0.011, at.y + 0.017) - 0.6;
    return std::hypot(ring, at.z - 0.005) - 0.25;
}

}  // namespace farfield::compute::test
