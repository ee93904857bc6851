#include "app/viewer/view/rake_edit.h"
#include "model/data/dataset_info.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace farfield::app {

namespace {

using model::Point;

Point sum(const Point& a, const Point& b, double factor = 1.0)
{
    return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}

Point difference(const Point& a, const Point& b)
{
    return sum(a, b, -1.0);
}

Point middle(const Point& a, const Point& b)
{
    return {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])};
}

double dot(const Point& a, const Point& b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Sets a radius to the length of an arm from the centre, unless it has none.
void set_radius(double& radius, const Point& arm)
{
    if (const auto length = std::sqrt(dot(arm, arm)); length > 0.0) radius = length;
}

struct MoveHandle {
    std::size_t handle;
    const Point& place;

    void operator()(model::PointRake& rake) const { rake.at = place; }

    void operator()(model::LineRake& rake) const
    {
        if (handle == 0) rake.from = place;
        if (handle == 1) rake.to = place;
        if (handle != 2) return;
        const auto half = difference(rake.to, rake.from);
        rake.from = sum(place, half, -0.5);
        rake.to = sum(place, half, 0.5);
    }

    void operator()(model::PlaneRake& rake) const
    {
        if (handle == 0) {
            const auto shift = difference(rake.origin, place);
            rake.edge_u = sum(rake.edge_u, shift);
            rake.edge_v = sum(rake.edge_v, shift);
            rake.origin = place;
        }
        if (handle == 1) rake.edge_u = difference(place, rake.origin);
        if (handle == 2) rake.edge_v = difference(place, rake.origin);
        if (handle == 3) rake.origin = sum(sum(place, rake.edge_u, -0.5), rake.edge_v, -0.5);
    }

    void operator()(model::CircleRake& rake) const
    {
        if (handle == 1) rake.centre = place;
        if (handle != 0) return;
        const auto arm = difference(place, rake.centre);
        const auto height = dot(arm, rake.normal) / dot(rake.normal, rake.normal);
        set_radius(rake.radius, sum(arm, rake.normal, -height));
    }

    void operator()(model::SphereRake& rake) const
    {
        if (handle == 1) rake.centre = place;
        if (handle == 0) set_radius(rake.radius, difference(place, rake.centre));
    }

    void operator()(model::BoxRake& rake) const
    {
        constexpr std::size_t corners = 8;
        const auto half = sum(Point{}, difference(rake.hi, rake.lo), 0.5);
        if (handle == corners) {
            rake.lo = difference(place, half);
            rake.hi = sum(place, half);
        }
        if (handle >= corners) return;
        for (std::size_t axis = 0; axis < 3; ++axis)
            ((handle >> axis & 1) != 0 ? rake.hi : rake.lo)[axis] = place[axis];
    }

    void operator()(model::ListRake& rake) const { rake = with_middle_at(rake, place); }
    void operator()(model::SliceRake& rake) const { rake.position = place.at(rake.axis); }
    void operator()(model::IsovalueRake&) const {}
};

struct Title {
    QString operator()(const model::PointRake&) const { return QStringLiteral("Point"); }
    QString operator()(const model::LineRake&) const { return QStringLiteral("Line"); }
    QString operator()(const model::PlaneRake&) const { return QStringLiteral("Plane"); }
    QString operator()(const model::CircleRake&) const { return QStringLiteral("Circle"); }
    QString operator()(const model::SphereRake&) const { return QStringLiteral("Sphere"); }
    QString operator()(const model::BoxRake&) const { return QStringLiteral("Box"); }
    QString operator()(const model::ListRake&) const { return QStringLiteral("List"); }
    QString operator()(const model::SliceRake&) const { return QStringLiteral("Slice"); }
    QString operator()(const model::IsovalueRake&) const { return QStringLiteral("Isovalue"); }
};

}  // namespace

RakeKind kind_of(const model::Rake& rake) noexcept
{
    return static_cast<RakeKind>(rake.shape.index());
}

model::Rake with_handle_at(const model::Rake& rake, std::size_t handle, const model::Point& place)
{
    auto moved = rake;
    std::visit(MoveHandle{handle, place}, moved.shape);
    return moved;
}

model::Point clamped(const model::Point& place, const model::DatasetInfo& dataset) noexcept
{
    model::Point inside{};
    for (std::size_t i = 0; i < 3; ++i)
        inside[i] = std::min(std::max(place[i], dataset.bounds.min[i]), dataset.bounds.max[i]);
    return inside;
}

model::Point middle_of(const model::ListRake& list) noexcept
{
    if (list.at.empty()) return {};
    auto lo = list.at.front(), hi = lo;
    for (const auto& place : list.at)
        for (std::size_t i = 0; i < 3; ++i) {
            lo[i] = std::min(lo[i], place[i]);
            hi[i] = std::max(hi[i], place[i]);
        }
    return middle(lo, hi);
}

double middle_of(const model::ScalarInfo& scalar) noexcept
{
    return scalar.range ? 0.5 * ((*scalar.range)[0] + (*scalar.range)[1]) : 0.0;
}

model::ListRake with_middle_at(const model::ListRake& list, const model::Point& place)
{
    const auto shift = difference(place, middle_of(list));
    auto moved = list;
    for (auto& seed : moved.at) seed = sum(seed, shift);
    return moved;
}

QString title_of(const model::Rake& rake, std::optional<std::uint64_t> found)
{
    const QLocale locale;
    const auto seeds = found.value_or(rake.seeds());
    const bool at_most = model::is_data_dependent(rake.shape) && !found;
    return QStringLiteral("%1, %2%3 %4 × %5")
        .arg(std::visit(Title{}, rake.shape), at_most ? QStringLiteral("≤ ") : QString(),
             locale.toString(qulonglong{seeds}),
             seeds == 1 ? QStringLiteral("seed") : QStringLiteral("seeds"),
             locale.toString(rake.particles_per_seed));
}

}  // namespace farfield::app
