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

/// What libraries that read files have no need of, and a library that a file has taken over would.
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

class Filter {
public:
    Filter() : filter_{seccomp_init(SCMP_ACT_ALLOW), seccomp_release}
    {
        if (!filter_) throw std::system_error(ENOMEM, std::generic_category(), "cannot filter system calls");
    }
    /// With conditions on its arguments, all of which must hold.
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
    // Threads are wanted, processes are not. What clone3() is to make cannot be looked at: the C library
    // falls back to clone().
    filter.refuse(SCMP_SYS(clone), EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
    filter.refuse(SCMP_SYS(clone3), ENOSYS);
    const auto own = static_cast<scmp_datum_t>(getpid());
    filter.refuse(SCMP_SYS(tgkill), EPERM, SCMP_A0(SCMP_CMP_NE, own));  // abort() signals its own
    filter.refuse(SCMP_SYS(prlimit64), EPERM, SCMP_A0(SCMP_CMP_NE, 0));
    filter.refuse(SCMP_SYS(mmap), EPERM,
                  SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_SHARED | MAP_ANONYMOUS, MAP_SHARED | MAP_ANONYMOUS));
    filter.load();
}

}  // namespace farfield::compute
