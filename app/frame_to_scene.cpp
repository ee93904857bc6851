#include "app/frame_to_scene.h"

#include <algorithm>
#include <cmath>

namespace farfield::app {
namespace {

struct ShapeOf {
    render::RakeShape operator()(const net::PointRake& rake) const
    {
        return render::point_rake(to_vec3(rake.at));
    }
    render::RakeShape operator()(const net::LineRake& rake) const
    {
        return render::line_rake(to_vec3(rake.from), to_vec3(rake.to), rake.seeds);
    }
    render::RakeShape operator()(const net::PlaneRake& rake) const
    {
        return render::plane_rake(to_vec3(rake.origin), to_vec3(rake.edge_u), to_vec3(rake.edge_v),
                                  rake.seeds[0], rake.seeds[1]);
    }
};

}  // namespace

glm::vec3 to_vec3(const net::Point& point)
{
    return glm::vec3(glm::dvec3(point[0], point[1], point[2]));
}

net::Point to_point(glm::vec3 point)
{
    return {point.x, point.y, point.z};
}

render::Bounds bounds_of(const net::DatasetInfo& dataset)
{
    return {.min = to_vec3(dataset.bounds_min), .max = to_vec3(dataset.bounds_max)};
}

render::RakeShape rake_shape(const net::Rake& rake)
{
    return std::visit(ShapeOf{}, rake.shape);
}

void show_dataset(const net::DatasetInfo& dataset, render::Scene& scene)
{
    scene.bounds = bounds_of(dataset);
    scene.outline_curves.clear();
    for (const auto& curve : dataset.outline) {
        auto& drawn = scene.outline_curves.emplace_back();
        std::ranges::transform(curve, std::back_inserter(drawn), to_vec3);
    }
}

void show_scalar(const net::ScalarInfo& scalar, render::Scene& scene)
{
    scene.legend = {.title = scalar.name, .units = scalar.units};
    const auto low = static_cast<float>(scalar.range[0]);
    const auto high = static_cast<float>(scalar.range[1]);
    if (!std::isfinite(low) || !std::isfinite(high))
        scene.range = {0.0F, 1.0F};
    else
        scene.range = {low, high > low ? high : low + 1.0F};
}

const net::ScalarInfo* find_scalar(const net::DatasetInfo& dataset, const std::string& name)
{
    const auto found = std::ranges::find(dataset.scalars, name, &net::ScalarInfo::name);
    return found == dataset.scalars.end() ? nullptr : &*found;
}

}  // namespace farfield::app
