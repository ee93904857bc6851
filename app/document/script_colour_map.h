#pragma once

#include <optional>

#include "app/document/script_table.h"
#include "render/scene/colour_map.h"

namespace farfield::app {

/// `colour_map` of a table. Throws ScriptError that names all there are.
[[nodiscard]] std::optional<render::ColourMap> read_colour_map(ScriptTable& table);

}  // namespace farfield::app
