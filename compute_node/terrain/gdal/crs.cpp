#include "compute_node/terrain/gdal/crs.h"

#include "compute_node/terrain/gdal/gdal_handles.h"
#include "compute_node/terrain/gdal/gdal_library.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace farfield::terrain {

namespace {

struct Ellipsoid {
    double semi_major_metres = 6'378'137.0;  // WGS 84
    double inverse_flattening = 298.257223563;
};

GdalCrs parse(const std::string& wkt)
{
    prepare_gdal();
    const GdalErrors quiet;
    return GdalCrs{wkt.empty() ? nullptr : OSRNewSpatialReference(wkt.c_str())};
}

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

/// Formats that hold a system's numbers alone leave it without a name.
std::string name_of_code(const std::string& code)
{
    const GdalCrs crs{OSRNewSpatialReference(nullptr)};
    if (code.empty() || OSRSetFromUserInput(crs.get(), code.c_str()) != OGRERR_NONE) return "unnamed";
    const char* name = OSRGetName(crs.get());
    return name != nullptr ? name : "unnamed";
}

}  // namespace

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
    // Both are heights above mean sea level: MIL-PRF-89020B; SRTM topography documentation, 2.0.
    return format == "DTED" || format == "SRTMHGT" ? "geoid" : "";
}

glm::dvec2 metres_of_degree(double latitude_degrees, const std::string& wkt)
{
    const Ellipsoid ellipsoid = ellipsoid_of(wkt);
    constexpr double radians = std::numbers::pi / 180.0;
    const double latitude = std::clamp(latitude_degrees, -90.0, 90.0) * radians;
    // A sphere's inverse flattening is given as 0.
    const double flattening = ellipsoid.inverse_flattening > 0.0 ? 1.0 / ellipsoid.inverse_flattening : 0.0;
    const double e2 = flattening * (2.0 - flattening);
    const double sine = std::sin(latitude);
    const double w2 = 1.0 - e2 * sine * sine;
    const double prime_vertical = ellipsoid.semi_major_metres / std::sqrt(w2);
    const double meridian = prime_vertical * (1.0 - e2) / w2;
    return {radians * prime_vertical * std::cos(latitude), radians * meridian};
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
