#pragma once

#include "compute_node/grids/grid_data.h"
#include "tests/compute_node/sampled_field.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <random>
#include <span>
#include <vector>

namespace farfield::compute::testing {

/// A mesh of the box [-2, 2]^3 that is put together cell by cell.
class MeshBuilder {
public:
    std::uint32_t add_point(glm::dvec3 p)
    {
        mesh_.points.emplace_back(p);
        return static_cast<std::uint32_t>(mesh_.points.size() - 1);
    }
    void add_cell(CellKind kind, std::span<const std::uint32_t> corners)
    {
        mesh_.cells.kinds.push_back(kind);
        mesh_.cells.corners.insert(mesh_.cells.corners.end(), corners.begin(), corners.end());
    }
    void add_cell(CellKind kind, std::initializer_list<std::uint32_t> corners)
    {
        add_cell(kind, std::span{corners.begin(), corners.size()});
    }

    /// One hexahedron, in VTK's order, as cells of a kind that fill it and match those of its neighbours.
    void add_block(CellKind kind, const std::array<std::uint32_t, 8>& h)
    {
        const auto [a, b, c, d, e, f, g, i] = h;
        if (kind == CellKind::Hexa) add_cell(kind, h);
        if (kind == CellKind::Wedge) {
            add_cell(kind, {a, b, d, e, f, i});
            add_cell(kind, {b, c, d, f, g, i});
        }
        if (kind == CellKind::Tetra)  // around the diagonal from a to g
            for (const auto& [p, q] : {std::array{b, c}, {c, d}, {d, i}, {i, e}, {e, f}, {f, b}})
                add_cell(kind, {a, p, q, g});
        if (kind == CellKind::Pyramid) {
            glm::dvec3 centre{0.0};
            for (const std::uint32_t corner : h) centre += glm::dvec3{mesh_.points[corner]} / 8.0;
            const std::uint32_t tip = add_point(centre);
            for (const auto& face : {std::array{a, b, c, d},
                                     {e, f, g, i},
                                     {a, b, f, e},
                                     {b, c, g, f},
                                     {c, d, i, g},
                                     {d, a, e, i}})
                add_cell(kind, {face[0], face[1], face[2], face[3], tip});
        }
    }

    UnstructuredGeometry& mesh() { return mesh_; }

private:
    UnstructuredGeometry mesh_;
};

/// Gives the points other numbers at random: which diagonals are cut hangs on them.
inline void shuffle_points(UnstructuredGeometry& mesh)
{
    std::vector<std::uint32_t> number(mesh.points.size());
    std::iota(number.begin(), number.end(), 0U);
    std::shuffle(number.begin(), number.end(), std::mt19937{7});
    std::vector<glm::vec3> points(mesh.points.size());
    for (std::size_t n = 0; n < points.size(); ++n) points[number[n]] = mesh.points[n];
    mesh.points = points;
    for (std::uint32_t& corner : mesh.cells.corners) corner = number[corner];
}

/// The box as n^3 blocks, each of the kind that choose(block) names.
template <class Choose>
UnstructuredGeometry box_mesh(int n, const Choose& choose)
{
    MeshBuilder builder;
    for (int k = 0; k <= n; ++k)
        for (int j = 0; j <= n; ++j)
            for (int i = 0; i <= n; ++i)
                builder.add_point(
                    warped({node_at(i, n + 1, false), node_at(j, n + 1, false), node_at(k, n + 1, false)}));
    const auto point = [n](int i, int j, int k) {
        return static_cast<std::uint32_t>(i + (n + 1) * (j + (n + 1) * k));
    };
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i)
                builder.add_block(choose(glm::ivec3{i, j, k}),
                                  {point(i, j, k), point(i + 1, j, k), point(i + 1, j + 1, k),
                                   point(i, j + 1, k), point(i, j, k + 1), point(i + 1, j, k + 1),
                                   point(i + 1, j + 1, k + 1), point(i, j + 1, k + 1)});
    shuffle_points(builder.mesh());
    return builder.mesh();
}

inline UnstructuredGeometry box_mesh(int n, CellKind kind)
{
    return box_mesh(n, [kind](glm::ivec3) { return kind; });
}

/// Hexahedra and pyramids like the fields of a chessboard.
inline UnstructuredGeometry mixed_mesh(int n)
{
    return box_mesh(
        n, [](glm::ivec3 at) { return (at.x + at.y + at.z) % 2 == 0 ? CellKind::Hexa : CellKind::Pyramid; });
}

/// The box as 3 x 3 x 3 blocks without the one in the middle.
inline UnstructuredGeometry holed_mesh(CellKind kind)
{
    UnstructuredGeometry mesh = box_mesh(3, kind);
    const auto cut_out = [](auto& all) {
        constexpr std::ptrdiff_t blocks = 27, middle = blocks / 2;
        const std::ptrdiff_t of_block = std::ssize(all) / blocks;
        const auto first = all.begin() + middle * of_block;
        all.erase(first, first + of_block);
    };
    cut_out(mesh.cells.kinds);
    cut_out(mesh.cells.corners);
    return mesh;
}

/// Every cell has points of its own: none is any other's neighbour by its points.
inline UnstructuredGeometry cracked(const UnstructuredGeometry& mesh)
{
    UnstructuredGeometry apart;
    apart.cells.kinds = mesh.cells.kinds;
    for (const std::uint32_t corner : mesh.cells.corners) {
        apart.cells.corners.push_back(static_cast<std::uint32_t>(apart.points.size()));
        apart.points.push_back(mesh.points[corner]);
    }
    return apart;
}

/// A square [0, 4]^2 across an axis, of quads and triangles, at 7.
inline UnstructuredGeometry flat_mesh(int axis)
{
    MeshBuilder builder;
    const auto place = [axis](double a, double b) {
        glm::dvec3 p{7.0};
        p[(axis + 1) % 3] = a;
        p[(axis + 2) % 3] = b;
        return p;
    };
    for (std::uint32_t row = 0; row < 5; ++row)
        for (std::uint32_t column = 0; column < 5; ++column) builder.add_point(place(column, row));
    for (std::uint32_t j = 0; j < 4; ++j)
        for (std::uint32_t i = 0; i < 4; ++i) {
            const std::uint32_t a = i + 5 * j;
            if ((i + j) % 2 == 0) {
                builder.add_cell(CellKind::Quad, {a, a + 1, a + 6, a + 5});
                continue;
            }
            builder.add_cell(CellKind::Triangle, {a, a + 1, a + 6});
            builder.add_cell(CellKind::Triangle, {a, a + 6, a + 5});
        }
    shuffle_points(builder.mesh());
    return builder.mesh();
}

/// A field on a mesh; the scalar array is named "s".
inline GridData data_on(const UnstructuredGeometry& mesh, const Flow& flow, const Scalar& scalar)
{
    GridData data;
    data.format = "test";
    NodeValues vectors{"velocity", 3, {}, ""}, scalars{"s", 1, {}, ""};
    for (const glm::vec3& p : mesh.points) {
        const glm::dvec3 v = flow(p);
        for (int c = 0; c < 3; ++c) vectors.values.own().push_back(static_cast<float>(v[c]));
        scalars.values.own().push_back(static_cast<float>(scalar(p)));
    }
    data.geometry = mesh;
    data.arrays = {vectors, scalars};
    return data;
}

}  // namespace farfield::compute::testing
