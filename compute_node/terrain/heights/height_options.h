#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace farfield::terrain {

/// Options for reading files of heights.
struct HeightOptions {
    double vertical_scale = 1.0;  ///< heights are multiplied by it: exaggeration, or a factor no file names
    std::string unit = {};        ///< unit of the heights in the file; empty: the one that it names
    int band = 0;                 ///< number of the band, from 1; 0: one that is, or may be, heights
    /// Folders to which files are confined, links resolved; empty: none. Formats that name other files (VRT)
    /// are opened only where all these files lie there too: for names from a client.
    std::vector<std::filesystem::path> allowed_folders = {};
};

}  // namespace farfield::terrain
