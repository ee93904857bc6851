#pragma once

#include <optional>
#include <vector>

#include "app/play/script_table.h"

namespace farfield::app {

/// The [[rake]] tables of a script, with the keys that rakes have on the wire; nothing when there are none.
/// Throws ScriptError.
[[nodiscard]] std::optional<std::vector<net::Rake>> read_rakes(ScriptTable& root);

}  // namespace farfield::app
