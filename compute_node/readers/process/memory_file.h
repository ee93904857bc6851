#pragma once

#include "compute_node/readers/process/descriptor.h"
#include "compute_node/support/archive.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::compute {

/// A file in memory that one process writes, to be handed to another.
class MemoryFileWriter {
public:
    /// Throws std::system_error, as all members do.
    MemoryFileWriter();

    void write(std::span<const std::byte> bytes);

    /// The file, which nothing can write to or cut any more. No call of write() may follow.
    [[nodiscard]] Descriptor seal();

private:
    void flush();
    void write_out(std::span<const std::byte> bytes);

    Descriptor file_;
    std::vector<std::byte> waiting_;  ///< small pieces, which are written together
};

/// Writes the arrays that an archive noted, each at its offset, to a sealed file in memory. Threads: several.
[[nodiscard]] Descriptor sealed_arrays(const ArchiveWriter& archive);

/// A memory file of another process, mapped while this object lives.
class SealedMemory {
public:
    /// Throws std::runtime_error unless the file is sealed (else its bytes might change during reading) and
    /// has at most `most_bytes` bytes.
    SealedMemory(const Descriptor& file, std::uint64_t most_bytes);
    ~SealedMemory();
    SealedMemory(const SealedMemory&) = delete;
    SealedMemory& operator=(const SealedMemory&) = delete;

    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

private:
    std::span<const std::byte> bytes_;
};

}  // namespace farfield::compute
