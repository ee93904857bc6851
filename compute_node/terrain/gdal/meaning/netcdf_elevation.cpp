#include "compute_node/terrain/gdal/meaning/netcdf_elevation.h"

#include "compute_node/readers/common/units.h"
#include "compute_node/readers/netcdf/netcdf_axes.h"
#include "compute_node/readers/netcdf/netcdf_file.h"
#include "compute_node/support/formats/file_kinds.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/support/lower_case.h"
#include "compute_node/terrain/gdal/meaning/quantity_names.h"
#include "compute_node/terrain/heights/height_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace farfield::terrain {

namespace {

namespace fs = std::filesystem;

/// Largest distance of a coordinate from its evenly spaced place, in posts: text and binary32 round.
constexpr double even_within_posts = 0.05;

std::string first_bytes(const fs::path& file)
{
    std::string bytes(4, '\0');
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return bytes;  // a pipe would have to be waited for
    std::ifstream{file, std::ios::binary}.read(bytes.data(), 4);
    return bytes;
}

/// True when several times lie along a dimension.
bool is_time(const compute::NetcdfFile& file, const compute::NetcdfDimension& dimension)
{
    const compute::NetcdfVariable* times = file.find(dimension.name);
    if (times != nullptr && times->dimensions.size() == 1 && compute::direction_of(file, *times) == 't')
        return true;
    return lower_case(dimension.name).starts_with("time");
}

/// True when a dimension numbers places that lie anywhere: stations, or the cells of a mesh.
bool is_list_of_places(const compute::NetcdfFile& file, const compute::NetcdfDimension& dimension)
{
    std::string found;
    for (const compute::NetcdfVariable& variable : file.variables())
        if (variable.dimensions.size() == 1 && variable.dimensions.front().id == dimension.id)
            found += compute::direction_of(file, variable);
    return found.find('x') != std::string::npos && found.find('y') != std::string::npos;
}

/// True for a variable on one plane: all its dimensions but the last two have length one.
bool is_plane(const compute::NetcdfFile& file, const compute::NetcdfVariable& variable)
{
    const auto& dimensions = variable.dimensions;
    if (!variable.numeric || dimensions.size() < 2) return false;
    if (std::any_of(dimensions.end() - 2, dimensions.end(), [&](const compute::NetcdfDimension& d) {
            return is_time(file, d) || is_list_of_places(file, d);
        }))
        return false;
    return std::all_of(dimensions.begin(), dimensions.end() - 2,
                       [](const compute::NetcdfDimension& d) { return d.length == 1; }) &&
           std::all_of(dimensions.end() - 2, dimensions.end(),
                       [](const compute::NetcdfDimension& d) { return d.length >= 2; });
}

bool is_degrees(const compute::NetcdfFile& file, const compute::NetcdfVariable& variable)
{
    return file.text(variable, "units").starts_with("degree");
}

/// True for a coordinate of the globe, and not of a turned one.
bool is_globe_coordinate(const compute::NetcdfFile& file, const compute::NetcdfVariable& variable)
{
    const std::string standard = file.text(variable, "standard_name");
    if (!standard.empty() && standard != "longitude" && standard != "latitude") return false;
    constexpr std::array<std::string_view, 4> names{"lon", "longitude", "lat", "latitude"};
    return is_degrees(file, variable) || std::ranges::find(names, variable.name) != names.end();
}

/// True for a variable along degrees of a grid with its own pole: as a raster it lies nowhere on the Earth.
bool is_turned(const compute::NetcdfFile& file, const compute::NetcdfVariable& variable)
{
    return std::any_of(variable.dimensions.end() - 2, variable.dimensions.end(), [&](const auto& dimension) {
        const compute::NetcdfVariable* axis = file.find(dimension.name);
        return axis != nullptr && is_degrees(file, *axis) && !is_globe_coordinate(file, *axis);
    });
}

/// Rank of a variable as ground, the lower, the better; -1 where it is no height of ground.
int rank_of(const compute::NetcdfFile& file, const compute::NetcdfVariable& variable)
{
    if (!is_plane(file, variable) || is_degrees(file, variable)) return -1;
    const std::string unit = file.text(variable, "units");
    if (!unit.empty() && !height_unit(unit)) return -1;
    const std::string standard = file.text(variable, "standard_name");
    const std::string long_name = file.text(variable, "long_name");
    if (const int rank = rank_of_ground(standard); rank >= 0) return rank;
    constexpr int after_standard_names = 100, after_names = 200;
    if (!standard.empty() || names_other_quantities(long_name)) return -1;
    if (is_height_name(variable.name)) return after_standard_names;
    const bool is_height = names_heights(long_name) || names_heights(file.text(variable, "description"));
    return is_height ? after_names : -1;
}

std::vector<std::string> speeds_of(const compute::NetcdfFile& file)
{
    std::vector<std::string> names;
    for (const compute::NetcdfVariable& variable : file.variables()) {
        const bool is_field = variable.numeric && variable.dimensions.size() >= 2;
        if (is_field && compute::metres_per_second(file.text(variable, "units")))
            names.push_back(variable.name);
    }
    return names;
}

/// A variable that a model computed: at times, over a plane or more, with sea floor depths beside it.
std::string computed_in(const compute::NetcdfFile& file)
{
    for (const compute::NetcdfVariable& variable : file.variables()) {
        const auto& along = variable.dimensions;
        const bool is_computed = variable.numeric && along.size() >= 3 && is_time(file, along.front()) &&
                                 along.back().length >= 2 && along[along.size() - 2].length >= 2;
        if (is_computed && rank_of(file, variable) < 0 && !is_degrees(file, variable)) return variable.name;
    }
    return {};
}

/// A few variables with their units, to say what a file seems to be.
std::string fields_of(const compute::NetcdfFile& file)
{
    constexpr int few = 3;
    std::string text;
    int found = 0;
    for (const compute::NetcdfVariable& variable : file.variables()) {
        if (!variable.numeric || variable.dimensions.size() < 2 || ++found > few) continue;
        const std::string unit = file.text(variable, "units");
        text += fmt::format("{}'{}'{}", text.empty() ? "" : ", ", variable.name,
                            unit.empty() ? "" : fmt::format(" ({})", unit));
    }
    if (found > few) text += fmt::format(" and {} more", found - few);
    return text.empty() ? "no variable of two dimensions" : text;
}

/// The first of evenly spaced places, and the step to the next; lengths in metres.
struct EvenAxis {
    double first = 0.0, step = 0.0;
};

EvenAxis even_axis(const compute::NetcdfFile& file, const compute::NetcdfVariable& coordinate)
{
    const std::vector<double> at = file.coordinates(coordinate);
    const auto last = static_cast<double>(at.size() - 1);
    const double step = (at.back() - at.front()) / last;
    for (std::size_t i = 0; i < at.size(); ++i) {
        const double expected = at.front() + step * static_cast<double>(i);
        if (std::abs(at[i] - expected) <= even_within_posts * std::abs(step)) continue;
        throw std::runtime_error(fmt::format(
            "cannot take '{}' as terrain: expected posts that are evenly spaced, found '{}' {:.9g} "
            "at {}, where {:.9g} would be even; make an even grid with: gdalwarp",
            file.path().string(), coordinate.name, at[i], i, expected));
    }
    const double metres = compute::metres_in(file.text(coordinate, "units")).value_or(1.0);
    return {at.front() * metres, step * metres};
}

/// Longitudes and latitudes in the plane of a variable, which its `coordinates` name.
struct PlaceVariables {
    const compute::NetcdfVariable* longitude = nullptr;
    const compute::NetcdfVariable* latitude = nullptr;

    [[nodiscard]] bool are_both() const { return longitude != nullptr && latitude != nullptr; }
};

PlaceVariables places_of(const compute::NetcdfFile& file, const compute::NetcdfVariable& variable)
{
    PlaceVariables places;
    std::istringstream names{file.text(variable, "coordinates")};
    for (std::string name; names >> name;) {
        const compute::NetcdfVariable* found = file.find(name);
        const bool is_in_plane =
            found != nullptr && found->dimensions.size() == 2 && variable.dimensions.size() >= 2 &&
            std::equal(found->dimensions.begin(), found->dimensions.end(), variable.dimensions.end() - 2,
                       [](const auto& a, const auto& b) { return a.id == b.id; });
        if (!is_in_plane || !is_degrees(file, *found)) continue;
        const char direction = compute::direction_of(file, *found);
        if (direction == 'x') places.longitude = found;
        if (direction == 'y') places.latitude = found;
    }
    return places;
}

/// Rows and columns of places in a plane that are an even grid; none where they are not.
std::optional<std::array<EvenAxis, 2>> even_rows(const compute::NetcdfFile& file,
                                                 const PlaceVariables& places)
{
    const auto& along = places.longitude->dimensions;
    const std::size_t rows = along[0].length, columns = along[1].length;
    const std::vector<std::size_t> all{rows, columns}, first{0, 0};
    const std::vector<double> x = file.exact_values(*places.longitude, first, all),
                              y = file.exact_values(*places.latitude, first, all);
    const EvenAxis to_east{x.front(), (x.back() - x.front()) / static_cast<double>(columns - 1)},
        to_north{y.front(), (y.back() - y.front()) / static_cast<double>(rows - 1)};
    const auto is_at = [](const EvenAxis& axis, std::size_t i, double place) {
        return std::abs(place - axis.first - axis.step * static_cast<double>(i)) <=
               even_within_posts * std::abs(axis.step);
    };
    for (std::size_t j = 0; j < rows; ++j)
        for (std::size_t i = 0; i < columns; ++i)
            if (!is_at(to_east, i, x[j * columns + i]) || !is_at(to_north, j, y[j * columns + i]))
                return std::nullopt;
    return std::array{to_north, to_east};
}

/// True for a variable at longitudes and latitudes of its own that are no even grid.
bool is_curvilinear(const compute::NetcdfFile& file, const compute::NetcdfVariable& variable)
{
    const PlaceVariables places = places_of(file, variable);
    return places.are_both() && !even_rows(file, places);
}

/// True for a bathymetry without a number below zero: its numbers are depths.
bool holds_depths(const compute::NetcdfFile& file, const compute::NetcdfVariable& variable)
{
    const auto says = [](const std::string& text) {
        const std::string lower = lower_case(text);
        return lower.find("bathy") != std::string::npos || lower.find("depth") != std::string::npos;
    };
    if (!says(variable.name) && !says(file.text(variable, "long_name"))) return false;
    std::vector<std::size_t> counts;
    for (const compute::NetcdfDimension& along : variable.dimensions) counts.push_back(along.length);
    const auto values = file.values(variable, std::vector<std::size_t>(counts.size(), 0), counts);
    return std::ranges::none_of(values, [](float value) { return value < 0.0F; });
}

NetcdfElevation describe(const compute::NetcdfFile& file, const compute::NetcdfVariable& variable)
{
    NetcdfElevation elevation{variable.name, false, true, {}, {}};
    const std::string positive = file.text(variable, "positive");
    elevation.down = positive == "down" ||
                     (positive != "up" &&
                      (counts_down(variable.name) || counts_down(file.text(variable, "standard_name")) ||
                       holds_depths(file, variable)));
    std::array<std::optional<EvenAxis>, 2> axes;  // y and x
    const PlaceVariables places = places_of(file, variable);
    const auto even = places.are_both() ? even_rows(file, places) : std::nullopt;
    for (std::size_t i = 0; i < 2; ++i) {
        const auto dimension = variable.dimensions.end() - 2 + static_cast<std::ptrdiff_t>(i);
        const compute::NetcdfVariable* coordinate = file.find(dimension->name);
        const bool is_axis = coordinate != nullptr && coordinate->dimensions.size() == 1;
        elevation.degrees = elevation.degrees && is_axis && is_globe_coordinate(file, *coordinate);
        if (is_axis) axes.at(i) = even_axis(file, *coordinate);
    }
    if (even) {
        axes = {(*even)[0], (*even)[1]};
        elevation.degrees = true;
    }
    if (axes[0] && axes[1])
        elevation.geotransform = {axes[1]->first - 0.5 * axes[1]->step, axes[1]->step, 0.0,
                                  axes[0]->first - 0.5 * axes[0]->step, 0.0,           axes[0]->step};
    if (elevation.down)
        elevation.notes.push_back(
            fmt::format("'{}' counts downwards: heights are its numbers below zero", variable.name));
    return elevation;
}

}  // namespace

bool is_classic_netcdf(const fs::path& file)
{
    const std::string bytes = first_bytes(file);
    return bytes.starts_with("CDF") && (bytes[3] == 1 || bytes[3] == 2 || bytes[3] == 5);
}

bool is_netcdf(const fs::path& file)
{
    if (is_classic_netcdf(file)) return true;
    if (first_bytes(file) != "\x89HDF") return false;
    return format_of(file).name == "NetCDF" || ending_of(file) == ".grd" ||
           kind_of_file(file).name == "NetCDF";
}

namespace {

/// The variable with the best rank as ground, and others that might be.
struct Ground {
    const compute::NetcdfVariable* variable = nullptr;
    std::string others;
};

Ground ground_in(const compute::NetcdfFile& file)
{
    Ground ground;
    for (const compute::NetcdfVariable& variable : file.variables()) {
        const int rank = rank_of(file, variable);
        if (rank < 0) continue;
        const bool is_better = ground.variable == nullptr || rank < rank_of(file, *ground.variable);
        const compute::NetcdfVariable* left =
            is_better ? std::exchange(ground.variable, &variable) : &variable;
        if (left != nullptr)
            ground.others += fmt::format("{}'{}'", ground.others.empty() ? "" : ", ", left->name);
    }
    return ground;
}

}  // namespace

NetcdfContents contents_of_netcdf(const fs::path& path)
{
    const compute::NetcdfFile file{path};
    if (const auto speeds = speeds_of(file); speeds.size() >= 2)
        return {std::nullopt, fmt::format("it holds a flow, '{}' and '{}'", speeds[0], speeds[1])};
    const auto [best, others] = ground_in(file);
    if (best == nullptr)
        return {std::nullopt,
                fmt::format("it holds {}, of which none is named as heights of ground are", fields_of(file))};
    if (is_turned(file, *best))
        return {std::nullopt,
                fmt::format("its heights '{}' lie on a grid with a pole of its own; put them on one of the "
                            "Earth's longitudes and latitudes with: cdo remapbil",
                            best->name)};
    if (is_curvilinear(file, *best))
        return {
            std::nullopt,
            fmt::format("its heights '{}' lie at longitudes and latitudes of their own, which are no even "
                        "grid; make one with: gdalwarp -geoloc",
                        best->name)};
    NetcdfContents contents{describe(file, *best), ""};
    if (!others.empty())
        contents.elevation->notes.push_back(
            fmt::format("heights are those of '{}'; the file has {}, too", best->name, others));
    return contents;
}

bool has_elevation(const fs::path& path)
{
    try {
        const std::lock_guard turn{compute::netcdf_turn()};
        const compute::NetcdfFile file{path};
        const auto* best = ground_in(file).variable;
        return speeds_of(file).size() < 2 && best != nullptr && !is_turned(file, *best) &&
               !is_curvilinear(file, *best) && computed_in(file).empty();
    } catch (const std::runtime_error&) {
        return false;
    }
}

}  // namespace farfield::terrain
