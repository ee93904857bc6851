#include "compute_node/readers/netcdf/netcdf_components.h"

#include "compute_node/support/lower_case.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <string_view>

namespace farfield::compute {

namespace {

bool contains_any(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view w) { return text.find(w) != text.npos; });
}

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view w) { return text.starts_with(w); });
}

/// True when a dimension of length 2 or 3 may hold components. is_velocity: the variable is named like one.
bool may_hold_components(const NetcdfDimension& dimension, bool is_velocity,
                         const std::vector<NetcdfVariable>& before)
{
    if (dimension.length < 2 || dimension.length > 3) return false;
    const std::string name = lower_case(dimension.name);
    if (begins_with_any(name, {"component", "comp", "ncomp", "vector_comp", "vec_comp", "uvw"}) ||
        name == "u_v")
        return true;
    if (!is_velocity) return false;
    constexpr std::array<std::string_view, 7> few{"c", "d", "d2", "d3", "n2", "n3", "nd"};
    const bool is_named =
        begins_with_any(name, {"dim", "ndim", "vec", "nvec", "two", "three", "xyz", "uv", "space", "spatial",
                               "direction", "phony_dim", "axis", "coord", "cartesian"}) ||
        std::ranges::find(few, std::string_view{name}) != few.end();
    const bool is_coordinate = std::ranges::any_of(before, [&](const NetcdfVariable& variable) {
        return variable.numeric && variable.name == dimension.name && variable.dimensions.size() == 1;
    });
    return is_named && !is_coordinate;
}

}  // namespace

int dimension_of_components(const NetcdfVariable& variable, const std::vector<NetcdfVariable>& before)
{
    const std::string name = lower_case(variable.name);
    const bool is_velocity = contains_any(name, {"vel", "wind", "current", "uvw", "momentum"}) ||
                             name == "uv" || name == "u" || name == "v" || name == "dahv" || name == "flow" ||
                             name == "rhou";
    if (!variable.numeric || variable.dimensions.size() < 2) return -1;
    for (std::size_t d = variable.dimensions.size(); d-- > 0;)  // mostly the last
        if (may_hold_components(variable.dimensions[d], is_velocity, before)) return static_cast<int>(d);
    return -1;
}

}  // namespace farfield::compute
