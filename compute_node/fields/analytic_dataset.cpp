#include "compute_node/fields/dataset.h"

#include <fmt/format.h>
#include <optional>

#include <charconv>
#include <stdexcept>

namespace farfield::compute {

namespace {

constexpr std::string_view prefix = "analytic:";

GridData sample_flow(AnalyticFlow flow, std::uint32_t n)
{
    const Bounds domain = domain_of(flow);
    const glm::dvec3 spacing = (domain.hi - domain.lo) / (n - 1.0);
    GridData data;
    data.format = "built in";
    data.dims = {glm::uvec3{n}};
    data.geometry = UniformGeometry{domain.lo, spacing};
    NodeValues velocity{"velocity", 3, {}, ""};
    velocity.values.reserve(3 * static_cast<std::size_t>(n) * n * n);
    for (std::uint32_t k = 0; k < n; ++k)
        for (std::uint32_t j = 0; j < n; ++j)
            for (std::uint32_t i = 0; i < n; ++i) {
                const glm::dvec3 v = velocity_of(flow, domain.lo + spacing * glm::dvec3{i, j, k});
                for (int c = 0; c < 3; ++c) velocity.values.push_back(static_cast<float>(v[c]));
            }
    data.arrays.push_back(std::move(velocity));
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
    AnalyticFlow flow;
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
    return {std::string{name}, sample_flow(flow, *nodes)};
}

}  // namespace farfield::compute
