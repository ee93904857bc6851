#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"

namespace farfield::app {

/// Files and folders that a user names, in the form in which a node offers them.
struct OwnFiles {
    std::vector<std::filesystem::path> data_folders;  ///< absolute, each once
    /// Names of the files below their data folder; for a folder that is a case, the folder's own. Empty: all
    /// files of the folders.
    std::vector<std::string> names;
    std::vector<std::string> blocks;  ///< blocks to read, as in "FILE#inner,3"; none: all
};

/// Finds the files of a command line. paths: relative to the working folder, with or without blocks. Throws
/// std::runtime_error for a missing one, with the most similar name; for two files of one
/// name in two folders; for files with different blocks; and for a
/// recording, a script or a saved session, with the command that plays it.
[[nodiscard]] OwnFiles own_files(const std::vector<std::string>& paths);

/// True when a command's argument is meant as a file: it exists, or has the form of a path.
[[nodiscard]] bool is_own_file(const std::string& argument);

/// Choice of a node's data that a viewer opens.
struct DataChoice {
    std::vector<std::string> flows;  ///< to try in this order
    std::string terrain;             ///< empty: none
    std::string velocity = {};       ///< vector of the flows to trace; empty: as the node chooses

    [[nodiscard]] bool is_empty() const { return flows.empty() && terrain.empty(); }
};

/// Data that shows these files, with their blocks. Files in a pair or a series stand for the whole of it. No
/// names: the first files of the node. Throws std::runtime_error for a block that a name cannot
/// express.
[[nodiscard]] DataChoice choose_data(const OwnFiles& files, const std::vector<model::DatasetEntry>& datasets,
                                     const std::vector<model::TerrainEntry>& terrains);

}  // namespace farfield::app
