#pragma once

#include <string>
#include <vector>

#include "app/show/data_store.h"
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
    std::vector<std::vector<glm::vec3>> outline;
    float vertical_scale = 1.0F;
    /// Drawn place = (own coordinates of the base - own_origin) x own_scale.
    glm::dvec3 own_origin{0.0}, own_scale{1.0};
    /// Of what is on the Earth; null: it has no place there, or nothing asks for one. LayerSet's to fill in.
    SharedPlacement earth;

    /// Puts what the node counts from the data's own origin into the scene.
    [[nodiscard]] render::Placement placement_of(const OpenData& data) const;
    [[nodiscard]] glm::dvec3 drawn(const model::Point& own) const;
    /// The other way.
    [[nodiscard]] model::Point own(glm::dvec3 drawn) const;
};

/// Derives the frame of a document's scene; its base is empty while the node has not opened it.
[[nodiscard]] SceneFrame frame_of(const model::Document& document, const DataStore& data);
/// Sets what of a scene follows from its frame, and what is shown beside layers.
void describe(const SceneFrame& frame, const model::SceneSettings& settings, render::Scene& scene);

}  // namespace farfield::app
