#include "compute_node/terrain/gdal/ground_scale.h"

#include "compute_node/terrain/gdal/crs.h"

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace farfield::terrain {

namespace {

/// Numbers of places along each side of a terrain at which a map's scale is sampled: first to know whether it
/// changes, then to interpolate it linearly between them.
constexpr int few_samples = 9, samples_along = 65;

/// A degree of longitude has at least this part of the metres of one of latitude: at a pole it would have
/// none, and rays could not be cast.
constexpr double least_part_at_poles = 1e-3;

/// Coordinates of the first and the last post.
struct Corners {
    glm::dvec2 first, last;

    [[nodiscard]] glm::dvec2 at(double u, double v) const
    {
        return {std::lerp(first.x, last.x, u), std::lerp(first.y, last.y, v)};
    }
};

double deviation_of(glm::dvec2 metres, glm::dvec2 usual)
{
    const glm::dvec2 part = glm::abs(metres / usual - 1.0);
    return std::max(part.x, part.y);
}

/// Metres of a unit at even places over a terrain.
struct ScaleMap {
    Corners corners;
    int side = 0;
    std::vector<GroundSteps> samples;  ///< [side][side], row by row

    [[nodiscard]] glm::dvec2 sample(int column, int row) const
    {
        return samples[static_cast<std::size_t>(row * side + column)].metres;
    }
    [[nodiscard]] glm::dvec2 at(glm::dvec2 place) const
    {
        const double cells = side - 1;
        const glm::dvec2 part =
            glm::clamp((place - corners.first) / (corners.last - corners.first), 0.0, 1.0);
        const glm::dvec2 low = glm::min(glm::floor(part * cells), cells - 1.0), rest = part * cells - low;
        const int i = static_cast<int>(low.x), j = static_cast<int>(low.y);
        return glm::mix(glm::mix(sample(i, j), sample(i + 1, j), rest.x),
                        glm::mix(sample(i, j + 1), sample(i + 1, j + 1), rest.x), rest.y);
    }
};

/// Samples the metres of a unit. At a place without a way to the ellipsoid they are those of the middle.
ScaleMap scale_map(const PostFrame& frame, const Corners& corners, const GroundSteps& middle, int side)
{
    std::vector<glm::dvec2> places;
    const double cells = side - 1;
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column)
            places.push_back(corners.at(column / cells, row / cells) / frame.crs_unit);
    ScaleMap map{corners, side, ground_steps(frame.crs, places)};
    for (GroundSteps& steps : map.samples) {
        steps.metres /= frame.crs_unit;
        if (!std::isfinite(steps.metres.x + steps.metres.y + steps.askew) || steps.metres.x <= 0.0 ||
            steps.metres.y <= 0.0)
            steps = middle;
    }
    return map;
}

std::string lengths_text(double part)
{
    return fmt::format("{:.2g} %", 100.0 * part);
}

/// Sentence on which parts of the program heed a map's scale, and on the error of the others.
std::string where_it_holds(double deviation)
{
    return fmt::format("rays, lines of sight and viewsheds take the metres of where they are; the window "
                       "draws with those of the middle, and is off by up to {} at the edges",
                       lengths_text(deviation));
}

void take_scale_of_map(PostFrame& frame, const Corners& corners)
{
    const glm::dvec2 at = corners.at(0.5, 0.5);
    const std::array<glm::dvec2, 1> place{at / frame.crs_unit};
    const std::vector<GroundSteps> found = ground_steps(frame.crs, place);
    if (found.empty()) return;
    GroundSteps middle = found.front();
    middle.metres /= frame.crs_unit;
    if (!(middle.metres.x > 0.0 && middle.metres.y > 0.0 && std::isfinite(middle.metres.x + middle.metres.y)))
        return;
    if (deviation_of(middle.metres, glm::dvec2{1.0}) > lengths_within) {
        frame.metres = middle.metres;
        frame.remarks.push_back(
            fmt::format("a metre of the map is {:.6g} m east and {:.6g} m north on the ground, in "
                        "the middle: lengths, slopes and curvature are those of the ground",
                        middle.metres.x, middle.metres.y));
    } else {
        middle.metres = frame.metres;
    }
    double deviation = 0.0, askew = 0.0;
    for (const GroundSteps& steps : scale_map(frame, corners, middle, few_samples).samples) {
        deviation = std::max(deviation, deviation_of(steps.metres, frame.metres));
        askew = std::max(askew, std::abs(steps.askew));
    }
    if (deviation > lengths_within) {
        const auto map = std::make_shared<const ScaleMap>(scale_map(frame, corners, middle, samples_along));
        frame.metres_where = [map](glm::dvec2 coordinates) { return map->at(coordinates); };
        frame.remarks.push_back("the map's scale changes over the terrain: " + where_it_holds(deviation));
    }
    // Along a diagonal a step is longer or shorter by half the cosine between its two axes on the ground.
    if (0.5 * askew > lengths_within)
        frame.remarks.push_back(
            fmt::format("the map does not keep angles: lengths askew to its axes are off by up to "
                        "{}; a copy in a conformal system is right: gdalwarp -t_srs",
                        lengths_text(0.5 * askew)));
}

void take_degrees_of_rows(PostFrame& frame, const Corners& corners)
{
    const Ellipsoid ellipsoid = ellipsoid_of(frame.crs);
    frame.metres = metres_of_degree(0.5 * (corners.first.y + corners.last.y), ellipsoid);
    frame.metres.x = std::max(frame.metres.x, least_part_at_poles * frame.metres.y);
    const auto metres_at = [ellipsoid](glm::dvec2 coordinates) {
        glm::dvec2 metres = metres_of_degree(coordinates.y, ellipsoid);
        metres.x = std::max(metres.x, least_part_at_poles * metres.y);
        return metres;
    };
    const double south = std::min(corners.first.y, corners.last.y),
                 north = std::max(corners.first.y, corners.last.y);
    double deviation = 0.0;
    for (const double latitude : {south, north, std::clamp(0.0, south, north)})
        deviation = std::max(deviation, deviation_of(metres_at({0.0, latitude}), frame.metres));
    if (deviation <= lengths_within) return;
    frame.metres_where = metres_at;
    frame.remarks.push_back(
        fmt::format("a degree of longitude is {:.6g} m long in the south and {:.6g} m in the "
                    "north: {}",
                    metres_at({0.0, south}).x, metres_at({0.0, north}).x, where_it_holds(deviation)));
}

}  // namespace

void take_ground_metres(PostFrame& frame, std::int64_t columns, std::int64_t rows)
{
    const Corners corners{
        frame.coordinates_of({0.0, 0.0}),
        frame.coordinates_of({static_cast<double>(columns - 1), static_cast<double>(rows - 1)})};
    frame.metres = glm::dvec2{1.0};
    frame.metres_where = nullptr;
    frame.remarks.clear();
    if (frame.geographic) frame.middle_longitude = 0.5 * (corners.first.x + corners.last.x);
    if (frame.geographic)
        take_degrees_of_rows(frame, corners);
    else if (!frame.crs.empty())
        take_scale_of_map(frame, corners);
}

}  // namespace farfield::terrain
