#pragma once

#include "compute_node/terrain/cache/file_mapping.h"
#include "compute_node/terrain/tree/block_builder.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace farfield::terrain {

/// Blocks in a file that is mapped, so that a terrain may be larger than memory.
///
/// The file, in this machine's byte order: a page of 4096 bytes (magic "FFBLOCKS", version, key, columns,
/// rows, lowest and highest height, holes, sizes, the time of the last change, hashes), the parts as
/// BlockLayout places them, a hash of the index and of each row of tiles, and the notes.
/// Opening checks the page, the sizes and, when the file has been touched since it was written, all hashes
/// (XXH3, 64 bits).
struct BlockFile {
    std::shared_ptr<const FileMapping> mapping;  ///< mapping of the whole file
    HeightBlocks blocks;
    std::vector<std::string> notes;  ///< the source's, once its heights had been read
};

/// Name of a file of blocks with all that it takes to open it, also for other processes that map it.
struct BlockFileName {
    std::filesystem::path file;
    std::uint64_t key = 0;
    std::uint64_t resident_bytes = 0;

    /// Serialisation: visits all members.
    template <class Parts>
    void parts(Parts& with)
    {
        with(file, key, resident_bytes);
    }
};

/// Size of a file with so many posts, without the notes.
[[nodiscard]] std::uint64_t block_file_bytes(std::int64_t columns, std::int64_t rows);

/// Error that says why a file of blocks cannot be used, in words that go on from "its cache".
struct UnusableBlockFile : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads all heights and writes their blocks into a file that has its name only when it is whole. All its
/// bytes are taken from the disk first, so that a full one is known at once.
/// key: identity of the heights' source; resident_bytes: memory to be kept meanwhile, about.
/// Throws std::runtime_error that names the file, and what fill_blocks() throws.
void write_block_file(const std::filesystem::path& name, std::uint64_t key, HeightSource& source,
                      std::uint64_t resident_bytes, const BuildWatch& watch);

/// Maps a file. As long as the blocks live, no more than about resident_bytes of it are kept in memory.
/// Throws UnusableBlockFile when the file is missing, of another key or version, cut short or damaged.
[[nodiscard]] BlockFile open_block_file(const BlockFileName& name);

}  // namespace farfield::terrain
