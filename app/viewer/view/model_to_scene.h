#pragma once

#include <string>

#include "app/show/drawings.h"
#include "render/primitives/glyph_atlas.h"
#include "render/scene/scene.h"

/// What the model says, as the scene needs it. What frames say is FrameStream's.
namespace farfield::app {

class SessionModel;

/// What the scene's places count from, in the coordinates of the data: the dataset's origin, or over ground
/// 0.
[[nodiscard]] glm::dvec3 scene_origin_of(const SessionModel& model);

/// Origin, bounds, outline, which drawings there are and where, and which parts make sense.
void show_dataset_of(const SessionModel& model, render::Scene& scene, Drawings& drawings);
/// Legend, colour maps and their ranges, sizes.
void show_colours_of(const SessionModel& model, render::Scene& scene, Drawings& drawings);
void show_rakes_of(const SessionModel& model, render::Scene& scene);
/// An empty view says what to do; any other says nothing.
void show_hint(const SessionModel& model, const std::string& hint, const render::GlyphAtlas& glyphs,
               render::Scene& scene);

}  // namespace farfield::app
