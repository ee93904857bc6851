#include "compute_node/readers/grib/grib_index.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/grib/grib_file.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_messages = 1'000'000;

/// Seconds since 1970 of a date such as 20171018 and a time such as 1830.
double seconds_of(long date, long time)
{
    namespace ch = std::chrono;
    const ch::year_month_day day{ch::year{static_cast<int>(date / 10'000)},
                                 ch::month{static_cast<unsigned>(date / 100 % 100)},
                                 ch::day{static_cast<unsigned>(date % 100)}};
    if (date <= 0 || !day.ok()) return 0.0;
    constexpr long seconds_a_minute = 60, minutes_an_hour = 60;
    const long minutes = time / 100 * minutes_an_hour + time % 100;
    return static_cast<double>(ch::duration_cast<ch::seconds>(ch::sys_days{day}.time_since_epoch()).count() +
                               minutes * seconds_a_minute);
}

/// Standard names that ecCodes lacks, or has without a direction.
std::string standard_name_of(const std::string& name, const std::string& from_library)
{
    using Named = std::pair<std::string_view, const char*>;
    constexpr std::array known{
        Named{"ucurr", "eastward_sea_water_velocity"}, Named{"vcurr", "northward_sea_water_velocity"},
        Named{"ocu", "eastward_sea_water_velocity"},   Named{"ocv", "northward_sea_water_velocity"},
        Named{"uoe", "eastward_sea_water_velocity"},   Named{"von", "northward_sea_water_velocity"}};
    const auto* found = std::ranges::find(known, std::string_view{name}, &Named::first);
    if (found != known.end()) return found->second;
    return from_library == "unknown" ? "" : from_library;
}

double level_of(const GribMessage& message, std::string& type)
{
    constexpr double pascals_in_hectopascal = 100.0;
    if (type != "isobaricInPa") return message.number("level");
    type = "isobaricInhPa";
    return message.number("level") / pascals_in_hectopascal;
}

GribVariable variable_of(const GribMessage& message, double& level)
{
    GribVariable variable{.name = message.text("shortName"),
                          .units = message.text("units"),
                          .standard_name = {},
                          .level_type = message.text("typeOfLevel"),
                          .grid = message.text("md5GridSection"),
                          .nodes = message.size_of("values"),
                          .at = {}};
    // A parameter unknown to the tables has numbers in place of a name.
    if (variable.name.empty() || variable.name == "unknown")
        variable.name = "parameter " + message.text("paramId");
    variable.standard_name = standard_name_of(variable.name, message.text("cfName"));
    level = level_of(message, variable.level_type);
    return variable;
}

void add(GribIndex& index, const GribMessage& message, GribPlace place)
{
    double level = 0.0;
    GribVariable variable = variable_of(message, level);
    auto known = std::ranges::find_if(index.variables, [&](const GribVariable& other) {
        return other.name == variable.name && other.same_nodes(variable);
    });
    if (known == index.variables.end()) known = index.variables.insert(known, std::move(variable));
    const double time = seconds_of(message.count("validityDate"), message.count("validityTime"));
    if (!known->at[time].emplace(level, place).second) ++index.repeated;
}

std::set<double> levels_of(const GribVariable& variable)
{
    std::set<double> levels;
    for (const auto& [time, at] : variable.at)
        for (const auto& [level, place] : at) levels.insert(level);
    return levels;
}

/// Heads of the variables. Those on the same nodes have the same fullness; more levels have a larger one.
std::vector<ArrayHead> heads_of(const GribIndex& index)
{
    std::vector<std::set<double>> levels(index.variables.size());
    std::vector<std::size_t> group(index.variables.size());
    for (std::size_t i = 0; i < index.variables.size(); ++i) {
        group[i] = i;
        for (std::size_t j = 0; j < i && group[i] == i; ++j)
            if (index.variables[i].same_nodes(index.variables[j])) group[i] = group[j];
        levels[group[i]].merge(levels_of(index.variables[i]));
    }
    std::vector<ArrayHead> heads;
    constexpr std::size_t most_levels = 1000, most_groups = 100'000;
    for (std::size_t i = 0; i < index.variables.size(); ++i) {
        const std::size_t fullness = (1 + std::min(levels[group[i]].size(), most_levels)) * most_groups -
                                     std::min(group[i], most_groups);
        const GribVariable& variable = index.variables[i];
        heads.push_back({variable.name, 1, variable.units, false, variable.standard_name,
                         static_cast<int>(fullness), false});
    }
    return heads;
}

/// Enters the times that both components have, and the levels that they share at the first of these.
void find_nodes(GribChoice& choice)
{
    const GribVariable& u = *choice.components.front();
    const GribVariable& v = *choice.components[choice.components.size() > 1 ? 1 : 0];
    for (const auto& [time, at] : u.at) {
        const auto beside = v.at.find(time);
        if (beside == v.at.end()) continue;
        std::vector<double> shared;
        for (const auto& [level, place] : at)
            if (beside->second.contains(level)) shared.push_back(level);
        if (choice.times.empty()) {
            choice.levels = shared;
            choice.levels_left_out = at.size() + beside->second.size() - 2 * shared.size();
        }
        if (!shared.empty() && shared == choice.levels) choice.times.push_back(time);
    }
}

/// True for components that share a time and a level: u 100 m and v 10 m above the ground are no vector.
bool have_a_node(const GribIndex& index, const VectorCandidate& vector)
{
    GribChoice choice;
    for (const std::size_t array : vector.arrays) choice.components.push_back(&index.variables[array]);
    find_nodes(choice);
    return !choice.times.empty();
}

}  // namespace

GribIndex index_of(const std::vector<fs::path>& files)
{
    GribIndex index;
    for (std::size_t file = 0; file < files.size(); ++file) {
        std::size_t messages = 0;
        for_each_message(files[file], [&](const GribMessage& message) {
            add(index, message, {file, messages});
            if (++messages > max_messages)
                throw_reader_error(files[file],
                                   fmt::format("it has more messages than max_messages = {}", max_messages));
            return true;
        });
        if (messages == 0) throw_reader_error(files[file], "expected a GRIB message, found none");
    }
    return index;
}

GribChoice choose_variables(const GribIndex& index, const fs::path& file, const std::string& asked)
{
    const std::vector<ArrayHead> heads = heads_of(index);
    const std::vector<VectorCandidate> candidates = vector_candidates(heads);
    const VectorCandidate chosen = chosen_among(candidates, heads, asked);
    if (chosen.arrays.empty() && !asked.empty())
        throw std::runtime_error(no_such_velocity(file.string(), asked, heads));
    GribChoice choice{{}, chosen.name, chosen.reason, {}, {}, {}, {}, 0};
    for (const std::size_t array : chosen.arrays) choice.components.push_back(&index.variables[array]);
    if (choice.components.empty()) {
        // A ground pressure may count as a level of the model, too; the fuller one is taken.
        const auto fullest = std::ranges::max_element(
            index.variables, {}, [](const GribVariable& variable) { return levels_of(variable).size(); });
        choice.components = {&*fullest};
        choice.reason = "no variables are named like its components";
    } else {
        choice.warning = warning_about(chosen);
    }
    for (const VectorCandidate& other : candidates)
        if (other.name != chosen.name && have_a_node(index, other))
            choice.others.push_back({other.name, heads[other.arrays.front()].units, false});
    find_nodes(choice);
    if (choice.times.empty())
        throw_reader_error(file, fmt::format("'{}' has no level and time with both components", choice.name));
    return choice;
}

std::vector<const GribVariable*> scalars_beside(const GribIndex& index, const GribChoice& choice, double time)
{
    std::vector<const GribVariable*> scalars;
    for (const GribVariable& variable : index.variables) {
        const auto at = variable.at.find(time);
        if (!variable.same_nodes(*choice.components.front()) || at == variable.at.end()) continue;
        const bool is_complete =
            std::ranges::all_of(choice.levels, [&](double level) { return at->second.contains(level); });
        if (is_complete) scalars.push_back(&variable);
    }
    return scalars;
}

}  // namespace farfield::compute
