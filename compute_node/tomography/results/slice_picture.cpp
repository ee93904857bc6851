#include "compute_node/tomography/results/slice_picture.h"

#include "model/fields/base64.h"

#include <glm/common.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::tomography {

namespace {

/// Appends bytes of a value, little-endian.
void append(std::vector<std::byte>& bytes, std::uint32_t value, int count)
{
    for (int n = 0; n < count; ++n) bytes.push_back(static_cast<std::byte>(value >> (8 * n)));
}

/// File header and info header of 24 bits a pixel, rows from below.
std::vector<std::byte> header_of(std::uint32_t width, std::uint32_t height, std::uint32_t row_bytes)
{
    constexpr std::uint32_t header_bytes = 54, info_bytes = 40;
    std::vector<std::byte> bytes{std::byte{'B'}, std::byte{'M'}};
    append(bytes, header_bytes + height * row_bytes, 4);
    append(bytes, 0, 4);
    append(bytes, header_bytes, 4);
    append(bytes, info_bytes, 4);
    append(bytes, width, 4);
    append(bytes, height, 4);
    append(bytes, 1, 2);   // planes
    append(bytes, 24, 2);  // bits a pixel
    bytes.resize(header_bytes, std::byte{0});
    return bytes;
}

/// Blue, pale, red.
glm::dvec3 colour_of(double part)
{
    constexpr glm::dvec3 blue{0.16, 0.32, 0.72}, pale{0.93, 0.92, 0.88}, red{0.74, 0.16, 0.13};
    const double at = glm::clamp(part, 0.0, 1.0);
    return at < 0.5 ? glm::mix(blue, pale, 2.0 * at) : glm::mix(pale, red, 2.0 * at - 1.0);
}

}  // namespace

std::string picture_of(const SlicePicture& slice, const Lattice& lattice, std::span<const double> values,
                       std::span<const char> shown)
{
    const int across = slice.axis == 0 ? 1 : 0, up = slice.axis == 2 ? 1 : 2;
    const int width = lattice.nodes[across], height = lattice.nodes[up];
    const std::size_t row_bytes = (static_cast<std::size_t>(width) * 3 + 3) / 4 * 4;
    std::vector<std::byte> bytes =
        header_of(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height),
                  static_cast<std::uint32_t>(row_bytes));
    for (int j = 0; j < height; ++j) {
        const std::size_t end = bytes.size() + row_bytes;
        for (int i = 0; i < width; ++i) {
            glm::ivec3 node{slice.index};
            node[across] = i, node[up] = j;
            const std::size_t n = lattice.index(node);
            const double part = (values[n] - slice.low) / std::max(slice.high - slice.low, 1e-300);
            const glm::dvec3 colour = shown[n] != 0 ? colour_of(part) : glm::dvec3{0.62};
            for (int c = 2; c >= 0; --c) bytes.push_back(static_cast<std::byte>(255.0 * colour[c] + 0.5));
        }
        bytes.resize(end, std::byte{0});
    }
    return "data:image/bmp;base64," + model::to_base64(bytes);
}

}  // namespace farfield::tomography
