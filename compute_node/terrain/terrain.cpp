#include "compute_node/terrain/terrain.h"

#include "compute_node/terrain/terrain_names.h"

#include <algorithm>

namespace farfield::compute {

glm::dvec3 Terrain::grid_of(glm::dvec3 place) const
{
    return {info.frame.post_at(glm::dvec2{place}), place.z};
}

glm::dvec3 Terrain::place_of(glm::dvec3 grid) const
{
    return {info.frame.coordinates_of(glm::dvec2{grid}), grid.z};
}

glm::dvec3 Terrain::grid_direction(glm::dvec3 metres) const
{
    return {glm::dvec2{metres} / info.frame.post_metres(), metres.z};
}

double Terrain::height_at(glm::dvec2 place) const
{
    const glm::dvec2 post = info.frame.post_at(place);
    return surface_height(blocks, post.x, post.y);
}

double earth_curvature(double refraction)
{
    constexpr double radius_metres = 6371008.8;
    return std::max(0.0, 1.0 - refraction) / (2.0 * radius_metres);
}

Terrain load_terrain(const std::vector<std::string>& names, const HeightOptions& options,
                     const BuildWatch& watch)
{
    const std::unique_ptr<HeightSource> source = open_named_terrain(names, options);
    Terrain terrain;
    terrain.blocks = build_blocks(*source, watch);
    terrain.info = source->info();
    return terrain;
}

}  // namespace farfield::compute
