#include "compute_node/terrain/gdal/gdal_frame.h"

#include "compute_node/terrain/gdal/gdal_library.h"
#include "compute_node/terrain/gdal/ground_scale.h"

#include <fmt/format.h>
#include <glm/common.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>

namespace farfield::terrain {

namespace {

/// x = g[0] + column * g[1] + row * g[2] and y = g[3] + column * g[4] + row * g[5], of pixels' corners.
using Geotransform = std::array<double, 6>;

/// The largest rotation of a grid over its length, in posts, that counts as straight.
constexpr double straight_within_posts = 0.01;

constexpr double min_spacing_metres = 1e-6, max_spacing_metres = 1e7;

std::optional<Geotransform> geotransform_of(GDALDatasetH dataset)
{
    const GdalErrors quiet;
    Geotransform g{};
    if (GDALGetGeoTransform(dataset, g.data()) != CE_None) return std::nullopt;
    // The transform that GDAL gives a raster without one.
    if (g == Geotransform{0, 1, 0, 0, 0, 1} && GDALGetSpatialRef(dataset) == nullptr) return std::nullopt;
    return g;
}

[[noreturn]] void refuse(const std::string& name, const std::string& why)
{
    throw std::runtime_error(fmt::format("cannot take '{}' as terrain: {}", name, why));
}

void refuse_without_spacing(const Geotransform& g, const std::string& name)
{
    const bool all_finite = std::all_of(g.begin(), g.end(), [](double v) { return std::isfinite(v); });
    if (all_finite && std::hypot(g[1], g[4]) > 0.0 && std::hypot(g[2], g[5]) > 0.0) return;
    refuse(name,
           fmt::format("its geotransform is {:.9g}, expected finite numbers with posts that are some way "
                       "apart",
                       fmt::join(g, " ")));
}

/// Throws std::runtime_error for posts so close or so far apart that their coordinates cannot be right.
void refuse_odd_spacing(const PostFrame& frame, const std::string& name)
{
    const glm::dvec2 metres = glm::abs(frame.post_metres());
    if (std::min(metres.x, metres.y) >= min_spacing_metres &&
        std::max(metres.x, metres.y) <= max_spacing_metres)
        return;
    refuse(name, fmt::format("its posts are {:g} x {:g} m apart, expected {:g} to {:g} m", metres.x, metres.y,
                             min_spacing_metres, max_spacing_metres));
}

void refuse_turned(GDALDatasetH dataset, const Geotransform& g, const std::string& name)
{
    const double columns = GDALGetRasterXSize(dataset), rows = GDALGetRasterYSize(dataset);
    if (std::abs(g[2]) * rows <= straight_within_posts * std::abs(g[1]) &&
        std::abs(g[4]) * columns <= straight_within_posts * std::abs(g[5]) && g[1] > 0.0 && g[5] != 0.0)
        return;
    refuse(
        name,
        fmt::format("its grid is rotated, sheared or mirrored against its coordinates (geotransform {:.9g}), "
                    "expected columns to the east and rows north or south; straighten it with: "
                    "gdalwarp '{}' straight.tif",
                    fmt::join(g, " "), name));
}

PostFrame frame_in_posts(GDALDatasetH dataset, const std::string& name, std::vector<std::string>& notes)
{
    const int points = GDALGetGCPCount(dataset);
    if (points > 0)
        refuse(name,
               fmt::format("{} control points tie it to the ground, expected a grid of coordinates; make "
                           "one with: gdalwarp '{}' straight.tif",
                           points, name));
    notes.push_back("no georeference: coordinates are posts, x from the left and y from the lowest row, and "
                    "posts are taken to be a metre apart");
    PostFrame frame;
    frame.origin = {0.0, GDALGetRasterYSize(dataset) - 1.0};
    return frame;
}

double degrees_per_unit(OGRSpatialReferenceH crs)
{
    const double degrees = OSRGetAngularUnits(crs, nullptr) * 180.0 / std::numbers::pi;
    return std::abs(degrees - 1.0) < 1e-9 ? 1.0 : degrees;  // degrees as text rounds them
}

double metres_per_unit(OGRSpatialReferenceH crs, std::vector<std::string>& notes)
{
    char* unit = nullptr;
    const double metres = OSRGetLinearUnits(crs, &unit);
    if (metres != 1.0)
        notes.push_back(fmt::format("the file's coordinates are in {} of {:.10g} m; here they are metres",
                                    unit != nullptr ? unit : "units", metres));
    return metres;
}

/// True when coordinates of a grid might be longitudes and latitudes: all are in their range, and posts are
/// closer than a tenth of a unit.
bool could_be_degrees(const PostFrame& frame, glm::dvec2 end)
{
    return std::abs(frame.spacing.x) < 0.1 && std::abs(frame.spacing.y) < 0.1 &&
           std::max(std::abs(frame.origin.x), std::abs(end.x)) <= 360.0 &&
           std::max(std::abs(frame.origin.y), std::abs(end.y)) <= 90.0;
}

/// Sets the reference system, and the length of its unit.
void take_crs(PostFrame& frame, OGRSpatialReferenceH crs, const std::string& name,
              std::vector<std::string>& notes)
{
    const GdalErrors quiet;
    if (OSRIsGeocentric(crs) != 0)
        refuse(name, "its reference system is geocentric, expected a projected or geographic one");
    const std::array<const char*, 2> options{"FORMAT=WKT2_2019", nullptr};
    char* wkt = nullptr;
    const bool exported = OSRExportToWktEx(crs, &wkt, options.data()) == OGRERR_NONE;
    const GdalText owner{wkt};
    if (!exported || wkt == nullptr) refuse(name, "its reference system cannot be understood");
    frame.crs = wkt;
    frame.geographic = OSRIsGeographic(crs) != 0;
    frame.crs_unit = frame.geographic ? degrees_per_unit(crs) : metres_per_unit(crs, notes);
    if (!(frame.crs_unit > 0.0) || !std::isfinite(frame.crs_unit))
        refuse(name, fmt::format("a unit of its reference system is {:g} long", frame.crs_unit));
}

/// The assumed reference system of a file that names none.
GdalCrs assumed_crs(GDALDatasetH dataset, const std::string& name, std::vector<std::string>& notes)
{
    if (name.empty() || GDALGetSpatialRef(dataset) != nullptr) return nullptr;
    GdalCrs crs{OSRNewSpatialReference(nullptr)};
    if (OSRSetFromUserInput(crs.get(), name.c_str()) != OGRERR_NONE) return nullptr;
    notes.push_back(fmt::format("the file's coordinates are degrees, and it names no reference system: {} is "
                                "taken",
                                OSRGetName(crs.get())));
    return crs;
}

void refuse_beyond_poles(const PostFrame& frame, glm::dvec2 end, const std::string& name)
{
    const double most = std::max(std::abs(frame.origin.y), std::abs(end.y));
    if (most > 90.0 + std::abs(frame.spacing.y))
        refuse(name, fmt::format("expected latitudes from -90 to 90 degrees, found {:.9g} to {:.9g}; is its "
                                 "reference system right?",
                                 std::min(frame.origin.y, end.y), std::max(frame.origin.y, end.y)));
}

}  // namespace

PostFrame frame_of(GDALDatasetH dataset, const std::string& name, std::vector<std::string>& notes,
                   const AssumedFrame& assumed)
{
    auto g = geotransform_of(dataset);
    if (!g) g = assumed.geotransform;
    if (!g) return frame_in_posts(dataset, name, notes);
    refuse_without_spacing(*g, name);
    refuse_turned(dataset, *g, name);
    PostFrame frame;
    const GdalCrs other = assumed_crs(dataset, assumed.crs, notes);
    OGRSpatialReferenceH crs = other ? other.get() : GDALGetSpatialRef(dataset);
    if (crs != nullptr) take_crs(frame, crs, name, notes);
    frame.spacing = glm::dvec2{(*g)[1], (*g)[5]} * frame.crs_unit;
    frame.origin = glm::dvec2{(*g)[0], (*g)[3]} * frame.crs_unit + 0.5 * frame.spacing;
    const glm::dvec2 end =
        frame.coordinates_of({GDALGetRasterXSize(dataset) - 1.0, GDALGetRasterYSize(dataset) - 1.0});
    if (frame.geographic) refuse_beyond_poles(frame, end, name);
    take_ground_metres(frame, GDALGetRasterXSize(dataset), GDALGetRasterYSize(dataset));
    notes.insert(notes.end(), frame.remarks.begin(), frame.remarks.end());
    refuse_odd_spacing(frame, name);
    if (crs == nullptr)
        notes.push_back(could_be_degrees(frame, end)
                            ? "no reference system is named: coordinates are taken as metres; if they are "
                              "degrees, say so in a copy: gdal_translate -a_srs EPSG:4326"
                            : "no reference system is named: coordinates are taken as metres");
    return frame;
}

}  // namespace farfield::terrain
