#include "compute_node/node/programs/wire.h"

namespace farfield::node {

namespace {

glm::dvec3 vec(const model::Point& p)
{
    return {p[0], p[1], p[2]};
}

model::Point point(const glm::dvec3& v)
{
    return {v.x, v.y, v.z};
}

std::vector<glm::dvec3> vecs(const std::vector<model::Point>& points)
{
    std::vector<glm::dvec3> result;
    result.reserve(points.size());
    for (const model::Point& p : points) result.push_back(vec(p));
    return result;
}

std::vector<model::Point> points(const std::vector<glm::dvec3>& vectors)
{
    std::vector<model::Point> result;
    result.reserve(vectors.size());
    for (const glm::dvec3& v : vectors) result.push_back(point(v));
    return result;
}

struct FromWire {
    compute::RakeForm operator()(const model::PointRake& r) const { return compute::PointRake{vec(r.at)}; }
    compute::RakeForm operator()(const model::LineRake& r) const
    {
        return compute::LineRake{vec(r.from), vec(r.to), r.seeds};
    }
    compute::RakeForm operator()(const model::PlaneRake& r) const
    {
        return compute::PlaneRake{vec(r.origin), vec(r.edge_u), vec(r.edge_v), r.seeds[0], r.seeds[1]};
    }
    compute::RakeForm operator()(const model::CircleRake& r) const
    {
        return compute::CircleRake{vec(r.centre), vec(r.normal), r.radius, r.seeds};
    }
    compute::RakeForm operator()(const model::SphereRake& r) const
    {
        return compute::SphereRake{vec(r.centre), r.radius, r.seeds, r.random_seed};
    }
    compute::RakeForm operator()(const model::BoxRake& r) const
    {
        if (const auto* random = std::get_if<model::RandomPlaces>(&r.fill))
            return compute::BoxRake{vec(r.lo), vec(r.hi),
                                    compute::RandomPlaces{random->seeds, random->random_seed}};
        const auto& n = std::get<model::BoxLattice>(r.fill);
        return compute::BoxRake{vec(r.lo), vec(r.hi), compute::BoxLattice{n[0], n[1], n[2]}};
    }
    compute::RakeForm operator()(const model::ListRake& r) const
    {
        return compute::ListRake{vecs(r.at), r.times};
    }
    /// Where their seeds are, the dataset says.
    compute::RakeForm operator()(const model::SliceRake&) const { return compute::ListRake{}; }
    compute::RakeForm operator()(const model::IsovalueRake&) const { return compute::ListRake{}; }
};

struct ToWire {
    model::RakeShape operator()(const compute::PointRake& r) const
    {
        return model::PointRake{point(r.position)};
    }
    model::RakeShape operator()(const compute::LineRake& r) const
    {
        return model::LineRake{point(r.from), point(r.to), r.count};
    }
    model::RakeShape operator()(const compute::PlaneRake& r) const
    {
        return model::PlaneRake{point(r.origin), point(r.edge_u), point(r.edge_v), {r.count_u, r.count_v}};
    }
    model::RakeShape operator()(const compute::CircleRake& r) const
    {
        return model::CircleRake{point(r.centre), point(r.normal), r.radius, r.count};
    }
    model::RakeShape operator()(const compute::SphereRake& r) const
    {
        return model::SphereRake{point(r.centre), r.radius, r.count, r.random_seed};
    }
    model::RakeShape operator()(const compute::BoxRake& r) const
    {
        if (const auto* random = std::get_if<compute::RandomPlaces>(&r.fill))
            return model::BoxRake{point(r.lo), point(r.hi),
                                  model::RandomPlaces{random->count, random->random_seed}};
        const auto& n = std::get<compute::BoxLattice>(r.fill);
        return model::BoxRake{point(r.lo), point(r.hi), model::BoxLattice{n.count_x, n.count_y, n.count_z}};
    }
    model::RakeShape operator()(const compute::ListRake& r) const
    {
        return model::ListRake{points(r.positions), r.times};
    }
};

}  // namespace

compute::Rake rake_from(const model::Rake& rake)
{
    return {std::visit(FromWire{}, rake.shape),
            rake.particles_per_seed,
            {rake.injection.start, rake.injection.end, rake.injection.interval}};
}

std::vector<std::uint32_t> seed_counts(const std::vector<compute::Rake>& rakes)
{
    std::vector<std::uint32_t> counts;
    counts.reserve(rakes.size());
    for (const compute::Rake& rake : rakes)
        counts.push_back(static_cast<std::uint32_t>(compute::seed_count(rake)));
    return counts;
}

model::Rake to_wire(const compute::Rake& rake)
{
    return {std::visit(ToWire{}, rake.shape),
            rake.particles_per_seed,
            {rake.injection.start, rake.injection.end, rake.injection.interval}};
}

}  // namespace farfield::node
