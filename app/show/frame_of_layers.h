#pragma once

#include <memory>

#include "app/show/earth_places.h"
#include "app/show/layer_table.h"
#include "app/show/scene_frame.h"
#include "render/layers/entities/plane_grid_drawing.h"
#include "render/scene/scene.h"

namespace farfield::app {

/// The frame of a scene as its layers come and go: the ground of its base, and for a scene without a base the
/// plane about the first place that a layer knows. Threads: the link's.
class FrameOfLayers {
public:
    explicit FrameOfLayers(LayerTable& table) : table_(table) {}

    [[nodiscard]] const SceneFrame& frame() const noexcept { return frame_; }
    [[nodiscard]] bool has_base() const noexcept { return has_base_; }
    /// True when the scene has layers without data only, and bounds of their entities are known.
    [[nodiscard]] bool has_plane() const noexcept { return frame_.base.empty() && frame_.is_ground; }

    /// Follows a changed document, or changed data.
    void follow();
    /// Takes over ground that has arrived, or a need for ground that has changed. True when it did.
    [[nodiscard]] bool take_ground();
    /// Places a scene without a base about the first position that one of its layers knows. True when it is
    /// placed by this call.
    [[nodiscard]] bool take_plane();
    /// Extends the bounds of a scene without a base to what its layers reach.
    void take_reach();
    /// Sets the members of a scene that follow from its frame, with the grid of a plane.
    void describe(render::Scene& scene);

private:
    [[nodiscard]] const GroundRole* lowest_ground() const;
    [[nodiscard]] bool wants_ground() const;

    LayerTable& table_;
    SceneFrame frame_;
    render::PlaneGridDrawing grid_;           ///< in a scene without a base
    bool has_base_ = false;                   ///< the document names one
    std::shared_ptr<const EarthBase> plane_;  ///< for a scene without a base
    EarthPlaces places_;
    std::shared_ptr<const render::GroundRaster> ground_;  ///< of the base
};

}  // namespace farfield::app
