#pragma once

#include <optional>
#include <string>

#include "render/primitives/glyph_atlas.h"
#include "render/scene/scene.h"

/// What the model says, as the scene needs it. Layers add their drawings.
namespace farfield::app {

class LayerSet;
class SessionModel;

/// What the scene's places count from, in the coordinates of the data: the dataset's origin, or over ground
/// 0.
[[nodiscard]] glm::dvec3 scene_origin_of(const SessionModel& model);

/// The position, an absolute one, of the dataset that the docks edit that is drawn there; nothing: none is.
/// before: the one that is moved there; what the scene does not show of it, such as the height of what lies
/// on the ground, stays. layers: of the scene; null: none.
[[nodiscard]] std::optional<glm::dvec3> edited_place(const SessionModel& model, const LayerSet* layers,
                                                     glm::dvec3 drawn, glm::dvec3 before);
/// A shape in those positions, which count from the dataset's origin, as it is drawn.
void place(render::RakeShape& shape, const SessionModel& model, const LayerSet* layers);

/// render::Scene::vertical_scale of a dataset in its own frame.
[[nodiscard]] float drawn_vertical_scale(const SessionModel& model);
/// Origin, bounds, outline, and which parts make sense.
void show_dataset_of(const SessionModel& model, render::Scene& scene);
/// layers: of the scene; null: none.
void show_rakes_of(const SessionModel& model, const LayerSet* layers, render::Scene& scene);
/// An empty view says what to do; any other says nothing.
void show_hint(const SessionModel& model, const std::string& hint, const render::GlyphAtlas& glyphs,
               render::Scene& scene);

}  // namespace farfield::app
