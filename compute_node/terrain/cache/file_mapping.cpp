#include "compute_node/terrain/cache/file_mapping.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cinttypes>
#include <condition_variable>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace farfield::terrain {

namespace {

/// Period of evictions, in which a machine's threads load less than a quarter of some hundred megabytes.
constexpr std::chrono::milliseconds period{5};

/// Pages of files and shared memory, of this mapping and others, that the process holds.
std::uint64_t held_shared_bytes()
{
    std::ifstream statm{"/proc/self/statm"};
    std::uint64_t all_pages = 0, resident_pages = 0, shared_pages = 0;
    statm >> all_pages >> resident_pages >> shared_pages;
    return shared_pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

[[noreturn]] void fail(const std::filesystem::path& name, int error)
{
    throw std::system_error(error, std::generic_category(), name.string());
}

}  // namespace

std::uint64_t held_bytes_of(std::span<const std::byte> mapping)
{
    const auto begin = reinterpret_cast<std::uintptr_t>(mapping.data());
    std::ifstream smaps{"/proc/self/smaps"};
    std::string line;
    bool is_ours = false;
    std::uint64_t bytes = 0;
    while (std::getline(smaps, line)) {
        std::uintptr_t from = 0, to = 0;
        std::uint64_t kib = 0;
        if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &from, &to) == 2) {
            if (from >= begin + mapping.size()) break;
            is_ours = from >= begin;
        } else if (is_ours && std::sscanf(line.c_str(), "Rss: %" SCNu64 " kB", &kib) == 1) {
            bytes += kib << 10U;
        }
    }
    return bytes;
}

bool HeldPages::are_too_many(std::uint64_t of_process, const std::function<std::uint64_t()>& own)
{
    if (of_process < others_ + most_bytes_) {
        others_ = std::min(others_, of_process);
        return false;
    }
    const std::uint64_t held = own();
    others_ = of_process - std::min(of_process, held);
    // Pages are evicted from half of the budget on: less would soon be used up again by other mappings.
    return held > most_bytes_ / 2;
}

FileMapping::FileMapping(const std::filesystem::path& name, Access access, std::uint64_t resident_bytes)
{
    const bool writes = access == Access::Write;
    descriptor_ = open(name.c_str(), (writes ? O_RDWR : O_RDONLY) | O_CLOEXEC);
    if (descriptor_ < 0) fail(name, errno);
    struct stat status {};
    void* memory = MAP_FAILED;
    if (fstat(descriptor_, &status) == 0)
        memory = mmap(nullptr, static_cast<std::size_t>(status.st_size),
                      writes ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, descriptor_, 0);
    if (memory == MAP_FAILED) {
        const int error = errno;
        close(descriptor_);
        fail(name, error);
    }
    bytes_ = {static_cast<std::byte*>(memory), static_cast<std::size_t>(status.st_size)};
    guard_.emplace(bytes_, writes);
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
    guard_.reset();
    munmap(bytes_.data(), bytes_.size());
    close(descriptor_);
}

bool FileMapping::is_intact() const
{
    struct stat status {};
    return !guard_->has_failed() && fstat(descriptor_, &status) == 0 &&
           status.st_size >= static_cast<off_t>(bytes_.size());
}

void FileMapping::watch(const std::stop_token& stop, std::uint64_t resident_bytes) const
{
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock{mutex};
    HeldPages pages{resident_bytes / 4 * 3};
    const auto own = [this] { return held_bytes_of(bytes_); };
    while (!wake.wait_for(lock, stop, period, [&] { return stop.stop_requested(); }))
        if (pages.are_too_many(held_shared_bytes(), own))
            madvise(bytes_.data(), bytes_.size(), MADV_DONTNEED);
}

}  // namespace farfield::terrain
