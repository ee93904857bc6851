#include "compute_node/fields/analytic_flow.h"

#include "compute_node/fields/analytic_flow-inl.h"

#include <algorithm>
#include <cmath>

namespace farfield::compute {

namespace {

struct ScalarMath {
    [[nodiscard]] double constant(double value) const { return value; }
    [[nodiscard]] double sin(double x) const { return std::sin(x); }
    [[nodiscard]] double cos(double x) const { return std::cos(x); }
    [[nodiscard]] double sqrt(double x) const { return std::sqrt(x); }
    [[nodiscard]] double abs(double x) const { return std::abs(x); }
    [[nodiscard]] double max(double a, double b) const { return std::max(a, b); }
    [[nodiscard]] double if_greater(double a, double b, double yes, double no) const
    {
        return a > b ? yes : no;
    }
};

template <AnalyticFlow flow>
glm::dvec3 evaluate(glm::dvec3 p)
{
    const auto velocity = HWY_NAMESPACE::flow_velocity<flow>(ScalarMath{}, p.x, p.y, p.z);
    return {velocity.u, velocity.v, velocity.w};
}

}  // namespace

std::string_view to_string(AnalyticFlow flow)
{
    switch (flow) {
    case AnalyticFlow::Cell:
        return "cell";
    case AnalyticFlow::Abc:
        return "abc";
    case AnalyticFlow::Tornado:
        return "tornado";
    case AnalyticFlow::DoubleGyre:
        return "double-gyre";
    case AnalyticFlow::TaylorGreen:
        return "taylor-green";
    }
    return "";
}

std::optional<AnalyticFlow> analytic_flow_named(std::string_view name)
{
    const auto* found = std::find_if(analytic_flows.begin(), analytic_flows.end(),
                                     [&](AnalyticFlow flow) { return to_string(flow) == name; });
    if (found == analytic_flows.end()) return std::nullopt;
    return *found;
}

Bounds domain_of(AnalyticFlow flow)
{
    switch (flow) {
    case AnalyticFlow::Tornado:
        return {glm::dvec3{0.0}, glm::dvec3{1.0}};
    case AnalyticFlow::DoubleGyre:
        return {glm::dvec3{0.0}, glm::dvec3{2.0, 1.0, 1.0}};
    default:
        return {glm::dvec3{0.0}, glm::dvec3{2.0 * std::numbers::pi}};
    }
}

glm::dvec3 velocity_of(AnalyticFlow flow, glm::dvec3 position)
{
    switch (flow) {
    case AnalyticFlow::Cell:
        return evaluate<AnalyticFlow::Cell>(position);
    case AnalyticFlow::Abc:
        return evaluate<AnalyticFlow::Abc>(position);
    case AnalyticFlow::Tornado:
        return evaluate<AnalyticFlow::Tornado>(position);
    case AnalyticFlow::DoubleGyre:
        return evaluate<AnalyticFlow::DoubleGyre>(position);
    case AnalyticFlow::TaylorGreen:
        return evaluate<AnalyticFlow::TaylorGreen>(position);
    }
    return glm::dvec3{0.0};
}

}  // namespace farfield::compute
