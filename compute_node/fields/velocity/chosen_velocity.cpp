#include "compute_node/fields/velocity/chosen_velocity.h"

#include "compute_node/fields/velocity/velocity_choice.h"

#include <algorithm>
#include <fmt/format.h>
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

/// The scalars interleaved; missing ones of three are 0.
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

/// Those that are no arrays, but could be made and named.
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
    const std::vector<ArrayHead> heads = heads_of(data.arrays, data.default_vector);
    VectorCandidate chosen;
    if (!asked.empty()) {
        chosen = candidate_named(heads, asked);
        if (chosen.arrays.empty()) throw std::runtime_error(no_such_velocity(source, asked, heads));
    } else if (std::vector<VectorCandidate> all = vector_candidates(heads); !all.empty()) {
        chosen = std::move(all.front());
    }
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
        data.remarks.insert(data.remarks.begin(),
                            fmt::format("The velocity is momentum over density: '{}'.", chosen.name));
}

void add_quotient(std::vector<NodeValues>& arrays)
{
    const std::vector<ArrayHead> heads = heads_of(arrays, {});
    const std::vector<VectorCandidate> all = vector_candidates(heads);
    if (all.empty() || all.front().meaning.meaning != VectorMeaning::Momentum) return;
    const std::size_t nodes = [&] {
        const NodeValues& first = arrays[all.front().arrays.front()];
        return first.values.size() / static_cast<std::size_t>(first.components);
    }();
    const auto density = std::find_if(arrays.begin(), arrays.end(), [&](const NodeValues& array) {
        return array.components == 1 && array.values.size() == nodes && is_density(array.name, array.units);
    });
    if (density == arrays.end()) return;
    const VectorCandidate& momentum = all.front();
    NodeValues quotient =
        momentum.arrays.size() == 1 ? arrays[momentum.arrays.front()] : composed(arrays, momentum);
    quotient.name = quotient_name(momentum.name, density->name);
    quotient.units.clear();
    std::vector<float>& values = quotient.values.own();
    for (std::size_t i = 0; i < values.size(); ++i) values[i] /= density->values[i / 3];
    arrays.push_back(std::move(quotient));
}

}  // namespace farfield::compute
