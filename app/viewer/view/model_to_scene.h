#pragma once

#include <functional>
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

/// How positions of the dataset that the docks edit, absolute ones, come into the scene, and back.
struct EditedPlaces {
    std::function<glm::dvec3(glm::dvec3 own)> drawn, own;
};
/// References hold as long as layers and model do, and their data stay.
[[nodiscard]] EditedPlaces places_of(const SessionModel& model, const LayerSet* layers);
/// A shape in those positions, which count from the dataset's origin, as it is drawn.
void place(render::RakeShape& shape, const SessionModel& model, const LayerSet* layers);

/// Origin, bounds, outline, and which parts make sense.
void show_dataset_of(const SessionModel& model, render::Scene& scene);
/// layers: of the scene; null: none.
void show_rakes_of(const SessionModel& model, const LayerSet* layers, render::Scene& scene);
/// An empty view says what to do; any other says nothing.
void show_hint(const SessionModel& model, const std::string& hint, const render::GlyphAtlas& glyphs,
               render::Scene& scene);

}  // namespace farfield::app
