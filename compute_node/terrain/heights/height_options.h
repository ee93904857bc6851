#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace farfield::terrain {

/// How files of heights are read.
struct HeightOptions {
    double vertical_scale = 1.0;  ///< heights are multiplied by it: exaggeration, or a factor no file names
    std::string unit = {};        ///< of the heights in the file; empty: the one that the file names
    int band = 0;                 ///< of the raster, from 1; 0: the one that is, or may be, heights
    /// When not empty, only files below these folders are opened, symbolic links resolved, and of formats
    /// that name other files (VRT) only those with files that all lie there too: for names from a client.
    std::vector<std::filesystem::path> allowed_folders = {};
};

}  // namespace farfield::terrain
