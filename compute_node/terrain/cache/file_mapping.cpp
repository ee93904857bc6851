#include "compute_node/terrain/cache/file_mapping.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cinttypes>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <functional>
#include <mutex>
#include <string>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace farfield::terrain {

namespace {

/// Lock for the handler, which cannot wait for a mutex. A thread that holds it reads no mapping, so the
/// handler never waits for its own thread.
class SpinLock {
public:
    void lock() noexcept
    {
        while (held_.test_and_set(std::memory_order_acquire)) {
        }
    }
    void unlock() noexcept { held_.clear(std::memory_order_release); }

private:
    std::atomic_flag held_;
};

SpinLock guards_lock;
std::vector<MappingGuard*> guards;
struct sigaction former_action {};

bool has_become_zeros(const void* address) noexcept
{
    const std::lock_guard lock{guards_lock};
    return std::ranges::any_of(guards, [&](MappingGuard* guard) { return guard->turn_into_zeros(address); });
}

/// Handles SIGBUS. After it returns, the access that raised the signal is tried again.
void on_bus_error(int signal, siginfo_t* info, void* /*context*/)
{
    const int error = errno;
    const bool was_sent = info->si_code <= 0;  // sent by a process, not raised by memory
    if (was_sent || !has_become_zeros(info->si_addr)) {
        sigaction(SIGBUS, &former_action, nullptr);
        if (was_sent) (void)raise(signal);
    }
    errno = error;
}

void handle_bus_errors()
{
    struct sigaction action {};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, nullptr, &former_action);
    sigaction(SIGBUS, &action, nullptr);
}

}  // namespace

MappingGuard::MappingGuard(std::span<std::byte> memory, bool is_written)
    : memory_{memory}, is_written_{is_written}
{
    static std::once_flag once;
    std::call_once(once, handle_bus_errors);
    const std::lock_guard lock{guards_lock};
    guards.push_back(this);
}

MappingGuard::~MappingGuard()
{
    const std::lock_guard lock{guards_lock};
    std::erase(guards, this);
}

bool MappingGuard::turn_into_zeros(const void* address) noexcept
{
    const std::less_equal<const void*> is_not_after;
    if (!is_not_after(memory_.data(), address) || is_not_after(memory_.data() + memory_.size(), address))
        return false;
    // Replaces all pages at once: one by one there could be more mappings than a process may have.
    const int access = is_written_ ? PROT_READ | PROT_WRITE : PROT_READ;
    has_failed_.store(true, std::memory_order_release);
    return mmap(memory_.data(), memory_.size(), access,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) != MAP_FAILED;
}

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
