#pragma once

#include <cstdint>
#include <filesystem>

namespace farfield::terrain {

/// Removes files of blocks from the folder of one that is to be written, or has been, until all together keep
/// to a limit: first those that were used longest ago, never that one. A removed file that is mapped remains
/// until the mapping ends. Other files in the folder do not count. Returns how many it removed. bytes: of the
/// new file. max_bytes: 0: half of the disk. Throws std::runtime_error when the file alone has more; then
/// nothing is removed.
[[nodiscard]] int make_room_in_cache(const std::filesystem::path& file, std::uint64_t bytes,
                                     std::uint64_t max_bytes);

/// Notes in a file's time of access that its blocks are used now. Has no effect where that is impossible.
void note_use(const std::filesystem::path& file);

}  // namespace farfield::terrain
