#include "compute_node/support/cancellable_input.h"

#include "compute_node/support/parallel.h"

#include <cerrno>
#include <system_error>

#include <poll.h>
#include <unistd.h>

namespace farfield {

namespace {

constexpr int look_milliseconds = 100;  // interval of the checks for cancellation

}  // namespace

CancellableInput::CancellableInput(int descriptor, const std::atomic<bool>* cancelled)
    : cancelled_{cancelled}, descriptor_{descriptor}
{}

CancellableInput::~CancellableInput()
{
    close(descriptor_);
}

/// Waits for bytes or the end; false when the work was cancelled meanwhile.
bool CancellableInput::has_bytes_or_end() const
{
    pollfd file{descriptor_, POLLIN, 0};
    while (!is_set(cancelled_)) {
        const int found = poll(&file, 1, look_milliseconds);
        if (found > 0) return true;
        if (found < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category());
    }
    return false;
}

CancellableInput::int_type CancellableInput::underflow()
{
    while (has_bytes_or_end()) {
        const ssize_t got = read(descriptor_, buffer_.data(), buffer_.size());
        if (got > 0) {
            setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
            return traits_type::to_int_type(buffer_.front());
        }
        if (got == 0) break;
        if (errno != EAGAIN && errno != EINTR) throw std::system_error(errno, std::generic_category());
    }
    return traits_type::eof();
}

}  // namespace farfield
