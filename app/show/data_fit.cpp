#include "app/show/data_fit.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <set>

#include "app/show/frames/terrain_to_scene.h"

namespace farfield::app {
namespace {

/// What is compared of data: the box that they take in the scene, and their units.
struct Extent {
    std::string name;
    glm::dvec3 min, max;
    std::string units;  ///< of positions; empty: unknown, or converted by a scale
};

/// Files spell metres in several ways.
std::string unit_of(const std::string& spelt)
{
    constexpr std::array metres{"meter", "meters", "metre", "metres"};
    return std::ranges::find(metres, spelt) == metres.end() ? spelt : "m";
}

Extent extent_of(const OpenData& data, const SceneFrame& frame)
{
    if (const auto map = frame.maps.find(data.id); map != frame.maps.end()) {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        // It compares with nothing: only what is within reach of the base is drawn, and is there.
        return {data.source.name, glm::dvec3(none), glm::dvec3(none), map->second ? "m" : ""};
    }
    const auto way = frame.ways.find(data.id);
    if (way != frame.ways.end() && way->second == model::DataTransform::Way::Base)
        return {data.source.name, frame.drawn(data.dataset->bounds.min),
                frame.drawn(data.dataset->bounds.max), "m"};
    const model::Transform& transform = data.source.transform;
    const glm::dvec3 offset = model::vec_of(transform.offset), scale = model::vec_of(transform.scale);
    if (data.terrain) {
        const render::Bounds bounds = bounds_of(*data.terrain);
        return {data.source.name, offset + glm::dvec3(bounds.min), offset + glm::dvec3(bounds.max), "m"};
    }
    const bool is_scaled = transform.scale != model::Transform{}.scale;
    return {data.source.name, offset + scale * model::vec_of(data.dataset->bounds.min),
            offset + scale * model::vec_of(data.dataset->bounds.max),
            is_scaled ? std::string() : unit_of(data.dataset->length_units)};
}

std::optional<std::string> misfit(const Extent& a, const Extent& b)
{
    constexpr const char* cure = "a transform of one of them can bring them together";
    if (!a.units.empty() && !b.units.empty() && a.units != b.units)
        return fmt::format("'{}' has its positions in {}, '{}' in {}: {}", a.name, a.units, b.name, b.units,
                           cure);
    constexpr const char* axes = "xyz";
    for (int axis = 0; axis < 3; ++axis)
        if (a.max[axis] < b.min[axis] || b.max[axis] < a.min[axis])
            return fmt::format("'{}' and '{}' do not touch: {} from {:g} to {:g}, and from {:g} to {:g}: {}",
                               a.name, b.name, axes[axis], a.min[axis], a.max[axis], b.min[axis], b.max[axis],
                               cure);
    return std::nullopt;
}

}  // namespace

std::vector<std::string> misfits_of(const model::Document& document, const DataStore& data,
                                    const SceneFrame& frame)
{
    std::set<std::string> ids;
    for (const auto& [id, layer] : document.layers)
        if (layer.visible && data.find(layer.data) != nullptr) ids.insert(layer.data);
    std::vector<Extent> extents;
    std::vector<std::string> misfits;
    for (const std::string& id : ids) {
        extents.push_back(extent_of(*data.find(id), frame));
        if (const auto map = frame.maps.find(id); map != frame.maps.end() && !map->second)
            misfits.push_back(fmt::format("nothing of '{}' lies where '{}' is", data.find(id)->source.name,
                                          data.find(frame.base)->source.name));
    }
    for (std::size_t second = 1; second < extents.size(); ++second)
        for (std::size_t first = 0; first < second; ++first)
            if (auto line = misfit(extents[first], extents[second])) misfits.push_back(std::move(*line));
    return misfits;
}

}  // namespace farfield::app
