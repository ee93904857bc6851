#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/link/request.h"
#include "app/show/entity_counts.h"
#include "model/document/camera.h"
#include "net/message/frame_stamp.h"
#include "render/scene/picking.h"
#include "render/scene/raster_overlay.h"
#include "render/scene/scene.h"

/// Roles that some layers have (Layer::ticking() and its like). Threads: the link's.
namespace farfield::app {

/// The newest frame of a ticking layer. Valid until the next is taken.
struct LayerFrame {
    const net::FrameInfo& info;
    const net::FrameStamp& stamp;
    std::optional<double> time = std::nullopt;  ///< on the field's clock, where the frame has one
    std::span<const std::byte> payload;
    std::optional<std::uint64_t> triangles = std::nullopt;  ///< of surfaces, in all parts of the answer
    std::optional<std::uint32_t> level = std::nullopt;      ///< of surfaces and slices
    std::optional<EntityCounts> entities = std::nullopt;
};

/// Role of a layer with frames: in a playback, or always, one for each tick of the clock.
class TickingRole {
public:
    /// True for a frame for each tick of the clock, as of the last wanted().
    [[nodiscard]] virtual bool ticks() const = 0;
    /// The newest frame; nothing before the first.
    [[nodiscard]] virtual std::optional<LayerFrame> frame() const = 0;
    /// Data time between two frames of a layer that follows a live clock; else 0.
    [[nodiscard]] virtual double seconds_of_frame() const { return 0.0; }
    /// Slots that were opened last; null: none.
    [[nodiscard]] virtual const render::FrameSlots* slots_opened() const { return nullptr; }

protected:
    ~TickingRole() = default;
};

/// Beginning and end, UTC, ns since 1970.
using RecordedSpan = std::array<std::uint64_t, 2>;

/// Role of a layer that shows what has places on the Earth: live or recorded entities.
class EarthRole {
public:
    /// Time span of a layer that shows a recording: such a layer is shown at the clock's moment, and takes
    /// after all others. nullopt: the layer shows none.
    [[nodiscard]] virtual std::optional<RecordedSpan> recorded_span() const = 0;
    /// Position of an entity at a time, in the scene; for live entities, in the picture that was
    /// described last. nullopt: unknown, or not in the scene.
    [[nodiscard]] virtual std::optional<glm::dvec3> place_at(const model::EntityName& entity,
                                                             std::uint64_t utc_ns) = 0;
    /// Seconds by which the layer is ahead of the clock (negative: behind) if it cannot show its moment. As
    /// of the last take().
    [[nodiscard]] virtual double ahead_of_clock() const = 0;
    /// True when the picture changes from moment to moment, without news.
    [[nodiscard]] virtual bool is_moving() const = 0;
    /// A geocentric position about which a scene without a base should lie; nullopt: none.
    [[nodiscard]] virtual std::optional<glm::dvec3> earth_place() const = 0;
    /// Bounds in the scene; nullopt: none so far. They only grow.
    [[nodiscard]] virtual std::optional<render::Bounds> reach() const = 0;
    /// True when the layer needs the heights of the ground, over a terrain.
    [[nodiscard]] virtual bool needs_ground() const = 0;

protected:
    ~EarthRole() = default;
};

/// Role of a layer that is the ground, which a window's eye looks at.
class GroundRole {
public:
    /// Takes received heights only; true once all that were asked for have arrived.
    [[nodiscard]] virtual bool take_ground() = 0;
    /// Heights, once asked for and received; null before.
    [[nodiscard]] virtual std::shared_ptr<const render::GroundRaster> ground() const = 0;
    /// Notes that a view was on the screen; seconds: from sending its request to its arrival.
    virtual void timed(double seconds, const ProgramRequest& request) = 0;

protected:
    ~GroundRole() = default;
};

/// Overlays of the draped layers on a terrain; with several pictures or viewsheds, the highest layer's.
struct Drape {
    const render::RasterOverlay* picture = nullptr;
    const render::RasterOverlay* viewshed = nullptr;
    std::vector<std::shared_ptr<const render::GroundAnnotations>> annotations;

    void clear()
    {
        picture = viewshed = nullptr;
        annotations.clear();
    }
};

/// Role of a layer that lies over the ground.
class DrapedRole {
public:
    /// Adds its overlays to those of its data's terrain.
    virtual void drape(Drape& drape) const = 0;

protected:
    ~DrapedRole() = default;
};

/// A position under the cursor at which a layer shows values.
struct ProbedPlace {
    float distance = 0.0F;  ///< from the eye, in the scene
    glm::dvec3 at{0.0};     ///< in the dataset's coordinates
    std::string scalar;     ///< empty: the dataset's first
    double time = 0.0;      ///< on the field's clock
};

/// A parallelogram on which a layer shows values, in the dataset's coordinates.
struct PlaneFrame {
    glm::dvec3 origin{0.0}, edge_u{0.0}, edge_v{0.0};
};

/// Role of a layer on planes, which are dragged and probed.
class PlanesRole {
public:
    /// Planes that are shown, in the order of the layer's parameters; empty: none.
    [[nodiscard]] virtual std::vector<PlaneFrame> plane_frames() const = 0;
    /// First intersection of a ray of the scene with shown values, if any.
    [[nodiscard]] virtual std::optional<ProbedPlace> probe(const render::Ray& /*ray*/) const
    {
        return std::nullopt;
    }

protected:
    ~PlanesRole() = default;
};

/// Role of a layer of which a playback's report tells.
class ReportedRole {
public:
    /// The node's results; null: none.
    [[nodiscard]] virtual net::Json report() const = 0;
    /// A file that a playback keeps beside its report; null: none.
    [[nodiscard]] virtual const std::string* file() const { return nullptr; }

protected:
    ~ReportedRole() = default;
};

}  // namespace farfield::app
