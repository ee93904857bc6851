#include "app/play/script_rakes.h"

namespace farfield::app {
namespace {

constexpr std::uint64_t max_seeds = 100'000'000;  // the node has a limit of its own, and says so

net::LineRake read_line(ScriptTable& table)
{
    net::LineRake line;
    line.from = table.required(table.point("from"), "from");
    line.to = table.required(table.point("to"), "to");
    line.seeds = static_cast<std::uint32_t>(table.required(table.count("seeds", 1, max_seeds), "seeds"));
    return line;
}

net::PlaneRake read_plane(ScriptTable& table)
{
    net::PlaneRake plane;
    plane.origin = table.required(table.point("origin"), "origin");
    plane.edge_u = table.required(table.point("edge_u"), "edge_u");
    plane.edge_v = table.required(table.point("edge_v"), "edge_v");
    const auto seeds = table.required(table.counts("seeds", 1, max_seeds), "seeds");
    if (seeds.size() != 2) table.fail_at("seeds", "'seeds' of a plane must be [nu, nv]");
    plane.seeds = {static_cast<std::uint32_t>(seeds[0]), static_cast<std::uint32_t>(seeds[1])};
    return plane;
}

net::Rake read_rake(ScriptTable& table)
{
    net::Rake rake;
    const auto kind = table.required(table.choice("kind", {"point", "line", "plane"}), "kind");
    if (kind == "point") rake.shape = net::PointRake{table.required(table.point("at"), "at")};
    if (kind == "line") rake.shape = read_line(table);
    if (kind == "plane") rake.shape = read_plane(table);
    rake.particles_per_seed =
        static_cast<std::uint32_t>(table.count("particles_per_seed", 1, max_seeds).value_or(1));
    table.finish();
    return rake;
}

}  // namespace

std::optional<std::vector<net::Rake>> read_rakes(ScriptTable& root)
{
    if (!root.has("rake")) return std::nullopt;
    std::vector<net::Rake> rakes;
    for (auto& table : root.tables("rake")) rakes.push_back(read_rake(table));
    return rakes;
}

}  // namespace farfield::app
