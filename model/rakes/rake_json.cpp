#include "model/rakes/rake_json.h"

namespace farfield::model {

namespace {
/// A frame counts its particles in 32 bits; and sums over all rakes of a message stay far from 64.
constexpr std::uint64_t max_particles_of_rake = 0xFFFF'FFFF;

Json shape_json(const PointRake& rake)
{
    return {{"kind", "point"}, {"at", rake.at}};
}

Json shape_json(const LineRake& rake)
{
    return {{"kind", "line"}, {"from", rake.from}, {"to", rake.to}, {"seeds", rake.seeds}};
}

Json shape_json(const PlaneRake& rake)
{
    return {{"kind", "plane"},
            {"origin", rake.origin},
            {"edge_u", rake.edge_u},
            {"edge_v", rake.edge_v},
            {"seeds", rake.seeds}};
}

Json shape_json(const CircleRake& rake)
{
    return {{"kind", "circle"},
            {"centre", rake.centre},
            {"normal", rake.normal},
            {"radius", rake.radius},
            {"seeds", rake.seeds}};
}

/// Says that seeds are at random, where they are.
void put_random(Json& json, const std::optional<std::uint32_t>& random_seed)
{
    if (!random_seed) return;
    json["fill"] = "random";
    json["random_seed"] = *random_seed;
}

Json shape_json(const SphereRake& rake)
{
    Json json{{"kind", "sphere"}, {"centre", rake.centre}, {"radius", rake.radius}, {"seeds", rake.seeds}};
    put_random(json, rake.random_seed);
    return json;
}

Json shape_json(const BoxRake& rake)
{
    Json json{{"kind", "box"}, {"lo", rake.lo}, {"hi", rake.hi}};
    if (const auto* random = std::get_if<RandomPlaces>(&rake.fill)) {
        json["seeds"] = random->seeds;
        put_random(json, random->random_seed);
    } else {
        json["seeds"] = std::get<BoxLattice>(rake.fill);
    }
    return json;
}

Json shape_json(const ListRake& rake)
{
    Json json{{"kind", "list"}, {"at", rake.at}};
    if (!rake.times.empty()) json["times"] = rake.times;
    return json;
}

Json shape_json(const SliceRake& rake)
{
    return {{"kind", "slice"},
            {"axis", axis_names.at(rake.axis)},
            {"position", rake.position},
            {"seeds", rake.seeds}};
}

Json shape_json(const IsovalueRake& rake)
{
    return {{"kind", "isovalue"}, {"scalar", rake.scalar}, {"value", rake.value}, {"seeds", rake.seeds}};
}

double read_radius(const JsonValue& value)
{
    const auto radius = value.number();
    if (radius <= 0.0) value.complain("a number above 0");
    return radius;
}

template <std::size_t n>
std::array<std::uint32_t, n> read_counts(const JsonValue& value, const char* expected)
{
    std::array<std::uint32_t, n> counts{};
    const auto elements = value.elements(n, expected);
    for (std::size_t i = 0; i < n; ++i) counts[i] = elements[i].uint32({.min = 1});
    return counts;
}

/// The number that starts random places; nullopt for a lattice, which has no such member.
std::optional<std::uint32_t> read_random(JsonFields& fields)
{
    const auto fill = fields["fill"];
    if (!fill || fill.one_of({"lattice", "random"}) == 0) return std::nullopt;
    const auto start = fields["random_seed"];
    return start ? start.uint32() : 0;
}

PointRake point_rake(JsonFields& fields)
{
    return {.at = fields["at"].point()};
}

LineRake line_rake(JsonFields& fields)
{
    return {.from = fields["from"].point(),
            .to = fields["to"].point(),
            .seeds = fields["seeds"].uint32({.min = 1})};
}

PlaneRake plane_rake(JsonFields& fields)
{
    return {.origin = fields["origin"].point(),
            .edge_u = fields["edge_u"].point(),
            .edge_v = fields["edge_v"].point(),
            .seeds = read_counts<2>(fields["seeds"], "an array of two integers")};
}

CircleRake circle_rake(JsonFields& fields)
{
    const auto normal = fields["normal"];
    if (normal.point() == Point{}) normal.complain("a direction other than [0, 0, 0]");
    return {.centre = fields["centre"].point(),
            .normal = normal.point(),
            .radius = read_radius(fields["radius"]),
            .seeds = fields["seeds"].uint32({.min = 1})};
}

SphereRake sphere_rake(JsonFields& fields)
{
    return {.centre = fields["centre"].point(),
            .radius = read_radius(fields["radius"]),
            .seeds = fields["seeds"].uint32({.min = 1}),
            .random_seed = read_random(fields)};
}

BoxRake box_rake(JsonFields& fields)
{
    BoxRake box{.lo = fields["lo"].point(), .hi = fields["hi"].point(), .fill = {}};
    const auto seeds = fields["seeds"];
    if (const auto start = read_random(fields))
        box.fill = RandomPlaces{.seeds = seeds.uint32({.min = 1}), .random_seed = *start};
    else
        box.fill = read_counts<3>(seeds, "an array of three integers");
    return box;
}

ListRake list_rake(JsonFields& fields)
{
    const auto at = fields["at"];
    const auto elements = at.elements();
    if (elements.empty()) at.complain("at least one seed");
    if (elements.size() > max_listed_seeds)
        throw LimitError("max_listed_seeds", max_listed_seeds, elements.size());
    ListRake list;
    for (const auto& element : elements) list.at.push_back(element.point());
    if (const auto times = fields["times"])
        for (const auto& time :
             times.elements(list.at.size(), "an array of as many numbers as 'at' has points"))
            list.times.push_back(time.number());
    return list;
}

SliceRake slice_rake(JsonFields& fields)
{
    return {.axis = static_cast<std::uint32_t>(fields["axis"].one_of(axis_names)),
            .position = fields["position"].number(),
            .seeds = read_counts<2>(fields["seeds"], "an array of two integers")};
}

IsovalueRake isovalue_rake(JsonFields& fields)
{
    IsovalueRake rake;
    if (const auto scalar = fields["scalar"]) rake.scalar = scalar.text();
    rake.value = fields["value"].number();
    rake.seeds = fields["seeds"].uint32({.min = 1});
    return rake;
}

RakeShape read_shape(JsonFields& fields)
{
    switch (fields["kind"].one_of(
        {"point", "line", "plane", "circle", "sphere", "box", "list", "slice", "isovalue"})) {
    case 0:
        return point_rake(fields);
    case 1:
        return line_rake(fields);
    case 2:
        return plane_rake(fields);
    case 3:
        return circle_rake(fields);
    case 4:
        return sphere_rake(fields);
    case 5:
        return box_rake(fields);
    case 6:
        return list_rake(fields);
    case 7:
        return slice_rake(fields);
    default:
        return isovalue_rake(fields);
    }
}

Injection read_injection(JsonFields& fields)
{
    Injection injection;
    if (const auto start = fields["inject_start"]) {
        injection.start = start.number();
        if (*injection.start < 0.0) start.complain("a number of at least 0");
    }
    if (const auto end = fields["inject_end"]) {
        injection.end = end.number();
        if (*injection.end < injection.start.value_or(0.0)) end.complain("a number of at least inject_start");
    }
    if (const auto interval = fields["inject_interval"]) {
        injection.interval = interval.number();
        if (*injection.interval <= 0.0) interval.complain("a number above 0");
    }
    return injection;
}

}  // namespace

Json to_json(const Rake& rake)
{
    Json json = std::visit([](const auto& shape) { return shape_json(shape); }, rake.shape);
    json["particles_per_seed"] = rake.particles_per_seed;
    if (rake.injection.start) json["inject_start"] = *rake.injection.start;
    if (rake.injection.end) json["inject_end"] = *rake.injection.end;
    if (rake.injection.interval) json["inject_interval"] = *rake.injection.interval;
    return json;
}

Rake rake(const Json& json)
{
    return read_rake({&json, ""});
}

Rake read_rake(const JsonValue& value)
{
    JsonFields fields(value);
    Rake rake;
    rake.shape = read_shape(fields);
    if (const auto count = fields["particles_per_seed"]) rake.particles_per_seed = count.uint32({.min = 1});
    rake.injection = read_injection(fields);
    fields.refuse_others();
    if (rake.particles() > max_particles_of_rake)
        throw LimitError("max_particles_of_rake", max_particles_of_rake, rake.particles());
    return rake;
}

Rake Rake::from_json(const JsonValue& value)
{
    return read_rake(value);
}

Json Rake::to_json() const
{
    return model::to_json(*this);
}

void check_rakes(const std::vector<Rake>& rakes, const JsonValue&)
{
    const auto listed = listed_seeds(rakes);
    if (listed > max_listed_seeds) throw LimitError("max_listed_seeds", max_listed_seeds, listed);
    const auto data_dependent = data_dependent_rakes(rakes);
    if (data_dependent > max_sought_rakes)
        throw LimitError("max_sought_rakes", max_sought_rakes, data_dependent);
}

}  // namespace farfield::model
