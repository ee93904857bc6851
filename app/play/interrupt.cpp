#include "app/play/interrupt.h"

#include <ctime>
#include <pthread.h>

namespace farfield::app {

Interrupt::Interrupt()
{
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
}

Interrupt::~Interrupt()
{
    constexpr timespec at_once{};
    while (sigtimedwait(&signals_, nullptr, &at_once) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool Interrupt::pending() const noexcept
{
    sigset_t waiting;
    return sigpending(&waiting) == 0 &&
           (sigismember(&waiting, SIGINT) == 1 || sigismember(&waiting, SIGTERM) == 1);
}

}  // namespace farfield::app
