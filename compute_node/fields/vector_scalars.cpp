#include "compute_node/fields/vector_scalars.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace farfield::compute {

float VectorScalar::at(std::size_t node) const
{
    const float* v = vector->values.data() + 3 * node;
    return part == magnitude ? std::hypot(v[0], v[1], v[2]) : v[part];
}

std::string vector_scalar_name(std::string_view vector, int part)
{
    return std::string{vector} += VectorScalar::endings[static_cast<std::size_t>(part)];
}

std::optional<VectorScalar> vector_scalar_named(std::string_view name, const GridData& data)
{
    std::optional<VectorScalar> found;
    for (const NodeValues& array : data.arrays) {
        if (array.components == 1 && array.name == name) return std::nullopt;
        if (array.components != 3 || !name.starts_with(array.name) || found) continue;
        const auto* const ending = std::ranges::find(VectorScalar::endings, name.substr(array.name.size()));
        if (ending != VectorScalar::endings.end())
            found = VectorScalar{&array, static_cast<int>(ending - VectorScalar::endings.begin())};
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
