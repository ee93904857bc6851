#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// Longitude and latitude, in degrees, of a place on the Earth.
[[nodiscard]] bool is_on_earth(double longitude, double latitude);

/// Flags of nodes [y][x] whose place is not known, as models have it over land; empty where all are known.
/// Not known are places that are not finite, of degrees those that are none on the Earth (-999, 1e20), and 0,
/// 0 where many nodes have it or their neighbours lie elsewhere.
[[nodiscard]] std::vector<std::uint8_t>
unknown_places(const std::vector<double>& x, const std::vector<double>& y, std::size_t width, bool degrees);

/// Marks nodes that share one place with others beside them, as models write -1, -1 or one latitude over
/// land; no grid has such cells but along an edge, at a pole or where two rows meet. How many were marked:
/// none where that would be all. Of degrees.
std::size_t mark_shared(const std::vector<double>& x, const std::vector<double>& y, std::size_t width,
                        std::vector<std::uint8_t>& unknown);

/// Puts nodes without a place between those with one: along the row, else along the column, else at the
/// nearest of these by index. At least one node has a place. is_longitude: the shorter way around the Earth.
void fill_places(std::vector<double>& values, const std::vector<std::uint8_t>& unknown, std::size_t width,
                 bool is_longitude);

}  // namespace farfield::compute
