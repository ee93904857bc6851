#pragma once

#include "compute_node/support/formats/format.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace farfield {

/// The format of a file by its first bytes, else by its name; also of formats that are not read. One that is
/// not known where nothing tells, as in files that are read by their ending alone (known_formats.h). Never
/// waits for a pipe. A folder has a format where it is one thing, such as a Zarr store.
[[nodiscard]] const Format& kind_of_file(const std::filesystem::path& file);

/// The format by the first bytes alone, where these are of files that never hold a flow, such as a picture or
/// an archive, under any name; one that is not known for all other files.
[[nodiscard]] const Format& kind_without_flow(const std::filesystem::path& file);

/// Description of a file by its first bytes alone, for a sentence: "a VTK file of a flow", or "a file that
/// begins with text" where these are of no known format.
[[nodiscard]] std::string found_in(const std::filesystem::path& file);

/// Clause on a file of a known format: "it is a ZIP archive, which is not read; unpack it first".
[[nodiscard]] std::string not_read(const Format& format);

}  // namespace farfield
