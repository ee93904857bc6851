#include "app/show/frame_to_scene.h"
#include "app/show/earth/coastlines.h"
#include "model/data/dataset_info.h"
#include "model/styles/range.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <variant>

namespace farfield::app {
namespace {

/// Factor that makes a box about a fifth as high as it is wide, rounded to two digits.
float scale_of(double width, double height)
{
    if (!(width > 0.0) || !(height > 0.0)) return 1.0F;
    constexpr double height_by_width = 0.2;
    constexpr double most = 1e12;  // as the viewer's control has it; bounds are what the node says
    const double scale = std::clamp(height_by_width * width / height, 1.0 / most, most);
    if (!std::isfinite(scale)) return 1.0F;
    const double digit = std::pow(10.0, std::floor(std::log10(scale)) - 1.0);  // two are enough
    return static_cast<float>(std::round(scale / digit) * digit);
}

}  // namespace

glm::vec3 to_vec3(const model::Point& point)
{
    return glm::vec3(model::vec_of(point));
}

glm::vec3 to_place(const model::Point& point, glm::dvec3 origin)
{
    return glm::vec3(model::vec_of(point) - origin);
}

model::Point to_point(glm::vec3 place, glm::dvec3 origin)
{
    return model::point_of(origin + glm::dvec3(place));
}

glm::dvec3 origin_of(const model::DatasetInfo& dataset)
{
    return model::vec_of(dataset.origin);
}

render::Bounds bounds_of(const model::DatasetInfo& dataset)
{
    const auto origin = origin_of(dataset);
    return {.min = to_place(dataset.bounds.min, origin), .max = to_place(dataset.bounds.max, origin)};
}

float usual_vertical_scale(const model::DatasetInfo& dataset)
{
    const auto edge = [&](std::size_t axis) { return dataset.bounds.max[axis] - dataset.bounds.min[axis]; };
    return dataset.z_units ? scale_of(std::max(edge(0), edge(1)), edge(2)) : 1.0F;
}

float drawn_direction_of_z(const model::DatasetInfo& dataset)
{
    return dataset.z_positive == "down" ? -1.0F : 1.0F;
}

float usual_vertical_scale(const render::Bounds& bounds)
{
    const glm::dvec3 size(bounds.size());
    return scale_of(std::max(size.x, size.y), size.z);
}

std::array<std::string, 3> axis_names_of(const model::DatasetInfo& dataset)
{
    const auto with_units = [](std::string name, const std::string& units) {
        return units.empty() ? name : name + " [" + units + "]";
    };
    const auto z = with_units("z", dataset.z_units.value_or(dataset.length_units));
    if (dataset.geographic) return {"longitude", "latitude", z};
    return {with_units("x", dataset.length_units), with_units("y", dataset.length_units), z};
}

namespace {

/// True when coastlines show the place of a dataset: it has longitudes and latitudes, and no land of its own.
bool wants_coastlines(const model::DatasetInfo& dataset)
{
    const auto is_land = [](const model::BoundarySurface& surface) {
        return std::holds_alternative<model::BoundaryLand>(surface.surface);
    };
    return dataset.geographic && std::ranges::none_of(dataset.suggested.boundary, is_land);
}

/// Adds the twelve edges of the bounds.
void append_box(const model::DatasetBounds& bounds, std::vector<std::vector<model::Point>>& to)
{
    const auto corner = [&](unsigned bits) {
        model::Point at{};
        for (unsigned axis = 0; axis < 3; ++axis)
            at[axis] = (bits >> axis & 1U) != 0 ? bounds.max[axis] : bounds.min[axis];
        return at;
    };
    for (unsigned low = 0; low < 8; ++low)
        for (const unsigned axis : {1U, 2U, 4U})
            if ((low & axis) == 0) to.push_back({corner(low), corner(low | axis)});
}

/// Height of coastlines: a little above the uppermost layer, which would hide them.
double height_of_coastlines(const model::DatasetInfo& dataset)
{
    constexpr double part_of_height = 0.005, part_of_width = 2e-4;
    const auto& [least, most] = dataset.bounds;
    const double height = most[2] - least[2];
    const double lift = height > 0.0 ? part_of_height * height : part_of_width * (most[0] - least[0]);
    return drawn_direction_of_z(dataset) < 0.0F ? least[2] - lift : most[2] + lift;
}

}  // namespace

std::vector<std::vector<glm::vec3>> outline_of(const model::DatasetInfo& dataset)
{
    auto curves = dataset.outline;
    if (wants_coastlines(dataset)) {
        const auto& [least, most] = dataset.bounds;
        if (curves.empty()) append_box(dataset.bounds, curves);
        const double height = height_of_coastlines(dataset);
        for (const auto& line :
             coastlines_within({glm::dvec2{least[0], least[1]}, glm::dvec2{most[0], most[1]}})) {
            auto& curve = curves.emplace_back();
            for (const glm::dvec2 place : line) curve.push_back({place.x, place.y, height});
        }
    }
    std::vector<std::vector<glm::vec3>> drawn;
    for (const auto& curve : curves) {
        auto& places = drawn.emplace_back();
        std::ranges::transform(curve, std::back_inserter(places), [&](const model::Point& place) {
            return to_place(place, origin_of(dataset));
        });
    }
    return drawn;
}

void show_dataset(const model::DatasetInfo& dataset, render::Scene& scene)
{
    scene.origin = origin_of(dataset);
    scene.bounds = bounds_of(dataset);
    scene.axis_names = axis_names_of(dataset);
    scene.outline_curves = outline_of(dataset);
}

render::Legend legend_of(const model::ScalarInfo& scalar)
{
    const auto [least, greatest] = scalar.shown_range().value_or(std::array{0.0, 1.0});
    const auto [low, high] = model::ends_of_colours(least, greatest);
    render::Legend legend{.title = scalar.name, .units = scalar.units};
    const render::ScalarRange range{static_cast<float>(low), static_cast<float>(high)};
    if (std::isfinite(range.low) && std::isfinite(range.high)) legend.range = range;
    return legend;
}

render::Legend legend_of(const render::TerrainStyle& style)
{
    return {.title = "elevation",
            .units = "m",
            .colour_map = style.map,
            .range = {style.heights.x, style.heights.y}};
}

const model::ScalarInfo* find_scalar(const model::DatasetInfo& dataset, const std::string& name)
{
    const auto found = std::ranges::find(dataset.scalars, name, &model::ScalarInfo::name);
    return found == dataset.scalars.end() ? nullptr : &*found;
}

}  // namespace farfield::app
