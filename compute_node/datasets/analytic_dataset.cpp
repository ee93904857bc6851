#include "compute_node/datasets/dataset.h"
#include "compute_node/ranks/blocks/lattice_source.h"
#include "compute_node/readers/readers.h"

#include <fmt/format.h>
#include <optional>

#include <charconv>
#include <stdexcept>

namespace farfield::compute {

namespace {

constexpr std::string_view prefix = "analytic:";
/// So many times more along an axis than where one process holds all.
constexpr std::uint32_t nodes_in_blocks = 8;

/// N^3 nodes, without values.
GridData shape_of(AnalyticFlow flow, std::uint32_t n)
{
    const Bounds domain = domain_of(flow);
    GridData data;
    data.format = "built in";
    data.dims = {glm::uvec3{n}};
    data.geometry = UniformGeometry{domain.lo, (domain.hi - domain.lo) / (n - 1.0)};
    return data;
}

/// Velocities at a box of the nodes.
NodeValues sample_flow(AnalyticFlow flow, const UniformGeometry& grid, const NodeBox& box)
{
    NodeValues velocity{"velocity", 3, {}, ""};
    const glm::ivec3 end = box.first + box.dims;
    velocity.values.own().reserve(3 * static_cast<std::size_t>(box.dims.x) * box.dims.y * box.dims.z);
    for (int k = box.first.z; k < end.z; ++k)
        for (int j = box.first.y; j < end.y; ++j)
            for (int i = box.first.x; i < end.x; ++i) {
                const glm::dvec3 v = velocity_of(flow, grid.origin + grid.spacing * glm::dvec3{i, j, k});
                for (int c = 0; c < 3; ++c) velocity.values.own().push_back(static_cast<float>(v[c]));
            }
    return velocity;
}

GridData sample_all(AnalyticFlow flow, std::uint32_t n)
{
    GridData data = shape_of(flow, n);
    data.arrays.push_back(sample_flow(flow, std::get<UniformGeometry>(data.geometry),
                                      {glm::ivec3{0}, glm::ivec3{data.dims.front()}}));
    if (flow == AnalyticFlow::DoubleGyre) data.remarks.emplace_back("The double gyre is frozen at t = 0.");
    return data;
}

std::uint32_t parse_nodes(std::string_view name, std::string_view text, std::uint32_t max_nodes)
{
    std::uint32_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc{} || end != text.data() + text.size() || n < 2 || n > max_nodes)
        throw std::runtime_error(
            fmt::format("'{}': expected 2 to {} nodes along each axis, found '{}'", name, max_nodes, text));
    return n;
}

struct AnalyticName {
    AnalyticFlow flow{};
    std::optional<std::uint32_t> nodes;  ///< along each axis; none for the exact function
};

AnalyticName parse_name(std::string_view name, const DatasetLimits& limits)
{
    const std::string_view rest = is_analytic_name(name) ? name.substr(prefix.size()) : "";
    const std::size_t colon = rest.find(':');
    const auto flow = analytic_flow_named(rest.substr(0, colon));
    if (!flow)
        throw std::runtime_error(
            fmt::format("no built-in field '{}'; expected analytic:NAME or analytic:NAME:N with "
                        "NAME cell, abc, tornado, double-gyre or taylor-green",
                        name));
    if (colon == std::string_view::npos) return {*flow, std::nullopt};
    return {*flow, parse_nodes(name, rest.substr(colon + 1), limits.max_analytic_nodes)};
}

}  // namespace

bool is_analytic_name(std::string_view name)
{
    return name.starts_with(prefix);
}

std::uint64_t analytic_nodes(std::string_view name, const DatasetLimits& limits)
{
    const std::uint64_t n = parse_name(name, limits).nodes.value_or(0);
    return n * n * n;
}

Dataset open_analytic(std::string_view name, const DatasetLimits& limits)
{
    const auto [flow, nodes] = parse_name(name, limits);
    if (!nodes) return {std::string{name}, flow};
    return {std::string{name}, sample_all(flow, *nodes)};
}

DatasetLimits limits_of_whole(const DatasetLimits& of_part)
{
    return {of_part.max_nodes, nodes_in_blocks * of_part.max_analytic_nodes};
}

LatticeSource analytic_lattice(std::string_view name, const DatasetLimits& limits)
{
    const auto [flow, nodes] = parse_name(name, limits_of_whole(limits));
    if (!nodes)
        throw std::runtime_error(
            fmt::format("'{}' is an exact function, of which there is nothing to cut into "
                        "blocks; '{}:64' is sampled",
                        name, name));
    const std::string known_by{name};
    const auto read = [=, flow = flow, shape = shape_of(flow, *nodes)](const NodeBox& box) {
        GridData part = part_of(shape, box);
        check_node_limit(known_by, node_count(part), limits.max_nodes);
        part.arrays.push_back(sample_flow(flow, std::get<UniformGeometry>(shape.geometry), box));
        return part;
    };
    return {known_by, shape_of(flow, *nodes), {{0.0, known_by, read}}};
}

}  // namespace farfield::compute
