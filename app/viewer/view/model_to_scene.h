#pragma once

#include <string>

#include "render/primitives/glyph_atlas.h"
#include "render/scene/scene.h"

/// What the model says, as the scene needs it. Layers add their drawings.
namespace farfield::app {

class SessionModel;

/// What the scene's places count from, in the coordinates of the data: the dataset's origin, or over ground
/// 0.
[[nodiscard]] glm::dvec3 scene_origin_of(const SessionModel& model);

/// Origin, bounds, outline, and which parts make sense.
void show_dataset_of(const SessionModel& model, render::Scene& scene);
void show_rakes_of(const SessionModel& model, render::Scene& scene);
/// An empty view says what to do; any other says nothing.
void show_hint(const SessionModel& model, const std::string& hint, const render::GlyphAtlas& glyphs,
               render::Scene& scene);

}  // namespace farfield::app
