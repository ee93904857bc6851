#include "compute_node/readers/common/levels.h"

#include "compute_node/fields/unit_dimension.h"
#include "compute_node/readers/common/units.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace farfield::compute {

namespace {

bool is_among(std::string_view name, std::initializer_list<std::string_view> known)
{
    return std::ranges::find(known, name) != known.end();
}

/// True for a unit that is known, and neither one of speed nor a pure number.
bool is_no_speed(const std::string& units)
{
    const auto dimension = unit_dimension(units);
    return dimension && *dimension != UnitDimension{} && *dimension != dimension_of_speed &&
           !metres_per_second(units);
}

}  // namespace

Levels numbered_levels(const std::string& of, std::size_t levels, const std::string& positive,
                       const std::string& why)
{
    Levels numbered{{}, std::string{level_numbers}, positive, false, {}};
    for (std::size_t k = 0; k < levels; ++k) numbered.z.push_back(static_cast<double>(k));
    const std::string direction = positive.empty() ? ", in the file's order" : positive + "wards";
    numbered.remark = fmt::format("z numbers the {} level{}{} from 0{}{}: {}. Particles stay on their level.",
                                  levels, levels == 1 ? "" : "s", of.empty() ? "" : fmt::format(" '{}'", of),
                                  positive.empty() ? "" : " ", direction, why);
    return numbered;
}

Levels numbers_of_levels(std::vector<double> numbers, const std::string& coordinate,
                         const std::string& positive)
{
    return {
        std::move(numbers), std::string{level_numbers}, positive, false,
        fmt::format("z numbers the levels as '{}' does{}, which is no height, depth or pressure. Particles "
                    "stay on their level.",
                    coordinate, positive.empty() ? "" : ", " + positive + "wards")};
}

std::string direction_of_levels(const std::string& positive, const std::string& standard_name,
                                const std::string& units, const std::string& name, bool is_never_negative)
{
    const std::string said = lower_case(positive);
    if (said.find("down") != std::string::npos) return "down";
    if (said.find("up") != std::string::npos) return "up";
    if (pascals_in(units) || is_among(standard_name, {"depth", "air_pressure", "sea_water_pressure"}))
        return "down";
    if (is_among(standard_name, {"height", "altitude", "geopotential_height", "elevation"}) ||
        standard_name.starts_with("height_above"))
        return "up";
    if (lower_case(name).starts_with("dep") && is_never_negative) return "down";
    return {};
}

double vertical_factor(const std::string& name, const std::string& units, const Levels& levels,
                       std::vector<std::string>& remarks)
{
    const auto in_z = pascals_in(levels.units), in_rate = pascals_per_second(units);
    const bool is_other = !in_rate && is_no_speed(units);
    if (!levels.is_numbered() && !is_other && in_z.has_value() == in_rate.has_value()) {
        if (in_z) return *in_rate / *in_z;
        if (metres_in(levels.units) && !units.empty() && !metres_per_second(units))
            remarks.push_back(fmt::format("'{}' has the unknown unit {} and was taken as m/s.", name, units));
        if (!metres_in(levels.units) && metres_per_second(units))
            remarks.push_back(fmt::format("'{}' ({}) runs along z in {}, which was taken as metres.", name,
                                          units,
                                          levels.units.empty() ? "no unit" : "'" + levels.units + "'"));
        return levels.is_down() ? -1.0 : 1.0;
    }
    remarks.push_back(fmt::format("'{}' ({}) is no velocity along z ({}) and was left out.", name,
                                  units.empty() ? "no unit" : units,
                                  levels.is_numbered()   ? "numbers of levels"
                                  : levels.units.empty() ? "no unit"
                                                         : levels.units));
    return 0.0;
}

}  // namespace farfield::compute
