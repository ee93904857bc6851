#include "app/show/data_fit.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <set>

#include "app/show/ground/terrain_to_scene.h"

namespace farfield::app {
namespace {

/// Properties of data that are compared: the box in the scene, and the units.
struct Extent {
    std::string id, name;
    glm::dvec3 min, max;
    std::string units;  ///< of positions; empty: unknown, or converted by a scale
};

/// Unit of a length, with one spelling for metres: files spell them in several ways.
std::string unit_of(const std::string& spelt)
{
    constexpr std::array metres{"meter", "meters", "metre", "metres"};
    return std::ranges::find(metres, spelt) == metres.end() ? spelt : "m";
}

Extent extent_of(const OpenData& data, const SceneFrame& frame)
{
    if (const auto map = frame.maps.find(data.id); map != frame.maps.end()) {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        // NaNs compare with nothing: data with a map are drawn only where the base reaches, so they fit.
        return {data.id, data.source.name, glm::dvec3(none), glm::dvec3(none), map->second ? "m" : ""};
    }
    const auto way = frame.ways.find(data.id);
    if (way != frame.ways.end() && way->second == model::DataTransform::Way::Base)
        return {data.id, data.source.name, frame.drawn(data.dataset->bounds.min),
                frame.drawn(data.dataset->bounds.max), "m"};
    const model::Transform& transform = data.source.transform;
    const glm::dvec3 offset = model::vec_of(transform.offset), scale = model::vec_of(transform.scale);
    if (data.terrain) {
        const render::Bounds bounds = bounds_of(*data.terrain);
        return {data.id, data.source.name, offset + glm::dvec3(bounds.min), offset + glm::dvec3(bounds.max),
                "m"};
    }
    const bool is_scaled = transform.scale != model::Transform{}.scale;
    return {data.id, data.source.name, offset + scale * model::vec_of(data.dataset->bounds.min),
            offset + scale * model::vec_of(data.dataset->bounds.max),
            is_scaled ? std::string() : unit_of(data.dataset->length_units)};
}

/// Visits positions all over a dataset's bounds, in its own coordinates.
template <class Visit>
void each_place(const model::DatasetInfo& dataset, Visit visit)
{
    constexpr int steps = 8;
    const glm::dvec3 least = model::vec_of(dataset.bounds.min), most = model::vec_of(dataset.bounds.max);
    for (int i = 0; i <= steps; ++i)
        for (int j = 0; j <= steps; ++j)
            for (int k = 0; k < 2; ++k)
                visit(glm::mix(least, most, glm::dvec3(i, j, k * steps) / double{steps}));
}

/// Distance between two intervals; 0 where they touch.
double gap(float a_min, float a_max, float b_min, float b_max)
{
    return std::max({0.0, double{b_min} - double{a_max}, double{a_min} - double{b_max}});
}

double level_gap(const render::Bounds& a, const render::Bounds& b)
{
    return std::hypot(gap(a.min.x, a.max.x, b.min.x, b.max.x), gap(a.min.y, a.max.y, b.min.y, b.max.y));
}

double width_of(const render::Bounds& box)
{
    return double{std::max(box.size().x, box.size().y)};
}

/// True when the box is less than a pixel wide in a view of all the ground.
bool is_lost(const render::Bounds& box, const render::Bounds& ground)
{
    constexpr double least_part = 0.001;
    return width_of(box) < least_part * width_of(ground);
}

std::string words_of_metres(double metres)
{
    constexpr double kilometre = 1000.0;
    if (metres >= 100.0 * kilometre) return fmt::format("{:.0f} km", metres / kilometre);
    return metres >= kilometre ? fmt::format("{:.3g} km", metres / kilometre)
                               : fmt::format("{:.3g} m", metres);
}

/// Line on a misfit between a dataset and the scene's terrain; nullopt: they fit.
std::optional<std::string> misfit_with_ground(const OpenData& data, const OpenData& terrain,
                                              const SceneFrame& frame)
{
    if (!data.dataset) return std::nullopt;
    const std::string& ground_name = terrain.source.name;
    const auto box = box_in_scene(data, frame);
    if (!box)
        return fmt::format("nothing of '{}' lies where '{}' is: they are too far apart for one map",
                           data.source.name, ground_name);
    const bool has_place = frame.maps.contains(data.id) || frame.is_in_base_system(data);
    const char* cure = has_place ? "F shows the terrain, closing that shows the flow alone"
                                 : "its coordinates count from the terrain's origin, a transform moves it";
    const render::Bounds ground = bounds_of(*terrain.terrain);
    if (const double metres = level_gap(*box, ground); metres > 0.0)
        return fmt::format("The flow '{}' lies {} from the terrain '{}': {}", data.source.name,
                           words_of_metres(metres), ground_name, cure);
    if (is_lost(*box, ground))
        return fmt::format("The flow '{}' is {} wide, the terrain '{}' {}: too small to be seen at once",
                           data.source.name, words_of_metres(width_of(*box)), ground_name,
                           words_of_metres(width_of(ground)));
    return std::nullopt;
}

constexpr const char* cure_of_apart = "a transform of one of them can bring them together";

std::optional<std::string> other_units(const Extent& a, const Extent& b)
{
    if (a.units.empty() || b.units.empty() || a.units == b.units) return std::nullopt;
    return fmt::format("'{}' has its positions in {}, '{}' in {}: {}", a.name, a.units, b.name, b.units,
                       cure_of_apart);
}

std::optional<std::string> apart(const Extent& a, const Extent& b)
{
    constexpr const char* axes = "xyz";
    for (int axis = 0; axis < 3; ++axis)
        if (a.max[axis] < b.min[axis] || b.max[axis] < a.min[axis])
            return fmt::format("'{}' and '{}' do not touch: {} from {:g} to {:g}, and from {:g} to {:g}: {}",
                               a.name, b.name, axes[axis], a.min[axis], a.max[axis], b.min[axis], b.max[axis],
                               cure_of_apart);
    return std::nullopt;
}

/// The terrain that is the scene's base; null: the base is none.
const OpenData* ground_of(const SceneFrame& frame, const DataStore& data)
{
    const OpenData* base = frame.base.empty() ? nullptr : data.find(frame.base);
    return base != nullptr && base->terrain ? base : nullptr;
}

}  // namespace

std::optional<render::Bounds> box_in_scene(const OpenData& data, const SceneFrame& frame)
{
    if (!data.dataset) return data.terrain ? std::optional(bounds_of(*data.terrain)) : std::nullopt;
    const auto map = frame.maps.find(data.id);
    if (map != frame.maps.end() && !map->second) return std::nullopt;
    constexpr float far = std::numeric_limits<float>::max();
    render::Bounds box{glm::vec3(far), glm::vec3(-far)};
    each_place(*data.dataset, [&](const glm::dvec3& own) {
        const glm::dvec3 at = frame.drawn_of(data, own);
        if (!model::is_finite(at)) return;
        box = {glm::min(box.min, glm::vec3(at)), glm::max(box.max, glm::vec3(at))};
    });
    return box.min.x <= box.max.x ? std::optional(box) : std::nullopt;
}

bool is_off_ground(const OpenData& data, const OpenData& terrain, const SceneFrame& frame)
{
    return misfit_with_ground(data, terrain, frame).has_value();
}

std::vector<std::string> misfits_of(const model::Document& document, const DataStore& data,
                                    const SceneFrame& frame)
{
    std::set<std::string> ids;
    for (const auto& [id, layer] : document.layers)
        if (layer.visible && data.find(layer.data) != nullptr) ids.insert(layer.data);
    const OpenData* ground = ground_of(frame, data);
    std::vector<Extent> extents;
    std::vector<std::string> misfits;
    for (const std::string& id : ids) {
        extents.push_back(extent_of(*data.find(id), frame));
        const auto map = frame.maps.find(id);
        if (ground == nullptr && map != frame.maps.end() && !map->second)
            misfits.push_back(fmt::format("nothing of '{}' lies where '{}' is", data.find(id)->source.name,
                                          data.find(frame.base)->source.name));
    }
    const auto of_ground = [&](const Extent& one, const Extent& other) {
        return ground != nullptr && (one.id == ground->id || other.id == ground->id);
    };
    for (std::size_t second = 1; second < extents.size(); ++second)
        for (std::size_t first = 0; first < second; ++first) {
            const auto& [a, b] = std::pair(extents[first], extents[second]);
            auto line = other_units(a, b);
            if (!line && of_ground(a, b))
                line = misfit_with_ground(*data.find(a.id == ground->id ? b.id : a.id), *ground, frame);
            if (!line) line = apart(a, b);
            if (line) misfits.push_back(std::move(*line));
        }
    return misfits;
}

}  // namespace farfield::app
