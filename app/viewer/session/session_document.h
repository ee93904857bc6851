#pragma once

#include "model/data/terrain_info.h"
#include "model/document/document.h"

namespace farfield::app {

struct ColourSettings;
struct EditedIds;
struct LineSettings;
struct ParticleSettings;
struct PlaybackSettings;
struct TerrainSettings;

/// The settings that docks edit, as members of a document's layers and back. Members of the document that no
/// dock has stay as they are.
void write(const ParticleSettings& settings, const ColourSettings& colour, model::Layer& layer);
void write(const LineSettings& settings, const ColourSettings& colour, const std::string& scalar,
           model::Layer& layer);
void write(const TerrainSettings& settings, const model::TerrainDescription& terrain, model::Layer& layer);
void write(const PlaybackSettings& settings, model::Clock& clock);

void read(const model::Layer& layer, ParticleSettings& settings, ColourSettings& colour);
void read(const model::Layer& layer, LineSettings& settings);
void read(const model::Layer& layer, TerrainSettings& settings);
void read(const model::Clock& clock, PlaybackSettings& settings);

/// Of each kind the lowest layer, and the data of these; where there is none, the ids that the window gives.
[[nodiscard]] EditedIds edited_of(const model::Document& document);
/// No layer names the rake.
[[nodiscard]] bool is_unused(const model::Document& document, const std::string& rake);

}  // namespace farfield::app
