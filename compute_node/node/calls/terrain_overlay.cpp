#include "compute_node/node/calls/terrain_overlay.h"

#include "compute_node/terrain/overlays/draped_shapes.h"
#include "compute_node/terrain/gdal/vector_shapes.h"

namespace farfield::compute {

namespace {

DrapedShapes shapes_on(const OpenTerrain& terrain, const std::filesystem::path& file,
                       const std::vector<std::filesystem::path>& data_folders)
{
    VectorOptions options;
    options.allowed_folders = data_folders;
    options.max_vertices = max_overlay_vertices;
    const PostFrame& frame = terrain.terrain.info.frame;
    try {
        return drape(read_shapes(file, frame, options), terrain.terrain.blocks, frame,
                     {.max_vertices = max_overlay_vertices});
    } catch (const TooManyVertices& error) {
        throw net::limit_error("max_overlay_vertices", max_overlay_vertices, error.found);
    }
}

}  // namespace

net::TerrainOverlay overlay_of(const OpenTerrain& terrain, const std::filesystem::path& file,
                               const std::vector<std::filesystem::path>& data_folders)
{
    const DrapedShapes shapes = shapes_on(terrain, file, data_folders);
    terrain.terrain.expect_whole();
    const auto local = [&](const glm::dvec3& grid) -> net::Point {
        const glm::dvec2 at = terrain.local_of(glm::dvec2{grid});
        return {at.x, at.y, grid.z};
    };
    net::TerrainOverlay overlay;
    for (const DrapedShapes::Place& place : shapes.places)
        overlay.points.push_back({local(place.at), place.name});
    for (const std::vector<glm::dvec3>& line : shapes.lines) {
        overlay.lines.emplace_back();
        for (const glm::dvec3& vertex : line) overlay.lines.back().push_back(local(vertex));
    }
    return overlay;
}

}  // namespace farfield::compute
