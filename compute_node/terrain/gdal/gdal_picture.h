#pragma once

#include "compute_node/terrain/heights/post_frame.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace farfield::terrain {

/// Places in rows and columns, evenly spaced, in the coordinates of a terrain's frame.
struct PictureGrid {
    glm::dvec2 first{0.0};  ///< place of the first column and row
    glm::dvec2 step{1.0, -1.0};
    std::uint32_t columns = 0;
    std::uint32_t rows = 0;
};

/// A picture with coordinates, which gives colours for places of a terrain: an aerial photograph, a
/// scanned map. Threads: one at a time.
class GdalPicture {
public:
    /// Opens a file that GDAL reads as a raster of bytes: colours with or without alpha, shades of grey, or a
    /// table of colours. allowed_folders: as HeightOptions'. Throws std::runtime_error with the failure, the
    /// file, expected against found.
    GdalPicture(const std::filesystem::path& file, const std::vector<std::filesystem::path>& allowed_folders);
    ~GdalPicture();

    /// Colours at the places of a grid: red, green, blue, alpha, a byte each; alpha is 0 where the picture
    /// has none. Resampled bilinearly, in the mean where the picture is finer than the grid. Where the frame
    /// or the picture names no reference system, the picture's coordinates are taken as numbers of the
    /// frame's, in its own unit. False when it was
    /// cancelled. rgba: [rows][columns][4]. Throws std::runtime_error, which names files below the allowed
    /// folders by their paths there.
    [[nodiscard]] bool read(const PictureGrid& grid, const PostFrame& frame, std::span<std::byte> rgba,
                            const std::atomic<bool>& cancelled) const;

private:
    struct Dataset;
    std::unique_ptr<Dataset> dataset_;
};

}  // namespace farfield::terrain
