#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/document/script.h"
#include "app/play/play_session.h"
#include "model/data/terrain_info.h"
#include "render/scene/ground_sheet.h"

namespace farfield::app {

/// What lies over a script's ground in all of its frames, and what the node said of it.
struct GroundAnswers {
    std::optional<render::GroundSheet> picture, viewshed;
    std::vector<std::shared_ptr<const render::GroundMarks>> marks;
    /// For a report (docs/scripts.md): "sight" and "viewshed", as far as the script asks for them. Places are
    /// in the terrain's coordinates.
    nlohmann::json told = nlohmann::json::object();
    std::string viewshed_file;  ///< a GeoTIFF; empty where the script wants none
};

/// Asks the node for all of it. Throws net::RpcError (the node said no) or std::runtime_error (a place off
/// the map, an answer that nobody can read, a lost node, Ctrl-C).
[[nodiscard]] GroundAnswers ask_ground(PlaySession& session, const model::TerrainDescription& terrain,
                                       const ScriptTerrain& script, const Interrupt& interrupt);

}  // namespace farfield::app
