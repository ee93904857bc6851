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
    /// Throws std::system_error, as the others.
    MemoryFileWriter();

    void write(std::span<const std::byte> bytes);

    /// The file, which nothing can write to or cut any more. Nothing can be written afterwards.
    [[nodiscard]] Descriptor seal();

private:
    void flush();
    void write_out(std::span<const std::byte> bytes);

    Descriptor file_;
    std::vector<std::byte> waiting_;  ///< small pieces, to be written together
};

/// A sealed file in memory of the arrays that an archive noted, each at its offset. Threads: takes several.
[[nodiscard]] Descriptor sealed_arrays(const ArchiveWriter& archive);

/// Another process's memory file, mapped while this lives.
class SealedMemory {
public:
    /// Throws std::runtime_error unless the file is sealed (else its bytes might change while they are read)
    /// and has at most so many bytes.
    SealedMemory(const Descriptor& file, std::uint64_t most_bytes);
    ~SealedMemory();
    SealedMemory(const SealedMemory&) = delete;
    SealedMemory& operator=(const SealedMemory&) = delete;

    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

private:
    std::span<const std::byte> bytes_;
};

}  // namespace farfield::compute
