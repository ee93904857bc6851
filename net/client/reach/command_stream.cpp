#include "net/client/reach/command_stream.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <unistd.h>

#include "net/message/printable.h"

namespace farfield::net {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::string_view first_bytes = "FFLD";
constexpr std::size_t longest_line = 400;

/// Passes each line that is not empty on, in a form that a log can show.
void note_lines(const Noted& noted, std::string_view text)
{
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const std::string line = printable(text.substr(0, end), longest_line);
        if (noted && line.find_first_not_of(" \r?") != std::string::npos) noted(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

}  // namespace

/// Reads the command's standard error until its end.
class CommandStream::Errors : public std::enable_shared_from_this<Errors> {
public:
    Errors(asio::io_context& io, int descriptor, Noted noted)
        : from_(io, descriptor), noted_(std::move(noted))
    {
        error_code ignored;
        from_.non_blocking(true, ignored);
    }
    void wait()
    {
        from_.async_wait(asio::posix::stream_descriptor::wait_read,
                         [self = shared_from_this()](const error_code& error) {
                             if (!error && self->read()) self->wait();
                         });
    }
    /// Reads what is there; false at the end.
    bool read()
    {
        std::array<char, 4096> bytes{};
        for (;;) {
            const ssize_t got = ::read(from_.native_handle(), bytes.data(), bytes.size());
            if (got <= 0) return got < 0 && (errno == EAGAIN || errno == EINTR);
            take({bytes.data(), static_cast<std::size_t>(got)});
        }
    }
    void close()
    {
        error_code ignored;
        from_.close(ignored);
    }
    [[nodiscard]] const std::string& last_line() const { return line_.empty() ? last_line_ : line_; }

private:
    void take(std::string_view text)
    {
        for (const char letter : text) {
            if (letter != '\n') {
                if (line_.size() < longest_line) line_ += letter;
                continue;
            }
            if (!line_.empty()) last_line_ = line_;
            note_lines(noted_, line_);
            line_.clear();
        }
    }

    asio::posix::stream_descriptor from_;
    const Noted noted_;
    std::string line_, last_line_;
};

CommandStream::CommandStream(asio::io_context& io, std::vector<std::string> words, std::string called,
                             std::string name, Noted noted)
    : noted_(std::move(noted)),
      called_(std::move(called)),
      process_(std::move(words)),
      errors_(std::make_shared<Errors>(io, process_.pipes().errors, noted_)),
      pipes_(io, process_.pipes().output, process_.pipes().input, std::move(name))
{
    errors_->wait();
}

CommandStream::~CommandStream()
{
    pipes_.close();
    errors_->close();
}

void CommandStream::wait_readable(std::shared_ptr<StreamWaiter> waiter)
{
    pipes_.wait_readable(std::move(waiter));
}

void CommandStream::wait_writable(std::shared_ptr<StreamWaiter> waiter)
{
    pipes_.wait_writable(std::move(waiter));
}

IoResult CommandStream::read_some(std::array<std::span<std::byte>, 2> into)
{
    if (!is_begun_) {
        const IoResult banner = read_banner();
        if (!is_begun_) return banner;
    }
    return held_.empty() ? pipes_.read_some(into) : take_held(into);
}

/// Reads the output before the first message. WouldBlock, with the bytes read, until the message has begun.
IoResult CommandStream::read_banner()
{
    std::array<std::byte, 16384> bytes;
    const IoResult result = pipes_.read_some({std::span(bytes), {}});
    if (result.kind != IoResult::Kind::Done) return result;
    held_.insert(held_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(result.bytes));
    const std::string_view text(reinterpret_cast<const char*>(held_.data()), held_.size());
    const auto begin = text.find(first_bytes);
    is_too_long_ = std::min(begin, text.size()) > max_banner_bytes;
    if (is_too_long_) return {.kind = IoResult::Kind::Failed};
    if (begin == std::string_view::npos) return {.kind = IoResult::Kind::WouldBlock, .bytes = result.bytes};
    note_lines(noted_, text.substr(0, begin));
    held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(begin));
    is_begun_ = true;
    return result;
}

IoResult CommandStream::take_held(std::array<std::span<std::byte>, 2> into)
{
    std::size_t taken = 0;
    for (const auto place : into) {
        const auto bytes = std::min(place.size(), held_.size() - taken);
        if (bytes > 0) std::memcpy(place.data(), held_.data() + taken, bytes);
        taken += bytes;
    }
    held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(taken));
    return {.kind = IoResult::Kind::Done, .bytes = taken};
}

IoResult CommandStream::write_some(std::span<const std::span<const std::byte>> from)
{
    return pipes_.write_some(from);
}

std::string CommandStream::why_ended()
{
    if (is_too_long_) return "more than 64 KiB came from " + called_ + " before the first message";
    std::string why = called_ + " " + process_.ending();
    (void)errors_->read();
    // After a failed write the command's output may still be unread.
    while (!is_begun_ && !is_too_long_) {
        const IoResult more = read_banner();
        if (more.kind != IoResult::Kind::WouldBlock || more.bytes == 0) break;
    }
    std::string words = errors_->last_line();
    if (words.empty() && !is_begun_) {
        std::string_view banner(reinterpret_cast<const char*>(held_.data()), held_.size());
        while (banner.ends_with('\n')) banner.remove_suffix(1);
        words = banner.substr(banner.rfind('\n') + 1);
    }
    return words.empty() ? why : why + ": " + printable(words, longest_line);
}

}  // namespace farfield::net
