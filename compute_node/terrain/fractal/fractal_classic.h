#pragma once

#include <cstdint>
#include <span>

namespace farfield::terrain {

/// Fills in the terrain of published comparisons of ray casters in this project's measurements: value noise
/// of wavelengths 1024, 512 ... 2 posts, each with a tenth of its wavelength for amplitude. Heights in
/// metres, 0 to about 200, of posts from a column on. Any number of threads at once.
void fill_classic(std::int64_t row, std::int64_t first_column, std::span<float> heights);

}  // namespace farfield::terrain
