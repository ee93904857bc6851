#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "model/document/layer_kind.h"

namespace farfield::app {

/// A script, expanded to the document that it abbreviates.
struct Expanded {
    model::Json document = {};
    /// Path in the script by path in the document, for each value put there; also valid for all below it.
    std::map<std::string, std::string> written = {};

    [[nodiscard]] std::string as_written(const std::string& path) const;
};

/// Expands the shorthand of a script (docs/scripts.md) and reads the files of its rakes, with paths relative
/// to the folder. Full tables stay as they are. Throws model::FieldError; `result` then maps the error's path
/// back to the script.
void expand(const model::Json& script, const std::filesystem::path& folder,
            std::span<const model::LayerKind> kinds, Expanded& result);

}  // namespace farfield::app
