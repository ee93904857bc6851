#pragma once

#include "compute_node/terrain/heights/height_options.h"
#include "compute_node/terrain/heights/height_source.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace farfield::terrain {

/// Largest number of posts along a mosaic's side: the globe at an arc second has 1,296,000 posts around.
constexpr std::int64_t max_mosaic_posts = 1 << 21;
constexpr std::size_t max_mosaic_files = 32'768;  // the globe's land in tiles of a degree is half of it

/// Opens one file, or several as one terrain, which must have one reference system, with posts of one
/// lattice. Where several have a height, the first one's counts, and a note says by how much others differ;
/// where none has, there is a hole. Only some files are open at a time. Throws as open_heights() does, and
/// std::runtime_error naming two files that do not go together.
[[nodiscard]] std::unique_ptr<HeightSource> open_terrain(const std::vector<std::filesystem::path>& files,
                                                         const HeightOptions& options = {});

}  // namespace farfield::terrain
