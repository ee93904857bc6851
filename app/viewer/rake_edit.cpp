#include "app/viewer/rake_edit.h"

#include <QLocale>
#include <algorithm>

namespace farfield::app {

namespace {

using net::Point;

Point sum(const Point& a, const Point& b, double factor = 1.0)
{
    return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}

Point difference(const Point& a, const Point& b)
{
    return sum(a, b, -1.0);
}

struct MoveHandle {
    std::size_t handle;
    const Point& place;

    void operator()(net::PointRake& rake) const { rake.at = place; }

    void operator()(net::LineRake& rake) const
    {
        if (handle == 0) rake.from = place;
        if (handle == 1) rake.to = place;
        if (handle != 2) return;
        const auto half = difference(rake.to, rake.from);
        rake.from = sum(place, half, -0.5);
        rake.to = sum(place, half, 0.5);
    }

    void operator()(net::PlaneRake& rake) const
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
};

struct Title {
    QString operator()(const net::PointRake&) const { return QStringLiteral("Point"); }
    QString operator()(const net::LineRake&) const { return QStringLiteral("Line"); }
    QString operator()(const net::PlaneRake&) const { return QStringLiteral("Plane"); }
};

}  // namespace

RakeKind kind_of(const net::Rake& rake) noexcept
{
    return static_cast<RakeKind>(rake.shape.index());
}

net::Rake with_handle_at(const net::Rake& rake, std::size_t handle, const net::Point& place)
{
    auto moved = rake;
    std::visit(MoveHandle{handle, place}, moved.shape);
    return moved;
}

net::Point clamped(const net::Point& place, const net::DatasetInfo& dataset) noexcept
{
    net::Point inside{};
    for (std::size_t i = 0; i < 3; ++i)
        inside[i] = std::min(std::max(place[i], dataset.bounds_min[i]), dataset.bounds_max[i]);
    return inside;
}

net::Rake new_rake(RakeKind kind, const net::DatasetInfo& dataset)
{
    const auto at = [&dataset](double x, double y, double z) {
        const Point share{x, y, z};
        Point place{};
        for (std::size_t i = 0; i < 3; ++i)
            place[i] = dataset.bounds_min[i] + share[i] * (dataset.bounds_max[i] - dataset.bounds_min[i]);
        return place;
    };
    const auto origin = at(0.25, 0.25, 0.25);
    switch (kind) {
    case RakeKind::Point:
        return {.shape = net::PointRake{at(0.25, 0.5, 0.5)}, .particles_per_seed = 50};
    case RakeKind::Line:
        return {.shape = net::LineRake{at(0.25, 0.25, 0.5), at(0.25, 0.75, 0.5), 25},
                .particles_per_seed = 20};
    case RakeKind::Plane:
        break;
    }
    return {.shape = net::PlaneRake{origin,
                                    difference(at(0.25, 0.75, 0.25), origin),
                                    difference(at(0.25, 0.25, 0.75), origin),
                                    {10, 10}},
            .particles_per_seed = 20};
}

QString title_of(const net::Rake& rake)
{
    const QLocale locale;
    const auto seeds = rake.seeds();
    return QStringLiteral("%1, %2 %3 × %4")
        .arg(std::visit(Title{}, rake.shape), locale.toString(qulonglong{seeds}),
             seeds == 1 ? QStringLiteral("seed") : QStringLiteral("seeds"),
             locale.toString(rake.particles_per_seed));
}

}  // namespace farfield::app
