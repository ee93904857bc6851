#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace farfield::terrain {

/// A band of floats to be written. NaN: no value.
struct FloatBand {
    std::string name;
    std::string unit;
    std::span<const float> values;  ///< [height][width]
};

/// Writes a GeoTIFF without a place on the map: a picture's measurements, compressed without loss. The file
/// is written whole or not at all. Throws std::runtime_error that names the file.
void write_float_tiff(const std::filesystem::path& name, int width, int height,
                      const std::vector<FloatBand>& bands);

/// Writes a PNG, whole or not at all. rgb: [height][width][3]. Throws std::runtime_error that names the file.
void write_png(const std::filesystem::path& name, int width, int height, std::span<const std::uint8_t> rgb);

}  // namespace farfield::terrain
