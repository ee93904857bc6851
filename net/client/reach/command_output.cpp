#include "net/client/reach/command_output.h"

#include <array>
#include <cerrno>
#include <poll.h>
#include <stdexcept>
#include <unistd.h>

#include "net/client/reach/command_process.h"

namespace farfield::net {

namespace {

using OutputClock = std::chrono::steady_clock;
constexpr std::size_t most_output = 64 << 10;

/// This end of a pipe, closed by the destructor.
class ReadEnd {
public:
    ReadEnd(int descriptor, std::string& text) : descriptor_(descriptor), text_(text) {}
    ~ReadEnd() { close(); }
    ReadEnd(const ReadEnd&) = delete;
    ReadEnd& operator=(const ReadEnd&) = delete;

    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }  ///< -1: the pipe has ended
    void read()
    {
        std::array<char, 4096> bytes{};
        const ssize_t got = ::read(descriptor_, bytes.data(), bytes.size());
        if (got < 0 && errno == EINTR) return;
        if (got <= 0) return close();
        if (text_.size() < most_output) text_.append(bytes.data(), static_cast<std::size_t>(got));
    }
    void close()
    {
        if (descriptor_ >= 0) ::close(descriptor_);
        descriptor_ = -1;
    }

private:
    int descriptor_;
    std::string& text_;
};

}  // namespace

CommandOutput run_command(std::vector<std::string> words, std::chrono::milliseconds patience)
{
    const auto deadline = OutputClock::now() + patience;
    const std::string name = words.front();
    CommandOutput result;
    CommandProcess process(std::move(words));
    ::close(process.pipes().input);
    ReadEnd output(process.pipes().output, result.output), errors(process.pipes().errors, result.errors);
    while (output.descriptor() >= 0 || errors.descriptor() >= 0) {
        std::array<pollfd, 2> waits{pollfd{.fd = output.descriptor(), .events = POLLIN, .revents = 0},
                                    pollfd{.fd = errors.descriptor(), .events = POLLIN, .revents = 0}};
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - OutputClock::now()).count();
        const int ready = left > 0 ? ::poll(waits.data(), waits.size(), static_cast<int>(left)) : 0;
        if (ready == 0)
            throw std::runtime_error(name + " has not ended within " + std::to_string(patience.count()) +
                                     " ms");
        if (waits[0].revents != 0) output.read();
        if (waits[1].revents != 0) errors.read();
    }
    result.status = process.wait();
    return result;
}

}  // namespace farfield::net
