#include "app/show/frame_to_scene.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "render/scene/rake_seeds.h"

namespace farfield::app {
namespace {

struct ShapeOf {
    const render::Bounds& domain;
    glm::dvec3 origin;

    render::RakeShape operator()(const model::PointRake& rake) const
    {
        return render::point_rake(place(rake.at));
    }
    render::RakeShape operator()(const model::LineRake& rake) const
    {
        return render::line_rake(place(rake.from), place(rake.to), rake.seeds);
    }
    render::RakeShape operator()(const model::PlaneRake& rake) const
    {
        return render::plane_rake(place(rake.origin), to_vec3(rake.edge_u), to_vec3(rake.edge_v),
                                  rake.seeds[0], rake.seeds[1]);
    }
    render::RakeShape operator()(const model::CircleRake& rake) const
    {
        return render::circle_rake(place(rake.centre), to_vec3(rake.normal), static_cast<float>(rake.radius),
                                   rake.seeds);
    }
    render::RakeShape operator()(const model::SphereRake& rake) const
    {
        return render::sphere_rake(place(rake.centre), static_cast<float>(rake.radius), rake.seeds,
                                   rake.random_seed);
    }
    render::RakeShape operator()(const model::BoxRake& rake) const
    {
        const auto lo = place(rake.lo), hi = place(rake.hi);
        if (const auto* random = std::get_if<model::RandomPlaces>(&rake.fill))
            return render::box_rake(lo, hi,
                                    render::random_box_seeds(lo, hi, random->seeds, random->random_seed));
        const auto& counts = std::get<model::BoxLattice>(rake.fill);
        return render::box_rake(lo, hi, render::box_seeds(lo, hi, {counts[0], counts[1], counts[2]}));
    }
    render::RakeShape operator()(const model::ListRake& rake) const
    {
        std::vector<glm::vec3> places;
        std::ranges::transform(rake.at, std::back_inserter(places),
                               [&](const model::Point& at) { return place(at); });
        return render::list_rake(std::move(places));
    }
    /// Its edges alone: at which of its places there are data, only the node knows.
    render::RakeShape operator()(const model::SliceRake& rake) const
    {
        const int axis = static_cast<int>(rake.axis), u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
        auto corner = domain.min;
        corner[axis] = static_cast<float>(rake.position - origin[axis]);
        glm::vec3 edge_u(0.0F), edge_v(0.0F);
        edge_u[u] = domain.max[u] - domain.min[u];
        edge_v[v] = domain.max[v] - domain.min[v];
        auto shape = render::plane_rake(corner, edge_u, edge_v, 1, 1);
        shape.seeds.clear();
        shape.handles = {shape.handles.back()};
        return shape;
    }
    render::RakeShape operator()(const model::IsovalueRake&) const { return {}; }

private:
    [[nodiscard]] glm::vec3 place(const model::Point& point) const { return to_place(point, origin); }
};

}  // namespace

glm::vec3 to_vec3(const model::Point& point)
{
    return glm::vec3(glm::dvec3(point[0], point[1], point[2]));
}

glm::vec3 to_place(const model::Point& point, glm::dvec3 origin)
{
    return glm::vec3(glm::dvec3(point[0], point[1], point[2]) - origin);
}

model::Point to_point(glm::vec3 place, glm::dvec3 origin)
{
    const auto point = origin + glm::dvec3(place);
    return {point.x, point.y, point.z};
}

glm::dvec3 origin_of(const net::DatasetInfo& dataset)
{
    return {dataset.origin[0], dataset.origin[1], dataset.origin[2]};
}

render::Bounds bounds_of(const net::DatasetInfo& dataset)
{
    const auto origin = origin_of(dataset);
    return {.min = to_place(dataset.bounds.min, origin), .max = to_place(dataset.bounds.max, origin)};
}

float usual_vertical_scale(const net::DatasetInfo& dataset)
{
    const auto edge = [&](std::size_t axis) { return dataset.bounds.max[axis] - dataset.bounds.min[axis]; };
    const double width = std::max(edge(0), edge(1)), height = edge(2);
    if (!dataset.z_units || !(width > 0.0) || !(height > 0.0)) return 1.0F;
    constexpr double height_by_width = 0.2;
    constexpr double most = 1e12;  // as the viewer's control has it; bounds are what the node says
    const double scale = std::clamp(height_by_width * width / height, 1.0 / most, most);
    if (!std::isfinite(scale)) return 1.0F;
    const double digit = std::pow(10.0, std::floor(std::log10(scale)) - 1.0);  // two are enough
    return static_cast<float>(std::round(scale / digit) * digit);
}

render::RakeShape rake_shape(const model::Rake& rake, const render::Bounds& domain, glm::dvec3 origin)
{
    return std::visit(ShapeOf{domain, origin}, rake.shape);
}

void show_dataset(const net::DatasetInfo& dataset, render::Scene& scene)
{
    scene.origin = origin_of(dataset);
    scene.frames_at = glm::vec3(0.0F);
    scene.bounds = bounds_of(dataset);
    scene.outline_curves.clear();
    for (const auto& curve : dataset.outline) {
        auto& drawn = scene.outline_curves.emplace_back();
        std::ranges::transform(curve, std::back_inserter(drawn),
                               [&](const model::Point& place) { return to_place(place, scene.origin); });
    }
}

void show_scalar(const net::ScalarInfo& scalar, render::Scene& scene)
{
    scene.legend = {.title = scalar.name, .units = scalar.units};
    const auto range = scalar.range.value_or(std::array{0.0, 1.0});
    const auto low = static_cast<float>(range[0]);
    const auto high = static_cast<float>(range[1]);
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
