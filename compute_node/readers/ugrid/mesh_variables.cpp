#include "compute_node/readers/ugrid/mesh_variables.h"

#include "compute_node/fields/scalar_meaning.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/netcdf/netcdf_axes.h"
#include "compute_node/readers/netcdf/netcdf_velocity.h"
#include "compute_node/support/lower_case.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string_view>

namespace farfield::compute {

namespace {

bool is_time(const NetcdfFile& file, const NetcdfDimension& dimension)
{
    const NetcdfVariable* coordinate = file.find(dimension.name);
    if (coordinate != nullptr && direction_of(file, *coordinate) == 't') return true;
    const std::string name = lower_case(dimension.name);
    if (name.find("time") != std::string::npos || name == "t") return true;
    return std::ranges::any_of(file.variables(), [&](const NetcdfVariable& along) {
        return along.numeric && along.dimensions.size() == 1 && along.dimensions[0].id == dimension.id &&
               direction_of(file, along) == 't';
    });
}

/// True for a variable of positions or topology, which is no scalar of the flow.
bool is_place(const NetcdfFile& file, const NetcdfVariable& variable, const MeshTopology& topology)
{
    const char direction = direction_of(file, variable);
    if (variable.name.starts_with("grid_center_") || variable.name.starts_with("grid_corner_"))
        return true;  // SCRIP, often in radians
    return &variable == topology.x || &variable == topology.y || &variable == topology.faces ||
           direction == 'x' || direction == 'y' || direction == 't' ||
           !file.text(variable, "cf_role").empty();
}

/// The standard name that one of MPAS's own names stands for; "" for other names.
std::string standard_name_of_mpas(const NetcdfFile& file, const NetcdfVariable& variable)
{
    const std::string name = lower_case(variable.name);
    if (name.find("velocityzonal") != std::string::npos || name == "ureconstructzonal")
        return "eastward_wind";
    if (name.find("velocitymeridional") != std::string::npos || name == "ureconstructmeridional")
        return "northward_wind";
    if (name.ends_with("vertvelocitytop") || (name == "w" && file.find("uReconstructZonal") != nullptr))
        return "upward_air_velocity";
    return {};
}

/// The standard name of a variable, also by MPAS's own names.
std::string standard_name_of(const NetcdfFile& file, const NetcdfVariable& variable)
{
    const std::string own = standard_name_of_mpas(file, variable);
    return own.empty() ? file.text(variable, "standard_name") : own;
}

ArrayHead head_of(const MeshVariable& on)
{
    constexpr int more_than_places = 10;
    const int fullness = more_than_places * (on.layers() > 1 ? 2 : 1) + (on.of_faces ? 1 : 2) +
                         (on.time_dimension >= 0 ? 2 : 0);
    const bool is_part = !on.variable->vector.empty();
    const bool is_vector = is_part && on.variable->name == on.variable->vector + ".x";
    // The other components follow the first, and are no scalars of their own.
    return {is_vector ? on.variable->vector : on.variable->name,
            is_vector ? 3
            : is_part ? 0
                      : 1,
            on.file->text(*on.variable, "units"),
            false,
            standard_name_of(*on.file, *on.variable),
            fullness,
            false,
            on.file->text(*on.variable, "long_name")};
}

std::vector<VectorCandidate> candidates_on(const std::vector<MeshVariable>& all,
                                           const std::vector<ArrayHead>& heads)
{
    std::vector<VectorCandidate> candidates = vector_candidates(heads);
    put_quotient_first(candidates, heads, [&](std::size_t i) {
        const MeshVariable& momentum = all[candidates.front().arrays.front()];
        return all[i].of_faces == momentum.of_faces && all[i].shares_layers(momentum);
    });
    return candidates;
}

/// The candidate with a vertical component that lies at other places, such as the nodes where the two others
/// are in cells (FESOM), or that does not change with time.
VectorCandidate with_third_elsewhere(VectorCandidate chosen, std::vector<ArrayHead> heads)
{
    if (chosen.arrays.size() != 2 || chosen.density) return chosen;
    for (ArrayHead& head : heads) head.fullness = 1;
    for (VectorCandidate& other : vector_candidates(heads)) {
        const bool has_both = other.arrays.size() == 3 && other.arrays[0] == chosen.arrays[0] &&
                              other.arrays[1] == chosen.arrays[1];
        if (!has_both) continue;
        chosen.arrays = std::move(other.arrays);
        chosen.name = std::move(other.name);
        chosen.reason = std::move(other.reason);
        break;
    }
    return chosen;
}

/// SCHISM's velocity before version 5.9: of two components, with the third in a variable of its own.
constexpr std::string_view horizontal_velocity = "hvel", vertical_velocity = "vertical_velocity";

void add_vertical_velocity(MeshChoice& choice)
{
    const auto found = std::ranges::find_if(
        choice.all, [](const MeshVariable& on) { return on.variable->name == vertical_velocity; });
    if (found != choice.all.end()) choice.components.push_back(*found);
}

/// The first field, or the first one in time where that is steady and has no more layers.
const MeshVariable& scalar_to_show(const std::vector<MeshVariable>& all)
{
    const auto is_field = [](const MeshVariable& on) { return !is_beside_field(on.variable->name); };
    const auto first = std::ranges::find_if(all, is_field);
    if (first == all.end()) return all.front();
    const auto in_time = std::find_if(first, all.end(), [&](const MeshVariable& on) {
        return is_field(on) && on.time_dimension >= 0 && on.layers() >= first->layers();
    });
    return first->time_dimension >= 0 || in_time == all.end() ? *first : *in_time;
}

}  // namespace

std::optional<MeshVariable> on_mesh(const NetcdfFile& file, const NetcdfVariable& variable,
                                    const MeshTopology& topology)
{
    MeshVariable found{.file = &file, .variable = &variable};
    if (!variable.numeric) return std::nullopt;
    for (int d = 0; d < static_cast<int>(variable.dimensions.size()); ++d) {
        const NetcdfDimension& dimension = variable.dimensions[static_cast<std::size_t>(d)];
        const bool is_node = dimension.name == topology.node_dimension;
        if (is_node || dimension.name == topology.face_dimension) {
            if (found.place_dimension >= 0) return std::nullopt;
            found.place_dimension = d;
            found.of_faces = !is_node;
        } else if (found.time_dimension < 0 && is_time(file, dimension)) {
            found.time_dimension = d;
        } else if (found.layer_dimension < 0) {
            found.layer_dimension = d;
        } else {
            return std::nullopt;
        }
    }
    if (found.place_dimension < 0) return std::nullopt;
    return found;
}

std::vector<float> values_at(const MeshVariable& on, std::size_t time_step)
{
    const auto& dimensions = on.variable->dimensions;
    std::vector<std::size_t> start(dimensions.size(), 0), count;
    for (const NetcdfDimension& dimension : dimensions) count.push_back(dimension.length);
    if (on.time_dimension >= 0) {
        start[static_cast<std::size_t>(on.time_dimension)] = std::min(time_step, on.steps() - 1);
        count[static_cast<std::size_t>(on.time_dimension)] = 1;
    }
    std::vector<float> values = on.file->values(*on.variable, start, count);
    if (on.layer_dimension < on.place_dimension) return values;
    const std::size_t layers = on.layers(), places = values.size() / layers;
    std::vector<float> turned(values.size());
    for (std::size_t place = 0; place < places; ++place)
        for (std::size_t layer = 0; layer < layers; ++layer)
            turned[layer * places + place] = values[place * layers + layer];
    return turned;
}

std::vector<float> averaged_to_nodes(const std::vector<float>& of_faces, const MeshFaces& faces,
                                     std::size_t nodes, std::size_t layers)
{
    const std::size_t count = faces.nodes.size() / faces.corners;
    std::vector<float> averaged;
    averaged.reserve(nodes * layers);
    for (std::size_t layer = 0; layer < layers; ++layer) {
        std::vector<double> sum(nodes, 0.0);
        std::vector<int> around(nodes, 0);
        for (std::size_t face = 0; face < count; ++face) {
            const float value = of_faces[layer * count + face];
            if (std::isnan(value)) continue;
            for (std::size_t corner = 0; corner < faces.corners; ++corner) {
                const std::int64_t node = faces.nodes[face * faces.corners + corner];
                if (node < 0) continue;
                sum[static_cast<std::size_t>(node)] += value;
                ++around[static_cast<std::size_t>(node)];
            }
        }
        for (std::size_t node = 0; node < nodes; ++node)
            averaged.push_back(around[node] == 0 ? std::numeric_limits<float>::quiet_NaN()
                                                 : static_cast<float>(sum[node] / around[node]));
    }
    return averaged;
}

std::string units_of(const MeshChoice& choice, const MeshVariable& component)
{
    const std::string units = component.file->text(*component.variable, "units");
    if (!choice.density) return units;
    return units_of_quotient(units, choice.density->file->text(*choice.density->variable, "units"));
}

MeshChoice choose_on_mesh(const NetcdfFiles& files, const MeshTopology& topology, const std::string& asked)
{
    MeshChoice choice;
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables())
            if (const auto on = on_mesh(*file, variable, topology);
                on && !is_place(*file, variable, topology))
                choice.all.push_back(*on);
    std::vector<ArrayHead> heads;
    for (const MeshVariable& on : choice.all) heads.push_back(head_of(on));
    const std::vector<VectorCandidate> candidates = candidates_on(choice.all, heads);
    const VectorCandidate found = chosen_among(candidates, heads, asked);
    const VectorCandidate chosen = asked.empty() ? with_third_elsewhere(found, heads) : found;
    if (chosen.arrays.empty() && !asked.empty())
        throw std::runtime_error(no_such_velocity(files.front()->path().string(), asked, heads));
    if (choice.all.empty())
        throw_reader_error(files.front()->path(),
                           "it holds a mesh without a variable over its nodes or faces (a "
                           "second file goes with it as one name: FLOW.nc+MESH.nc)");
    for (const std::size_t array : chosen.arrays)
        for (std::size_t c = 0; c < choice.all[array].variable->components; ++c)
            choice.components.push_back(choice.all[array + c]);
    if (chosen.name == horizontal_velocity && choice.components.size() == 2) add_vertical_velocity(choice);
    if (chosen.density) choice.density = choice.all[*chosen.density];
    choice.name = chosen.name;
    choice.reason = chosen.reason;
    if (choice.components.empty()) {
        choice.components.push_back(scalar_to_show(choice.all));
        choice.reason = "no variables are named like its components";
    } else {
        choice.warning = warning_about(chosen);
        choice.remark = remark_on_anomaly(chosen, heads);
        const MeshVariable& first = choice.components.front();
        if (asked.empty() && !standard_name_of_mpas(*first.file, *first.variable).empty())
            choice.reason = "its components have the names that MPAS gives them";
    }
    for (const VectorCandidate& other : candidates)
        if (other.name != found.name)
            choice.others.push_back({other.name, heads[other.arrays.front()].units, false});
    return choice;
}

}  // namespace farfield::compute
