#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"

namespace farfield::app {

/// Files and folders that a user names, as a node offers them.
struct OwnFiles {
    std::vector<std::filesystem::path> data_folders;  ///< absolute, each once
    /// Of the files, below their data folder; of a folder that is a case, its own. None: whatever a folder
    /// holds.
    std::vector<std::string> names;
    std::vector<std::string> blocks;  ///< to be read of them, as in "FILE#inner,3"; none: all
};

/// paths: relative to the working folder, a file's with blocks behind it or without. Throws
/// std::runtime_error for one that does not exist, with the name that is most like it; for two files of one
/// name in two folders; for files of which other blocks are named; and for a
/// recording, a script or a saved session, with what plays it.
[[nodiscard]] OwnFiles own_files(const std::vector<std::string>& paths);

/// Whether a command's argument is meant as a file: it exists, or has the form of a path.
[[nodiscard]] bool is_own_file(const std::string& argument);

/// What is to be opened of a node's data.
struct DataChoice {
    std::vector<std::string> flows;  ///< to try in this order
    std::string terrain;             ///< empty: none
    std::string velocity = {};       ///< of the flows, to trace; empty: as the node chooses

    [[nodiscard]] bool is_empty() const { return flows.empty() && terrain.empty(); }
};

/// What shows these files, with their blocks. Names that are parts of a pair or steps of a series stand for
/// all of it. No names: the first files of the node. Throws std::runtime_error for a block that no name can
/// hold.
[[nodiscard]] DataChoice choose_data(const OwnFiles& files, const std::vector<model::DatasetEntry>& datasets,
                                     const std::vector<model::TerrainEntry>& terrains);

}  // namespace farfield::app
