#include "compute_node/terrain/gdal/meaning/quantity_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace farfield::terrain {

namespace {

constexpr std::array<std::string_view, 26> height_names{
    "elevation", "elev",    "height", "heights",  "z",          "topo",    "topography", "dem",   "dtm",
    "dsm",       "alt",     "relief", "altitude", "bathymetry", "bathy",   "orography",  "orog",  "hgt",
    "ground",    "terrain", "bed",    "bedrock",  "band",       "surface", "depth",      "deptho"};

constexpr std::array<std::string_view, 9> height_words{"elevation",
                                                       "topograph",
                                                       "bathymetr",
                                                       "relief",
                                                       "altitude",
                                                       "orograph",
                                                       "terrain height",
                                                       "height above mean sea level",
                                                       "height above sea level"};

constexpr std::array<std::string_view, 34> other_words{"wind",
                                                       "velocity",
                                                       "speed",
                                                       "current",
                                                       "temperature",
                                                       "pressure",
                                                       "humidity",
                                                       "precip",
                                                       "rain",
                                                       "snow",
                                                       "wave",
                                                       "density",
                                                       "salinity",
                                                       "vorticity",
                                                       "flux",
                                                       "radiation",
                                                       "cloud",
                                                       "geopotential",
                                                       "momentum",
                                                       "boundary layer",
                                                       "tide",
                                                       "slope",
                                                       "aspect",
                                                       "ndvi",
                                                       "class",
                                                       "cover",
                                                       "counts",
                                                       "error",
                                                       "uncertainty",
                                                       "quality",
                                                       "sea surface height",
                                                       "anomaly",
                                                       "thickness",
                                                       "displacement"};

constexpr std::array<std::string_view, 12> ground_names{"surface_altitude",
                                                        "ground_level_altitude",
                                                        "height_above_mean_sea_level",
                                                        "height_above_reference_ellipsoid",
                                                        "height_above_geopotential_datum",
                                                        "altitude",
                                                        "height",
                                                        "bedrock_altitude",
                                                        "sea_floor_depth_below_mean_sea_level",
                                                        "sea_floor_depth_below_geoid",
                                                        "sea_floor_depth_below_sea_level",
                                                        "sea_floor_depth_below_sea_surface"};

/// Text in lower case, with spaces for punctuation.
std::string words(std::string_view text)
{
    std::string plain;
    for (const unsigned char c : text)
        plain += std::isalnum(c) != 0 ? static_cast<char>(std::tolower(c)) : ' ';
    return plain;
}

/// The name's letters alone, without digits at the end.
std::string bare(std::string_view name)
{
    std::string letters = words(name);
    std::erase(letters, ' ');
    while (!letters.empty() && std::isdigit(static_cast<unsigned char>(letters.back())) != 0)
        letters.pop_back();
    return letters;
}

/// True when a word of the text begins with one of the list: "rain" is not in "terrain".
bool has_any(std::string_view text, auto const& list)
{
    const std::string plain = words(text);
    return std::ranges::any_of(list, [&](std::string_view word) {
        const std::size_t inside = plain.find(fmt::format(" {}", word));
        return plain.starts_with(word) || inside != std::string::npos;
    });
}

}  // namespace

bool is_height_name(std::string_view name)
{
    return std::ranges::find(height_names, bare(name)) != height_names.end();
}

bool names_heights(std::string_view text)
{
    return has_any(text, height_words);
}

bool names_other_quantities(std::string_view text)
{
    return has_any(text, other_words);
}

int rank_of_ground(std::string_view standard_name)
{
    const auto* found = std::ranges::find(ground_names, standard_name);
    return found == ground_names.end() ? -1 : static_cast<int>(found - ground_names.begin());
}

bool counts_down(std::string_view name)
{
    return name.starts_with("sea_floor_depth") || bare(name) == "depth" || bare(name) == "deptho";
}

}  // namespace farfield::terrain
