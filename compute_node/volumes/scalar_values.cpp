#include "compute_node/volumes/scalar_values.h"

#include "compute_node/fields/derived_scalars.h"
#include "compute_node/fields/length_metric.h"
#include "compute_node/fields/scalar_meaning.h"
#include "compute_node/fields/vector_scalars.h"

#include <glm/geometric.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace farfield::compute {

namespace {

/// Speed of the velocity, in length units a time unit; components across a plane are left out.
ScalarValues speed(const GridData& data, const NodeValues& velocity, const std::array<bool, 3>& flat)
{
    const float z = LengthMetric{data.geographic, data.z_units}.z;
    ScalarValues made{velocity.units, {}, std::vector<glm::vec3>(velocity.values.size() / 3)};
    const float* v = velocity.values.data();
    for (glm::vec3& vector : made.vectors) {
        vector = {v[0], v[1], z * v[2]};
        for (int axis = 0; axis < 3; ++axis)
            if (flat[static_cast<std::size_t>(axis)]) vector[axis] = 0.0F;
        made.values.push_back(glm::length(vector));
        v += 3;
    }
    return made;
}

std::vector<std::string> known_scalars(const GridData& data)
{
    std::vector<std::string> names;
    if (array_named(data, data.default_vector, 3) != nullptr) names.emplace_back("speed");
    for (const NodeValues& array : data.arrays) {
        names.push_back(array.name);
        if (array.components == 1) continue;
        for (int axis = 0; axis < 3; ++axis)
            if (std::string part = vector_scalar_name(array.name, axis); vector_scalar_named(part, data))
                names.push_back(std::move(part));
    }
    if (names.empty() || names.front() != "speed") return names;
    for (const DerivedScalar scalar : derived_scalars) names.emplace_back(to_string(scalar));
    return names;
}

ScalarValues values_named(const GridData& data, const Grid& grid, const std::string& name,
                          const std::array<bool, 3>& flat)
{
    if (const NodeValues* array = array_named(data, name, 1))
        return {array->units, {array->values.begin(), array->values.end()}, {}};
    const NodeValues* velocity = array_named(data, data.default_vector, 3);
    if (name == "speed" && velocity != nullptr) return speed(data, *velocity, flat);
    if (const auto part = vector_scalar_named(name, data)) {
        const NodeValues values = values_of(*part);
        return {values.units, {values.values.begin(), values.values.end()}, {}};
    }
    const auto derived = derived_scalar_named(name, data);
    if (!derived || velocity == nullptr)
        throw std::runtime_error(
            fmt::format("no scalar '{}'; there are '{}'", name, fmt::join(known_scalars(data), "', '")));
    const NodeValues values = derived_values(*derived, data, grid, *velocity, flat);
    return {units_of(*derived, data, velocity->units), {values.values.begin(), values.values.end()}, {}};
}

}  // namespace

ScalarValues scalar_values(const GridData& data, const Grid& grid, const std::string& name,
                           const std::array<bool, 3>& flat)
{
    ScalarValues found = values_named(data, grid, name, flat);
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    for (std::size_t n = 0; n < found.values.size(); ++n)
        if (!std::isfinite(found.values[n]) || (!data.blanked.empty() && data.blanked[n] != 0))
            found.values[n] = none;
    found.values = laid_out_values(std::move(found.values), data.dims);
    found.vectors = laid_out_values(std::move(found.vectors), data.dims);
    return found;
}

std::string default_scalar_of(const GridData& data)
{
    if (array_named(data, data.default_vector, 3) != nullptr) return "speed";
    const auto is_field = [](const NodeValues& array) { return !is_beside_field(array.name); };
    const auto found = std::ranges::find_if(data.arrays, is_field);
    if (found != data.arrays.end()) return found->name;
    return data.arrays.empty() ? std::string{} : data.arrays.front().name;
}

}  // namespace farfield::compute
