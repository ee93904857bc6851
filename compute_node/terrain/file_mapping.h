#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <thread>

namespace farfield::compute {

/// A file in memory, of which no more than about so many bytes are kept there. Pages that are let go are read
/// again when they are needed; what was written into them is in the file.
/// Threads: its memory is anyone's; a thread of its own lets pages go.
class FileMapping {
public:
    enum class Access { Read, Write };

    /// Of the whole file. Throws std::system_error.
    FileMapping(const std::filesystem::path& name, Access access, std::uint64_t resident_bytes);
    ~FileMapping();
    FileMapping(const FileMapping&) = delete;
    FileMapping& operator=(const FileMapping&) = delete;

    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }
    /// Where it was opened to be written.
    [[nodiscard]] std::span<std::byte> writable() const { return bytes_; }

private:
    void watch(const std::stop_token& stop, std::uint64_t resident_bytes) const;

    std::span<std::byte> bytes_;
    std::jthread watcher_;
};

}  // namespace farfield::compute
