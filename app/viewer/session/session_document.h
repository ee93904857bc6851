#pragma once

#include "app/viewer/session/session_settings.h"
#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"
#include "model/document/document.h"

namespace farfield::app {

/// Conversion of the settings that docks edit to members of a document and back. Members that no dock has
/// stay as they are.

/// flow.rake_ids: ids of all its rakes. Makes a layer that is shown and did not exist. Lines that shared the
/// particles' rakes, scalar or colours still share them.
void write(const FlowSettings& flow, const EditedIds& ids, const model::DatasetInfo& dataset,
           model::Document& document);
void write(const TerrainSettings& settings, const model::TerrainDescription& terrain, model::Layer& layer);
void write(const PlaybackSettings& settings, model::Clock& clock);

/// suggested: the dataset's values for members that the document leaves open; null: not known yet.
void read(const model::Document& document, const EditedIds& ids, const model::DatasetSuggestions* suggested,
          FlowSettings& flow);
void read(const model::Layer& layer, TerrainSettings& settings);
void read(const model::Clock& clock, PlaybackSettings& settings);

/// Ids to edit: the data of the lowest layers, and for each kind the lowest or the selected layer on them.
[[nodiscard]] EditedIds edited_of(const model::Document& document, const std::string& selected);

}  // namespace farfield::app
