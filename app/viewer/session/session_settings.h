#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/document/document.h"
#include "model/programs/line_params.h"
#include "model/programs/particle_params.h"
#include "net/message/control_messages.h"
#include "render/scene/styles.h"

/// Settings that docks edit, as plain data: members of the layers of a document.
namespace farfield::app {

struct ParticleSettings {
    double step = 0.01;
    std::uint32_t steps_per_frame = 1;
    std::uint32_t max_age_frames = 200;
    std::string scalar = "speed";
    bool developed = true;
    model::ProgramTime time = {};  ///< of an unsteady dataset
    friend bool operator==(const ParticleSettings&, const ParticleSettings&) = default;
};

/// Settings of streamlines and other lines, from the same rakes as the particles.
struct LineSettings {
    bool shown = false;
    model::LineKind kind = model::LineKind::Streamline;
    model::LineDirection direction = model::LineDirection::Forward;
    model::LineIntegrator integrator = model::LineIntegrator::Rk4;
    double step = 0.01;
    std::uint32_t steps = 200;
    std::uint32_t release_steps = 10;  ///< of streaklines and timelines
    friend bool operator==(const LineSettings&, const LineSettings&) = default;
};

struct ColourSettings {
    render::ColourMap map = render::ColourMap::Viridis;
    bool particles_shown = true;
    bool automatic_range = true;
    render::ScalarRange manual_range;
    float point_size = 4.0F;          ///< logical pixels
    std::uint32_t trail_frames = 24;  ///< wanted; a stream may hold fewer
    friend bool operator==(const ColourSettings&, const ColourSettings&) = default;
};

struct PlaybackSettings {
    bool paused = false;
    double rate = 60.0;  ///< frames a second; 0: as fast as they come
    net::Policy policy = net::Policy::Latest;
    friend bool operator==(const PlaybackSettings&, const PlaybackSettings&) = default;
};

/// Settings of the ground and its drawing.
struct TerrainSettings {
    render::TerrainStyle style;
    double detail = 1.0;  ///< pixels; 0: exact
    bool curved = false;
    double refraction = 0.13;
    double views_per_second = 20.0;  ///< wanted while the camera moves; views become smaller to keep the rate
    friend bool operator==(const TerrainSettings&, const TerrainSettings&) = default;
};

/// Question about sight over the ground that the mouse asks.
enum class SightTool {
    None,
    Line,     ///< from the place clicked to the one under the cursor
    Viewshed  ///< ground seen from the place under the cursor, or from the clicked one
};

struct SightSettings {
    SightTool tool = SightTool::None;
    double eye_height = 2.0;     ///< metres above the ground
    double target_height = 0.0;  ///< metres above the ground
    double radius = 10'000.0;    ///< metres, of viewsheds
    friend bool operator==(const SightSettings&, const SightSettings&) = default;
};

/// Settings of a dataset.
struct FlowSettings {
    std::vector<model::Rake> rakes;
    std::vector<std::string> rake_ids;  ///< of those in the document, in the same order
    ParticleSettings particles;
    LineSettings lines;
    ColourSettings colour;
    double vertical_scale = 1.0;  ///< factor by which z is drawn longer
};

/// Ids of the data and layers of a document that the docks edit; an id that does not exist is that of the
/// next new one.
struct EditedIds {
    std::string flow = "flow", ground = "ground", particles = "particles-1", lines = "lines-1",
                rakes = "particles-1",  ///< the layer whose rakes are edited
        terrain = "terrain-1", picture = "picture-1", overlay = "overlay-1";
};

}  // namespace farfield::app
