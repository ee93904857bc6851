#include "compute_node/terrain/file_mapping.h"

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace farfield::compute {

namespace {

/// In which a machine's threads bring in less than a quarter of a budget of some hundred megabytes.
constexpr std::chrono::milliseconds period{5};

/// Pages of files, of this mapping and others, that the process holds.
std::uint64_t resident_file_bytes()
{
    std::ifstream statm{"/proc/self/statm"};
    std::uint64_t all_pages = 0, resident_pages = 0, file_pages = 0;
    statm >> all_pages >> resident_pages >> file_pages;
    return file_pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

[[noreturn]] void fail(const std::filesystem::path& name, int error)
{
    throw std::system_error(error, std::generic_category(), name.string());
}

}  // namespace

FileMapping::FileMapping(const std::filesystem::path& name, Access access, std::uint64_t resident_bytes)
{
    const bool writes = access == Access::Write;
    const int descriptor = open(name.c_str(), (writes ? O_RDWR : O_RDONLY) | O_CLOEXEC);
    if (descriptor < 0) fail(name, errno);
    struct stat status {};
    void* memory = MAP_FAILED;
    if (fstat(descriptor, &status) == 0)
        memory = mmap(nullptr, static_cast<std::size_t>(status.st_size),
                      writes ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, descriptor, 0);
    const int error = errno;
    close(descriptor);
    if (memory == MAP_FAILED) fail(name, error);
    bytes_ = {static_cast<std::byte*>(memory), static_cast<std::size_t>(status.st_size)};
    if (bytes_.size() > resident_bytes)
        watcher_ = std::jthread{
            [this, resident_bytes](const std::stop_token& stop) { watch(stop, resident_bytes); }};
}

FileMapping::~FileMapping()
{
    if (watcher_.joinable()) {
        watcher_.request_stop();
        watcher_.join();
    }
    munmap(bytes_.data(), bytes_.size());
}

void FileMapping::watch(const std::stop_token& stop, std::uint64_t resident_bytes) const
{
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock{mutex};
    while (!wake.wait_for(lock, stop, period, [&] { return stop.stop_requested(); }))
        if (resident_file_bytes() > resident_bytes / 4 * 3)
            madvise(bytes_.data(), bytes_.size(), MADV_DONTNEED);
}

}  // namespace farfield::compute
