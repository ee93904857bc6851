#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// True for longitudes and latitudes, in degrees, of a place on the Earth.
[[nodiscard]] bool is_on_earth(double longitude, double latitude);

/// Flags of nodes [y][x] whose place is not known, as models have it over land; empty where all are known.
/// Unknown are places that are not finite, and 0, 0 where their neighbours lie elsewhere; in degrees also
/// those not on the Earth (-999, 1e20).
[[nodiscard]] std::vector<std::uint8_t>
unknown_places(const std::vector<double>& x, const std::vector<double>& y, std::size_t width, bool degrees);

/// Marks nodes that share one place with neighbours, as models write -1, -1 or one latitude over land; grids
/// have such cells only along an edge, at a pole or where two rows meet. Returns how many were marked: none
/// where that would be all. For places in degrees.
std::size_t mark_shared(const std::vector<double>& x, const std::vector<double>& y, std::size_t width,
                        std::vector<std::uint8_t>& unknown);

/// Places nodes without a place between those with one: along the row, else along the column, else at the
/// nearest one by index. At least one must have a place. is_longitude: the shorter way around the Earth.
void fill_places(std::vector<double>& values, const std::vector<std::uint8_t>& unknown, std::size_t width,
                 bool is_longitude);

}  // namespace farfield::compute
