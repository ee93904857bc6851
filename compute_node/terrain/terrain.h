#pragma once

#include "compute_node/terrain/cache/terrain_cache.h"
#include "compute_node/terrain/heights/height_options.h"
#include "compute_node/terrain/rays/single_ray.h"
#include "compute_node/terrain/tree/block_builder.h"

#include <glm/vec3.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace farfield::terrain {

/// A terrain, ready for rays.
struct Terrain {
    TerrainInfo info;
    HeightBlocks blocks;
    std::optional<BlockFileName> file = {};           ///< file of the blocks; none: they are in memory
    std::shared_ptr<const FileMapping> mapping = {};  ///< mapping of that file

    /// Columns, rows and metres of a place in the terrain's coordinates, and back.
    [[nodiscard]] glm::dvec3 grid_of(glm::dvec3 place) const;
    [[nodiscard]] glm::dvec3 place_of(glm::dvec3 grid) const;
    /// Columns, rows and metres of a direction or distance in metres east, north and up, about a place in the
    /// terrain's coordinates.
    [[nodiscard]] glm::dvec3 grid_direction(glm::dvec3 metres, glm::dvec2 place) const;
    /// The ground's height in metres at a place, as ground_at() has it.
    [[nodiscard]] double height_at(glm::dvec2 place) const;

    /// True unless the file was truncated: then blocks read since may be wrong.
    [[nodiscard]] bool is_intact() const { return !mapping || mapping->is_intact(); }
    /// Throws std::runtime_error unless is_intact(): to be called once blocks are read, before an answer.
    void verify_intact() const;
};

/// The drop of the ground at a distance of 1 m, in 1/m: (1 - refraction) / (2 R) with the Earth's mean radius
/// of 6,371,008.8 m (Moritz, "Geodetic Reference System 1980"). Light near the ground is bent by about 0.13
/// of the Earth's curvature (Gauss), radio waves by 0.25; a coefficient of 1 or more makes a flat Earth.
[[nodiscard]] double earth_curvature(double refraction);

/// Loads a terrain. names: as for open_named_terrain(). Throws what that and the other load_terrain() throw.
[[nodiscard]] Terrain load_terrain(const std::vector<std::string>& names, const HeightOptions& options = {},
                                   const BuildWatch& watch = {}, const CacheSettings& cache = {});
/// Loads the terrain of a source that was opened with the same options. Throws what cached_blocks() throws.
[[nodiscard]] Terrain load_terrain(HeightSource& source, const HeightOptions& options,
                                   const BuildWatch& watch, const CacheSettings& cache);

}  // namespace farfield::terrain
