#include "render/scene/rake_shape.h"

#include "model/rakes/seeds.h"

#include <glm/gtc/constants.hpp>

#include <cmath>

namespace farfield::render {
namespace {

constexpr int ring_segments = 72;

/// A circle in the plane of two directions at right angles, each as long as its radius.
void add_ring(RakeShape& shape, glm::vec3 centre, glm::vec3 u, glm::vec3 v)
{
    glm::vec3 from = centre + u;
    for (int i = 1; i <= ring_segments; ++i) {
        const float angle = glm::two_pi<float>() * static_cast<float>(i) / ring_segments;
        const glm::vec3 to = centre + std::cos(angle) * u + std::sin(angle) * v;
        shape.lines.emplace_back(from, to);
        from = to;
    }
}

glm::vec3 corner(glm::vec3 lo, glm::vec3 hi, int number)
{
    return {(number & 1) != 0 ? hi.x : lo.x, (number & 2) != 0 ? hi.y : lo.y,
            (number & 4) != 0 ? hi.z : lo.z};
}

/// Makes the parts of each shape; places and edges are rounded to binary32 first.
struct ShapeOf {
    const Bounds& domain;
    glm::dvec3 origin;

    RakeShape operator()(const model::PointRake& rake) const
    {
        return {.lines = {}, .seeds = {}, .handles = {place(rake.at)}};
    }
    RakeShape operator()(const model::LineRake& rake) const
    {
        const glm::vec3 from = place(rake.from), to = place(rake.to);
        return {.lines = {{from, to}}, .seeds = {}, .handles = {from, to, 0.5F * (from + to)}};
    }
    RakeShape operator()(const model::PlaneRake& rake) const
    {
        return plane(place(rake.origin), glm::vec3(model::vec_of(rake.edge_u)),
                     glm::vec3(model::vec_of(rake.edge_v)));
    }
    RakeShape operator()(const model::CircleRake& rake) const
    {
        const model::Across axes = model::across(glm::dvec3(glm::vec3(model::vec_of(rake.normal))));
        const auto radius = static_cast<float>(rake.radius);
        const glm::vec3 centre = place(rake.centre), u = radius * glm::vec3(axes.u),
                        v = radius * glm::vec3(axes.v);
        RakeShape shape{.lines = {{centre, centre + u}}, .seeds = {}, .handles = {centre + u, centre}};
        add_ring(shape, centre, u, v);
        return shape;
    }
    RakeShape operator()(const model::SphereRake& rake) const
    {
        const auto radius = static_cast<float>(rake.radius);
        const glm::vec3 centre = place(rake.centre), x(radius, 0, 0), y(0, radius, 0), z(0, 0, radius);
        RakeShape shape{.lines = {}, .seeds = {}, .handles = {centre + x, centre}};
        add_ring(shape, centre, x, y);
        add_ring(shape, centre, y, z);
        add_ring(shape, centre, z, x);
        return shape;
    }
    RakeShape operator()(const model::BoxRake& rake) const
    {
        const glm::vec3 lo = place(rake.lo), hi = place(rake.hi);
        RakeShape shape;
        for (int number = 0; number < 8; ++number) {
            shape.handles.push_back(corner(lo, hi, number));
            for (const int axis : {1, 2, 4})
                if ((number & axis) == 0)
                    shape.lines.emplace_back(corner(lo, hi, number), corner(lo, hi, number | axis));
        }
        shape.handles.push_back(0.5F * (lo + hi));
        return shape;
    }
    RakeShape operator()(const model::ListRake& rake) const
    {
        if (rake.at.empty()) return {};
        glm::vec3 lo = place(rake.at.front()), hi = lo;
        for (const model::Point& seed : rake.at) {
            lo = glm::min(lo, place(seed));
            hi = glm::max(hi, place(seed));
        }
        return {.lines = {}, .seeds = {}, .handles = {0.5F * (lo + hi)}};
    }
    RakeShape operator()(const model::SliceRake& rake) const
    {
        const int axis = static_cast<int>(rake.axis), u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
        glm::vec3 at = domain.min, edge_u(0.0F), edge_v(0.0F);
        at[axis] = static_cast<float>(rake.position - origin[axis]);
        edge_u[u] = domain.max[u] - domain.min[u];
        edge_v[v] = domain.max[v] - domain.min[v];
        auto shape = plane(at, edge_u, edge_v);
        shape.handles = {shape.handles.back()};
        return shape;
    }
    RakeShape operator()(const model::IsovalueRake&) const { return {}; }

private:
    [[nodiscard]] glm::vec3 place(const model::Point& point) const
    {
        return glm::vec3(model::vec_of(point) - origin);
    }

    static RakeShape plane(glm::vec3 at, glm::vec3 edge_u, glm::vec3 edge_v)
    {
        const glm::vec3 opposite = at + edge_u + edge_v;
        return {
            .lines = {{at, at + edge_u}, {at, at + edge_v}, {opposite, at + edge_u}, {opposite, at + edge_v}},
            .seeds = {},
            .handles = {at, at + edge_u, at + edge_v, at + 0.5F * (edge_u + edge_v)}};
    }
};

}  // namespace

RakeShape rake_shape(const model::RakeShape& rake, const Bounds& domain, glm::dvec3 origin)
{
    RakeShape shape = std::visit(ShapeOf{domain, origin}, rake);
    shape.seeds = model::seed_dots(rake, max_seed_dots, origin);
    return shape;
}

}  // namespace farfield::render
