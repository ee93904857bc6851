#include "compute_node/node/programs/wire.h"

namespace farfield::compute {

namespace {

glm::dvec3 vec(const net::Point& p)
{
    return {p[0], p[1], p[2]};
}

net::Point point(const glm::dvec3& v)
{
    return {v.x, v.y, v.z};
}

std::vector<glm::dvec3> vecs(const std::vector<net::Point>& points)
{
    std::vector<glm::dvec3> result;
    result.reserve(points.size());
    for (const net::Point& p : points) result.push_back(vec(p));
    return result;
}

std::vector<net::Point> points(const std::vector<glm::dvec3>& vectors)
{
    std::vector<net::Point> result;
    result.reserve(vectors.size());
    for (const glm::dvec3& v : vectors) result.push_back(point(v));
    return result;
}

struct FromWire {
    RakeForm operator()(const net::PointRake& r) const { return PointRake{vec(r.at)}; }
    RakeForm operator()(const net::LineRake& r) const { return LineRake{vec(r.from), vec(r.to), r.seeds}; }
    RakeForm operator()(const net::PlaneRake& r) const
    {
        return PlaneRake{vec(r.origin), vec(r.edge_u), vec(r.edge_v), r.seeds[0], r.seeds[1]};
    }
    RakeForm operator()(const net::CircleRake& r) const
    {
        return CircleRake{vec(r.centre), vec(r.normal), r.radius, r.seeds};
    }
    RakeForm operator()(const net::SphereRake& r) const
    {
        return SphereRake{vec(r.centre), r.radius, r.seeds, r.random_seed};
    }
    RakeForm operator()(const net::BoxRake& r) const
    {
        if (const auto* random = std::get_if<net::RandomPlaces>(&r.fill))
            return BoxRake{vec(r.lo), vec(r.hi), RandomPlaces{random->seeds, random->random_seed}};
        const auto& n = std::get<net::BoxLattice>(r.fill);
        return BoxRake{vec(r.lo), vec(r.hi), BoxLattice{n[0], n[1], n[2]}};
    }
    RakeForm operator()(const net::ListRake& r) const { return ListRake{vecs(r.at), r.times}; }
    /// Where their seeds are, the dataset says.
    RakeForm operator()(const net::SliceRake&) const { return ListRake{}; }
    RakeForm operator()(const net::IsovalueRake&) const { return ListRake{}; }
};

struct ToWire {
    net::RakeShape operator()(const PointRake& r) const { return net::PointRake{point(r.position)}; }
    net::RakeShape operator()(const LineRake& r) const
    {
        return net::LineRake{point(r.from), point(r.to), r.count};
    }
    net::RakeShape operator()(const PlaneRake& r) const
    {
        return net::PlaneRake{point(r.origin), point(r.edge_u), point(r.edge_v), {r.count_u, r.count_v}};
    }
    net::RakeShape operator()(const CircleRake& r) const
    {
        return net::CircleRake{point(r.centre), point(r.normal), r.radius, r.count};
    }
    net::RakeShape operator()(const SphereRake& r) const
    {
        return net::SphereRake{point(r.centre), r.radius, r.count, r.random_seed};
    }
    net::RakeShape operator()(const BoxRake& r) const
    {
        if (const auto* random = std::get_if<RandomPlaces>(&r.fill))
            return net::BoxRake{point(r.lo), point(r.hi),
                                net::RandomPlaces{random->count, random->random_seed}};
        const auto& n = std::get<BoxLattice>(r.fill);
        return net::BoxRake{point(r.lo), point(r.hi), net::BoxLattice{n.count_x, n.count_y, n.count_z}};
    }
    net::RakeShape operator()(const ListRake& r) const { return net::ListRake{points(r.positions), r.times}; }
};

}  // namespace

Rake rake_from(const net::Rake& rake)
{
    return {std::visit(FromWire{}, rake.shape),
            rake.particles_per_seed,
            {rake.injection.start, rake.injection.end, rake.injection.interval}};
}

std::vector<std::uint32_t> seed_counts(const std::vector<Rake>& rakes)
{
    std::vector<std::uint32_t> counts;
    counts.reserve(rakes.size());
    for (const Rake& rake : rakes) counts.push_back(static_cast<std::uint32_t>(seed_count(rake)));
    return counts;
}

net::Rake to_wire(const Rake& rake)
{
    return {std::visit(ToWire{}, rake.shape),
            rake.particles_per_seed,
            {rake.injection.start, rake.injection.end, rake.injection.interval}};
}

}  // namespace farfield::compute
