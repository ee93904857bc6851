#include "net/transport/wake_event.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

namespace farfield::net {

namespace {
int new_eventfd()
{
    const int fd = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (fd < 0) throw std::system_error(errno, std::generic_category(), "cannot make an eventfd");
    return fd;
}
}  // namespace

WakeEvent::WakeEvent(boost::asio::io_context& io)
    : descriptor_(io, new_eventfd()), fd_(descriptor_.native_handle())
{}

void WakeEvent::start(std::function<void()> woken)
{
    woken_ = std::move(woken);
    wait();
}

void WakeEvent::signal() noexcept
{
    if (signalled_.exchange(true, std::memory_order_acq_rel)) return;
    const std::uint64_t one = 1;
    // The write fails only when the counter is full, and then the loop is awake anyway.
    [[maybe_unused]] const auto written = ::write(fd_, &one, sizeof one);
}

void WakeEvent::close()
{
    woken_ = nullptr;
    descriptor_.cancel();  // the descriptor stays open: another thread may be about to signal
}

void WakeEvent::wait()
{
    auto readable = [self = shared_from_this()](const boost::system::error_code& error) {
        if (!error) self->drain();
    };
    descriptor_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                           RecycledHandler(memory_, std::move(readable)));
}

void WakeEvent::drain()
{
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = ::read(fd_, &count, sizeof count);
    // The counter is emptied first, then the flag lowered: the call below covers a signal in between.
    signalled_.exchange(false, std::memory_order_acq_rel);
    if (!woken_) return;
    woken_();
    if (woken_) wait();
}

}  // namespace farfield::net
