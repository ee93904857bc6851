#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

/// Keys of shorthand tables and their places in a document: docs/scripts.md.
namespace farfield::app {

/// A key, and the path in the document that it abbreviates.
struct ShortKey {
    const char* key;
    const char* path;
};

inline constexpr std::array root_keys{
    ShortKey{"dataset", "data.dataset.name"}, ShortKey{"velocity", "data.dataset.velocity"},
    ShortKey{"frames", "clock.frames"},       ShortKey{"frames_per_second", "clock.frames_per_second"},
    ShortKey{"rate", "clock.max_rate"},       ShortKey{"policy", "clock.policy"},
    ShortKey{"size", "output.size"}};

inline constexpr std::array particle_keys{ShortKey{"start_time", "layers.particles.params.time.start"},
                                          ShortKey{"loop_time", "layers.particles.params.time.loop"}};

inline constexpr std::array terrain_keys{ShortKey{"name", "data.terrain.name"},
                                         ShortKey{"detail", "layers.terrain.params.detail"},
                                         ShortKey{"curved", "layers.terrain.params.curved"},
                                         ShortKey{"refraction", "layers.terrain.params.refraction"},
                                         ShortKey{"picture", "layers.picture.params.file"},
                                         ShortKey{"overlay", "layers.overlay.params.file"}};

inline constexpr std::array viewshed_keys{ShortKey{"target_height", "layers.viewshed.params.target"},
                                          ShortKey{"geotiff", "layers.viewshed.style.geotiff"}};

/// Keys of [view]. A key appears twice where it applies to particles and to lines.
inline constexpr std::array view_keys{ShortKey{"yaw_degrees", "camera.yaw_degrees"},
                                      ShortKey{"pitch_degrees", "camera.pitch_degrees"},
                                      ShortKey{"orbit_degrees_per_second", "camera.orbit_degrees_per_second"},
                                      ShortKey{"zoom", "camera.zoom"},
                                      ShortKey{"up", "scene.up"},
                                      ShortKey{"vertical_scale", "scene.vertical_scale"},
                                      ShortKey{"outline", "scene.show.outline"},
                                      ShortKey{"axes", "scene.show.axes"},
                                      ShortKey{"legend", "scene.show.legend"},
                                      ShortKey{"rakes", "scene.show.rakes"},
                                      ShortKey{"colour_map", "layers.particles.style.colour_map"},
                                      ShortKey{"colour_map", "layers.lines.style.colour_map"},
                                      ShortKey{"range", "layers.particles.style.range"},
                                      ShortKey{"range", "layers.lines.style.range"},
                                      ShortKey{"point_size", "layers.particles.style.point_size"},
                                      ShortKey{"perspective", "layers.particles.style.perspective"},
                                      ShortKey{"shaded", "layers.particles.style.shaded"},
                                      ShortKey{"trail_frames", "layers.particles.style.trail_frames"},
                                      ShortKey{"trail_width", "layers.particles.style.trail_width"},
                                      ShortKey{"trail_opacity", "layers.particles.style.trail_opacity"},
                                      ShortKey{"particles", "layers.particles.style.drawn"},
                                      ShortKey{"line_width", "layers.lines.style.line_width"},
                                      ShortKey{"line_opacity", "layers.lines.style.line_opacity"},
                                      ShortKey{"lines", "layers.lines.style.drawn"}};

}  // namespace farfield::app
