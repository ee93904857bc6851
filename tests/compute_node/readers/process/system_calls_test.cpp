#include "compute_node/readers/process/system_calls.h"
#include "tests/catch.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <thread>

#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace farfield;
using namespace farfield::compute;

namespace {

/// The result of `check` in a process that has forbidden itself the system calls of readers.
bool holds_when_forbidden(const std::function<bool()>& check)
{
    const pid_t id = fork();
    if (id == 0) {
        forbid_system_calls();
        std::_Exit(check() ? 0 : 1);
    }
    int status = -1;
    REQUIRE(waitpid(id, &status, 0) == id);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool is_forbidden(const std::function<long()>& call)
{
    return holds_when_forbidden([&] {
        errno = 0;
        return call() == -1 && errno == EPERM;
    });
}

}  // namespace

TEST_CASE("system calls: a reader can start neither a process nor a program", "[process]")
{
    CHECK(is_forbidden([] { return fork(); }));
    CHECK(is_forbidden([] { return execl("/bin/true", "true", nullptr); }));
}

TEST_CASE("system calls: a reader can open no socket of any kind", "[process]")
{
    for (const int family : {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK})
        for (const int type : {SOCK_STREAM, SOCK_DGRAM})
            CHECK(is_forbidden([=] { return socket(family, type, 0); }));
}

TEST_CASE("system calls: a reader can neither signal another process nor change its limits", "[process]")
{
    const pid_t other = getpid();
    CHECK(is_forbidden([=] { return kill(other, 0); }));
    CHECK(is_forbidden([=] {
        rlimit limit{};
        return prlimit(other, RLIMIT_NOFILE, nullptr, &limit);
    }));
}

TEST_CASE("system calls: a reader can share no memory that its limit does not count", "[process]")
{
    CHECK(is_forbidden([] { return shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600); }));
    CHECK(is_forbidden([]() -> long {
        return mmap(nullptr, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;
    }));
}

TEST_CASE("system calls: a reader has threads, memory, and an end of its own", "[process]")
{
    CHECK(holds_when_forbidden([] {
        bool ran = false;
        std::thread{[&] { ran = true; }}.join();
        return ran;
    }));
    CHECK(holds_when_forbidden(
        [] { return mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED; }));
    const pid_t id = fork();
    if (id == 0) {
        std::signal(SIGABRT, SIG_DFL);  // not that of the tests
        forbid_system_calls();
        std::abort();
    }
    int status = -1;
    REQUIRE(waitpid(id, &status, 0) == id);
    CHECK(WIFSIGNALED(status));
}
