#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "model/document/document.h"

/// Documents in files: TOML in scripts, JSON in saved sessions. Errors are std::runtime_error of one line
/// that names the file.
namespace farfield::app {

/// The ending of a saved session; any other file is a script.
inline constexpr std::string_view session_ending = ".farfield";

/// Reads TOML in full form or shorthand (docs/scripts.md). file: for errors; its folder is where seed files
/// named in the text are found. Errors: "FILE:LINE:COLUMN: 'PATH': expected E, found F".
[[nodiscard]] model::Document read_toml(std::string_view text, const std::string& file,
                                        std::span<const model::LayerKind> kinds);

/// Reads a script or a saved session.
[[nodiscard]] model::Document load_document(const std::filesystem::path& file,
                                            std::span<const model::LayerKind> kinds);
/// Writes a saved session. The file takes its name when all of it is written; the file before it stays
/// until then.
void save_document(const model::Document& document, const std::filesystem::path& file);

}  // namespace farfield::app
