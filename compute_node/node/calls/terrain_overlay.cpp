#include "model/calls/terrain_overlay.h"

#include "compute_node/node/calls/paged_response.h"
#include "compute_node/node/calls/table.h"
#include "compute_node/node/data/errors_for_viewers.h"
#include "compute_node/terrain/gdal/vector_shapes.h"
#include "compute_node/terrain/overlays/draped_shapes.h"

namespace farfield::node {

namespace {

constexpr std::uint64_t max_overlay_vertices = 200'000;

terrain::DrapedShapes shapes_on(const OpenTerrain& terrain, const std::filesystem::path& file,
                                const std::vector<std::filesystem::path>& data_folders)
{
    terrain::VectorOptions options;
    options.allowed_folders = data_folders;
    options.max_vertices = max_overlay_vertices;
    const terrain::PostFrame& frame = terrain.terrain.info.frame;
    try {
        return terrain::drape(terrain::read_shapes(file, frame, options), terrain.terrain.blocks, frame,
                              {.max_vertices = max_overlay_vertices});
    } catch (const terrain::TooManyVertices& error) {
        throw net::limit_error("max_overlay_vertices", max_overlay_vertices, error.found);
    }
}

/// The overlay in the terrain's local frame, with all shapes.
model::TerrainOverlay overlay_of(const OpenTerrain& terrain, const std::filesystem::path& file,
                                 const std::vector<std::filesystem::path>& data_folders)
{
    const terrain::DrapedShapes shapes = shapes_on(terrain, file, data_folders);
    terrain.terrain.verify_intact();
    const auto local = [&](const glm::dvec3& grid) -> model::Point {
        const glm::dvec2 at = terrain.local_of(glm::dvec2{grid});
        return {at.x, at.y, grid.z};
    };
    model::TerrainOverlay overlay;
    for (const terrain::DrapedShapes::Place& place : shapes.places)
        overlay.points.push_back({local(place.at), place.name});
    for (const std::vector<glm::dvec3>& line : shapes.lines) {
        overlay.lines.emplace_back();
        for (const glm::dvec3& vertex : line) overlay.lines.back().push_back(local(vertex));
    }
    return overlay;
}

}  // namespace

net::CallResult terrain_overlay(Node& node, const net::CallRequest& request, const net::CallContext& context)
{
    const auto call = model::read<model::TerrainOverlayCall>(request.params);
    auto& overlay = kept_as<PagedResponse<model::TerrainOverlayCall, model::TerrainOverlay>>(context.kept);
    const model::TerrainOverlay part = overlay.part(call, [&] {
        OpenTerrains& terrains = node.terrains();
        const auto terrain = terrains.open(call.terrain, context.cancel);
        return with_redacted_paths(terrains.own_folders(), [&] {
            return in_parts(
                overlay_of(*terrain, terrains.file_of(call.file, "overlay"), terrains.data_folders()));
        });
    });
    if (overlay.is_empty()) context.kept.reset();
    return {.result = model::write(part)};
}

}  // namespace farfield::node
