// Time that a surface takes from a field's bricks on to the last byte of its payload.
#include "bench/node/suites.h"
#include "compute_node/datasets/field_builder.h"
#include "compute_node/fields/analytic_flow.h"
#include "compute_node/support/parallel.h"
#include "compute_node/volumes/boundaries/boundary_surface.h"
#include "compute_node/volumes/surfaces/isosurface_cutter.h"
#include "model/programs/surface.h"

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <numbers>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace farfield::node {

namespace {

constexpr int volume_runs = 9;
constexpr float volume_value = 0.8F;
constexpr double volume_edge = 2.0 * std::numbers::pi;

enum class Nodes { AlongAxes, Bent, Tetrahedra };

/// The nodes of a cube, i fastest.
std::vector<glm::dvec3> cube_nodes(int n)
{
    std::vector<glm::dvec3> nodes;
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) nodes.push_back(volume_edge / (n - 1) * glm::dvec3{i, j, k});
    return nodes;
}

/// Six tetrahedra in each cell, about the diagonal from its lowest corner to its highest.
compute::CellList six_in_each(int n)
{
    constexpr std::array corners{0, 1, 3, 7, 0, 3, 2, 7, 0, 2, 6, 7, 0, 6, 4, 7, 0, 4, 5, 7, 0, 5, 1, 7};
    compute::CellList cells;
    for (int k = 0; k + 1 < n; ++k)
        for (int j = 0; j + 1 < n; ++j)
            for (int i = 0; i + 1 < n; ++i) {
                cells.kinds.insert(cells.kinds.end(), 6, compute::CellKind::Tetra);
                for (const int c : corners)
                    cells.corners.push_back(static_cast<std::uint32_t>(
                        i + (c & 1) + n * (j + (c >> 1 & 1) + n * (k + (c >> 2)))));
            }
    return cells;
}

compute::GridData cell_data(int n, Nodes kind)
{
    compute::GridData data;
    data.dims = {glm::uvec3{static_cast<unsigned>(n)}};
    if (kind == Nodes::AlongAxes)
        data.geometry = compute::UniformGeometry{glm::dvec3{0.0}, glm::dvec3{volume_edge / (n - 1)}};
    if (kind == Nodes::Bent) {
        compute::CurvilinearGeometry bent;
        for (const glm::dvec3& at : cube_nodes(n))
            bent.points.emplace_back(at + 0.05 * glm::sin(glm::dvec3{at.y, at.z, at.x}));
        data.geometry = std::move(bent);
    }
    if (kind == Nodes::Tetrahedra) {
        const std::vector<glm::dvec3> nodes = cube_nodes(n);
        data.geometry = compute::UnstructuredGeometry{{nodes.begin(), nodes.end()}, six_in_each(n)};
        data.dims.clear();
    }
    compute::NodeValues velocity{"velocity", 3, {}, ""};
    for (const glm::dvec3& at : cube_nodes(n)) {
        const glm::dvec3 v = compute::velocity_of(compute::AnalyticFlow::Cell, at);
        for (int axis = 0; axis < 3; ++axis) velocity.values.own().push_back(static_cast<float>(v[axis]));
    }
    data.arrays.push_back(std::move(velocity));
    data.default_vector = "velocity";
    return data;
}

/// A dataset and the bricks that surfaces are cut from.
struct CellVolume {
    CellVolume(int n, Nodes kind)
        : data{cell_data(n, kind)},
          grid{compute::build_grid(data)},
          volume{std::make_shared<const compute::VolumeGrid>(compute::volume_grid(data, *grid))},
          speed{compute::scalar_field("speed", compute::scalar_values(data, *grid, "speed", {}), volume)}
    {}
    compute::GridData data;
    std::shared_ptr<const compute::Grid> grid;
    std::shared_ptr<const compute::VolumeGrid> volume;
    compute::ScalarField speed;
};

/// Adds a figure in milliseconds and the triangles that `cut` made in each run.
void add_runs(model::Suite& suite, const std::string& name, const std::function<std::uint64_t()>& cut)
{
    std::vector<double> milliseconds;
    std::uint64_t triangles = cut();  // takes memory and wakes threads
    for (int run = 0; run < volume_runs; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        triangles = cut();
        milliseconds.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    suite.figures.push_back(model::figure_of(name, "ms", milliseconds));
    suite.figures.push_back(
        model::figure_of(name + ".triangles", "1", std::vector{static_cast<double>(triangles)}));
}

void bench_isosurface(model::Suite& suite, const std::string& name, const CellVolume& of, int threads)
{
    compute::IsosurfaceCutter cutter;
    std::vector<std::byte> payload;
    const compute::CutRequest request{.field = of.speed, .value = volume_value, .threads = threads};
    add_runs(suite, fmt::format("{}.threads{}", name, threads), [&] {
        const auto slabs = cutter.count(request);
        const compute::SurfacePart whole{0, slabs.size(), compute::count_of(slabs)};
        payload.resize(compute::bytes_of(whole.count));
        (void)cutter.write(request, slabs, whole, nullptr, payload);
        return whole.count.elements;
    });
}

void bench_outer(model::Suite& suite, const CellVolume& of)
{
    add_runs(suite, "volume.boundary.outer.tets.64", [&] {
        const auto source = compute::boundary_source(of.data, *of.grid, *of.volume);
        const auto patch = compute::find_faces(source, model::BoundaryOuter{});
        return std::uint64_t{compute::triangles_of(patch, *of.volume, std::nullopt).elements()};
    });
}

bool is_asked(const std::string& only, const std::string& name)
{
    return only.starts_with(name) || name.starts_with(only);
}

}  // namespace

model::Suite bench_volume(const std::string& only)
{
    model::Suite suite{.name = "volume", .figures = {}, .notes = {}};
    struct Case {
        std::string name;
        int nodes;
        Nodes kind;
    };
    for (const Case& of : {Case{"volume.surface.cell.128", 128, Nodes::AlongAxes},
                           Case{"volume.surface.cell.256", 256, Nodes::AlongAxes},
                           Case{"volume.surface.curvilinear.128", 128, Nodes::Bent},
                           Case{"volume.surface.tets.64", 64, Nodes::Tetrahedra}}) {
        if (!is_asked(only, of.name)) continue;
        const CellVolume volume{of.nodes, of.kind};
        for (const int threads : std::set{1, thread_count(0)})
            bench_isosurface(suite, of.name, volume, threads);
    }
    bench_slices(suite, only);
    bench_answers(suite, only);
    if (is_asked(only, "volume.boundary.outer.tets.64")) bench_outer(suite, {64, Nodes::Tetrahedra});
    return suite;
}

}  // namespace farfield::node
