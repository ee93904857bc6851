#include "compute_node/terrain/gdal/crs.h"

#include "compute_node/terrain/gdal/gdal_handles.h"
#include "compute_node/terrain/gdal/gdal_library.h"

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace farfield::terrain {

namespace {

GdalCrs parse(const std::string& wkt)
{
    prepare_gdal();
    const GdalErrors quiet;
    return GdalCrs{wkt.empty() ? nullptr : OSRNewSpatialReference(wkt.c_str())};
}

double squared_eccentricity(const Ellipsoid& ellipsoid)
{
    // A sphere's inverse flattening is given as 0.
    const double flattening = ellipsoid.inverse_flattening > 0.0 ? 1.0 / ellipsoid.inverse_flattening : 0.0;
    return flattening * (2.0 - flattening);
}

std::string code_of(OGRSpatialReferenceH crs)
{
    // A compound system has its horizontal part's code, when it has none of its own.
    for (const char* part :
         {static_cast<const char*>(nullptr), OSRIsProjected(crs) != 0 ? "PROJCS" : "GEOGCS"}) {
        const char* authority = OSRGetAuthorityName(crs, part);
        const char* code = OSRGetAuthorityCode(crs, part);
        if (authority != nullptr && code != nullptr) return std::string{authority} + ":" + code;
    }
    return "";
}

/// Name of a system by its code: formats that hold a system's numbers alone leave it without a name.
std::string name_of_code(const std::string& code)
{
    const GdalCrs crs{OSRNewSpatialReference(nullptr)};
    if (code.empty() || OSRSetFromUserInput(crs.get(), code.c_str()) != OGRERR_NONE) return "unnamed";
    const char* name = OSRGetName(crs.get());
    return name != nullptr ? name : "unnamed";
}

/// The point in space of a longitude and latitude on an ellipsoid.
glm::dvec3 geocentric(const Ellipsoid& ellipsoid, double longitude_radians, double latitude_radians)
{
    const double e2 = squared_eccentricity(ellipsoid), sine = std::sin(latitude_radians);
    const double radius = ellipsoid.semi_major_metres / std::sqrt(1.0 - e2 * sine * sine);
    return {radius * std::cos(latitude_radians) * std::cos(longitude_radians),
            radius * std::cos(latitude_radians) * std::sin(longitude_radians), radius * (1.0 - e2) * sine};
}

}  // namespace

Ellipsoid ellipsoid_of(const std::string& wkt)
{
    const GdalCrs crs = parse(wkt);
    if (!crs) return {};
    OGRErr error = OGRERR_NONE;
    const double semi_major = OSRGetSemiMajor(crs.get(), &error);
    if (error != OGRERR_NONE) return {};
    const double inverse_flattening = OSRGetInvFlattening(crs.get(), &error);
    return {semi_major, error == OGRERR_NONE ? inverse_flattening : 0.0};
}

CrsName crs_name(const std::string& wkt)
{
    const GdalCrs crs = parse(wkt);
    if (!crs) return {};
    const GdalErrors quiet;
    CrsName found;
    if (const char* name = OSRGetName(crs.get())) found.name = name;
    found.code = code_of(crs.get());
    if (found.code.empty() && OSRAutoIdentifyEPSG(crs.get()) == OGRERR_NONE) found.code = code_of(crs.get());
    if (found.name == "unnamed" || found.name == "unknown") found.name = name_of_code(found.code);
    return found;
}

bool same_crs(const std::string& a, const std::string& b)
{
    if (a == b) return true;
    const GdalCrs first = parse(a), second = parse(b);
    return first && second && OSRIsSame(first.get(), second.get()) != 0;
}

std::string vertical_of(const std::string& wkt, const std::string& format)
{
    if (const GdalCrs crs = parse(wkt)) {
        if (OSRIsCompound(crs.get()) != 0) return "geoid";
        constexpr int with_height = 3;
        if (OSRGetAxesCount(crs.get()) == with_height) return "ellipsoid";
    }
    // Heights of these two formats count from mean sea level: MIL-PRF-89020B; SRTM documentation, 2.0.
    return format == "DTED" || format == "SRTMHGT" ? "geoid" : "";
}

glm::dvec2 metres_of_degree(double latitude_degrees, const Ellipsoid& ellipsoid)
{
    constexpr double radians = std::numbers::pi / 180.0;
    const double latitude = std::clamp(latitude_degrees, -90.0, 90.0) * radians;
    const double e2 = squared_eccentricity(ellipsoid);
    const double sine = std::sin(latitude);
    const double w2 = 1.0 - e2 * sine * sine;
    const double prime_vertical = ellipsoid.semi_major_metres / std::sqrt(w2);
    const double meridian = prime_vertical * (1.0 - e2) / w2;
    return {radians * prime_vertical * std::cos(latitude), radians * meridian};
}

std::vector<GroundSteps> ground_steps(const std::string& wkt, std::span<const glm::dvec2> places)
{
    const GdalCrs from = parse(wkt);
    if (!from || OSRIsProjected(from.get()) == 0) return {};
    const GdalErrors quiet;
    const GdalCrs to{OSRCloneGeogCS(from.get())};
    if (!to) return {};
    OSRSetAxisMappingStrategy(from.get(), OAMS_TRADITIONAL_GIS_ORDER);
    OSRSetAxisMappingStrategy(to.get(), OAMS_TRADITIONAL_GIS_ORDER);
    const GdalTransformation transformation{OCTNewCoordinateTransformation(from.get(), to.get())};
    if (!transformation) return {};
    constexpr double half_step_metres = 10.0;
    const double step = half_step_metres / OSRGetLinearUnits(from.get(), nullptr);
    std::vector<double> x, y;
    for (const glm::dvec2 place : places)
        for (const glm::dvec2 side : {glm::dvec2{-step, 0.0}, {step, 0.0}, {0.0, -step}, {0.0, step}}) {
            x.push_back(place.x + side.x);
            y.push_back(place.y + side.y);
        }
    std::vector<int> done(x.size());
    (void)OCTTransformEx(transformation.get(), static_cast<int>(x.size()), x.data(), y.data(), nullptr,
                         done.data());
    const Ellipsoid ellipsoid = ellipsoid_of(wkt);
    const double radians = OSRGetAngularUnits(to.get(), nullptr);
    const auto point = [&](std::size_t i) {
        return done[i] != 0 ? geocentric(ellipsoid, radians * x[i], radians * y[i])
                            : glm::dvec3{std::numeric_limits<double>::quiet_NaN()};
    };
    std::vector<GroundSteps> steps;
    for (std::size_t i = 0; i < x.size(); i += 4) {
        const glm::dvec3 east = (point(i + 1) - point(i)) / (2.0 * step),
                         north = (point(i + 3) - point(i + 2)) / (2.0 * step);
        const glm::dvec2 metres{glm::length(east), glm::length(north)};
        steps.push_back({metres, glm::dot(east, north) / (metres.x * metres.y)});
    }
    return steps;
}

std::optional<glm::dvec2> longitude_latitude(const std::string& wkt, glm::dvec2 place)
{
    const GdalCrs from = parse(wkt);
    if (!from) return std::nullopt;
    const GdalErrors quiet;
    const GdalCrs to{OSRNewSpatialReference(nullptr)};
    if (OSRSetWellKnownGeogCS(to.get(), "WGS84") != OGRERR_NONE) return std::nullopt;
    // x is east and y north, whatever order the systems' axes have.
    OSRSetAxisMappingStrategy(from.get(), OAMS_TRADITIONAL_GIS_ORDER);
    OSRSetAxisMappingStrategy(to.get(), OAMS_TRADITIONAL_GIS_ORDER);
    const GdalTransformation transformation{OCTNewCoordinateTransformation(from.get(), to.get())};
    int done = 0;
    if (!transformation || OCTTransformEx(transformation.get(), 1, &place.x, &place.y, nullptr, &done) == 0 ||
        done == 0)
        return std::nullopt;
    return place;
}

}  // namespace farfield::terrain
