#include "compute_node/commands/surface_cut.h"

#include "compute_node/node/data/scalar_fields.h"
#include "compute_node/volumes/boundaries/boundary_surface.h"
#include "compute_node/volumes/surfaces/isosurface_cutter.h"
#include "model/fields/json_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>

namespace farfield::node {

namespace {

using compute::ScalarField;
using compute::VolumeGrid;

/// A dataset's scalars at one time.
struct ScalarReader {
    const compute::TimeSeries& series;
    std::shared_ptr<const VolumeGrid> grid;
    double time;

    [[nodiscard]] ScalarField read(const std::string& name) const
    {
        const std::vector<double> times = series.slices() > 1 ? series.times() : std::vector{0.0};
        const auto next = static_cast<std::size_t>(std::ranges::upper_bound(times, time) - times.begin());
        if (next == 0 || series.slices() < 2) return slice(name, 0);
        if (next == times.size()) return slice(name, times.size() - 1);
        const auto part = static_cast<float>((time - times[next - 1]) / (times[next] - times[next - 1]));
        if (part == 0.0F) return slice(name, next - 1);
        return compute::between(slice(name, next - 1), slice(name, next), part);
    }

private:
    [[nodiscard]] ScalarField slice(const std::string& name, std::size_t number) const
    {
        const compute::GridData data = slice_data(series, number);
        const std::string known = name.empty() ? compute::default_scalar_of(data) : name;
        const compute::Bounds& bounds = series.info().bounds;
        std::array<bool, 3> flat{};
        for (int axis = 0; axis < 3; ++axis)
            flat[static_cast<std::size_t>(axis)] = bounds.lo[axis] == bounds.hi[axis];
        return compute::scalar_field(known, compute::scalar_values(data, *series.first().grid(), known, flat),
                                     grid);
    }
};

std::optional<compute::CellRegion> region_of(const SurfaceCut& cut, glm::dvec3 origin)
{
    if (!cut.region) return std::nullopt;
    const auto& [x0, x1, y0, y1, z0, z1] = *cut.region;
    return compute::CellRegion{glm::vec3{glm::dvec3{x0, y0, z0} - origin},
                               glm::vec3{glm::dvec3{x1, y1, z1} - origin}};
}

void append(const compute::SurfaceCount& count, std::size_t corners,
            const std::function<bool(std::span<std::byte>)>& write, compute::SurfaceMesh& to)
{
    std::vector<std::byte> payload(compute::bytes_of(count, corners));
    encode_preamble(model::SurfacePreamble{.vertices = static_cast<std::uint32_t>(count.vertices),
                                           .elements = static_cast<std::uint32_t>(count.elements),
                                           .corners = static_cast<std::uint32_t>(corners)},
                    std::span(payload).first<model::surface_preamble_bytes>());
    if (write(std::span<std::byte>(payload))) to.append(payload);
}

compute::SurfaceMesh cut_isosurfaces(const ScalarReader& reader, const SurfaceCut& cut,
                                     const std::atomic<bool>& cancelled)
{
    if (reader.grid->is_flat)
        throw std::runtime_error(
            fmt::format("'{}' is flat and has no isosurfaces", reader.series.info().name));
    if (cut.level > compute::coarsest_level(*reader.grid))
        throw std::runtime_error(
            fmt::format("--level: expected at most {}, the coarsest of this grid, found {}",
                        compute::coarsest_level(*reader.grid), cut.level));
    const auto grid = std::make_shared<const VolumeGrid>(compute::coarsened(*reader.grid, cut.level));
    const ScalarField field = compute::coarsened(reader.read(cut.scalar), cut.level, grid);
    std::optional<ScalarField> colour;
    if (!cut.colour.empty()) colour = compute::coarsened(reader.read(cut.colour), cut.level, grid);
    compute::IsosurfaceCutter cutter;
    compute::SurfaceMesh mesh;
    for (const double value : cut.values) {
        const compute::CutRequest request{.field = field,
                                          .value = static_cast<float>(value),
                                          .region = region_of(cut, reader.series.info().origin),
                                          .threads = cut.threads,
                                          .cancelled = &cancelled};
        const auto slabs = cutter.count(request);
        const compute::SurfacePart whole{0, slabs.size(), compute::count_of(slabs)};
        append(
            whole.count, 3,
            [&](std::span<std::byte> to) {
                return cutter.write(request, slabs, whole, colour ? &*colour : nullptr, to);
            },
            mesh);
    }
    return mesh;
}

/// plane:BLOCK,AXIS,INDEX.
model::Json boundary_plane_named(const std::string& text)
{
    const std::size_t first = text.find(','), second = text.find(',', first + 1);
    try {
        if (second == std::string::npos) throw std::invalid_argument(text);
        return {{"kind", "plane"},
                {"block", std::stoul(text.substr(6, first - 6))},
                {"axis", text.substr(first + 1, second - first - 1)},
                {"index", std::stoi(text.substr(second + 1))}};
    } catch (const std::logic_error&) {
        throw std::runtime_error(fmt::format(
            "--boundary: expected plane:BLOCK,AXIS,INDEX, such as plane:0,k,-1, found '{}'", text));
    }
}

std::vector<model::BoundarySurface> surfaces_named(const std::string& name,
                                                   const compute::BoundarySource& source)
{
    if (name == "suggested") return compute::suggested_boundary(source);
    const model::Json surface =
        name.starts_with("plane:") ? boundary_plane_named(name) : model::Json{{"kind", name}};
    try {
        return {model::read<model::BoundarySurface>(surface)};
    } catch (const model::FieldError&) {
        throw std::runtime_error(
            fmt::format("--boundary: expected suggested, no-slip, walls, outer, land, faces, or "
                        "plane:BLOCK,AXIS,INDEX with an axis i, j or k, found '{}'",
                        name));
    }
}

compute::SurfaceMesh find_boundary(const ScalarReader& reader, const SurfaceCut& cut)
{
    const compute::GridData data = slice_data(reader.series, 0);
    const auto source = compute::boundary_source(data, *reader.series.first().grid(), *reader.grid);
    const auto region = region_of(cut, reader.series.info().origin);
    std::optional<ScalarField> scalar;
    if (!cut.scalar.empty()) scalar = reader.read(cut.scalar);
    compute::SurfaceMesh mesh;
    for (const model::BoundarySurface& surface : surfaces_named(cut.boundary, source)) {
        const auto patch =
            std::visit([&](const auto& kind) { return compute::find_faces(source, kind); }, surface.surface);
        for (const auto& elements : {compute::triangles_of(patch, *reader.grid, region),
                                     compute::segments_of(patch, *reader.grid, region)})
            for (const auto& part : compute::parts_of(elements, std::numeric_limits<std::uint64_t>::max()))
                append(
                    part.count, elements.per_element,
                    [&](std::span<std::byte> to) {
                        compute::write_part(elements, part, *reader.grid, scalar ? &*scalar : nullptr, to);
                        return true;
                    },
                    mesh);
    }
    return mesh;
}

}  // namespace

compute::SurfaceMesh cut_surface(const compute::TimeSeries& series, const SurfaceCut& cut,
                                 const std::atomic<bool>& cancelled)
{
    if (series.first().grid() == nullptr)
        throw std::runtime_error(
            fmt::format("'{}' is an exact function, which has no nodes; sampled, as '{}:64', it "
                        "has surfaces",
                        series.info().name, series.info().name));
    const ScalarReader reader{series,
                              std::make_shared<const VolumeGrid>(
                                  compute::volume_grid(series.first().data(), *series.first().grid())),
                              cut.time.value_or(0.0)};
    return cut.boundary.empty() ? cut_isosurfaces(reader, cut, cancelled) : find_boundary(reader, cut);
}

}  // namespace farfield::node
