#include "compute_node/datasets/analytic_dataset.h"

#include "compute_node/support/formats/known_formats.h"

#include <fmt/format.h>

#include <charconv>
#include <stdexcept>

namespace farfield::compute {

namespace {

GridData sample_all(AnalyticFlow flow, std::uint32_t n)
{
    GridData data = analytic_shape(flow, n);
    data.arrays.push_back(analytic_velocities(flow, std::get<UniformGeometry>(data.geometry),
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

}  // namespace

GridData analytic_shape(AnalyticFlow flow, std::uint32_t nodes)
{
    const Bounds domain = domain_of(flow);
    GridData data;
    data.format = "built in";
    data.dims = {glm::uvec3{nodes}};
    data.geometry = UniformGeometry{domain.lo, (domain.hi - domain.lo) / (nodes - 1.0)};
    return data;
}

NodeValues analytic_velocities(AnalyticFlow flow, const UniformGeometry& grid, const NodeBox& box)
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

AnalyticName parse_analytic_name(std::string_view name, const DatasetLimits& limits)
{
    const std::string_view rest = is_analytic_name(name) ? name.substr(analytic_prefix.size()) : "";
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

std::uint64_t analytic_nodes(std::string_view name, const DatasetLimits& limits)
{
    const std::uint64_t n = parse_analytic_name(name, limits).nodes.value_or(0);
    return n * n * n;
}

Dataset open_analytic(std::string_view name, const DatasetLimits& limits)
{
    const auto [flow, nodes] = parse_analytic_name(name, limits);
    if (!nodes) return {std::string{name}, flow};
    return {std::string{name}, sample_all(flow, *nodes)};
}

}  // namespace farfield::compute
