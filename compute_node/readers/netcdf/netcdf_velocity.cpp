#include "compute_node/readers/netcdf/netcdf_velocity.h"

#include "compute_node/fields/scalar_meaning.h"
#include "compute_node/fields/velocity/velocity_choice.h"
#include "compute_node/readers/common/units.h"
#include "compute_node/readers/netcdf/netcdf_axes.h"
#include "compute_node/readers/netcdf/netcdf_stagger.h"
#include "compute_node/readers/netcdf/netcdf_steps.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

using Files = std::vector<std::unique_ptr<NetcdfFile>>;

/// The variables that may be components, and their descriptions.
struct Components {
    std::vector<NetcdfComponent> variables;
    std::vector<ArrayHead> heads;  ///< descriptions of the same variables
};

/// The fullness of a variable: dimensions in space count before time and members of an ensemble.
int fullness_of(const NetcdfFile& file, const NetcdfVariable& variable)
{
    constexpr int more_than_dimensions = 100;
    return more_than_dimensions * spatial_dimensions(file, variable) +
           static_cast<int>(variable.dimensions.size());
}

/// Fullness that a variable without time would have with it; 0 for variables with time.
int fullness_in_time(const NetcdfFile& file, const NetcdfVariable& variable)
{
    const auto spatial = static_cast<std::size_t>(spatial_dimensions(file, variable));
    return spatial == variable.dimensions.size() ? fullness_of(file, variable) + 1 : 0;
}

bool is_steady(const NetcdfComponent& scalar)
{
    return fullness_in_time(*scalar.file, *scalar.variable) > 0;
}

Components components_in(const Files& files)
{
    constexpr int of_a_plane = 2;
    Components found;
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables()) {
            if (!variable.numeric || spatial_dimensions(*file, variable) < of_a_plane) continue;
            const bool is_vector = variable.components > 1;
            if (is_vector && variable.name != variable.vector + ".x") continue;  // they follow the first
            found.variables.push_back({file.get(), &variable});
            found.heads.push_back({is_vector ? variable.vector : variable.name, is_vector ? 3 : 1,
                                   file->text(variable, "units"), false,
                                   file->text(variable, "standard_name"), fullness_of(*file, variable), false,
                                   file->text(variable, "long_name"), fullness_in_time(*file, variable)});
        }
    return found;
}

NetcdfVelocity velocity_of(const Components& all, const VectorCandidate& chosen)
{
    const NetcdfComponent first = all.variables[chosen.arrays.front()];
    const NetcdfComponent density = chosen.density ? all.variables[*chosen.density] : NetcdfComponent{};
    if (const std::size_t components = first.variable->components; components > 1)
        return {first,
                {first.file, first.variable + 1},
                components > 2 ? NetcdfComponent{first.file, first.variable + 2} : NetcdfComponent{},
                density};
    const auto component = [&](std::size_t i) {
        return i < chosen.arrays.size() ? all.variables[chosen.arrays[i]] : NetcdfComponent{};
    };
    return {component(0), component(1), component(2), density};
}

/// True when a variable can be brought to the nodes of a velocity.
bool lies_beside(const Files& files, const NetcdfVelocity& velocity, const NetcdfComponent& variable)
{
    try {
        const NetcdfNodes nodes = find_nodes(files, velocity);
        return reaches_nodes(nodes, variable) && NetcdfSteps{nodes, variable}.lack().empty();
    } catch (const std::runtime_error&) {
        return false;  // of other dimensions
    }
}

std::vector<VectorCandidate> candidates_in(const Files& files, const Components& all)
{
    std::vector<VectorCandidate> candidates = vector_candidates(all.heads);
    put_quotient_first(candidates, all.heads, [&](std::size_t i) {
        return lies_beside(files, velocity_of(all, candidates.front()), all.variables[i]);
    });
    return candidates;
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

/// True for a field in time that shows more than a steady one does: a steady field of more dimensions in
/// space stays.
bool shows_more(const NetcdfComponent& scalar, const NetcdfComponent& steady)
{
    return is_steady(steady) && !is_steady(scalar) &&
           spatial_dimensions(*scalar.file, *scalar.variable) >=
               spatial_dimensions(*steady.file, *steady.variable);
}

/// Chooses the scalar to show: the first field, or the first one in time where that is steady and has no more
/// dimensions in space; what lies beside fields only where there is none. Throws std::runtime_error where
/// find_axes() does.
NetcdfComponent choose_scalar(const Files& files, const Components& all,
                              const std::optional<std::string>& asked)
{
    const std::set<std::string> coordinates = names_of_coordinates(files);
    const NetcdfComponent* chosen = nullptr;
    for (const NetcdfComponent& scalar : all.variables) {
        const std::string& name = scalar.variable->name;
        if (asked && name == *asked) return scalar;
        if (coordinates.contains(name) || direction_of(*scalar.file, *scalar.variable) != ' ') continue;
        if (chosen == nullptr) {
            chosen = &scalar;
        } else if (is_beside_field(name) != is_beside_field(chosen->variable->name)) {
            if (!is_beside_field(name)) chosen = &scalar;
        } else if (shows_more(scalar, *chosen)) {
            chosen = &scalar;
        }
    }
    return chosen == nullptr ? NetcdfComponent{} : *chosen;
}

std::optional<NetcdfChoice> find_velocity(const Files& files, const Components& all, const std::string& asked)
{
    const std::vector<VectorCandidate> candidates = candidates_in(files, all);
    const VectorCandidate chosen = chosen_among(candidates, all.heads, asked);
    if (chosen.arrays.empty() && !asked.empty())
        throw std::runtime_error(no_such_velocity(files.front()->path().string(), asked, all.heads));
    if (chosen.arrays.empty()) return std::nullopt;
    return NetcdfChoice{velocity_of(all, chosen),
                        chosen.name,
                        chosen.reason,
                        warning_about(chosen),
                        others_than(chosen.name, candidates, all.heads),
                        remark_on_anomaly(chosen, all.heads)};
}

/// The contents of a file that has no field on a grid, for a sentence; empty where they are not known.
std::string other_than_field(const NetcdfFile& file)
{
    const std::string type =
        lower_case(file.text("featureType").empty() ? file.text("feature_type")
                                                    : file.text("featureType"));  // OceanParcels
    if (type.starts_with("trajectory")) return "trajectories";
    if (type.starts_with("timeseries")) return "series of times at single places";
    if (type == "profile") return "profiles at single places";
    if (type == "point") return "values at single places";
    if (file.find("sweep_start_ray_index") != nullptr) return "sweeps of a radar or lidar (CF/Radial)";
    return {};
}

/// The dimension along which both longitudes and latitudes (or x and y) lie, so that its values are at single
/// places; empty where there is none.
std::string dimension_of_places(const NetcdfFile& file)
{
    for (const NetcdfVariable& x : file.variables())
        for (const NetcdfVariable& y : file.variables())
            if (x.dimensions.size() == 1 && y.dimensions.size() == 1 &&
                x.dimensions[0].id == y.dimensions[0].id && direction_of(file, x) == 'x' &&
                direction_of(file, y) == 'y')
                return x.dimensions[0].name;
    return {};
}

/// The list by which a variable is gathered (CF 1.11, section 8.2): along its dimension lie chosen points of
/// others. Null where there is none.
const NetcdfVariable* list_of_gathered(const NetcdfFile& file)
{
    for (const NetcdfVariable& variable : file.variables())
        for (const NetcdfDimension& along : variable.dimensions) {
            const NetcdfVariable* const list = file.find(along.name);
            if (list != nullptr && list != &variable && variable.numeric &&
                file.text(*list, "compress").find(' ') != std::string::npos)
                return list;
        }
    return nullptr;
}

/// Throws an error with the contents of the files, if known, where there is neither velocity nor scalar.
void check_what_it_holds(const Files& files)
{
    for (const auto& file : files) {
        if (const std::string other = other_than_field(*file); !other.empty())
            throw std::runtime_error(
                fmt::format("cannot read '{}': it holds {}; expected a field on a grid or mesh",
                            file->path().string(), other));
        if (const NetcdfVariable* const list = list_of_gathered(*file); list != nullptr)
            throw std::runtime_error(fmt::format(
                "cannot read '{}': its values along '{}' are gathered ('compress = {}', CF section 8.2), "
                "which "
                "is not read; expected values on a grid or mesh (decode_compress_to_multi_index of cf_xarray "
                "and unstack of xarray lay them on the grid)",
                file->path().string(), list->name, file->text(*list, "compress")));
        if (const std::string along = dimension_of_places(*file); !along.empty())
            throw std::runtime_error(fmt::format(
                "cannot read '{}': its values lie at places along '{}' that no cells join; expected a "
                "grid or mesh, or a file of the cells' corners beside it, FILE+MESH",
                file->path().string(), along));
    }
}

/// Throws where values lie on a mesh that no file holds: UGRID's variables name it, SCHISM's dimensions do.
void check_mesh_is_there(const Files& files)
{
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables()) {
            const bool of_schism = std::ranges::any_of(variable.dimensions, [](const NetcdfDimension& along) {
                return along.name.starts_with("nSCHISM_");
            });
            const std::string mesh = file->text(variable, "mesh"), at = file->text(variable, "location");
            if (!of_schism && (mesh.empty() || at.empty() || file->find(mesh) != nullptr)) continue;
            throw std::runtime_error(fmt::format("cannot read '{}': '{}' lies on a mesh{} that is not in it; "
                                                 "expected the file of the mesh{} with "
                                                 "it, as one name: FLOW.nc+MESH.nc",
                                                 file->path().string(), variable.name,
                                                 of_schism ? "" : fmt::format(", '{}',", mesh),
                                                 of_schism ? ", out2d_N.nc," : ""));
        }
}

[[noreturn]] void throw_none(const Files& files, const char* what)
{
    for (const auto& file : files)
        if (file->find("elementConn") != nullptr && file->find("nodeCoords") != nullptr)
            throw std::runtime_error(
                fmt::format("cannot read '{}': it is an ESMF mesh, which is not read; UGRID and SCRIP are",
                            file->path().string()));
    throw std::runtime_error(
        fmt::format("cannot read '{}': {} found (files that go together are one name: U.nc+V.nc, "
                    "HISTORY.nc+GRID.nc); expected u and v, or standard names eastward_.. and northward_.., "
                    "x_.. and y_..",
                    files.front()->path().string(), what));
}

}  // namespace

std::set<std::string> names_of_coordinates(const Files& files)
{
    std::set<std::string> names;
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables())
            for (const char* attribute : {"coordinates", "bounds"}) {
                std::istringstream named{file->text(variable, attribute)};
                for (std::string name; named >> name;) names.insert(name);
            }
    return names;
}

std::string units_of_quotient(const std::string& momentum, const std::string& density)
{
    if (momentum.empty() || density.empty()) return {};
    const std::string quotient = fmt::format("({})/({})", momentum, density);
    return metres_per_second(quotient) == 1.0 ? "m/s" : quotient;
}

std::string units_of(const NetcdfVelocity& velocity, const NetcdfComponent& component)
{
    const std::string units = component.file->text(*component.variable, "units");
    const auto& [file, density] = velocity.density;
    return density == nullptr ? units : units_of_quotient(units, file->text(*density, "units"));
}

std::optional<double> speed_factor(const std::string& name, const std::string& units,
                                   std::vector<std::string>& remarks)
{
    const auto factor = metres_per_second(units);
    if (!factor) return factor;
    if (is_loosely_spelt(units))
        remarks.push_back(fmt::format(
            "'{}' has the unit {}, which was taken for that of a speed, m s-1 or the like.", name, units));
    if (*factor != 1.0) remarks.push_back(fmt::format("'{}' was converted from {} to m/s.", name, units));
    return factor;
}

void note_unknown_speed(const std::string& name, const std::string& units, bool is_velocity, GridData& data)
{
    if (units.empty()) data.remarks.push_back(fmt::format("'{}' has no unit and was taken as m/s.", name));
    if (units.empty()) return;
    if (!is_velocity) {
        data.remarks.push_back(
            fmt::format("'{}' is in {}, no unit of speed: its numbers move as m/s.", name, units));
        return;
    }
    const std::string sentence =
        fmt::format("'{}' has the unknown unit {} and was taken as m/s.", name, units);
    if (!data.geographic)
        data.remarks.push_back(sentence);
    else
        data.velocity_warning += (data.velocity_warning.empty() ? "" : " ") + sentence;
}

NetcdfChoice require_velocity(const Files& files, const std::string& asked)
{
    check_mesh_is_there(files);
    auto velocity = find_velocity(files, components_in(files), asked);
    if (!velocity) throw_none(files, "no velocity");
    return std::move(*velocity);
}

NetcdfChoice choose_variables(const Files& files, const std::string& asked,
                              const std::optional<std::string>& scalar)
{
    check_mesh_is_there(files);
    const Components all = components_in(files);
    if (auto velocity = find_velocity(files, all, asked)) return std::move(*velocity);
    const NetcdfComponent chosen = choose_scalar(files, all, scalar);
    if (chosen.variable == nullptr) check_what_it_holds(files);
    if (chosen.variable == nullptr) throw_none(files, "no velocity, and no scalar on a plane or in space,");
    return {{chosen, chosen, {}}, {}, "no variables are named like its components", {}, {}};
}

}  // namespace farfield::compute
