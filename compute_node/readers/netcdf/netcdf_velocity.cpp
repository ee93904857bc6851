#include "compute_node/readers/netcdf/netcdf_velocity.h"

#include "compute_node/fields/velocity/velocity_choice.h"
#include "compute_node/readers/netcdf/netcdf_axes.h"

#include <stdexcept>

namespace farfield::compute {

namespace {

using Files = std::vector<std::unique_ptr<NetcdfFile>>;

/// The variables that may be components, and their descriptions.
struct Components {
    std::vector<NetcdfComponent> variables;
    std::vector<ArrayHead> heads;  ///< of the same
};

/// Space counts before time and members of an ensemble.
int fullness_of(const NetcdfFile& file, const NetcdfVariable& variable)
{
    constexpr int more_than_dimensions = 100;
    return more_than_dimensions * spatial_dimensions(file, variable) +
           static_cast<int>(variable.dimensions.size());
}

Components components_in(const Files& files)
{
    constexpr int of_a_plane = 2;
    Components found;
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables()) {
            if (!variable.numeric || spatial_dimensions(*file, variable) < of_a_plane) continue;
            found.variables.push_back({file.get(), &variable});
            found.heads.push_back({variable.name, 1, file->text(variable, "units"), false,
                                   file->text(variable, "standard_name"), fullness_of(*file, variable),
                                   false});
        }
    return found;
}

NetcdfVelocity velocity_of(const Components& all, const VectorCandidate& chosen)
{
    const auto component = [&](std::size_t i) {
        return i < chosen.arrays.size() ? all.variables[chosen.arrays[i]] : NetcdfComponent{};
    };
    return {component(0), component(1), component(2)};
}

std::vector<VectorName> others_than(const std::string& chosen, const std::vector<VectorCandidate>& candidates,
                                    const std::vector<ArrayHead>& heads)
{
    std::vector<VectorName> others;
    for (const VectorCandidate& candidate : candidates)
        if (candidate.name != chosen)
            others.push_back({candidate.name, heads[candidate.arrays.front()].units, false});
    return others;
}

}  // namespace

std::optional<NetcdfChoice> find_velocity(const Files& files, const std::string& asked)
{
    const Components all = components_in(files);
    const std::vector<VectorCandidate> candidates = vector_candidates(all.heads);
    VectorCandidate chosen;
    if (!asked.empty())
        chosen = candidate_named(all.heads, asked);
    else if (!candidates.empty())
        chosen = candidates.front();
    if (chosen.arrays.empty() && !asked.empty())
        throw std::runtime_error(no_such_velocity(files.front()->path().string(), asked, all.heads));
    if (chosen.arrays.empty()) return std::nullopt;
    return NetcdfChoice{velocity_of(all, chosen), chosen.name, chosen.reason, warning_about(chosen),
                        others_than(chosen.name, candidates, all.heads)};
}

}  // namespace farfield::compute
