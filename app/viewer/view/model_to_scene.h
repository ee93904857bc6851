#pragma once

#include <optional>
#include <string>

#include "render/primitives/glyph_atlas.h"
#include "render/scene/scene.h"

/// Scene members that follow from the model. Layers add their drawings.
namespace farfield::app {

class LayerSet;
class SessionModel;

/// Origin of the scene in the coordinates of the data: the dataset's origin, or over ground
/// 0.
[[nodiscard]] glm::dvec3 scene_origin_of(const SessionModel& model);

/// Absolute position in the edited dataset that is drawn at a scene position; nullopt: none is.
/// before: the position that is moved; components that the scene does not show, such as the height of data on
/// the ground, stay. layers: of the scene; null: none.
[[nodiscard]] std::optional<glm::dvec3> edited_place(const SessionModel& model, const LayerSet* layers,
                                                     glm::dvec3 drawn, glm::dvec3 before);
/// Converts a shape in such positions, counted from the dataset's origin, to the scene.
void place(render::RakeShape& shape, const SessionModel& model, const LayerSet* layers);

/// render::Scene::vertical_scale for a dataset in its own frame.
[[nodiscard]] float drawn_vertical_scale(const SessionModel& model);
/// Sets origin, bounds, outline, and the parts to show.
void show_dataset_of(const SessionModel& model, render::Scene& scene);
/// Sets the rakes. layers: of the scene; null: none.
void show_rakes_of(const SessionModel& model, const LayerSet* layers, render::Scene& scene);
/// Sets the hint in an empty view; any other view has none.
void show_hint(const SessionModel& model, const std::string& hint, const render::GlyphAtlas& glyphs,
               render::Scene& scene);

}  // namespace farfield::app
