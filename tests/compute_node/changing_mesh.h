#pragma once

#include "compute_node/datasets/series_field.h"
#include "compute_node/datasets/time_series.h"
#include "tests/compute_node/meshes.h"

#include <glm/mat3x3.hpp>

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace farfield::compute::testing {

/// A flow that changes linearly with time and place: every mesh of linear cells holds it.
inline glm::dvec3 growing_flow(glm::dvec3 p, double seconds)
{
    return (0.2 + 0.1 * seconds) * glm::dvec3{-p.y + 0.3 * p.z, p.x, 0.2 - 0.1 * p.x};
}

/// The mesh of a slice, its values by place and time; the scalar is x + time.
inline GridData changing_data(const UnstructuredGeometry& mesh, double seconds)
{
    return data_on(
        mesh, [seconds](glm::dvec3 p) { return growing_flow(p, seconds); },
        [seconds](glm::dvec3 p) { return p.x + seconds; });
}

inline UnstructuredGeometry turned(UnstructuredGeometry mesh, double radians)
{
    const double c = std::cos(radians), s = std::sin(radians);
    for (glm::vec3& p : mesh.points) p = glm::dvec3{c * p.x - s * p.y, s * p.x + c * p.y, p.z};
    return mesh;
}

inline UnstructuredGeometry moved(UnstructuredGeometry mesh, glm::vec3 way)
{
    for (glm::vec3& p : mesh.points) p += way;
    return mesh;
}

using MeshOfSlice = std::function<UnstructuredGeometry(int slice)>;

/// Each slice on a mesh of its own, half a second apart.
inline std::vector<TimeSlice> changing_slices(int count, const MeshOfSlice& mesh_of)
{
    std::vector<TimeSlice> slices;
    for (int i = 0; i < count; ++i)
        slices.push_back({0.5 * i, "slice " + std::to_string(i), [i, mesh_of](const std::stop_token&) {
                              return changing_data(mesh_of(i), 0.5 * i);
                          }});
    return slices;
}

/// A mesh that turns: the points move, cells and their corners stay.
inline UnstructuredGeometry turning_mesh(CellKind kind, int slice)
{
    return turned(box_mesh(4, kind), 0.3 * slice);
}

/// A mesh that is refined and coarsened again: points and cells are others.
inline UnstructuredGeometry refined_mesh(int slice)
{
    return box_mesh(slice % 3 == 1 ? 6 : 3, CellKind::Hexa);
}

inline FieldSource in_memory(std::vector<TimeSlice> slices, const FieldChoice& choice = {})
{
    return TimeSeries{"changing", std::move(slices)}.field(choice);
}

/// Through a window of so many slices with their grids.
inline FieldSource in_window(std::vector<TimeSlice> slices, std::size_t fitting,
                             const FieldChoice& choice = {})
{
    TimeSeries series{"changing", std::move(slices)};
    series.look_for_changes();
    return {
        std::make_shared<const SeriesField>(std::make_shared<const TimeSeries>(std::move(series)), choice),
        std::make_shared<SliceWindow>(fitting)};
}

}  // namespace farfield::compute::testing
