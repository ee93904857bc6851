#include "compute_node/readers/netcdf_velocity.h"

#include "compute_node/readers/netcdf_axes.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

namespace farfield::compute {

namespace {

using Files = std::vector<std::unique_ptr<NetcdfFile>>;
using Names = std::array<std::string_view, 3>;

/// How the components differ within a standard name.
constexpr std::array<Names, 2> standard_marks{
    {{"eastward_", "northward_", "upward_"}, {"x_", "y_", "upward_"}}};

/// What goes up or down where heights are pressures.
constexpr const char* pressure_rate = "lagrangian_tendency_of_air_pressure";

constexpr std::array<Names, 12> usual_names{
    {{"u", "v", "w"},
     {"U", "V", "W"},
     {"uo", "vo", "wo"},
     {"ua", "va", "wa"},
     {"vozocrtx", "vomecrty", "vovecrtz"},
     {"water_u", "water_v", "water_w"},
     {"eastward_eulerian_current_velocity", "northward_eulerian_current_velocity", ""},
     {"eastward_velocity", "northward_velocity", "upward_velocity"},
     {"ugos", "vgos", ""},
     {"uas", "vas", ""},
     {"u10", "v10", ""},
     {"x_velocity", "y_velocity", "z_velocity"}}};

bool is_velocity_name(std::string_view standard_name)
{
    return standard_name.find("velocity") != std::string_view::npos ||
           standard_name.find("wind") != std::string_view::npos;
}

NetcdfComponent find_variable(const Files& files,
                              const std::function<bool(const NetcdfFile&, const NetcdfVariable&)>& matches)
{
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables())
            if (variable.numeric && matches(*file, variable)) return {file.get(), &variable};
    return {};
}

NetcdfComponent with_standard_name(const Files& files, const std::string& name, std::size_t dimensions)
{
    return find_variable(files, [&](const NetcdfFile& file, const NetcdfVariable& variable) {
        return variable.dimensions.size() == dimensions && file.text(variable, "standard_name") == name;
    });
}

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    return text.replace(text.find(from), from.size(), to);
}

/// The other components for a variable whose standard name says that it is the first.
std::optional<NetcdfVelocity> complete(const Files& files, const NetcdfComponent& u)
{
    const std::string name = u.file->text(*u.variable, "standard_name");
    if (!is_velocity_name(name)) return std::nullopt;
    const std::size_t dimensions = u.variable->dimensions.size();
    for (const Names& marks : standard_marks) {
        const std::size_t at = name.find(marks[0]);
        if (at == std::string::npos || (at > 0 && name[at - 1] != '_')) continue;
        const NetcdfComponent v = with_standard_name(files, replaced(name, marks[0], marks[1]), dimensions);
        NetcdfComponent w = with_standard_name(files, replaced(name, marks[0], marks[2]), dimensions);
        if (w.variable == nullptr) w = with_standard_name(files, pressure_rate, dimensions);
        if (v.variable != nullptr) return NetcdfVelocity{u, v, w};
    }
    return std::nullopt;
}

std::vector<NetcdfVelocity> by_standard_name(const Files& files)
{
    std::vector<NetcdfVelocity> found;
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables())
            if (const auto velocity = complete(files, {file.get(), &variable}); variable.numeric && velocity)
                found.push_back(*velocity);
    return found;
}

std::vector<NetcdfVelocity> by_usual_name(const Files& files)
{
    std::vector<NetcdfVelocity> found;
    for (const Names& names : usual_names) {
        const auto named = [&](std::string_view name) {
            return find_variable(files,
                                 [&](const NetcdfFile&, const NetcdfVariable& v) { return v.name == name; });
        };
        const NetcdfVelocity velocity{named(names[0]), named(names[1]), named(names[2])};
        if (velocity.u.variable != nullptr && velocity.v.variable != nullptr) found.push_back(velocity);
    }
    return found;
}

}  // namespace

std::optional<NetcdfVelocity> find_velocity(const Files& files)
{
    std::vector<NetcdfVelocity> found = by_standard_name(files);
    if (found.empty()) found = by_usual_name(files);
    if (found.empty()) return std::nullopt;
    const auto dimensions = [](const NetcdfVelocity& velocity) {
        return spatial_dimensions(*velocity.u.file, *velocity.u.variable);
    };
    return *std::max_element(found.begin(), found.end(),
                             [&](const auto& a, const auto& b) { return dimensions(a) < dimensions(b); });
}

}  // namespace farfield::compute
