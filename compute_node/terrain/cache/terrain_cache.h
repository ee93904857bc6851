#pragma once

#include "compute_node/terrain/cache/block_file.h"
#include "compute_node/terrain/tree/block_builder.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace farfield::terrain {

/// Where terrains that are too large for memory are kept as files of blocks.
struct CacheSettings {
    /// Empty: $XDG_CACHE_HOME/farfield, else $HOME/.cache/farfield.
    std::filesystem::path folder = {};
    /// Memory that a terrain may take: of larger ones no more is kept at a time, about. 0: a quarter of the
    /// machine's.
    std::uint64_t max_terrain_bytes = 0;
    /// Terrains that fit in memory have files too, to be opened at once the next time.
    bool always = false;
    /// Of all files in the folder together; those that were used longest ago make room. 0: half of its disk.
    std::uint64_t max_cache_bytes = 0;
};

/// max_terrain_bytes, or what it stands for.
[[nodiscard]] std::uint64_t memory_of_a_terrain(const CacheSettings& settings);

/// The folder of the files. Throws std::runtime_error where there is none.
[[nodiscard]] std::filesystem::path cache_folder(const CacheSettings& settings);

/// The blocks of a source.
struct CachedBlocks {
    HeightBlocks blocks;
    std::vector<std::string> notes;              ///< the source's, and those of the cache
    std::optional<BlockFileName> file;           ///< that they are mapped from; none: they are in memory
    std::shared_ptr<const FileMapping> mapping;  ///< of that file
};

/// In memory where they fit, else mapped from a file, which is built when there is none or it cannot be used;
/// then the notes give the reason, and the files that were removed to make room. made_with: how heights are
/// read from the source's files. Throws std::runtime_error, also where there is no folder for files.
[[nodiscard]] CachedBlocks cached_blocks(HeightSource& source, const std::string& made_with,
                                         const CacheSettings& settings, const BuildWatch& watch);

}  // namespace farfield::terrain
