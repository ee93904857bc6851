#pragma once

#include <optional>
#include <string>

#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"
#include "model/document/document.h"

namespace farfield::app {

/// Data of a document with the node's description, of a dataset or of a terrain.
struct OpenData {
    std::string id = {};  ///< in the document
    model::DataSource source;
    std::optional<model::DatasetInfo> dataset;
    std::optional<model::TerrainDescription> terrain;

    /// False for a recording: its frames cannot be computed anew.
    [[nodiscard]] bool is_computed() const { return !dataset || dataset->kind != "recording"; }
    /// First and last time of unsteady data.
    [[nodiscard]] model::TimeSpan time_span() const { return dataset ? dataset->time_span : std::nullopt; }
    /// True when each time step has its own grid.
    [[nodiscard]] bool grid_changes() const { return dataset && dataset->grid_changes; }
};

}  // namespace farfield::app
