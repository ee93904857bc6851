#pragma once

#include <optional>
#include <vector>

#include "app/document/script.h"
#include "app/document/script_table.h"

namespace farfield::app {

/// [[sight]], in order. Throws ScriptError.
[[nodiscard]] std::vector<ScriptSight> read_sight(ScriptTable& root);
/// [viewshed], or nothing where a script has none. Throws ScriptError.
[[nodiscard]] std::optional<ScriptViewshed> read_viewshed(ScriptTable& root);

}  // namespace farfield::app
