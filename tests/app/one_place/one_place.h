#pragma once

#include <filesystem>

namespace farfield::app::test {

/// One place of the Earth, as each system counts it, and files that have something there. Nothing of it comes
/// from what it tests.
struct OnePlace {
    static constexpr double longitude = 8.0, latitude = 46.5;
    /// Metres of UTM zone 32 on WGS 84, by the series of Krueger to the sixth order (Karney, "Transverse
    /// Mercator with an accuracy of a few nanometers", 2011, equations 10, 11 and 35).
    static constexpr double easting = 423'268.310, northing = 5'150'089.104;
    /// The same of zone 33, the middle of which is seven degrees away: its north is turned by five.
    static constexpr double far_easting = -37'052.182, far_northing = 5'173'458.568;
    static constexpr double above_geoid = 1120.0;  ///< metres
    /// The geoid above the ellipsoid, metres (PROJ 9.1.1, egm96_15.gtx).
    static constexpr double geoid = 50.683;
    /// Another place, and where that is in zone 33.
    static constexpr double other_longitude = 8.02, other_latitude = 46.515;
    static constexpr double other_far_easting = -35'370.187, other_far_northing = 5'174'988.207;
    static constexpr double ground = 1000.0;  ///< of all posts but that of the spike, metres
};

/// Whether PROJ has the grid of EGM96, without which heights count from the ellipsoid.
[[nodiscard]] bool has_geoid_grid();

/// Ground about the place, as GeoTIFF: level, but with `spike` for the post at the place, which then is as
/// high as the place.
enum class GroundSystem { Geographic, Utm, FarUtm };
void write_ground(const std::filesystem::path& file, GroundSystem system, bool spike);

/// A flow about the place, some hundred millimetres a second at most, so that particles stay where they
/// begin: in longitudes and latitudes, as NetCDF, with heights above the geoid in metres.
void write_flow_in_degrees(const std::filesystem::path& file);
/// The same in metres of UTM, as VTK, which names no system.
void write_flow_in_metres(const std::filesystem::path& file);

/// A recording of entity 17:23:1, friendly, that stands at the place for a minute.
void write_entity(const std::filesystem::path& file);

}  // namespace farfield::app::test
