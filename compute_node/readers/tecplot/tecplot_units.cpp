#include "compute_node/readers/tecplot/tecplot_units.h"

#include "compute_node/fields/unit_dimension.h"
#include "compute_node/fields/velocity/vector_meaning.h"
#include "compute_node/readers/common/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace farfield::compute {

namespace {

std::string_view without_blanks(std::string_view text)
{
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

struct NameAndUnit {
    std::string_view name, unit;
};

/// True when the text in brackets is a unit; a letter alone may be that of a component, "Velocity[k]".
bool is_unit(std::string_view inside)
{
    constexpr std::string_view components = "ijkuvwxyzIJUVWXYZ";
    if (inside.size() == 1 && components.find(inside) != std::string_view::npos) return false;
    return unit_dimension(inside).has_value();
}

/// Splits a name from its unit, which is empty where it has none. A coordinate's may be any word.
NameAndUnit parted(std::string_view whole)
{
    const std::size_t begin = whole.ends_with(']')   ? whole.rfind('[')
                              : whole.ends_with(')') ? whole.rfind('(')
                                                     : std::string_view::npos;
    if (begin == std::string_view::npos || begin == 0) return {whole, {}};
    const std::string_view name = without_blanks(whole.substr(0, begin));
    const std::string_view inside = without_blanks(whole.substr(begin + 1, whole.size() - begin - 2));
    const std::string compact = compact_name(name);
    const bool is_coordinate = whole.ends_with(']') && (compact == "x" || compact == "y" || compact == "z");
    return !name.empty() && (is_coordinate || is_unit(inside)) ? NameAndUnit{name, inside}
                                                               : NameAndUnit{whole, {}};
}

void scale(TecplotFile& file, std::size_t variable, double factor)
{
    for (TecplotZone& zone : file.zones)
        for (double& value : zone.values[variable]) value *= factor;
}

/// Converts coordinates to metres. Returns whether all are in metres then.
bool convert_axes(TecplotFile& file, const TecplotAxes& axes, std::vector<std::string>& remarks)
{
    bool are_metres = true;
    for (const int axis : axes) {
        if (axis < 0) continue;
        const auto at = static_cast<std::size_t>(axis);
        std::string& unit = file.units[at];
        const auto metres = metres_in(unit);
        are_metres = are_metres && metres;
        if (metres && *metres != 1.0) {
            scale(file, at, *metres);
            remarks.push_back(fmt::format("Axis '{}' was converted from {} to m.", file.variables[at], unit));
        } else if (!metres && !unit.empty()) {
            remarks.push_back(
                fmt::format("Axis '{}' is in {}, which is no length; positions are as the file has them.",
                            file.variables[at], unit));
        }
        if (metres) unit = std::string{"m"};
    }
    return are_metres;
}

}  // namespace

void part_units(TecplotFile& file)
{
    std::vector<NameAndUnit> all;
    for (const std::string& variable : file.variables) all.push_back(parted(variable));
    std::vector<std::string> names;
    for (std::size_t v = 0; v < all.size(); ++v) {
        const bool is_one = std::ranges::count(all, all[v].name, &NameAndUnit::name) == 1;
        names.emplace_back(is_one ? all[v].name : file.variables[v]);
        file.units.emplace_back(all[v].unit);
    }
    file.variables = std::move(names);
}

std::vector<std::string> convert_units(TecplotFile& file, const TecplotAxes& axes)
{
    std::vector<std::string> remarks;
    if (!convert_axes(file, axes, remarks)) return remarks;
    for (std::size_t v = 0; v < file.variables.size(); ++v) {
        const auto speed = metres_per_second(file.units[v]);
        if (!speed || *speed == 1.0) continue;
        scale(file, v, *speed);
        remarks.push_back(
            fmt::format("'{}' was converted from {} to m/s.", file.variables[v], file.units[v]));
        file.units[v] = std::string{"m/s"};
    }
    return remarks;
}

}  // namespace farfield::compute
