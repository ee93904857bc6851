#include "net/transport/stop_signals.h"

#include <csignal>
#include <cstdlib>
#include <utility>

#include <pthread.h>
#include <ucontext.h>
#include <unistd.h>

namespace farfield::net {

namespace {

constexpr int exit_code_of_signal = 128;  // the offset that a shell adds to the signal's number

bool is_ignored(int signal)
{
    struct sigaction action {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

sigset_t stop_set()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    if (!is_ignored(SIGHUP)) sigaddset(&set, SIGHUP);  // under nohup the loss of a terminal is ignored
    return set;
}

/// Handler for a library's earlier thread that does not block the signal, such as OpenBLAS's: blocks it in
/// that thread once it returns, and sends it to the process again, for the thread that waits for it.
void hand_on(int signal, siginfo_t* /*info*/, void* context)
{
    sigaddset(&static_cast<ucontext_t*>(context)->uc_sigmask, signal);
    ::kill(::getpid(), signal);
}

}  // namespace

StopSignals::StopSignals()
{
    const sigset_t set = stop_set();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    struct sigaction action {};
    action.sa_sigaction = hand_on;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (sigismember(&set, signal) == 1) ::sigaction(signal, &action, nullptr);
    (void)std::signal(SIGXFSZ, SIG_IGN);
}

StopSignals::~StopSignals()
{
    if (!thread_.joinable()) return;
    ending_ = true;
    pthread_kill(thread_.native_handle(), SIGINT);  // wait() waits for this signal, too
    thread_.join();
}

void StopSignals::call(std::function<void()> stop)
{
    thread_ = std::thread([this, stop = std::move(stop)] { wait(stop); });
}

void StopSignals::wait(const std::function<void()>& stop) const
{
    const sigset_t set = stop_set();
    for (bool first = true;; first = false) {
        int signal = 0;
        sigwait(&set, &signal);
        if (ending_) return;
        if (!first) std::_Exit(exit_code_of_signal + signal);
        stop();
    }
}

}  // namespace farfield::net
