#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <thread>

namespace farfield::terrain {

/// Keeps the program alive when the file of a mapping is cut: reading bytes that the file has no more, or
/// that its disk cannot read, raises SIGBUS, which ends a program. As long as a guard lives, all of its
/// mapping turns into zeros instead, and has_failed() is true. A SIGBUS elsewhere ends the program as before.
/// Threads: any may read the mapping and call has_failed().
class MappingGuard {
public:
    /// memory: of whole pages; is_written: it may be written, too. Unmap it after the guard is gone.
    MappingGuard(std::span<std::byte> memory, bool is_written);
    ~MappingGuard();
    MappingGuard(const MappingGuard&) = delete;
    MappingGuard& operator=(const MappingGuard&) = delete;

    [[nodiscard]] bool has_failed() const { return has_failed_.load(std::memory_order_acquire); }

    /// For the signal's handler alone. True when `address` is in the mapping, which is zeros from then on.
    bool turn_into_zeros(const void* address) noexcept;

private:
    std::span<std::byte> memory_;
    bool is_written_;
    std::atomic<bool> has_failed_{false};
};

/// Bytes of a mapping that this process holds in memory, by /proc/self/smaps: takes long where the process
/// has much memory.
[[nodiscard]] std::uint64_t held_bytes_of(std::span<const std::byte> mapping);

/// The policy that evicts pages of a mapping, so that about so many bytes are resident at most. It reads the
/// process's resident bytes of all files and shared memory, which is quick, and the mapping's own only when
/// these have grown by as much as the mapping may.
class HeldPages {
public:
    explicit HeldPages(std::uint64_t most_bytes) : most_bytes_{most_bytes} {}

    /// of_process: bytes that the process holds now; own: gives those that the mapping holds.
    [[nodiscard]] bool are_too_many(std::uint64_t of_process, const std::function<std::uint64_t()>& own);

private:
    std::uint64_t most_bytes_;
    std::uint64_t others_ = 0;  ///< bytes outside the mapping, when they were last determined
};

/// A mapped file, of which no more than about so many bytes are resident. Evicted pages are read again when
/// they are needed; writes to them are in the file. When the file is truncated, its memory may turn into
/// zeros: call is_intact() after reading it and before using the values. Threads: any may use its memory; a
/// thread of its own evicts pages.
class FileMapping {
public:
    enum class Access { Read, Write };

    /// Maps the whole file. Throws std::system_error.
    FileMapping(const std::filesystem::path& name, Access access, std::uint64_t resident_bytes);
    ~FileMapping();
    FileMapping(const FileMapping&) = delete;
    FileMapping& operator=(const FileMapping&) = delete;

    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }
    /// The bytes of a file that was opened to be written.
    [[nodiscard]] std::span<std::byte> writable() const { return bytes_; }
    /// True when the file still has, and had whenever it was read, all bytes that were mapped. Overwritten
    /// bytes are not noticed.
    [[nodiscard]] bool is_intact() const;

private:
    void watch(const std::stop_token& stop, std::uint64_t resident_bytes) const;

    int descriptor_;
    std::span<std::byte> bytes_;
    std::optional<MappingGuard> guard_;
    std::jthread watcher_;
};

}  // namespace farfield::terrain
