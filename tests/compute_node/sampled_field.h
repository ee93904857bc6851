#pragma once

#include "compute_node/datasets/dataset.h"
#include "compute_node/datasets/field_builder.h"

#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace farfield::compute::testing {

using Flow = std::function<glm::dvec3(glm::dvec3)>;
using Scalar = std::function<double(glm::dvec3)>;

/// Unstructured: the curvilinear grid's cells, as a mesh of hexahedra.
enum class GridForm { Uniform, Rectilinear, Curvilinear, Unstructured };

inline constexpr double box_lo = -2.0, box_hi = 2.0;

/// Node i of n in [-2, 2]: equally spaced, or crowded towards the middle.
inline double node_at(int i, int n, bool stretched)
{
    const double t = 2.0 * i / (n - 1.0) - 1.0;
    return box_hi * (stretched ? 0.5 * (t + t * t * t) : t);
}

/// In the box, a little off its faces.
inline glm::vec3 random_point(std::mt19937& random)
{
    std::uniform_real_distribution<float> inside{-1.99F, 1.99F};
    return {inside(random), inside(random), inside(random)};
}

inline glm::dvec3 linear_flow(glm::dvec3 p)
{
    return {1.0 + p.x - p.y, 2.0 * p.z, p.x + 3.0 * p.y - p.z};
}

inline double linear_scalar(glm::dvec3 p)
{
    return 4.0 - p.x + 0.5 * p.y + 2.0 * p.z;
}

/// Bends inner points of the box; its faces stay where they are.
inline glm::dvec3 warped(glm::dvec3 p)
{
    const auto bump = [](glm::dvec3 q) {
        return (4.0 - q.x * q.x) * (4.0 - q.y * q.y) * (4.0 - q.z * q.z) / 64.0;
    };
    const double b = 0.3 * bump(p);
    return p + glm::dvec3{b * std::sin(p.y + p.z), b * std::sin(2.0 * p.x), b * std::cos(p.x - p.y)};
}

/// The cells of a lattice of n^3 nodes.
inline CellList hexahedra(int n)
{
    CellList cells;
    const auto node = [n](int i, int j, int k) { return static_cast<std::uint32_t>(i + n * (j + n * k)); };
    for (int k = 0; k + 1 < n; ++k)
        for (int j = 0; j + 1 < n; ++j)
            for (int i = 0; i + 1 < n; ++i) {
                cells.kinds.push_back(CellKind::Hexa);
                for (const int up : {0, 1})
                    for (const auto& [x, y] : {std::array{0, 0}, {1, 0}, {1, 1}, {0, 1}})
                        cells.corners.push_back(node(i + x, j + y, k + up));
            }
    return cells;
}

/// Data at n^3 nodes of [-2, 2]^3; the scalar array is named "s".
inline GridData data_on(GridForm grid, int n, const Flow& flow, const Scalar& scalar)
{
    GridData data;
    data.format = "test";
    data.dims = {glm::uvec3{static_cast<unsigned>(n)}};
    NodeValues vectors{"velocity", 3, {}, ""}, scalars{"s", 1, {}, ""};
    CurvilinearGeometry points;
    RectilinearGeometry axes;
    for (int i = 0; i < n; ++i)
        for (auto& axis : axes.coordinates) axis.push_back(node_at(i, n, true));
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const bool stretched = grid == GridForm::Rectilinear;
                glm::dvec3 p{node_at(i, n, stretched), node_at(j, n, stretched), node_at(k, n, stretched)};
                if (grid == GridForm::Curvilinear || grid == GridForm::Unstructured) p = warped(p);
                points.points.emplace_back(p);
                const glm::dvec3 v = flow(p);
                for (int c = 0; c < 3; ++c) vectors.values.own().push_back(static_cast<float>(v[c]));
                scalars.values.own().push_back(static_cast<float>(scalar(p)));
            }
    if (grid == GridForm::Uniform)
        data.geometry = UniformGeometry{glm::dvec3{box_lo}, glm::dvec3{(box_hi - box_lo) / (n - 1)}};
    if (grid == GridForm::Rectilinear) data.geometry = axes;
    if (grid == GridForm::Curvilinear) data.geometry = points;
    if (grid == GridForm::Unstructured) {
        data.geometry = UnstructuredGeometry{points.points, hexahedra(n)};
        data.dims.clear();
    }
    data.arrays = {vectors, scalars};
    return data;
}

inline Dataset dataset_on(GridForm grid, int n, const Flow& flow, const Scalar& scalar)
{
    return {"test", data_on(grid, n, flow, scalar)};
}

inline std::shared_ptr<const Field> field_on(GridForm grid, int n, const Flow& flow)
{
    return dataset_on(grid, n, flow, [](glm::dvec3) { return 0.0; }).field();
}

/// One turn about z in 2 pi: linear, so that every grid holds it exactly.
inline glm::dvec3 rotation(glm::dvec3 p)
{
    return {-p.y, p.x, 0.0};
}

}  // namespace farfield::compute::testing
