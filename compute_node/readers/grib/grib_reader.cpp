// GRIB 1 and 2 by ecCodes: messages of one variable, level and time each become the nodes of one time step.
#include "compute_node/readers/grib/grib_reader.h"

#include "compute_node/grids/grid_seams.h"
#include "compute_node/grids/origin.h"
#include "compute_node/readers/common/levels.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/grib/grib_file.h"
#include "compute_node/readers/grib/grib_grid.h"
#include "compute_node/readers/grib/grib_index.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

using Values = std::vector<float>;

/// Scalars read beside the velocity; a forecast can have hundreds.
constexpr std::size_t max_scalars = 32;

/// Reads the messages that are wanted, in the order of the files, and puts them where they belong.
class LevelReader {
public:
    LevelReader(const std::vector<fs::path>& files, const GribChoice& choice, double time)
        : files_{files}, choice_{choice}, time_{time}
    {}

    /// The variable's values at all nodes, once read() is done.
    Values& add(const GribVariable& variable) { return add(variable, choice_.levels); }
    /// The variable's values on some levels.
    Values& add(const GribVariable& variable, const std::vector<double>& levels)
    {
        for (std::size_t k = 0; k < levels.size(); ++k) {
            const GribPlace place = variable.at.at(time_).at(levels[k]);
            wanted_[{place.file, place.message}].emplace_back(&variable, k);
        }
        levels_of_[&variable] = levels.size();
        return values_[&variable];
    }
    void read(const GribGrid& grid)
    {
        for (auto& [variable, values] : values_) values.resize(grid.nodes() * levels_of_.at(variable));
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
    /// The grid of the first message. The number of its values is within the limits already.
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
    std::map<const GribVariable*, std::size_t> levels_of_;
};

/// The corners and the size of a message's grid, without the rest of its grid section.
std::string outline_of_grid(const std::vector<fs::path>& files, GribPlace place)
{
    std::string outline;
    std::size_t message = 0;
    for_each_message(files[place.file], [&](const GribMessage& found) {
        if (message == place.message)
            for (const char* key : {"gridType", "Ni", "Nj", "Nx", "Ny", "N", "scanningMode",
                                    "latitudeOfFirstGridPointInDegrees", "longitudeOfFirstGridPointInDegrees",
                                    "latitudeOfLastGridPointInDegrees", "longitudeOfLastGridPointInDegrees"})
                outline += found.text(key) + " ";
        return message++ < place.message;
    });
    return outline;
}

/// The ground pressure, on one level, on the same grid and at the same time, by ecCodes' names. In GRIB 1 the
/// grid section also holds coefficients of levels, so that it may differ.
const GribVariable* ground_pressure(const std::vector<fs::path>& files, const GribIndex& index,
                                    const GribVariable& beside, double time)
{
    const auto first_at = [&](const GribVariable& variable) { return variable.at.at(time).begin()->second; };
    for (const GribVariable& variable : index.variables) {
        if (variable.name != "sp" && variable.name != "lnsp") continue;
        const auto at = variable.at.find(time);
        if (at == variable.at.end() || at->second.size() != 1 || variable.nodes != beside.nodes) continue;
        if (variable.grid == beside.grid ||
            outline_of_grid(files, first_at(variable)) == outline_of_grid(files, first_at(beside)))
            return &variable;
    }
    return nullptr;
}

/// The coefficients of half levels in a message, all a in Pa and then all b; empty where it has none.
std::vector<double> half_levels(const std::vector<fs::path>& files, GribPlace place)
{
    std::vector<double> coefficients;
    std::size_t message = 0;
    for_each_message(files[place.file], [&](const GribMessage& found) {
        if (message == place.message && found.count("PVPresent") != 0) coefficients = found.numbers("pv");
        return message++ < place.message;
    });
    return coefficients;
}

/// The variable that is the height or the pressure of each node of a choice at all its times; null: none is.
/// A pressure comes first where the vertical component is a rate of pressure.
const GribVariable* height_of_nodes(const GribIndex& index, const GribChoice& choice)
{
    const auto is_on_all = [&](const GribVariable& variable) {
        return variable.same_nodes(*choice.components.front()) &&
               std::ranges::all_of(choice.times, [&](double time) {
                   const auto at = variable.at.find(time);
                   return at != variable.at.end() && std::ranges::all_of(choice.levels, [&](double level) {
                              return at->second.contains(level);
                          });
               });
    };
    const bool by_pressure = choice.components.size() > 2 && choice.components[2]->units.starts_with("Pa");
    const std::array<std::string_view, 4> names{by_pressure ? "pres" : "gh", "gh", "h", "pres"};
    for (const std::string_view name : names)
        for (const GribVariable& variable : index.variables)
            if (variable.name == name && is_on_all(variable)) return &variable;
    return nullptr;
}

/// True when all values of [level][node] are there, and rise, or fall, from each level to the next.
bool are_in_order(const Values& values, std::size_t levels)
{
    const std::size_t nodes = values.size() / levels;
    const bool do_rise = values[nodes] > values[0];
    for (std::size_t n = nodes; n < values.size(); ++n)
        if (!(do_rise ? values[n] > values[n - nodes] : values[n] < values[n - nodes])) return false;
    return true;
}

/// The levels of a choice. Of levels that are only numbered the heights or pressures of their nodes, or, for
/// hybrid levels, the pressures by that at the ground, once these are read.
class LevelHeights {
public:
    LevelHeights(const std::vector<fs::path>& files, const GribIndex& index, const GribChoice& choice,
                 double time, LevelReader& reader)
        : choice_{choice}
    {
        const GribVariable& first = *choice.components.front();
        constexpr std::array<std::string_view, 5> in_metres_or_pascals{
            "isobaricInhPa", "heightAboveGround", "heightAboveSea", "depthBelowSea", "depthBelowLand"};
        if (choice.levels.size() < 2 || std::ranges::count(in_metres_or_pascals, first.level_type) > 0)
            return;
        height_ = height_of_nodes(index, choice);
        if (height_ != nullptr) of_nodes_ = &reader.add(*height_);
        if (first.level_type != "hybrid") return;
        ground_ = ground_pressure(files, index, first, time);
        half_ = half_levels(files, first.at.at(time).at(choice.levels.front()));
        const auto most = static_cast<double>(half_.size() / 2);
        has_half_ = half_.size() > 2 && choice.levels.front() >= 1.0 && choice.levels.back() + 1.0 <= most;
        if (ground_ == nullptr || !has_half_) return;
        values_ = &reader.add(*ground_, {ground_->at.at(time).begin()->first});
    }

    /// The levels; call it once all is read.
    [[nodiscard]] Levels levels() const
    {
        const auto with = [&](const char* units, const char* positive, const char* remark) {
            return Levels{choice_.levels, units, positive, false, remark};
        };
        if (choice_.levels.size() == 1) return with("", "", "");
        if (type() == "isobaricInhPa")
            return with("hPa", "down", "z is pressure in hPa, which falls upwards.");
        if (type() == "heightAboveGround") return with("m", "up", "z is height above the ground in m.");
        if (type() == "heightAboveSea") return with("m", "up", "");
        if (type() == "depthBelowSea" || type() == "depthBelowLand")
            return with("m", "down", "z is depth in m, counted downwards.");
        if (values_ != nullptr) return of_ground();
        if (of_nodes_ != nullptr && are_in_order(*of_nodes_, choice_.levels.size())) return of_nodes();
        const bool is_hybrid = type().find("ybrid") != std::string::npos;
        Levels numbers = numbers_of_levels(choice_.levels, type(), is_hybrid ? "down" : "");
        if (height_ != nullptr)
            numbers.remark +=
                fmt::format(" '{}' of the nodes lacks values, or does not ascend or descend.", height_->name);
        if (type() == "hybrid")
            numbers.remark +=
                !has_half_ ? " There are no coefficients of them ('pv'), by which they would be pressures."
                           : " With the pressure at the ground ('sp' or 'lnsp') they would be pressures.";
        return numbers;
    }

private:
    [[nodiscard]] const std::string& type() const { return choice_.components.front()->level_type; }

    /// Pressures midway between half levels a + b ps (ECMWF, IFS documentation CY47R3, part III, eq. 2.11).
    [[nodiscard]] Levels of_ground() const
    {
        constexpr double hectopascals = 0.01;
        Levels levels{{}, "hPa", "down", true, {}};
        const std::size_t halves = half_.size() / 2;
        const bool is_logarithm = ground_->name == "lnsp";
        for (const double level : choice_.levels) {
            const auto below = static_cast<std::size_t>(level);
            const double a = 0.5 * (half_[below - 1] + half_[below]);
            const double b = 0.5 * (half_[halves + below - 1] + half_[halves + below]);
            for (const float ground : *values_)
                levels.z.push_back(hectopascals *
                                   (a + b * (is_logarithm ? std::exp(double{ground}) : ground)));
        }
        levels.remark =
            fmt::format("z is pressure in hPa, which falls upwards, computed from the hybrid levels' "
                        "coefficients and '{}'; it moves with that: that of the first time slice "
                        "holds.",
                        ground_->name);
        return levels;
    }

    [[nodiscard]] Levels of_nodes() const
    {
        constexpr double hectopascals = 0.01;
        const bool is_pressure = height_->name == "pres";
        Levels levels{{}, is_pressure ? "hPa" : "m", is_pressure ? "down" : "up", true, {}};
        for (const float value : *of_nodes_) levels.z.push_back(is_pressure ? hectopascals * value : value);
        levels.remark = fmt::format(
            "z is '{}', {}, of each node; it moves: that of the first time slice holds.", height_->name,
            is_pressure ? "the pressure in hPa, which falls upwards" : "the height in m");
        return levels;
    }

    const GribChoice& choice_;
    const GribVariable* height_ = nullptr;
    const Values* of_nodes_ = nullptr;  ///< values of height_
    const GribVariable* ground_ = nullptr;
    std::vector<double> half_;
    bool has_half_ = false;
    const Values* values_ = nullptr;
};

/// Interleaves the components, turned to east and north.
NodeValues velocity_of(const GribChoice& choice, const GribGrid& grid,
                       const std::vector<const Values*>& parts, double vertical)
{
    // The vector is named by the components in it.
    const bool has_third = parts.size() == choice.components.size();
    const std::string name =
        has_third ? choice.name
                  : fmt::format("{},{}", choice.components[0]->name, choice.components[1]->name);
    NodeValues out{name, 3, {}, choice.components.front()->units};
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

/// The components to read: the vertical one only where it is on all levels.
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

void place_nodes(const GribGrid& grid, const Levels& levels, std::size_t count, GridData& data)
{
    data.dims = {{grid.dims.x, grid.dims.y, static_cast<unsigned>(count)}};
    const bool is_by_node = levels.z.size() > count;
    if (grid.along_axes && !is_by_node) {
        data.geometry = RectilinearGeometry{{grid.longitudes, grid.latitudes, levels.z}};
        return;
    }
    const auto visit = [&](const auto& take) {
        for (std::size_t k = 0; k < count; ++k)
            for (std::size_t n = 0; n < grid.nodes(); ++n)
                take(glm::dvec3{grid.longitudes[grid.along_axes ? n % grid.dims.x : n],
                                grid.latitudes[grid.along_axes ? n / grid.dims.x : n],
                                levels.z[is_by_node ? k * grid.nodes() + n : k]});
    };
    Bounds bounds = no_bounds();
    visit([&](glm::dvec3 place) { include(bounds, place); });
    CurvilinearGeometry geometry{{}, origin_for(bounds, true)};
    geometry.points.reserve(grid.nodes() * count);
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
                        data.default_vector, grid.type));
    data.remarks.push_back(
        fmt::format("Positions are degrees{}.",
                    has_velocity ? "; velocities in m/s become degrees/s on a sphere of 6371 km" : ""));
}

/// A remark that names variables on other nodes, levels or times than those shown.
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
    // A vertical velocity is missed most: it is among the few that are named.
    std::ranges::stable_partition(names,
                                  [](const std::string& name) { return name == "'w'" || name == "'wz'"; });
    constexpr std::ptrdiff_t most = 5;
    const auto last = names.begin() + std::min(most, std::ssize(names));
    const auto more = names.end() - last;
    return fmt::format("Left out, as they are not on all of these nodes and levels: {}{}.",
                       fmt::join(names.begin(), last, ", "),
                       more == 0 ? "" : fmt::format(" and {} more", more));
}

/// True when a scalar is wanted.
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
    const LevelHeights heights{files, index, choice, time, reader};
    const GribGrid grid = reader.read_grid();
    check_node_limit(files.front(), grid.nodes() * choice.levels.size(), max_nodes);
    reader.read(grid);
    const Levels levels = heights.levels();

    data.format = "GRIB";
    data.velocity_reason = choice.reason;
    data.time_steps = static_cast<std::uint32_t>(choice.times.size());
    data.utc_seconds = time;  // GRIB's dates are UTC
    if (has_velocity) {
        Levels along = levels;
        if (choice.levels.size() == 1) along.units = level_numbers;  // nothing moves along one
        const double vertical =
            components.size() > 2
                ? vertical_factor(components[2]->name, components[2]->units, along, data.remarks)
                : 0.0;
        if (vertical == 0.0) parts.resize(2);
        if (vertical == 0.0 && choice.levels.size() > 1 && !levels.is_numbered())
            data.remarks.emplace_back("Without a vertical velocity particles stay at their depth or height.");
        data.arrays.push_back(velocity_of(choice, grid, parts, vertical));
        data.default_vector = data.arrays.back().name;
        data.other_vectors = choice.others;
        data.velocity_warning = choice.warning;
    }
    for (const auto& [scalar, values] : scalars)
        data.arrays.push_back({scalar->name, 1, *values, scalar->units});
    data.geographic = true;
    data.z_units = levels.units;
    data.z_down = levels.is_down();
    data.z_positive = levels.positive;
    data.levels_move = levels.move;
    if (!levels.remark.empty()) data.remarks.push_back(levels.remark);
    place_nodes(grid, levels, choice.levels.size(), data);
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
    // A series has the same variable on the same nodes in all files; dates are UTC.
    return {
        choice.times, first.units, choice.times,
        fmt::format("{} {} {} {}", first.name, first.level_type, first.grid, fmt::join(choice.levels, " "))};
}

std::vector<fs::path> grib_folders()
{
    return grib_definition_folders();
}

}  // namespace farfield::compute
