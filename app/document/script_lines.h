#pragma once

#include <optional>

#include "app/document/script_table.h"
#include "model/programs/line_params.h"

namespace farfield::app {

/// The table [lines] of a script, without rakes; nothing when there is none. Throws ScriptError.
[[nodiscard]] std::optional<model::LineParams> read_lines(ScriptTable& root);

}  // namespace farfield::app
