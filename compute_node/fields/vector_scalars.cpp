#include "compute_node/fields/vector_scalars.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace farfield::compute {

std::string vector_scalar_name(std::string_view vector, int part)
{
    return std::string{vector} += VectorScalar::endings[static_cast<std::size_t>(part)];
}

namespace {

/// True for vectors made of two scalars, "U10,V10", with nothing along z.
bool is_of_two(const NodeValues& vector)
{
    const std::size_t comma = vector.name.find(',');
    if (comma == std::string::npos || comma != vector.name.rfind(',')) return false;
    const auto& values = vector.values;
    for (std::size_t at = VectorScalar::magnitude - 1; at < values.size(); at += VectorScalar::magnitude)
        if (values[at] != 0.0F && !std::isnan(values[at])) return false;
    return true;
}

}  // namespace

std::optional<VectorScalar> vector_scalar_named(std::string_view name, const GridData& data)
{
    std::optional<VectorScalar> found;
    for (const NodeValues& array : data.arrays) {
        if (array.components == 1 && array.name == name) return std::nullopt;
        if (array.components != 3 || !name.starts_with(array.name) || found) continue;
        const auto* const ending = std::ranges::find(VectorScalar::endings, name.substr(array.name.size()));
        const auto part = ending - VectorScalar::endings.begin();
        if (ending != VectorScalar::endings.end() && !(part == 2 && is_of_two(array)))
            found = VectorScalar{&array, static_cast<int>(part)};
    }
    return found;
}

NodeValues values_of(const VectorScalar& scalar)
{
    const NodeValues& vector = *scalar.vector;
    NodeValues values{vector_scalar_name(vector.name, scalar.part), 1, {}, vector.units, vector.of_cells};
    std::vector<float>& numbers = values.values.own();
    numbers.resize(vector.values.size() / 3);
    for (std::size_t node = 0; node < numbers.size(); ++node) numbers[node] = scalar.at(node);
    return values;
}

}  // namespace farfield::compute
