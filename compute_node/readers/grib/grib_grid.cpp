#include "compute_node/readers/grib/grib_grid.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/netcdf/netcdf_plane.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>

namespace farfield::compute {

namespace {

constexpr double turn = 360.0;
/// Distance up to which places are the same: they are given in thousandths of degrees, or finer.
constexpr double same_place_degrees = 1e-6;

struct Places {
    std::vector<double> longitudes, latitudes;  ///< place of each value
};

Places places_of(const GribMessage& message)
{
    Places places{message.numbers("longitudes"), message.numbers("latitudes")};
    if (places.longitudes.size() != places.latitudes.size() || places.longitudes.size() < 2)
        throw_reader_error(message.file(),
                           fmt::format("expected as many longitudes as latitudes, found {} and {}",
                                       places.longitudes.size(), places.latitudes.size()));
    return places;
}

/// The different values among these, ascending.
std::vector<double> distinct(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end(),
                             [](double a, double b) { return b - a < same_place_degrees; }),
                 values.end());
    return values;
}

std::uint32_t index_in(const std::vector<double>& sorted, double value)
{
    const auto found = std::lower_bound(sorted.begin(), sorted.end(), value - same_place_degrees);
    return static_cast<std::uint32_t>(found - sorted.begin());
}

/// Makes longitudes across Greenwich continuous: they begin behind the widest gap.
void begin_behind_gap(std::vector<double>& longitudes, std::vector<double>& of_values)
{
    const auto wrapped = [](double longitude) { return longitude - turn * std::floor(longitude / turn); };
    for (double& longitude : of_values) longitude = wrapped(longitude);
    longitudes = distinct(of_values);
    double widest = longitudes.front() + turn - longitudes.back(), begin = longitudes.front();
    for (std::size_t i = 1; i < longitudes.size(); ++i)
        if (const double gap = longitudes[i] - longitudes[i - 1]; gap > widest + 0.5 * same_place_degrees)
            widest = gap, begin = longitudes[i];
    for (double& longitude : of_values)
        if (longitude < begin - same_place_degrees) longitude += turn;
    longitudes = distinct(of_values);
    if (longitudes.front() < 0.5 * turn) return;
    for (std::vector<double>* all : {&longitudes, &of_values})
        for (double& longitude : *all) longitude -= turn;
}

/// Positions for a damaged Gaussian grid around the globe: its number of rows or its first row contradict its
/// number N, but it has as many values as grid N, which is used.
Places gaussian_places(const GribMessage& message, std::size_t columns)
{
    const auto half = static_cast<std::size_t>(std::max(message.count("N"), 0L));
    const std::vector<double> latitudes = gaussian_latitudes(half);
    if (latitudes.empty() || columns * latitudes.size() != message.size_of("values"))
        throw_reader_error(message.file(),
                           fmt::format("its {} values of '{}' in {} columns from {:.6g} N on are no grid "
                                       "'regular_gg' N{} around the globe; are its numbers damaged?",
                                       message.size_of("values"), message.text("shortName"), columns,
                                       message.number("latitudeOfFirstGridPointInDegrees"), half));
    const double west = message.number("longitudeOfFirstGridPointInDegrees");
    const bool northward = message.count("jScansPositively") != 0;
    Places places;
    for (std::size_t j = 0; j < latitudes.size(); ++j)
        for (std::size_t i = 0; i < columns; ++i) {
            places.longitudes.push_back(west + turn * static_cast<double>(i) / static_cast<double>(columns));
            places.latitudes.push_back(northward ? -latitudes[j] : latitudes[j]);
        }
    return places;
}

GribGrid along_axes(const GribMessage& message, std::string type)
{
    GribGrid grid;
    const bool contradicts = type == "regular_gg" && !message.has_numbers("latitudes");
    Places places =
        contradicts ? gaussian_places(message, static_cast<std::size_t>(std::max(message.count("Ni"), 1L)))
                    : places_of(message);
    if (contradicts)
        grid.remark =
            fmt::format("Its grid 'regular_gg' says N{}, but {} rows from {:.6g} N on: the values were "
                        "taken as those of N{} around the globe.",
                        message.count("N"), message.count("Nj"),
                        message.number("latitudeOfFirstGridPointInDegrees"), message.count("N"));
    grid.type = std::move(type);
    grid.values = places.latitudes.size();
    grid.along_axes = true;
    begin_behind_gap(grid.longitudes, places.longitudes);
    grid.latitudes = distinct(places.latitudes);
    grid.dims = {grid.longitudes.size(), grid.latitudes.size()};
    if (grid.nodes() != places.longitudes.size())
        throw_reader_error(message.file(), fmt::format("expected {} x {} places, found {}", grid.dims.x,
                                                       grid.dims.y, places.longitudes.size()));
    grid.sources.resize(grid.nodes());
    for (std::uint32_t n = 0; n < grid.nodes(); ++n) {
        const std::size_t at = index_in(grid.longitudes, places.longitudes[n]) +
                               std::size_t{grid.dims.x} * index_in(grid.latitudes, places.latitudes[n]);
        if (at < grid.sources.size()) grid.sources[at] = {n, n, 0.0F};
    }
    return grid;
}

/// The grid of thinned rows around the globe, each evenly spaced: all rows get as many points as the fullest
/// has.
GribGrid of_thinned_rows(const GribMessage& message, std::string type)
{
    const Places places = places_of(message);
    std::map<double, std::map<double, std::uint32_t>> rows;  // by latitude and longitude
    for (std::uint32_t n = 0; n < places.latitudes.size(); ++n)
        rows[places.latitudes[n]][places.longitudes[n]] = n;
    std::size_t width = 0;
    for (const auto& [latitude, row] : rows) width = std::max(width, row.size());
    GribGrid grid;
    grid.type = std::move(type);
    grid.values = places.latitudes.size();
    grid.along_axes = grid.thinned = true;
    grid.dims = {width, rows.size()};
    for (std::size_t i = 0; i < width; ++i)
        grid.longitudes.push_back(turn * static_cast<double>(i) / static_cast<double>(width));
    for (const auto& [latitude, row] : rows) {
        if (std::abs(row.rbegin()->first + turn / static_cast<double>(row.size()) - turn -
                     row.begin()->first) > same_place_degrees * 1000.0)
            throw_reader_error(message.file(), "a thinned grid is read where its rows go around the globe");
        grid.latitudes.push_back(latitude);
        for (const double longitude : grid.longitudes) {
            auto after = row.upper_bound(longitude);
            const auto before = after == row.begin() ? std::prev(row.end()) : std::prev(after);
            if (after == row.end()) after = row.begin();
            const double way = std::remainder(longitude - before->first, turn);
            grid.sources.push_back({before->second, after->second,
                                    static_cast<float>(way * static_cast<double>(row.size()) / turn)});
        }
    }
    return grid;
}

void unwrap(std::vector<double>& longitudes, std::size_t width)
{
    for (std::size_t n = 1; n < longitudes.size(); ++n) {
        const double before = n % width != 0 ? longitudes[n - 1] : longitudes[n - width];
        longitudes[n] -= turn * std::round((longitudes[n] - before) / turn);
    }
}

/// The grid of a projection or a rotated pole: positions by node.
GribGrid of_nodes(const GribMessage& message, std::string type)
{
    Places places = places_of(message);
    GribGrid grid;
    grid.type = std::move(type);
    grid.values = places.latitudes.size();
    const bool by_columns = message.count("jPointsAreConsecutive") != 0;
    const auto along = [&](const char* key, const char* other) {
        const long found = message.count(key);
        return static_cast<unsigned>(std::max(found > 0 ? found : message.count(other), 0L));
    };
    const unsigned rows = along("Nj", "Ny"), columns = along("Ni", "Nx");
    grid.dims = by_columns ? glm::uvec2{rows, columns} : glm::uvec2{columns, rows};
    if (grid.nodes() != places.longitudes.size())
        throw_reader_error(message.file(), fmt::format("expected {} x {} values row by row, found {}",
                                                       grid.dims.x, grid.dims.y, places.longitudes.size()));
    grid.longitudes = std::move(places.longitudes);
    grid.latitudes = std::move(places.latitudes);
    unwrap(grid.longitudes, grid.dims.x);
    if (message.count("uvRelativeToGrid") == 0) return grid;
    const NetcdfPlane plane{grid.longitudes, grid.latitudes, true, "degrees", {}};
    AxisDirections directions = directions_of_rows(plane, grid.dims.x);
    // Rows that are written as columns lie along y; some are written from their ends.
    const bool backwards =
        message.count(by_columns ? "jScansPositively" : "iScansNegatively") == (by_columns ? 0 : 1);
    const float sign = backwards ? -1.0F : 1.0F;
    for (std::size_t n = 0; n < directions.cosine.size(); ++n) {
        const float x = sign * directions.cosine[n], y = sign * directions.sine[n];
        grid.cosine.push_back(by_columns ? y : x);
        grid.sine.push_back(by_columns ? -x : y);
    }
    return grid;
}

/// Throws for orders that ecCodes places wrongly: in projections it assumes rows that go eastward from the
/// south, and elsewhere that no row runs backwards.
void check_scanning(const GribMessage& message, const std::string& type)
{
    const bool places_follow = type.ends_with("_ll") || type.ends_with("_gg");
    const bool is_plain = message.count("iScansNegatively") == 0 && message.count("jScansPositively") != 0 &&
                          message.count("jPointsAreConsecutive") == 0;
    const bool turns_thinned = message.count("alternativeRowScanning") != 0 && type.starts_with("reduced");
    if (!turns_thinned && (places_follow || is_plain)) return;
    throw_reader_error(message.file(),
                       fmt::format("its grid '{}' is written in an order that is not read; expected "
                                   "rows from the south, each eastward",
                                   type));
}

}  // namespace

std::vector<float> GribGrid::values_of(const GribMessage& message) const
{
    std::vector<double> values_read = message.values();
    if (values_read.size() != values)
        throw_reader_error(message.file(), fmt::format("expected {} values of '{}', found {}", values,
                                                       message.text("shortName"), values_read.size()));
    for (std::size_t end = 2 * turning; turning > 0 && end <= values; end += 2 * turning)
        std::reverse(values_read.begin() + static_cast<std::ptrdiff_t>(end - turning),
                     values_read.begin() + static_cast<std::ptrdiff_t>(end));
    std::vector<float> at_nodes;
    at_nodes.reserve(nodes());
    for (const Source& source : sources) {
        const double first = values_read[source.first], second = values_read[source.second];
        at_nodes.push_back(
            static_cast<float>(source.part == 0.0F ? first : first + source.part * (second - first)));
    }
    if (sources.empty()) at_nodes.assign(values_read.begin(), values_read.end());
    return at_nodes;
}

GribGrid grid_of(const GribMessage& message)
{
    const std::string type = message.text("gridType");
    const auto is_one_of = [&](std::initializer_list<std::string_view> types) {
        return std::ranges::find(types, std::string_view{type}) != types.end();
    };
    const bool has_axes = is_one_of({"regular_ll", "regular_gg"});
    const bool is_thinned = is_one_of({"reduced_ll", "reduced_gg"});
    const bool has_rows = is_one_of({"rotated_ll", "rotated_gg", "lambert", "polar_stereographic", "mercator",
                                     "lambert_azimuthal_equal_area", "albers"});
    const std::string named = type.empty() ? message.text("gridDefinitionDescription") : type;
    if (named.empty()) throw_reader_error(message.file(), "it has a message without a grid; is it damaged?");
    if (!has_axes && !is_thinned && !has_rows)
        throw_reader_error(
            message.file(),
            fmt::format("its grid '{}' is not read; expected longitudes and latitudes, a Gaussian or "
                        "rotated grid, or a projection's plane, which cdo makes of it",
                        named));
    check_scanning(message, type);
    GribGrid grid = is_thinned ? of_thinned_rows(message, type)
                    : has_axes ? along_axes(message, type)
                               : of_nodes(message, type);
    if (message.count("alternativeRowScanning") != 0)
        grid.turning = message.count("jPointsAreConsecutive") != 0 && has_axes ? grid.dims.y : grid.dims.x;
    return grid;
}

}  // namespace farfield::compute
