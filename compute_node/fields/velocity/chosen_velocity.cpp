#include "compute_node/fields/velocity/chosen_velocity.h"

#include "compute_node/fields/velocity/velocity_choice.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

std::vector<ArrayHead> heads_of(const std::vector<NodeValues>& arrays, const std::string& marked)
{
    std::vector<ArrayHead> heads;
    heads.reserve(arrays.size());
    for (const NodeValues& array : arrays)
        heads.push_back({array.name,
                         array.components,
                         array.units,
                         array.of_cells,
                         {},
                         0,
                         array.components == 3 && array.name == marked});
    return heads;
}

/// Interleaves a candidate's scalars; a missing third one is 0.
NodeValues composed(const std::vector<NodeValues>& arrays, const VectorCandidate& of)
{
    const NodeValues& first = arrays[of.arrays.front()];
    std::vector<float> together(3 * first.values.size(), 0.0F);
    for (std::size_t c = 0; c < of.arrays.size(); ++c) {
        const ValueArray& values = arrays[of.arrays[c]].values;
        if (values.size() != first.values.size())
            throw std::runtime_error("'" + of.name + "': its components have different numbers of values");
        for (std::size_t n = 0; n < values.size(); ++n) together[3 * n + c] = values[n];
    }
    return {of.name, 3, std::move(together), first.units, first.of_cells};
}

bool has_vector(const GridData& data, const std::string& name)
{
    return std::any_of(data.arrays.begin(), data.arrays.end(),
                       [&](const NodeValues& array) { return array.components == 3 && array.name == name; });
}

/// Vectors that no array holds, but that can be made of scalars and asked for by name.
std::vector<VectorName> others_than(const VectorCandidate& chosen, const std::vector<ArrayHead>& heads)
{
    std::vector<VectorName> others;
    for (const VectorCandidate& candidate : vector_candidates(heads)) {
        const ArrayHead& head = heads[candidate.arrays.front()];
        if (candidate.arrays.size() > 1 && candidate.name != chosen.name)
            others.push_back({candidate.name, head.units, head.of_cells});
    }
    return others;
}

}  // namespace

void choose_velocity(GridData& data, const std::string& source, const std::string& asked)
{
    add_quotient(data.arrays);
    const std::vector<ArrayHead> heads = heads_of(data.arrays, data.default_vector);
    const VectorCandidate chosen = chosen_among(vector_candidates(heads), heads, asked);
    if (chosen.arrays.empty() && !asked.empty())
        throw std::runtime_error(no_such_velocity(source, asked, heads));
    if (chosen.arrays.empty()) {
        data.default_vector.clear();  // the file may mark one that is not in every part
        return;
    }
    data.other_vectors = others_than(chosen, heads);
    if (chosen.arrays.size() > 1 && !has_vector(data, chosen.name))
        data.arrays.push_back(composed(data.arrays, chosen));
    data.default_vector = chosen.name;
    data.velocity_reason = chosen.reason;
    data.velocity_warning = warning_about(chosen);
    if (chosen.meaning.rank == VelocityRank::Quotient)
        data.remarks.insert(data.remarks.begin(), remark_on_quotient(chosen.name));
}

std::string remark_on_quotient(const std::string& name)
{
    return fmt::format("The velocity is momentum over density: '{}'.", name);
}

void divide_by_density(std::vector<float>& momentum, std::size_t components, std::span<const float> density)
{
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    for (std::size_t i = 0; i < momentum.size(); ++i) {
        const float mass = density[i / components];
        momentum[i] = mass > 0.0F ? momentum[i] / mass : none;
    }
}

void add_quotient(std::vector<NodeValues>& arrays)
{
    const std::vector<ArrayHead> heads = heads_of(arrays, {});
    std::vector<VectorCandidate> candidates = vector_candidates(heads);
    if (candidates.empty()) return;
    const NodeValues& first = arrays[candidates.front().arrays.front()];
    const std::size_t nodes = first.values.size() / static_cast<std::size_t>(first.components);
    put_quotient_first(candidates, heads,
                       [&](std::size_t array) { return arrays[array].values.size() == nodes; });
    const VectorCandidate& chosen = candidates.front();
    if (!chosen.density) return;
    NodeValues quotient =
        chosen.arrays.size() == 1 ? arrays[chosen.arrays.front()] : composed(arrays, chosen);
    quotient.name = chosen.name;
    quotient.units.clear();
    divide_by_density(quotient.values.own(), 3, arrays[*chosen.density].values.all());
    arrays.push_back(std::move(quotient));
}

}  // namespace farfield::compute
