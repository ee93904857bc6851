#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "app/document/script_table.h"
#include "model/rakes/rakes.h"

namespace farfield::app {

/// The [[rake]] tables of a script, with the keys that rakes have on the wire, but for a list's `file`, which
/// is read; nothing when there are none. folder: where the paths of such files begin. Throws ScriptError.
[[nodiscard]] std::optional<std::vector<model::Rake>> read_rakes(ScriptTable& root,
                                                                 const std::filesystem::path& folder);

}  // namespace farfield::app
