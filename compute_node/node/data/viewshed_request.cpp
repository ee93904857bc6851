#include "compute_node/node/data/viewshed_request.h"

#include "compute_node/node/data/observer.h"

namespace farfield::node {

ViewshedRequest viewshed_request(const OpenTerrain& terrain, const model::ViewshedParams& params)
{
    ViewshedRequest asked;
    terrain::ViewshedSettings& settings = asked.settings;
    settings.eye = resolve_observer(terrain, params.observer, "observer");
    settings.target_metres = params.target;
    settings.curvature = params.curved ? terrain::earth_curvature(params.refraction) : 0.0;
    settings.post_metres =
        terrain.terrain.info.frame.post_metres_at(glm::dvec2{terrain.terrain.place_of(settings.eye)});
    settings.radius_metres = params.radius.value_or(settings.radius_metres);
    settings.from_degrees = params.sectors[0];
    settings.to_degrees = params.sectors[1];
    asked.window = terrain::viewshed_window(terrain.terrain.blocks, settings);
    if (asked.window.posts() > max_viewshed_posts)
        throw net::limit_error("max_viewshed_posts", max_viewshed_posts, asked.window.posts());
    return asked;
}

}  // namespace farfield::node
