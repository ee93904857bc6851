#include "net/transport/stop_signals.h"

#include <csignal>
#include <latch>
#include <semaphore>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/catch.h"

using farfield::net::StopSignals;

namespace {

/// What a process with a thread that was there before answers to a signal: 0 when it was called.
int answer_to(int signal)
{
    std::latch is_there{1}, is_over{1};
    std::thread before{[&] {
        is_there.count_down();
        is_over.wait();
    }};
    is_there.wait();
    std::binary_semaphore is_called{0};
    StopSignals signals;
    signals.call([&is_called] { is_called.release(); });
    ::kill(::getpid(), signal);
    const bool was_called = is_called.try_acquire_for(std::chrono::seconds{20});
    is_over.count_down();
    before.join();
    return was_called ? 0 : 1;
}

}  // namespace

TEST_CASE("StopSignals: a thread that was there before does not end the program", "[transport]")
{
    for (const int signal : {SIGTERM, SIGINT}) {
        const pid_t child = ::fork();
        if (child == 0) std::_Exit(answer_to(signal));
        int status = 0;
        REQUIRE(::waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status));
        CHECK(WEXITSTATUS(status) == 0);
    }
}
