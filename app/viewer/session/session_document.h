#pragma once

#include "app/viewer/session/session_settings.h"
#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"
#include "model/document/document.h"

namespace farfield::app {

/// The settings that docks edit, as members of a document and back. Members of the document that no dock has
/// stay as they are.

/// flow.rake_ids: of all its rakes. A layer is made where it is shown and was not there. Lines that had the
/// particles' rakes, or their scalar, or their colours, have them still.
void write(const FlowSettings& flow, const EditedIds& ids, const model::DatasetInfo& dataset,
           model::Document& document);
void write(const TerrainSettings& settings, const model::TerrainDescription& terrain, model::Layer& layer);
void write(const PlaybackSettings& settings, model::Clock& clock);

/// suggested: the dataset's, for what the document leaves open; null: not known yet.
void read(const model::Document& document, const EditedIds& ids, const model::DatasetSuggestions* suggested,
          FlowSettings& flow);
void read(const model::Layer& layer, TerrainSettings& settings);
void read(const model::Clock& clock, PlaybackSettings& settings);

/// The data of the lowest layers, and of each kind the lowest layer on it, or the one that is selected.
[[nodiscard]] EditedIds edited_of(const model::Document& document, const std::string& selected);

}  // namespace farfield::app
