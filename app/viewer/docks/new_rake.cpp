#include <algorithm>
#include <limits>

#include "app/viewer/view/rake_edit.h"
#include "model/data/dataset_info.h"

namespace farfield::app {

namespace {

using model::Point;

/// Positions and lengths as shares of a domain.
class Shares {
public:
    explicit Shares(const model::DatasetInfo& dataset) : lo_(dataset.bounds.min), hi_(dataset.bounds.max) {}

    [[nodiscard]] Point at(double x, double y, double z) const
    {
        return {lo_[0] + x * edge(0), lo_[1] + y * edge(1), lo_[2] + z * edge(2)};
    }
    [[nodiscard]] Point along(std::size_t axis, double share) const
    {
        Point way{};
        way[axis] = share * edge(axis);
        return way;
    }
    [[nodiscard]] double edge(std::size_t axis) const { return hi_[axis] - lo_[axis]; }

    /// A radius, as a share of the shortest edge that is not 0.
    [[nodiscard]] double radius(double share) const
    {
        auto shortest = std::numeric_limits<double>::max();
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (edge(axis) > 0.0) shortest = std::min(shortest, edge(axis));
        return shortest == std::numeric_limits<double>::max() ? share : share * shortest;
    }

    /// Normal across the x axis; in a flat domain, the normal of its plane.
    [[nodiscard]] Point circle_normal() const
    {
        if (edge(2) <= 0.0) return {0.0, 0.0, 1.0};
        if (edge(1) <= 0.0) return {0.0, 1.0, 0.0};
        return {1.0, 0.0, 0.0};
    }

private:
    Point lo_, hi_;
};

/// A slice in the plane of a flat domain; else across the z axis.
model::SliceRake new_slice(const Shares& domain)
{
    std::uint32_t axis = 2;
    for (std::uint32_t across = 0; across < 3; ++across)
        if (domain.edge(across) <= 0.0) axis = across;
    return {.axis = axis, .position = domain.at(0.5, 0.5, 0.5).at(axis), .seeds = {20, 20}};
}

model::RakeShape new_shape(RakeKind kind, const Shares& domain)
{
    const auto middle = domain.at(0.25, 0.5, 0.5);
    switch (kind) {
    case RakeKind::Point:
        return model::PointRake{middle};
    case RakeKind::Line:
        return model::LineRake{domain.at(0.25, 0.25, 0.5), domain.at(0.25, 0.75, 0.5), 25};
    case RakeKind::Plane:
        return model::PlaneRake{
            domain.at(0.25, 0.25, 0.25), domain.along(1, 0.5), domain.along(2, 0.5), {10, 10}};
    case RakeKind::Circle:
        return model::CircleRake{middle, domain.circle_normal(), domain.radius(0.25), 50};
    case RakeKind::Sphere:
        return model::SphereRake{middle, domain.radius(0.15), 100};
    case RakeKind::Box:
        return model::BoxRake{domain.at(0.15, 0.35, 0.35), domain.at(0.35, 0.65, 0.65),
                              model::BoxLattice{4, 6, 6}};
    case RakeKind::Slice:
        return new_slice(domain);
    case RakeKind::List:
    case RakeKind::Isovalue:
        break;
    }
    return model::ListRake{{middle}};
}

/// An isovalue in the middle of the first scalar's range.
model::IsovalueRake new_isovalue(const model::DatasetInfo& dataset)
{
    model::IsovalueRake surface{.seeds = 400};
    if (dataset.scalars.empty()) return surface;
    const auto& scalar = dataset.scalars.front();
    surface.scalar = scalar.name;
    surface.value = middle_of(scalar);
    return surface;
}

}  // namespace

model::Rake new_rake(RakeKind kind, const model::DatasetInfo& dataset)
{
    const bool alone = kind == RakeKind::Point;
    if (kind == RakeKind::Isovalue) return {.shape = new_isovalue(dataset), .particles_per_seed = 5};
    return {.shape = new_shape(kind, Shares(dataset)), .particles_per_seed = alone ? 50U : 20U};
}

}  // namespace farfield::app
