#include "compute_node/commands/surface_cut.h"

#include "compute_node/grids/own_turn.h"
#include "compute_node/node/data/scalar_fields.h"
#include "compute_node/node/programs/surfaces/scalar_at_time.h"
#include "compute_node/volumes/boundaries/boundary_surface.h"
#include "compute_node/volumes/surfaces/isosurface_cutter.h"
#include "model/fields/json_fields.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>

namespace farfield::node {

namespace {

using compute::ScalarField;
using compute::VolumeGrid;

/// A dataset's grid and scalars at one time. Between two slices with different grids they are those of the
/// nearest.
class ScalarReader {
public:
    ScalarReader(const compute::TimeSeries& of, double time) : series{of}
    {
        if (series.slices() < 2) return;
        const std::vector<double> times = series.times();
        const auto next = static_cast<std::size_t>(std::ranges::upper_bound(times, time) - times.begin());
        if (next > 0) slices_.front() = next - 1;
        if (next == 0 || next == times.size()) return;
        part_ = static_cast<float>((time - times[next - 1]) / (times[next] - times[next - 1]));
        if (part_ > 0.0F) slices_.push_back(next);
        nearest_ = nearest_slice(times, time);
    }

    const compute::TimeSeries& series;

    /// The slice that the grid is of.
    [[nodiscard]] std::size_t slice() const { return slices_.size() > 1 ? nearest_ : slices_.front(); }
    [[nodiscard]] std::shared_ptr<const VolumeGrid> grid() const
    {
        const compute::GridData data = slice_data(series, slice());
        return volume_of(series.grid_of(slice(), data), data);
    }
    [[nodiscard]] ScalarField read(const std::string& name) const
    {
        const ScalarField before = read(name, slices_.front());
        if (slices_.size() == 1) return before;
        const ScalarField after = read(name, slices_.back());
        if (before.grid != after.grid) return nearest_ == slices_.front() ? before : after;
        return compute::between(before, after, part_);
    }

private:
    [[nodiscard]] ScalarField read(const std::string& name, std::size_t number) const
    {
        const compute::GridData data = slice_data(series, number);
        const std::string known = name.empty() ? compute::default_scalar_of(data) : name;
        const compute::Bounds& bounds = series.info().bounds;
        std::array<bool, 3> flat{};
        for (int axis = 0; axis < 3; ++axis)
            flat[static_cast<std::size_t>(axis)] = bounds.lo[axis] == bounds.hi[axis];
        const auto lies_on = series.grid_of(number, data);
        return compute::scalar_field(known, compute::scalar_values(data, *lies_on, known, flat),
                                     volume_of(lies_on, data));
    }
    /// Bricks of a grid, made once for each grid.
    [[nodiscard]] std::shared_ptr<const VolumeGrid>
    volume_of(const std::shared_ptr<const compute::Grid>& grid, const compute::GridData& data) const
    {
        auto& volume = volumes_[grid];
        const bool is_first = grid == series.first().grid();
        if (!volume)
            volume = std::make_shared<const VolumeGrid>(
                compute::volume_grid(is_first ? series.first().data() : data, *grid));
        return volume;
    }

    std::vector<std::size_t> slices_{0};  ///< numbers of one or two about the time
    std::size_t nearest_ = 0;
    float part_ = 0.0F;  ///< part of the way from the first of them to the second
    mutable std::map<std::shared_ptr<const compute::Grid>, std::shared_ptr<const VolumeGrid>> volumes_;
};

std::optional<compute::CellRegion> region_of(const SurfaceCut& cut, const compute::DatasetInfo& info)
{
    if (!cut.region) return std::nullopt;
    const auto& [x0, x1, y0, y1, z0, z1] = *cut.region;
    const compute::Bounds box = compute::OwnTurn{info}.moved(compute::Bounds{{x0, y0, z0}, {x1, y1, z1}});
    return compute::CellRegion{glm::vec3{box.lo - info.origin}, glm::vec3{box.hi - info.origin}};
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
    const std::shared_ptr<const VolumeGrid> finest = reader.grid();
    if (finest->is_flat)
        throw std::runtime_error(
            fmt::format("'{}' is flat and has no isosurfaces", reader.series.info().name));
    if (cut.level > compute::coarsest_level(*finest))
        throw std::runtime_error(
            fmt::format("--level: expected at most {}, the coarsest of this grid, found {}",
                        compute::coarsest_level(*finest), cut.level));
    const auto grid = std::make_shared<const VolumeGrid>(compute::coarsened(*finest, cut.level));
    const ScalarField field = compute::coarsened(reader.read(cut.scalar), cut.level, grid);
    std::optional<ScalarField> colour;
    if (!cut.colour.empty()) colour = compute::coarsened(reader.read(cut.colour), cut.level, grid);
    compute::IsosurfaceCutter cutter;
    compute::SurfaceMesh mesh;
    for (const double value : cut.values) {
        const compute::CutRequest request{.field = field,
                                          .value = static_cast<float>(value),
                                          .region = region_of(cut, reader.series.info()),
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

/// The plane that a text plane:BLOCK,AXIS,INDEX names.
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
        throw CLI::ValidationError(
            "--boundary",
            fmt::format("expected plane:BLOCK,AXIS,INDEX, such as plane:0,k,-1, found '{}'", text));
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
        throw CLI::ValidationError("--boundary",
                                   fmt::format("expected suggested, no-slip, walls, outer, land, faces, or "
                                               "plane:BLOCK,AXIS,INDEX with an axis i, j or k, found '{}'",
                                               name));
    }
}

compute::SurfaceMesh find_boundary(const ScalarReader& reader, const SurfaceCut& cut)
{
    const compute::GridData data = slice_data(reader.series, reader.slice());
    const auto lies_on = reader.series.grid_of(reader.slice(), data);
    const std::shared_ptr<const VolumeGrid> grid = reader.grid();
    const auto source = compute::boundary_source(data, *lies_on, *grid);
    const auto region = region_of(cut, reader.series.info());
    std::optional<ScalarField> scalar;
    if (!cut.scalar.empty()) scalar = reader.read(cut.scalar);
    compute::SurfaceMesh mesh;
    for (const model::BoundarySurface& surface : surfaces_named(cut.boundary, source)) {
        const auto patch =
            std::visit([&](const auto& kind) { return compute::find_faces(source, kind); }, surface.surface);
        for (const auto& elements :
             {compute::triangles_of(patch, *grid, region), compute::segments_of(patch, *grid, region)})
            for (const auto& part : compute::parts_of(elements, std::numeric_limits<std::uint64_t>::max()))
                append(
                    part.count, elements.per_element,
                    [&](std::span<std::byte> to) {
                        compute::write_part(elements, part, *grid, scalar ? &*scalar : nullptr, to);
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
    const double begin = series.slices() > 1 ? series.times()[series.first_index()] : 0.0;
    const ScalarReader reader{series, cut.time.value_or(begin)};
    return cut.boundary.empty() ? cut_isosurfaces(reader, cut, cancelled) : find_boundary(reader, cut);
}

}  // namespace farfield::node
