#include "app/viewer/docks/rake_form.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "app/show/frame_to_scene.h"

namespace farfield::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("RakeForm", text);
}

constexpr std::uint32_t most_random_places = 1'000'000;

struct Rows {
    const QStringList& scalars;

    RakeRows operator()(const model::PointRake&) const { return {.places = {tr("At")}}; }
    RakeRows operator()(const model::LineRake&) const
    {
        return {.places = {tr("From"), tr("To")}, .counts = 1};
    }
    RakeRows operator()(const model::PlaneRake&) const
    {
        return {.places = {tr("Origin"), tr("Edge u"), tr("Edge v")}, .counts = 2};
    }
    RakeRows operator()(const model::CircleRake&) const
    {
        return {.places = {tr("Centre"), tr("Normal")}, .radius = true, .counts = 1};
    }
    RakeRows operator()(const model::SphereRake& rake) const
    {
        return {.places = {tr("Centre")},
                .radius = true,
                .counts = 1,
                .random = true,
                .random_seed = rake.random_seed.has_value()};
    }
    RakeRows operator()(const model::BoxRake& rake) const
    {
        const bool random = std::holds_alternative<model::RandomPlaces>(rake.fill);
        return {.places = {tr("Corner"), tr("Opposite")},
                .counts = random ? 1 : 3,
                .random = true,
                .random_seed = random};
    }
    RakeRows operator()(const model::ListRake&) const { return {.places = {tr("Middle")}}; }
    RakeRows operator()(const model::SliceRake&) const
    {
        RakeRows rows{.counts = 2, .choice = tr("Axis"), .value = tr("At")};
        for (const auto* name : model::axis_names) rows.choices << QString::fromLatin1(name);
        return rows;
    }
    RakeRows operator()(const model::IsovalueRake&) const
    {
        return {.counts = 1, .choice = tr("Scalar"), .value = tr("Value"), .choices = scalars};
    }
};

struct Numbers {
    RakeNumbers operator()(const model::PointRake& rake) const { return {.places = {rake.at}}; }
    RakeNumbers operator()(const model::LineRake& rake) const
    {
        return {.places = {rake.from, rake.to}, .counts = {rake.seeds}};
    }
    RakeNumbers operator()(const model::PlaneRake& rake) const
    {
        return {.places = {rake.origin, rake.edge_u, rake.edge_v}, .counts = {rake.seeds[0], rake.seeds[1]}};
    }
    RakeNumbers operator()(const model::CircleRake& rake) const
    {
        return {.places = {rake.centre, rake.normal}, .radius = rake.radius, .counts = {rake.seeds}};
    }
    RakeNumbers operator()(const model::SphereRake& rake) const
    {
        return {.places = {rake.centre},
                .radius = rake.radius,
                .counts = {rake.seeds},
                .random = rake.random_seed.has_value(),
                .random_seed = rake.random_seed.value_or(0)};
    }
    RakeNumbers operator()(const model::BoxRake& rake) const
    {
        RakeNumbers numbers{.places = {rake.lo, rake.hi}};
        if (const auto* random = std::get_if<model::RandomPlaces>(&rake.fill)) {
            numbers.random = true;
            numbers.counts[0] = random->seeds;
            numbers.random_seed = random->random_seed;
        } else {
            numbers.counts = std::get<model::BoxLattice>(rake.fill);
        }
        return numbers;
    }
    RakeNumbers operator()(const model::ListRake& rake) const { return {.places = {middle_of(rake)}}; }
    RakeNumbers operator()(const model::SliceRake& rake) const
    {
        return {.counts = {rake.seeds[0], rake.seeds[1]},
                .choice = model::axis_names.at(rake.axis),
                .value = rake.position};
    }
    RakeNumbers operator()(const model::IsovalueRake& rake) const
    {
        return {.counts = {rake.seeds}, .choice = rake.scalar, .value = rake.value};
    }
};

struct Change {
    const RakeNumbers& to;

    void operator()(model::PointRake& rake) const { rake.at = to.places[0]; }
    void operator()(model::LineRake& rake) const { rake = {to.places[0], to.places[1], to.counts[0]}; }
    void operator()(model::PlaneRake& rake) const
    {
        rake = {to.places[0], to.places[1], to.places[2], {to.counts[0], to.counts[1]}};
    }
    void operator()(model::CircleRake& rake) const
    {
        const auto normal = to.places[1] == model::Point{} ? rake.normal : to.places[1];
        rake = {to.places[0], normal, to.radius, to.counts[0]};
    }
    void operator()(model::SphereRake& rake) const
    {
        rake = {to.places[0], to.radius, to.counts[0], std::nullopt};
        if (to.random) rake.random_seed = to.random_seed;
    }
    void operator()(model::BoxRake& rake) const
    {
        rake.lo = to.places[0];
        rake.hi = to.places[1];
        const bool was_random = std::holds_alternative<model::RandomPlaces>(rake.fill);
        const auto before = model::Rake{rake}.seeds();
        if (to.random) {
            const auto as_many = std::min<std::uint64_t>(before, most_random_places);
            rake.fill = model::RandomPlaces{was_random ? to.counts[0] : static_cast<std::uint32_t>(as_many),
                                            to.random_seed};
        } else if (was_random) {
            const auto edge = static_cast<std::uint32_t>(std::round(std::cbrt(before)));
            rake.fill = model::BoxLattice{edge, edge, edge};
        } else {
            rake.fill = to.counts;
        }
    }
    void operator()(model::ListRake& rake) const
    {
        if (to.places[0] != middle_of(rake)) rake = with_middle_at(rake, to.places[0]);
    }
    void operator()(model::SliceRake& rake) const
    {
        const auto axis = std::ranges::find(model::axis_names, to.choice);
        if (axis != model::axis_names.end())
            rake.axis = static_cast<std::uint32_t>(axis - model::axis_names.begin());
        rake.position = to.value;
        rake.seeds = {to.counts[0], to.counts[1]};
    }
    void operator()(model::IsovalueRake& rake) const { rake = {to.choice, to.value, to.counts[0]}; }
};

}  // namespace

RakeRows rows_of(const model::Rake& rake, const QStringList& scalars)
{
    return std::visit(Rows{scalars}, rake.shape);
}

RakeNumbers numbers_of(const model::Rake& rake)
{
    return std::visit(Numbers{}, rake.shape);
}

double usual_value(const model::Rake& rake, const std::string& choice, const model::DatasetInfo& dataset)
{
    if (kind_of(rake) == RakeKind::Slice) {
        const auto axis = static_cast<std::size_t>(std::ranges::find(model::axis_names, choice) -
                                                   model::axis_names.begin());
        return axis < 3 ? 0.5 * (dataset.bounds.min[axis] + dataset.bounds.max[axis]) : 0.0;
    }
    const auto* scalar = find_scalar(dataset, choice);
    return scalar != nullptr ? middle_of(*scalar) : 0.0;
}

model::Rake with_numbers(const model::Rake& before, const RakeNumbers& numbers)
{
    auto rake = before;
    std::visit(Change{numbers}, rake.shape);
    return rake;
}

}  // namespace farfield::app
