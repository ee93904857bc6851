#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace farfield::compute {

struct ReadingSettings {
    std::vector<std::filesystem::path> data_folders;
    std::uint64_t max_bytes = 0;  ///< of memory, at most, whatever is read
    bool use_landlock = true;     ///< applied where the kernel has it
};

/// Runs a reader process: confines this process to the data folders, and answers the requests from the socket
/// that is its standard input, one at a time, until the node ends. Returns the exit code.
[[nodiscard]] int read_for_node(const ReadingSettings& settings);

}  // namespace farfield::compute
