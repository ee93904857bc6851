#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <vector>

namespace farfield::compute {

/// How files are read in processes of their own.
struct ReaderSettings {
    /// A farfield-node, which is started as a reader: this program itself.
    std::filesystem::path program = "/proc/self/exe";
    std::vector<std::filesystem::path> data_folders;  ///< all that readers may read
    /// The most bytes of memory for one reading; twice that for all at the same time together.
    std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max();
    std::chrono::seconds max_time{600};  ///< of one reading
    std::size_t max_processes = 16;      ///< that read at the same time
    bool keeps_one_ready = true;         ///< for the next dataset, started beforehand
    /// Whether the kernel confines readers where it can; paths are checked in any case. For tests.
    bool use_landlock = true;
};

/// Sanitizers map more memory than any limit allows, report on standard error, and watch a process from
/// another one: readers under them have no limits that prevent this.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

/// The command of farfield-node that readers run.
inline constexpr const char* reader_command = "read-for-node";

}  // namespace farfield::compute
