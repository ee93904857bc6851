#pragma once

#include "compute_node/grids/cells/shape_functions.h"
#include "tests/compute_node/meshes.h"
#include "tests/compute_node/volumes/made_field.h"

#include <array>
#include <cmath>
#include <map>
#include <tuple>

/// Meshes of quadratic cells, which have nodes in the middle of their edges.
namespace farfield::compute::test {

/// Linear cells of a cube of n^3 blocks from -1 to 1, as quadratic ones of a kind with the same corners.
inline GridData quadratic_data(int n, CellKind kind)
{
    testing::MeshBuilder linear;
    for (const glm::dvec3& at : cube_places(n + 1)) (void)linear.add_point(at);
    const auto point = [n](int i, int j, int k) {
        return static_cast<std::uint32_t>(i + (n + 1) * (j + (n + 1) * k));
    };
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i)
                linear.add_block(traits_of(kind).by_corners,
                                 {point(i, j, k), point(i + 1, j, k), point(i + 1, j + 1, k),
                                  point(i, j + 1, k), point(i, j, k + 1), point(i + 1, j, k + 1),
                                  point(i + 1, j + 1, k + 1), point(i, j + 1, k + 1)});
    const UnstructuredGeometry& mesh = linear.mesh();
    UnstructuredGeometry made;
    std::map<std::tuple<long, long, long>, std::uint32_t> numbers;
    const std::size_t corners = corner_count(kind);
    for (std::size_t cell = 0; cell < mesh.cells.kinds.size(); ++cell) {
        made.cells.kinds.push_back(kind);
        for (const glm::vec3& place : node_places(kind)) {
            const ShapeWeights weights = shape_functions(traits_of(kind).by_corners, place);
            glm::dvec3 at{0.0};
            for (std::size_t c = 0; c < corners; ++c)
                at += double{weights[c]} * glm::dvec3{mesh.points[mesh.cells.corners[cell * corners + c]]};
            const auto key = [](double x) { return std::lround(1e4 * x); };
            const auto [found, is_new] = numbers.try_emplace({key(at.x), key(at.y), key(at.z)},
                                                             static_cast<std::uint32_t>(made.points.size()));
            if (is_new) made.points.emplace_back(at);
            made.cells.corners.push_back(found->second);
        }
    }
    testing::shuffle_points(made);
    GridData data;
    data.geometry = std::move(made);
    return data;
}

inline constexpr std::array quadratic_kinds{CellKind::QuadraticTetra, CellKind::QuadraticPyramid,
                                            CellKind::QuadraticWedge, CellKind::BiquadraticWedge,
                                            CellKind::QuadraticHexa,  CellKind::TriquadraticHexa};

}  // namespace farfield::compute::test
