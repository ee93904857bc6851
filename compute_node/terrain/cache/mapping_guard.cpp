#include "compute_node/terrain/cache/mapping_guard.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <functional>
#include <mutex>
#include <vector>

#include <sys/mman.h>

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

}  // namespace farfield::terrain
