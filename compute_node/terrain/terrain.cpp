#include "compute_node/terrain/terrain.h"

#include "compute_node/terrain/terrain_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace farfield::terrain {

glm::dvec3 Terrain::grid_of(glm::dvec3 place) const
{
    return {info.frame.post_at(glm::dvec2{place}), place.z};
}

glm::dvec3 Terrain::place_of(glm::dvec3 grid) const
{
    return {info.frame.coordinates_of(glm::dvec2{grid}), grid.z};
}

glm::dvec3 Terrain::grid_direction(glm::dvec3 metres, glm::dvec2 place) const
{
    return {glm::dvec2{metres} / info.frame.post_metres_at(place), metres.z};
}

double Terrain::height_at(glm::dvec2 place) const
{
    return ground_at(blocks, info.frame.post_at(place));
}

void Terrain::verify_intact() const
{
    if (!is_intact())
        throw std::runtime_error(fmt::format(
            "the cache file '{}' of '{}' was cut short while it was in use, or its disk fails; when "
            "the terrain is opened again, it is built anew",
            file->file.filename().string(), info.name));
}

double earth_curvature(double refraction)
{
    constexpr double radius_metres = 6371008.8;
    return std::max(0.0, 1.0 - refraction) / (2.0 * radius_metres);
}

Terrain load_terrain(const std::vector<std::string>& names, const HeightOptions& options,
                     const BuildWatch& watch, const CacheSettings& cache)
{
    return load_terrain(*open_named_terrain(names, options), options, watch, cache);
}

Terrain load_terrain(HeightSource& source, const HeightOptions& options, const BuildWatch& watch,
                     const CacheSettings& cache)
{
    Terrain terrain;
    const std::string made_with =
        fmt::format("\nscale {} unit {} band {}", options.vertical_scale, options.unit, options.band);
    CachedBlocks cached = cached_blocks(source, made_with, cache, watch);
    terrain.blocks = std::move(cached.blocks);
    terrain.file = std::move(cached.file);
    terrain.mapping = std::move(cached.mapping);
    terrain.info = source.info();
    terrain.info.notes = std::move(cached.notes);
    return terrain;
}

}  // namespace farfield::terrain
