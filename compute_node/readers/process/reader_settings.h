#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <vector>

namespace farfield::compute {

/// Settings for reading files in separate processes.
struct ReaderSettings {
    /// Program that is started as a reader, a farfield-node: this program itself.
    std::filesystem::path program = "/proc/self/exe";
    std::vector<std::filesystem::path> data_folders;  ///< the only folders that readers may read
    /// Most bytes of memory for one reading; all readings at the same time together may take twice that.
    std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max();
    std::chrono::seconds max_time{600};  ///< of one reading
    std::size_t max_processes = 16;      ///< number that may read at the same time
    bool keeps_one_ready = true;         ///< one process is started beforehand for the next dataset
    /// True: the kernel confines readers where it can; paths are checked in any case. False is for tests.
    bool use_landlock = true;
};

/// True under sanitizers, which map more memory than any limit allows, report on standard error, and watch a
/// process from another one: readers under them have no limits that prevent this.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

/// The command of farfield-node that readers run.
inline constexpr const char* reader_command = "read-for-node";

}  // namespace farfield::compute
