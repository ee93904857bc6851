#include "compute_node/readers/process/memory_file.h"

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace farfield::compute {

namespace {

constexpr int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

[[noreturn]] void throw_errno(const char* what)
{
    throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

MemoryFileWriter::MemoryFileWriter()
    : file_{memfd_create("farfield-fields", MFD_CLOEXEC | MFD_ALLOW_SEALING)}
{
    if (!file_.is_open()) throw_errno("cannot make a file in memory");
}

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
    if (fcntl(file_.get(), F_ADD_SEALS, seals) != 0) throw_errno("cannot seal a file in memory");
    return std::move(file_);
}

SealedMemory::SealedMemory(const Descriptor& file)
{
    struct stat status {};
    if (!file.is_open() || fcntl(file.get(), F_GET_SEALS) != seals || fstat(file.get(), &status) != 0)
        throw std::runtime_error("expected a sealed file in memory from a reading process");
    const auto size = static_cast<std::size_t>(status.st_size);
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
