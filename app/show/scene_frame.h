#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/show/data_store.h"
#include "app/show/earth/data_map.h"
#include "app/show/earth/earth_places.h"
#include "app/show/placement.h"
#include "model/document/document.h"
#include "render/scene/scene.h"

namespace farfield::app {

/// The frame of a document's scene: that of its base (docs/scripts.md).
struct SceneFrame {
    std::string base;        ///< an id of data; empty: none is open
    bool is_ground = false;  ///< the base is a terrain, or a plane about what is on the Earth
    glm::dvec3 origin{0.0};  ///< as render::Scene has it
    render::Bounds bounds;   ///< of the base, from the origin
    render::Bounds reach;    ///< of all data that are shown: what a camera is to see
    std::vector<std::vector<glm::vec3>> outline;
    std::array<std::string, 3> axis_names{"x", "y", "z"};
    float vertical_scale = 1.0F;
    bool is_projected = false;  ///< a dataset in degrees, laid out in metres
    /// Drawn place = (own coordinates of the base - own_origin) x own_scale.
    glm::dvec3 own_origin{0.0}, own_scale{1.0};
    /// Where entities are placed; null: it has no place on the Earth, or nothing asks for one.
    std::shared_ptr<const EarthBase> earth;
    std::shared_ptr<const EarthFrame> earth_frame;  ///< null: it has no reference system
    /// By id of datasets: how their positions come into the scene. A map that is null: none of it is there.
    std::map<std::string, model::DataTransform::Way> ways;
    std::map<std::string, std::shared_ptr<const DataMap>> maps;
    std::map<std::string, double> shifts;  ///< degrees east, of data in another turn than the base
    std::shared_ptr<const render::GroundRaster> ground;  ///< of a terrain; null: not known
    bool wants_ground = false;                           ///< something asks for it
    double lowest_ground = 0.0;                          ///< metres, of a terrain
    std::optional<bool> through_ground;                  ///< as the document says

    /// Puts what the node counts from the data's own origin into the scene.
    [[nodiscard]] render::Placement placement_of(const OpenData& data) const;
    /// Of the ground, metres; nothing where it is not known.
    [[nodiscard]] std::optional<double> height_at(glm::dvec2 place) const;
    /// Where a position of a dataset, absolute, is drawn; NaNs where it has no place.
    [[nodiscard]] glm::dvec3 drawn_of(const OpenData& data, glm::dvec3 own) const;
    /// The other way; nothing where no position is drawn there.
    [[nodiscard]] std::optional<glm::dvec3> own_of(const OpenData& data, glm::dvec3 drawn) const;
    /// The same of the base's own coordinates.
    [[nodiscard]] glm::dvec3 drawn(const model::Point& own) const;
    [[nodiscard]] model::Point own(glm::dvec3 drawn) const;

    /// Whether its coordinates are the base's own.
    [[nodiscard]] bool is_in_base_system(const OpenData& data) const;
    /// Whether it is drawn by the ground's heights.
    [[nodiscard]] bool lies_on_ground(const OpenData& data) const;

private:
    [[nodiscard]] const DataMap* map_of(const std::string& id) const;
    [[nodiscard]] render::Placement placement_by_offset(const OpenData& data) const;
    void lay_over_ground(const OpenData& data, render::Placement& placement) const;
};

/// Derives the frame of a document's scene; its base is empty while the node has not opened it. places: the
/// same for all frames of one scene.
[[nodiscard]] SceneFrame frame_of(const model::Document& document, const DataStore& data,
                                  EarthPlaces& places);
/// Sets what of a scene follows from its frame, and what is shown beside layers.
void describe(const SceneFrame& frame, const model::SceneSettings& settings, render::Scene& scene);

}  // namespace farfield::app
