#pragma once

#include "tests/catch.h"

#include <cstdlib>
#include <filesystem>
#include <optional>

namespace farfield::test {

/// The folder of files that others made, below FARFIELD_DATA_DIR or beside the source folder; nothing, and a
/// warning, where it is absent.
inline std::optional<std::filesystem::path> foreign_folder()
{
    namespace fs = std::filesystem;
    const char* named = std::getenv("FARFIELD_DATA_DIR");
    const fs::path folder =
        (named != nullptr ? fs::path{named} : fs::path{FARFIELD_SOURCE_DIR} / "../shared/data") / "foreign";
    if (fs::is_directory(folder)) return folder;
    WARN("skipped: no data at " << folder.string());
    return std::nullopt;
}

}  // namespace farfield::test
