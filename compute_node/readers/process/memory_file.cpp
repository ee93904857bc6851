#include "compute_node/readers/process/memory_file.h"

#include "compute_node/support/parallel.h"
#include "compute_node/support/throw_errno.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace farfield::compute {

namespace {

constexpr int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

Descriptor new_file()
{
    Descriptor file{memfd_create("farfield-fields", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
    if (!file.is_open()) throw_errno("cannot make a file in memory");
    return file;
}

void seal_file(const Descriptor& file)
{
    // Linux refuses for a moment while pages of it are on their way (memfd_wait_for_pins()).
    constexpr int most_tries = 100;
    for (int n = 0; fcntl(file.get(), F_ADD_SEALS, seals) != 0; ++n) {
        if (errno != EBUSY || n == most_tries) throw_errno("cannot seal a file in memory");
        std::this_thread::sleep_for(std::chrono::milliseconds{10});
    }
}

/// A part of an array, small enough that threads share the work.
struct Piece {
    std::span<const std::byte> bytes = {};
    std::size_t offset = 0;
};

std::vector<Piece> pieces_of(const ArchiveWriter& archive)
{
    constexpr std::size_t most_bytes = 4U << 20U;
    std::vector<Piece> pieces;
    for (const auto& [bytes, offset] : archive.arrays())
        for (std::size_t at = 0; at < bytes.size(); at += most_bytes)
            pieces.push_back({bytes.subspan(at, std::min(most_bytes, bytes.size() - at)), offset + at});
    return pieces;
}

bool write_piece(const Descriptor& file, Piece piece)
{
    while (!piece.bytes.empty()) {
        const ssize_t written =
            pwrite(file.get(), piece.bytes.data(), piece.bytes.size(), static_cast<off_t>(piece.offset));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        piece.bytes = piece.bytes.subspan(static_cast<std::size_t>(written));
        piece.offset += static_cast<std::size_t>(written);
    }
    return true;
}

}  // namespace

Descriptor sealed_arrays(const ArchiveWriter& archive)
{
    Descriptor file = new_file();
    if (ftruncate(file.get(), static_cast<off_t>(archive.array_bytes())) != 0)
        throw_errno("cannot make room in a file in memory");
    const std::vector<Piece> pieces = pieces_of(archive);
    const std::int64_t failed =
        parallel_sum(static_cast<std::int64_t>(pieces.size()), 0, [&](std::int64_t i) {
            return write_piece(file, pieces[static_cast<std::size_t>(i)]) ? 0 : 1;
        });
    if (failed > 0) throw std::runtime_error("cannot write all arrays to a file in memory");
    seal_file(file);
    return file;
}

MemoryFileWriter::MemoryFileWriter() : file_{new_file()} {}

void MemoryFileWriter::write(std::span<const std::byte> bytes)
{
    constexpr std::size_t small = 64U << 10U;
    if (bytes.size() < small) waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
    if (bytes.size() >= small || waiting_.size() >= small) flush();
    if (bytes.size() >= small) write_out(bytes);
}

void MemoryFileWriter::flush()
{
    write_out(waiting_);
    waiting_.clear();
}

void MemoryFileWriter::write_out(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(file_.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) throw_errno("cannot write a file in memory");
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
}

Descriptor MemoryFileWriter::seal()
{
    flush();
    seal_file(file_);
    return std::move(file_);
}

SealedMemory::SealedMemory(const Descriptor& file, std::uint64_t most_bytes)
{
    struct stat status {};
    const int found = file.is_open() ? fcntl(file.get(), F_GET_SEALS) : -1;  // the kernel may add some
    if (found < 0 || (found & seals) != seals || fstat(file.get(), &status) != 0)
        throw std::runtime_error("expected a sealed file in memory from a reading process");
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size > most_bytes)
        throw std::runtime_error(
            fmt::format("expected at most {} bytes from a reading process, found {}", most_bytes, size));
    if (size == 0) return;
    void* memory = mmap(nullptr, size, PROT_READ, MAP_SHARED | MAP_POPULATE, file.get(), 0);
    if (memory == MAP_FAILED) throw_errno("cannot map a file in memory");
    bytes_ = {static_cast<const std::byte*>(memory), size};
}

SealedMemory::~SealedMemory()
{
    if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace farfield::compute
