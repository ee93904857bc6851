#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/calls/terrain_sight.h"
#include "model/programs/line_params.h"
#include "model/programs/particle_params.h"
#include "model/programs/terrain_view.h"
#include "net/message/control_messages.h"
#include "render/scene/colour_map.h"
#include "render/scene/orbit_camera.h"
#include "render/scene/styles.h"

namespace farfield::app {

/// How the pictures look. Lengths are logical pixels.
struct ScriptView {
    render::ColourMap colour_map = render::ColourMap::Viridis;
    std::optional<render::ScalarRange> range;  ///< absent: the dataset's
    render::ParticleStyle particles;
    render::TrailStyle trails;
    render::LineStyle lines;
    std::uint32_t trail_frames = 16;  ///< frames of history that a trail is drawn through; 0: no trails
    render::Show show;
    std::optional<float> vertical_scale;  ///< absent: usual_vertical_scale() of the dataset
    glm::vec3 up{0.0F, 0.0F, 1.0F};
    float yaw_degrees =
        35.0F;  ///< of the camera that looks at the whole domain, where there are no camera keys
    float pitch_degrees = 22.0F;
    float zoom = 1.0F;  ///< above 1: nearer
    double orbit_degrees_per_second = 0.0;
};

/// Lines of sight. Places are in the terrain's coordinates, and metres above the ground there.
struct ScriptSight {
    model::Point from{};
    std::vector<model::Point> to;  ///< from 1 to model::max_sight_targets
};

/// What is seen from one place, which is told as those of lines of sight are.
struct ScriptViewshed {
    model::Point observer{};
    double target_height = 0.0;                    ///< metres above the ground, of what is to be seen
    std::optional<double> radius;                  ///< metres on the map; absent: all of the terrain
    std::optional<std::array<double, 2>> sectors;  ///< degrees clockwise from north; absent: all
    bool geotiff = false;                          ///< it is written beside the report, too
};

/// Ground to fly over.
struct ScriptTerrain {
    std::string name;
    model::TerrainViewParams view;  ///< detail, curvature and refraction; where the eye is, the camera says
    render::TerrainStyle style;
    std::optional<glm::vec2> heights;  ///< where the colours begin and end; absent: the terrain's own
    std::string picture, overlay;      ///< files of the node that are laid over it; empty: none
    std::vector<ScriptSight> sight;
    std::optional<ScriptViewshed> viewshed;
};

/// A camera at a time, where the script says it is: in the dataset's positions or the terrain's coordinates.
struct ScriptCameraKey {
    double time_seconds = 0.0;
    model::Point eye{};
    std::optional<model::Point> target;  ///< absent: it looks where the two angles say
    double heading_degrees = 0.0;        ///< clockwise from y, which is north
    double pitch_degrees = 0.0;          ///< above the horizon
    glm::vec3 up{0.0F, 0.0F, 1.0F};
    float fov_y_radians = 0.6F;
};

/// Which pictures are kept.
struct ScriptOutput {
    std::uint64_t png_every = 0;  ///< 0: none
    std::vector<std::uint64_t> png;

    [[nodiscard]] bool wants_png(std::uint64_t frame) const;
};

/// A scripted playback, as its TOML file says (docs/scripts.md). Its clock counts frames: frame n of the
/// stream is shown at n / frames_per_second, however long it took.
struct Script {
    std::string dataset;                   ///< empty where there is a terrain
    std::string velocity;                  ///< the vector to trace; empty: the dataset's
    std::optional<ScriptTerrain> terrain;  ///< given: the program is `terrain.view`
    std::uint64_t frames = 300;
    double frames_per_second = 30.0;
    std::optional<double> rate;  ///< most frames a second asked of the node; 0: as fast as it goes
    net::Policy policy = net::Policy::Every;
    std::array<int, 2> size{1280, 720};
    model::ParticleParams particles;              ///< no rakes: those that the dataset suggests
    std::optional<std::uint32_t> max_age_frames;  ///< absent: as the dataset suggests
    std::optional<model::LineParams> lines;       ///< given: the program is `lines`, one answer a frame
    std::vector<ScriptCameraKey> camera;          ///< by time; empty: a camera that looks at the whole domain
    ScriptView view;
    ScriptOutput output;
};

/// Reads a script. file: named in messages; seed files that the script names are looked for in its folder.
/// Throws ScriptError that says file, line and column and what was expected there.
[[nodiscard]] Script parse_script(std::string_view text, const std::string& file);
/// Throws also std::runtime_error when the file cannot be read.
[[nodiscard]] Script load_script(const std::filesystem::path& file);

}  // namespace farfield::app
