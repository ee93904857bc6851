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

/// Settings of the folder in which terrains too large for memory are kept as files of blocks.
struct CacheSettings {
    /// Empty: $XDG_CACHE_HOME/farfield, else $HOME/.cache/farfield.
    std::filesystem::path folder = {};
    /// Memory that a terrain may take: of larger ones about as much is kept at a time. 0: a quarter of the
    /// machine's memory.
    std::uint64_t max_terrain_bytes = 0;
    /// Terrains that fit in memory have files too, to be opened at once the next time.
    bool always = false;
    /// Bytes of all files in the folder; those used longest ago make room. 0: half of its disk.
    std::uint64_t max_cache_bytes = 0;
};

/// The bytes of max_terrain_bytes, or a quarter of the machine's memory where that is 0.
[[nodiscard]] std::uint64_t memory_of_a_terrain(const CacheSettings& settings);

/// The folder of the files. Throws std::runtime_error where there is none.
[[nodiscard]] std::filesystem::path cache_folder(const CacheSettings& settings);

/// The blocks of a source.
struct CachedBlocks {
    HeightBlocks blocks;
    std::vector<std::string> notes;              ///< the source's, and those of the cache
    std::optional<BlockFileName> file;           ///< file that the blocks are mapped from; none: in memory
    std::shared_ptr<const FileMapping> mapping;  ///< mapping of that file
};

/// Makes a source's blocks: in memory if they fit, else mapped from a file, which is built when it is missing
/// or unusable; the notes then tell why, and which files were removed to make room. made_with: how heights
/// are read from the source's files. Throws std::runtime_error, also where there is no folder for files.
[[nodiscard]] CachedBlocks cached_blocks(HeightSource& source, const std::string& made_with,
                                         const CacheSettings& settings, const BuildWatch& watch);

}  // namespace farfield::terrain
