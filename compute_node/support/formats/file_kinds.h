#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace farfield {

/// A known format of files, with its article: "an STL file of a surface".
struct FileKind {
    std::string_view name;          ///< empty: the kind is not known
    bool may_hold_heights = false;  ///< such a file may be a raster of heights, too
};

/// The format of a file by its first bytes, else by its name; also of formats that are not read.
/// Formats that are read by their ending alone (known_formats.h) are not among them. Never waits for a pipe.
/// A folder has a kind where it is one thing, such as a Zarr store.
[[nodiscard]] FileKind kind_of_file(const std::filesystem::path& file);

/// The kind by its first bytes alone, where these are of files that never hold a flow, such as a picture or
/// an archive, under any name; empty for all other files.
[[nodiscard]] std::string_view kind_without_flow(const std::filesystem::path& file);

/// Description of a file by its first bytes alone, for a sentence: "a VTK file of a flow", or "a file that
/// begins with 'what was run'" where these are of no known format.
[[nodiscard]] std::string found_in(const std::filesystem::path& file);

/// Clause on a file of a kind: "it is a ZIP archive, which is not read; unpack it first".
[[nodiscard]] std::string not_read(std::string_view kind);

}  // namespace farfield
