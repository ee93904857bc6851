#include "compute_node/readers/process/system_calls.h"

#include <cerrno>
#include <memory>
#include <system_error>
#include <type_traits>

#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace farfield::compute {

namespace {

/// System calls that libraries do not need to read files, but that a hostile file could use through them.
constexpr int forbidden[] = {SCMP_SYS(fork),
                             SCMP_SYS(vfork),
                             SCMP_SYS(execve),
                             SCMP_SYS(execveat),
                             SCMP_SYS(socket),
                             SCMP_SYS(socketpair),
                             SCMP_SYS(connect),
                             SCMP_SYS(bind),
                             SCMP_SYS(listen),
                             SCMP_SYS(accept),
                             SCMP_SYS(accept4),
                             SCMP_SYS(ptrace),
                             SCMP_SYS(kill),
                             SCMP_SYS(tkill),
                             SCMP_SYS(rt_sigqueueinfo),
                             SCMP_SYS(rt_tgsigqueueinfo),
                             SCMP_SYS(pidfd_open),
                             SCMP_SYS(pidfd_getfd),
                             SCMP_SYS(pidfd_send_signal),
                             SCMP_SYS(process_vm_readv),
                             SCMP_SYS(shmget),
                             SCMP_SYS(process_vm_writev),
                             SCMP_SYS(msgget),
                             SCMP_SYS(semget),
                             SCMP_SYS(mq_open),
                             SCMP_SYS(io_uring_setup),
                             SCMP_SYS(bpf),
                             SCMP_SYS(userfaultfd),
                             SCMP_SYS(perf_event_open),
                             SCMP_SYS(add_key),
                             SCMP_SYS(request_key),
                             SCMP_SYS(keyctl),
                             SCMP_SYS(unshare),
                             SCMP_SYS(setns),
                             SCMP_SYS(mount),
                             SCMP_SYS(umount2)};

constexpr scmp_arg_cmp other_than(unsigned argument, scmp_datum_t value)
{
    return {.arg = argument, .op = SCMP_CMP_NE, .datum_a = value, .datum_b = 0};
}

constexpr scmp_arg_cmp masked(unsigned argument, scmp_datum_t mask, scmp_datum_t value)
{
    return {.arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = value};
}

class Filter {
public:
    Filter() : filter_{seccomp_init(SCMP_ACT_ALLOW), seccomp_release}
    {
        if (!filter_) throw std::system_error(ENOMEM, std::generic_category(), "cannot filter system calls");
    }
    /// Refuses a call under conditions on its arguments, all of which must hold.
    template <class... Condition>
    void refuse(int call, int error, Condition... conditions)
    {
        check(seccomp_rule_add(filter_.get(), SCMP_ACT_ERRNO(error), call, sizeof...(conditions),
                               conditions...));
    }
    void load() { check(seccomp_load(filter_.get())); }

private:
    static void check(int result)
    {
        if (result != 0)
            throw std::system_error(-result, std::generic_category(), "cannot filter system calls");
    }
    std::unique_ptr<std::remove_pointer_t<scmp_filter_ctx>, decltype(&seccomp_release)> filter_;
};

}  // namespace

void forbid_system_calls()
{
    if (prctl(PR_GET_SECCOMP) < 0) return;
    Filter filter;
    for (const int call : forbidden) filter.refuse(call, EPERM);
    // Threads are allowed, processes are not. The arguments of clone3() cannot be inspected: the C library
    // falls back to clone().
    filter.refuse(SCMP_SYS(clone), EPERM, masked(0, CLONE_THREAD, 0));
    filter.refuse(SCMP_SYS(clone3), ENOSYS);
    filter.refuse(SCMP_SYS(tgkill), EPERM,
                  other_than(0, static_cast<scmp_datum_t>(getpid())));  // abort() signals its own
    filter.refuse(SCMP_SYS(prlimit64), EPERM, other_than(0, 0));
    constexpr scmp_datum_t shared = MAP_SHARED | MAP_ANONYMOUS;
    filter.refuse(SCMP_SYS(mmap), EPERM, masked(3, shared, shared));
    filter.load();
}

}  // namespace farfield::compute
