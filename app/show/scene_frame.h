#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/show/data_map.h"
#include "app/show/data_store.h"
#include "app/show/earth_places.h"
#include "app/show/placement.h"
#include "model/document/document.h"
#include "render/scene/scene.h"

namespace farfield::app {

/// Frame of a document's scene: that of its base (docs/scripts.md).
struct SceneFrame {
    std::string base;        ///< id of data; empty: none is open
    bool is_ground = false;  ///< base is a terrain, or a plane about entities
    glm::dvec3 origin{0.0};  ///< of render::Scene
    render::Bounds bounds;   ///< of the base, from the origin
    render::Bounds reach;    ///< of all data shown, for the camera
    std::vector<std::vector<glm::vec3>> outline;
    std::array<std::string, 3> axis_names{"x", "y", "z"};
    float vertical_scale = 1.0F;
    bool is_projected = false;  ///< a dataset in degrees, laid out in metres
    /// Scene position = (own coordinates of the base - own_origin) x own_scale.
    glm::dvec3 own_origin{0.0}, own_scale{1.0};
    /// Placement of entities; null: the scene has no place on the Earth, or no layer needs one.
    std::shared_ptr<const EarthBase> earth;
    std::shared_ptr<const EarthFrame> earth_frame;  ///< null: the scene has no reference system
    /// Way of a dataset's positions into the scene, and its map, by id of data. Null map: no part is there.
    std::map<std::string, model::DataTransform::Way> ways;
    std::map<std::string, std::shared_ptr<const DataMap>> maps;
    std::map<std::string, double> shifts;  ///< degrees east, of data in another turn than the base
    std::shared_ptr<const render::GroundRaster> ground;  ///< heights of a terrain; null: unknown
    bool wants_ground = false;                           ///< a layer needs these heights
    double lowest_ground = 0.0;                          ///< metres, of a terrain
    std::optional<bool> through_ground;                  ///< from the document

    /// Placement in the scene of positions that the node counts from the data's own origin.
    [[nodiscard]] render::Placement placement_of(const OpenData& data) const;
    /// Height of the ground in metres; nullopt where unknown.
    [[nodiscard]] std::optional<double> height_at(glm::dvec2 place) const;
    /// Scene position of an absolute position of a dataset; NaNs where it has none.
    [[nodiscard]] glm::dvec3 drawn_of(const OpenData& data, glm::dvec3 own) const;
    /// Inverse of drawn_of(); nullopt where no position is drawn there.
    [[nodiscard]] std::optional<glm::dvec3> own_of(const OpenData& data, glm::dvec3 drawn) const;
    /// Converts between the base's own coordinates and the scene.
    [[nodiscard]] glm::dvec3 drawn(const model::Point& own) const;
    [[nodiscard]] model::Point own(glm::dvec3 drawn) const;

    /// True when the data's coordinates are the base's own.
    [[nodiscard]] bool is_in_base_system(const OpenData& data) const;
    /// True when the data are drawn by the ground's heights.
    [[nodiscard]] bool lies_on_ground(const OpenData& data) const;

private:
    [[nodiscard]] const DataMap* map_of(const std::string& id) const;
    [[nodiscard]] render::Placement placement_by_offset(const OpenData& data) const;
    void lay_over_ground(const OpenData& data, render::Placement& placement) const;
};

/// Derives the frame of a document's scene; its base is empty while the node has not opened it. places: one
/// object for all frames of a scene.
[[nodiscard]] SceneFrame frame_of(const model::Document& document, const DataStore& data,
                                  EarthPlaces& places);
/// Sets the members of a scene that follow from its frame, and the extras beside layers.
void describe(const SceneFrame& frame, const model::SceneSettings& settings, render::Scene& scene);

}  // namespace farfield::app
