#include "compute_node/node/programs/rake_reader.h"

#include "compute_node/particles/particle_limits.h"
#include "compute_node/seeding/field_seeds.h"
#include "compute_node/volumes/surfaces/surface_places.h"
#include "net/message/control_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace farfield::node {

namespace {

std::vector<model::Point> points_of(const std::vector<glm::dvec3>& places)
{
    std::vector<model::Point> points(places.size());
    std::ranges::transform(places, points.begin(), model::point_of);
    return points;
}

std::vector<model::Point> seeds_on(const model::SliceRake& slice, const compute::Field& field)
{
    const auto seeds = compute::seeds_on_slice(field, static_cast<int>(slice.axis), slice.position,
                                               slice.seeds[0], slice.seeds[1]);
    if (seeds.empty()) {
        const char* axis = model::axis_names.at(slice.axis);
        const compute::Bounds& box = field.info().bounds;
        const auto number = static_cast<int>(slice.axis);
        throw std::runtime_error(
            fmt::format("the slice {} = {:g} has no seed in the data; they reach from {:g} to {:g}", axis,
                        slice.position, box.lo[number], box.hi[number]));
    }
    return points_of(seeds);
}

/// True for cells that do not lie along the axes: a lattice along these may miss a thin sheet.
bool has_bent_cells(const compute::Field& field)
{
    const compute::GridKind kind = field.info().kind;
    return !std::holds_alternative<compute::SphericalGrid>(field.grid()) &&
           (kind == compute::GridKind::Curvilinear || kind == compute::GridKind::Unstructured);
}

float first_time(const compute::Field& field)
{
    return field.slices().steady() ? 0.0F : field.slices().times.front();
}

}  // namespace

std::vector<std::uint32_t> seed_counts(const std::vector<model::Rake>& rakes)
{
    std::vector<std::uint32_t> counts;
    counts.reserve(rakes.size());
    for (const model::Rake& rake : rakes) counts.push_back(static_cast<std::uint32_t>(rake.seeds()));
    return counts;
}

RakeReader::RakeReader(std::shared_ptr<const compute::OpenDataset> dataset,
                       const compute::ParticleLimits& limits, std::shared_ptr<MemoryBudget> memory,
                       ScalarFields* scalars)
    : dataset_{std::move(dataset)}, limits_{limits}, memory_{std::move(memory)}, scalars_{scalars}
{}

std::vector<model::Point> RakeReader::seeds_on_surface(const model::IsovalueRake& surface,
                                                       const compute::Field& field) const
{
    std::vector<glm::dvec3> seeds;
    std::shared_ptr<const compute::ScalarLevels> scalar;
    if (scalars_ != nullptr && dataset_->series() && has_bent_cells(field))
        scalar = scalars_->open(*dataset_, surface.scalar, 0);
    if (scalar && !scalar->finest().grid->is_flat)
        for (const glm::vec3 place :
             compute::places_on_surface(scalar->finest(), static_cast<float>(surface.value), surface.seeds))
            seeds.push_back(field.info().absolute(place));
    else
        seeds = compute::seeds_on_isovalue(field, surface.value, surface.seeds);
    if (seeds.empty())
        throw std::runtime_error(fmt::format("'{}' is {:g} nowhere; it lies between {:g} and {:g}",
                                             surface.scalar, surface.value, field.info().scalar_min,
                                             field.info().scalar_max));
    return points_of(seeds);
}

std::vector<model::Rake> RakeReader::read(const std::vector<model::Rake>& rakes)
{
    compute::count_particles(rakes, limits_);  // before the search: numbers of seeds are known only after it
    std::uint64_t asked = 0, held = 0;
    for (const model::Rake& rake : rakes) asked += model::is_data_dependent(rake.shape) ? rake.seeds() : 0;
    for (const Found& found : found_) held += found.seeds.size();
    if (asked + held > 0) memory_.hold("the seeds of slices and isovalues", (asked + held) * bytes_of_seed);
    std::vector<model::Rake> result;
    std::vector<Found> now;
    for (std::size_t i = 0; i < rakes.size(); ++i) {
        result.push_back(rakes[i]);
        if (!model::is_data_dependent(rakes[i].shape)) continue;
        try {
            now.push_back(found(rakes[i].shape));
        } catch (const std::runtime_error& error) {
            throw std::runtime_error(fmt::format("rake {}: {}", i, error.what()));
        }
        result.back().shape = model::ListRake{now.back().seeds};
    }
    found_ = std::move(now);
    held = 0;
    for (const Found& found : found_) held += found.seeds.size();
    memory_.hold("the seeds of slices and isovalues", held * bytes_of_seed);
    return result;
}

RakeReader::Found RakeReader::found(const model::RakeShape& shape) const
{
    const auto known = std::ranges::find(found_, shape, &Found::shape);
    return known != found_.end() ? *known : look_for(shape);
}

RakeReader::Found RakeReader::look_for(const model::RakeShape& shape) const
{
    if (const std::string why = dataset_->why_not_searchable(); !why.empty()) throw std::runtime_error(why);
    const auto* slice = std::get_if<model::SliceRake>(&shape);
    const auto* surface = std::get_if<model::IsovalueRake>(&shape);
    const compute::FieldSource source =
        dataset_->source(surface == nullptr ? std::string{} : surface->scalar);
    const compute::Field& field = compute::shown_at(source, first_time(*source.field));
    return {shape, source.field,
            slice != nullptr ? seeds_on(*slice, field) : seeds_on_surface(*surface, field)};
}

}  // namespace farfield::node
