#pragma once

#include <optional>

#include "app/document/script.h"
#include "app/document/script_table.h"

namespace farfield::app {

/// [terrain] with what is asked about it, or nothing where a script has none. Throws ScriptError.
[[nodiscard]] std::optional<ScriptTerrain> read_terrain(ScriptTable& root);

}  // namespace farfield::app
