// GRIB 1 and 2 by ecCodes: messages of one variable, level and time each become the nodes of one time step.
#include "compute_node/readers/grib/grib_reader.h"

#include "compute_node/grids/grid_seams.h"
#include "compute_node/grids/origin.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/grib/grib_file.h"
#include "compute_node/readers/grib/grib_grid.h"
#include "compute_node/readers/grib/grib_index.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

using Values = std::vector<float>;

/// Scalars read beside the velocity; a forecast can have hundreds.
constexpr std::size_t max_scalars = 32;

/// How levels of a kind count.
struct Levels {
    std::string units;
    bool down = false;      ///< the numbers grow downwards
    bool pressure = false;  ///< in hPa
    std::string remark;
};

Levels levels_of(const std::string& type, std::size_t count)
{
    if (count == 1) return {};
    if (type == "isobaricInhPa") return {"hPa", true, true, "z is pressure in hPa, which falls upwards."};
    if (type == "heightAboveGround") return {"m", false, false, "z is height above the ground in m."};
    if (type == "heightAboveSea") return {"m", false, false, {}};
    if (type == "depthBelowSea" || type == "depthBelowLand")
        return {"m", true, false, "z is depth in m, counted downwards."};
    return {{},
            type.find("ybrid") != std::string::npos,
            false,
            fmt::format("z numbers the levels ('{}'): they are no heights.", type)};
}

/// Reads the messages that are wanted, in the order of the files, and puts them where they belong.
class LevelReader {
public:
    LevelReader(const std::vector<fs::path>& files, const GribChoice& choice, double time)
        : files_{files}, choice_{choice}, time_{time}
    {}

    /// The variable's values at all nodes, once read() is done.
    Values& add(const GribVariable& variable)
    {
        for (std::size_t k = 0; k < choice_.levels.size(); ++k) {
            const GribPlace place = variable.at.at(time_).at(choice_.levels[k]);
            wanted_[{place.file, place.message}].emplace_back(&variable, k);
        }
        return values_[&variable];
    }
    void read(const GribGrid& grid)
    {
        for (auto& [variable, values] : values_) values.resize(grid.nodes() * choice_.levels.size());
        auto next = wanted_.begin();
        for (std::size_t file = 0; file < files_.size(); ++file) {
            std::size_t message = 0;
            for_each_message(files_[file], [&](const GribMessage& found) {
                if (next != wanted_.end() && next->first == std::pair{file, message})
                    take(found, grid, *next++);
                ++message;
                return next != wanted_.end() && next->first.first == file;
            });
        }
    }
    /// The first of the messages, for its grid. Its number of values is known to be within the limits.
    [[nodiscard]] GribGrid read_grid() const
    {
        const auto [file, wanted] = wanted_.begin()->first;
        GribGrid grid;
        std::size_t message = 0;
        for_each_message(files_[file], [&grid, &message, last = wanted](const GribMessage& found) {
            if (message == last) grid = grid_of(found);
            return message++ < last;
        });
        return grid;
    }

private:
    using Wanted = std::map<std::pair<std::size_t, std::size_t>,
                            std::vector<std::pair<const GribVariable*, std::size_t>>>;

    void take(const GribMessage& message, const GribGrid& grid, const Wanted::value_type& wanted)
    {
        const Values level = grid.values_of(message);
        for (const auto& [variable, k] : wanted.second)
            std::copy(level.begin(), level.end(),
                      values_[variable].begin() + static_cast<std::ptrdiff_t>(k * grid.nodes()));
    }

    const std::vector<fs::path>& files_;
    const GribChoice& choice_;
    double time_;
    Wanted wanted_;
    std::map<const GribVariable*, Values> values_;
};

/// Interleaved, east and north.
NodeValues velocity_of(const GribChoice& choice, const GribGrid& grid,
                       const std::vector<const Values*>& parts, double vertical)
{
    NodeValues out{choice.name, 3, {}, choice.components.front()->units};
    std::vector<float>& values = out.values.own();
    values.reserve(3 * parts[0]->size());
    for (std::size_t n = 0; n < parts[0]->size(); ++n) {
        float u = (*parts[0])[n], v = (*parts[1])[n];
        const float w = parts.size() > 2 ? (*parts[2])[n] * static_cast<float>(vertical) : 0.0F;
        if (!grid.cosine.empty()) {
            const std::size_t at = n % grid.nodes();
            const float along = u, across = v;
            u = along * grid.cosine[at] - across * grid.sine[at];
            v = along * grid.sine[at] + across * grid.cosine[at];
        }
        values.insert(values.end(), {u, v, w});
    }
    return out;
}

/// What an upward component or a rate of pressure is multiplied by to be a velocity along z; 0: it is none.
double vertical_factor(const GribVariable& component, const Levels& levels, std::vector<std::string>& remarks)
{
    constexpr double in_hectopascals = 0.01;
    const bool is_rate = component.units.starts_with("Pa");
    if (is_rate && levels.pressure) return in_hectopascals;
    if (!is_rate && levels.units == "m") return levels.down ? -1.0 : 1.0;
    remarks.push_back(
        fmt::format("'{}' ({}) is no velocity along z and was left out.", component.name, component.units));
    return 0.0;
}

/// The components that count: the vertical one where it is on all levels.
std::vector<const GribVariable*> parts_of(const GribChoice& choice, double time)
{
    std::vector<const GribVariable*> parts = choice.components;
    if (parts.size() < 3) return parts;
    const auto at = parts[2]->at.find(time);
    const bool is_complete =
        parts[2]->same_nodes(*parts[0]) && at != parts[2]->at.end() &&
        std::ranges::all_of(choice.levels, [&](double level) { return at->second.contains(level); });
    if (!is_complete) parts.pop_back();
    return parts;
}

void place_nodes(const GribGrid& grid, const std::vector<double>& levels, GridData& data)
{
    data.dims = {{grid.dims.x, grid.dims.y, static_cast<unsigned>(levels.size())}};
    if (grid.along_axes) {
        data.geometry = RectilinearGeometry{{grid.longitudes, grid.latitudes, levels}};
        return;
    }
    const auto visit = [&](const auto& take) {
        for (const double level : levels)
            for (std::size_t n = 0; n < grid.nodes(); ++n)
                take(glm::dvec3{grid.longitudes[n], grid.latitudes[n], level});
    };
    Bounds bounds = no_bounds();
    visit([&](glm::dvec3 place) { include(bounds, place); });
    CurvilinearGeometry geometry{{}, origin_for(bounds, true)};
    geometry.points.reserve(grid.nodes() * levels.size());
    visit([&](glm::dvec3 place) { geometry.points.emplace_back(place - geometry.origin); });
    data.geometry = std::move(geometry);
}

void describe(const GribIndex& index, const GribChoice& choice, const GribGrid& grid, GridData& data)
{
    const bool has_velocity = !choice.name.empty();
    if (!has_velocity)
        data.remarks.emplace_back(
            "There is no velocity (files that go together are one name: U.grib+V.grib).");
    if (index.repeated > 0)
        data.remarks.push_back(fmt::format("{} messages have the variable, level and time of an earlier one "
                                           "(members of an ensemble, other forecasts) and were left out.",
                                           index.repeated));
    if (choice.levels_left_out > 0)
        data.remarks.push_back(
            fmt::format("{} levels have one component alone and were left out.", choice.levels_left_out));
    if (!grid.remark.empty()) data.remarks.push_back(grid.remark);
    if (grid.thinned)
        data.remarks.push_back(
            fmt::format("The rows of its grid '{}' have fewer points towards the poles: they "
                        "were interpolated to {} each.",
                        grid.type, grid.dims.x));
    if (has_velocity && !grid.cosine.empty())
        data.remarks.push_back(
            fmt::format("'{}' runs along the axes of the grid '{}' and was turned to east and "
                        "north by the way the grid lies.",
                        choice.name, grid.type));
    data.remarks.push_back(
        fmt::format("Positions are degrees{}.",
                    has_velocity ? "; velocities in m/s become degrees/s on a sphere of 6371 km" : ""));
}

/// Names those that are on other nodes, levels or times than what is shown.
std::string remark_on_others(const GribIndex& index, const GribChoice& choice,
                             const std::vector<const GribVariable*>& shown)
{
    std::vector<std::string> names;
    for (const GribVariable& variable : index.variables) {
        const auto is_it = [&](const GribVariable* other) { return other == &variable; };
        const bool is_shown =
            std::ranges::any_of(choice.components, is_it) || std::ranges::any_of(shown, is_it);
        std::string name = fmt::format("'{}'", variable.name);
        if (!is_shown && std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }
    if (names.empty()) return {};
    constexpr std::ptrdiff_t most = 5;
    const auto last = names.begin() + std::min(most, std::ssize(names));
    const auto more = names.end() - last;
    return fmt::format("Left out, as they are not on all of these nodes and levels: {}{}.",
                       fmt::join(names.begin(), last, ", "),
                       more == 0 ? "" : fmt::format(" and {} more", more));
}

/// Whether a scalar is wanted.
bool is_wanted(const std::string& name, const std::optional<std::string>& only,
               const std::vector<const GribVariable*>& all)
{
    const bool has_it =
        only && std::ranges::any_of(all, [&](const GribVariable* other) { return other->name == *only; });
    const bool needs_none = only && *only == "speed" && !has_it;
    return !needs_none && (!has_it || name == *only);
}

}  // namespace

GridData read_grib(const std::vector<fs::path>& files, std::uint64_t max_nodes, std::size_t time_step,
                   const std::optional<std::string>& only_scalar, const std::string& velocity)
{
    const std::lock_guard turn{grib_turn()};
    const GribIndex index = index_of(files);
    const GribChoice choice = choose_variables(index, files.front(), velocity);
    const double time = choice.times[std::min(time_step, choice.times.size() - 1)];
    const std::uint64_t nodes = choice.components.front()->nodes;
    check_node_limit(files.front(), nodes, max_nodes / choice.levels.size());
    const bool has_velocity = !choice.name.empty();
    const Levels levels = levels_of(choice.components.front()->level_type, choice.levels.size());

    LevelReader reader{files, choice, time};
    std::vector<const Values*> parts;
    GridData data;
    const auto components = parts_of(choice, time);
    parts.reserve(components.size());
    for (const GribVariable* component : components) parts.push_back(&reader.add(*component));
    const auto beside = scalars_beside(index, choice, time);
    std::vector<std::pair<const GribVariable*, const Values*>> scalars;
    for (const GribVariable* scalar : beside)
        if (scalars.size() < max_scalars && is_wanted(scalar->name, only_scalar, beside))
            scalars.emplace_back(scalar, &reader.add(*scalar));
    const GribGrid grid = reader.read_grid();
    check_node_limit(files.front(), grid.nodes() * choice.levels.size(), max_nodes);
    reader.read(grid);

    data.format = "GRIB";
    data.velocity_reason = choice.reason;
    data.time_steps = static_cast<std::uint32_t>(choice.times.size());
    data.utc_seconds = time;  // GRIB's dates are UTC
    if (has_velocity) {
        const double vertical =
            components.size() > 2 ? vertical_factor(*components[2], levels, data.remarks) : 0.0;
        if (vertical == 0.0) parts.resize(2);
        if (vertical == 0.0 && choice.levels.size() > 1)
            data.remarks.emplace_back(
                "There is no vertical velocity: particles stay at their depth or height.");
        data.arrays.push_back(velocity_of(choice, grid, parts, vertical));
        data.default_vector = choice.name;
        data.other_vectors = choice.others;
        data.velocity_warning = choice.warning;
    }
    for (const auto& [scalar, values] : scalars)
        data.arrays.push_back({scalar->name, 1, *values, scalar->units});
    data.geographic = true;
    data.z_units = levels.units;
    data.z_down = levels.down;
    if (!levels.units.empty()) data.z_positive = levels.down ? "down" : "up";
    if (!levels.remark.empty()) data.remarks.push_back(levels.remark);
    place_nodes(grid, choice.levels, data);
    describe(index, choice, grid, data);
    if (std::string remark = remark_on_others(index, choice, beside); !remark.empty())
        data.remarks.push_back(std::move(remark));
    close_longitudes(data);
    close_seams(data);
    return data;
}

FileHeading grib_heading(const std::vector<fs::path>& files, const std::string& velocity)
{
    const std::lock_guard turn{grib_turn()};
    const GribIndex index = index_of(files);
    const GribChoice choice = choose_variables(index, files.front(), velocity);
    const GribVariable& first = *choice.components.front();
    // Of one series are those with the same variable on the same nodes; dates are UTC.
    return {
        choice.times, first.units, choice.times,
        fmt::format("{} {} {} {}", first.name, first.level_type, first.grid, fmt::join(choice.levels, " "))};
}

std::vector<fs::path> grib_folders()
{
    return grib_definition_folders();
}

}  // namespace farfield::compute
