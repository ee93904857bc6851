#include "app/document/script_rakes.h"

#include <fmt/format.h>
#include <limits>

#include "app/document/seeds_file.h"

namespace farfield::app {
namespace {

constexpr std::uint64_t max_seeds = 100'000'000;  // the node has a limit of its own, and says so

model::LineRake read_line(ScriptTable& table)
{
    model::LineRake line;
    line.from = table.required(table.point("from"), "from");
    line.to = table.required(table.point("to"), "to");
    line.seeds = static_cast<std::uint32_t>(table.required(table.count("seeds", 1, max_seeds), "seeds"));
    return line;
}

model::PlaneRake read_plane(ScriptTable& table)
{
    model::PlaneRake plane;
    plane.origin = table.required(table.point("origin"), "origin");
    plane.edge_u = table.required(table.point("edge_u"), "edge_u");
    plane.edge_v = table.required(table.point("edge_v"), "edge_v");
    const auto seeds = table.required(table.counts("seeds", 1, max_seeds), "seeds");
    if (seeds.size() != 2) table.fail_at("seeds", "'seeds' of a plane must be [nu, nv]");
    plane.seeds = {static_cast<std::uint32_t>(seeds[0]), static_cast<std::uint32_t>(seeds[1])};
    return plane;
}

double read_radius(ScriptTable& table)
{
    const auto radius = table.required(table.number("radius"), "radius");
    if (radius <= 0.0) table.fail_at("radius", "'radius' must be above 0");
    return radius;
}

std::uint32_t read_seeds(ScriptTable& table)
{
    return static_cast<std::uint32_t>(table.required(table.count("seeds", 1, max_seeds), "seeds"));
}

/// What random places begin with; nothing for a lattice.
std::optional<std::uint32_t> read_random(ScriptTable& table)
{
    if (table.choice("fill", {"lattice", "random"}).value_or("lattice") == "lattice") return std::nullopt;
    constexpr auto most = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(table.count("random_seed", 0, most).value_or(0));
}

model::CircleRake read_circle(ScriptTable& table)
{
    model::CircleRake circle;
    circle.centre = table.required(table.point("centre"), "centre");
    circle.normal = table.required(table.point("normal"), "normal");
    if (circle.normal == model::Point{}) table.fail_at("normal", "'normal' must not be zero");
    circle.radius = read_radius(table);
    circle.seeds = read_seeds(table);
    return circle;
}

model::SphereRake read_sphere(ScriptTable& table)
{
    model::SphereRake sphere;
    sphere.centre = table.required(table.point("centre"), "centre");
    sphere.radius = read_radius(table);
    sphere.seeds = read_seeds(table);
    sphere.random_seed = read_random(table);
    return sphere;
}

model::BoxRake read_box(ScriptTable& table)
{
    model::BoxRake box;
    box.lo = table.required(table.point("lo"), "lo");
    box.hi = table.required(table.point("hi"), "hi");
    if (const auto random = read_random(table)) {
        box.fill = model::RandomPlaces{read_seeds(table), *random};
        return box;
    }
    const auto seeds = table.required(table.counts("seeds", 1, max_seeds), "seeds");
    if (seeds.size() != 3) table.fail_at("seeds", "'seeds' of a box must be [nx, ny, nz]");
    box.fill = model::BoxLattice{static_cast<std::uint32_t>(seeds[0]), static_cast<std::uint32_t>(seeds[1]),
                                 static_cast<std::uint32_t>(seeds[2])};
    return box;
}

model::ListRake read_list(ScriptTable& table, const std::filesystem::path& folder)
{
    const auto file = table.required(table.text("file"), "file");
    try {
        return load_seeds(folder / file);
    } catch (const std::runtime_error& error) {
        table.fail_at("file", error.what());
    }
}

model::SliceRake read_slice(ScriptTable& table)
{
    model::SliceRake slice;
    const auto axis = table.required(table.choice("axis", {"x", "y", "z"}), "axis");
    slice.axis = axis == "x" ? 0 : axis == "y" ? 1 : 2;
    slice.position = table.required(table.number("position"), "position");
    const auto seeds = table.required(table.counts("seeds", 1, max_seeds), "seeds");
    if (seeds.size() != 2) table.fail_at("seeds", "'seeds' of a slice must be [nu, nv]");
    slice.seeds = {static_cast<std::uint32_t>(seeds[0]), static_cast<std::uint32_t>(seeds[1])};
    return slice;
}

model::IsovalueRake read_isovalue(ScriptTable& table)
{
    model::IsovalueRake surface;
    surface.scalar = table.text("scalar").value_or(surface.scalar);
    surface.value = table.required(table.number("value"), "value");
    surface.seeds = read_seeds(table);
    return surface;
}

model::RakeShape read_shape(ScriptTable& table, const std::filesystem::path& folder)
{
    const auto kind = table.required(table.choice("kind", {"point", "line", "plane", "circle", "sphere",
                                                           "box", "list", "slice", "isovalue"}),
                                     "kind");
    if (kind == "line") return read_line(table);
    if (kind == "plane") return read_plane(table);
    if (kind == "circle") return read_circle(table);
    if (kind == "sphere") return read_sphere(table);
    if (kind == "box") return read_box(table);
    if (kind == "list") return read_list(table, folder);
    if (kind == "slice") return read_slice(table);
    if (kind == "isovalue") return read_isovalue(table);
    return model::PointRake{table.required(table.point("at"), "at")};
}

model::Injection read_injection(ScriptTable& table)
{
    model::Injection injection;
    injection.start = table.number("inject_start");
    if (injection.start.value_or(0.0) < 0.0)
        table.fail_at("inject_start", "'inject_start' must be at least 0");
    injection.end = table.number("inject_end");
    if (injection.end && *injection.end < injection.start.value_or(0.0))
        table.fail_at("inject_end", "'inject_end' must not be below 'inject_start'");
    injection.interval = table.number("inject_interval");
    if (injection.interval.value_or(1.0) <= 0.0)
        table.fail_at("inject_interval", "'inject_interval' must be above 0");
    return injection;
}

model::Rake read_rake(ScriptTable& table, const std::filesystem::path& folder)
{
    model::Rake rake;
    rake.shape = read_shape(table, folder);
    rake.particles_per_seed =
        static_cast<std::uint32_t>(table.count("particles_per_seed", 1, max_seeds).value_or(1));
    rake.injection = read_injection(table);
    table.finish();
    return rake;
}

}  // namespace

std::optional<std::vector<model::Rake>> read_rakes(ScriptTable& root, const std::filesystem::path& folder)
{
    if (!root.has("rake")) return std::nullopt;
    std::vector<model::Rake> rakes;
    for (auto& table : root.tables("rake")) rakes.push_back(read_rake(table, folder));
    if (const auto listed = model::listed_seeds(rakes); listed > model::max_listed_seeds)
        root.fail_at("rake", fmt::format("lists of {} seeds exceed max_listed_seeds = {}", listed,
                                         model::max_listed_seeds));
    return rakes;
}

}  // namespace farfield::app
