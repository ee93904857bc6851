#include "relay/json/json_reader.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fmt/format.h>
#include <sys/socket.h>
#include <system_error>
#include <tuple>
#include <utility>

#include "net/message/printable.h"
#include "relay/sockets/interface.h"

namespace farfield::net::relay {

namespace {

constexpr std::chrono::seconds warning_interval{1};
constexpr std::size_t most_reason_bytes = 200;

}  // namespace

LineInput::LineInput(std::uint32_t number, std::string text, const LineFrame& frame, const LineSink& sink)
    : number_{number}, text_{std::move(text)}, frame_{frame}, sink_{sink}
{}

void LineInput::take(std::string_view line, LineSource& source)
{
    ++source.lines;
    if (line.find_first_not_of(" \t") == std::string_view::npos) return;
    try {
        const JsonEntity entity = read_json_line(line, frame_);
        if (sink_.take(entity, number_, source.sender())) return count(true);
        refuse(source, no_room_for_id);
    } catch (const std::exception& error) {
        refuse(source, error.what());
    }
}

void LineInput::take_too_long(LineSource& source)
{
    ++source.lines;
    refuse(source, fmt::format("expected at most {} bytes (max_json_line), found more", max_json_line));
}

void LineInput::count(bool is_taken)
{
    const std::lock_guard lock(mutex_);
    ++counters_.received;
    ++(is_taken ? counters_.taken : counters_.refused);
}

void LineInput::refuse(const LineSource& source, const std::string& why)
{
    count(false);
    warn(source, fmt::format("line {} refused: {}", source.lines, printable(why, most_reason_bytes)));
}

void LineInput::warn(const LineSource& source, const std::string& why)
{
    const auto now = std::chrono::steady_clock::now();
    if (now < due_) {
        ++left_out_;
        return;
    }
    due_ = now + warning_interval;
    const auto others = std::exchange(left_out_, 0);
    sink_.warn(fmt::format("input '{}'{}: {}{}", text_,
                           source.sender() == 0 ? std::string{} : " from " + to_text(source.from), why,
                           others > 0 ? fmt::format(" (and {} like it before)", others) : std::string{}));
}

LineCounters LineInput::counters() const
{
    const std::lock_guard lock(mutex_);
    return counters_;
}

namespace {

constexpr int waiting_connections = 16;

[[noreturn]] void refuse_listening(const Endpoint& at)
{
    const int reason = errno;
    auto text = "cannot listen on TCP " + to_text(at) + ": " + std::generic_category().message(reason);
    if (reason == EADDRNOTAVAIL) text += "; there are: " + usable_interfaces();
    throw SocketError(text);
}

}  // namespace

TcpListener::TcpListener(const Endpoint& at)
    : fd_{::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)}
{
    const int on = 1;
    const auto address = to_system(at);
    if (fd_.get() < 0 || ::setsockopt(fd_.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        ::bind(fd_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(fd_.get(), waiting_connections) != 0)
        refuse_listening(at);
}

std::optional<TcpPeer> TcpListener::accept(int& error) const noexcept
{
    sockaddr_in from{};
    socklen_t length = sizeof from;
    const int fd =
        ::accept4(fd_.get(), reinterpret_cast<sockaddr*>(&from), &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    error = 0;
    if (fd < 0) {
        const bool is_over = errno == EAGAIN || errno == EINTR || errno == ECONNABORTED;
        error = is_over ? 0 : errno;
        return std::nullopt;
    }
    return TcpPeer{FileDescriptor{fd}, from_system(from)};
}

namespace {

constexpr std::size_t read_bytes = 64U << 10U;
constexpr std::chrono::seconds token_time{10};
/// Interval at which connections without a token are checked, ms.
constexpr int token_look_ms = 500;
/// Rest of a listener after the system refused a connection, ms.
constexpr int rest_ms = 100;

bool is_loopback(Ipv4 address)
{
    return address >> 24U == loopback_ipv4 >> 24U;
}

/// A duplicate of the standard input's descriptor, so that closing it leaves the original open.
FileDescriptor standard_input()
{
    FileDescriptor fd{::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)};
    if (fd.get() < 0)
        throw SocketError("cannot read the standard input: " + std::generic_category().message(errno));
    return fd;
}

bool is_ready(const pollfd& wait)
{
    return wait.revents != 0;
}

}  // namespace

JsonReader::JsonReader(LineSink sink, TokenCheck is_token)
    : sink_{std::move(sink)}, is_token_{std::move(is_token)}
{}

JsonReader::~JsonReader()
{
    if (!thread_.joinable()) return;
    is_stopping_ = true;
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(event_.get(), &one, sizeof one);
    thread_.join();
}

void JsonReader::open(std::uint32_t input, const std::string& text, const JsonSpec& spec, GeoidHeight geoid)
{
    LineFrame frame = spec.anchor ? LineFrame{*spec.anchor} : LineFrame{};
    frame.count_from_geoid(std::move(geoid));
    auto lines = std::make_unique<LineInput>(input, text, frame, sink_);
    if (spec.way == JsonSpec::Way::Udp) {
        const SocketSettings settings{.bind = spec.at, .shares_port = false};
        datagrams_.push_back({std::make_unique<MulticastSocket>(settings), *lines});
        if (!batch_) batch_ = std::make_unique<DatagramBatch>();
    } else if (spec.way == JsonSpec::Way::Tcp) {
        const bool needs_token = !is_loopback(spec.at.address);
        if (needs_token && !is_token_)
            throw SocketError("lines over TCP from beyond the loopback interface need --json-token");
        listeners_.push_back({TcpListener{spec.at}, *lines, needs_token});
    } else {
        streams_.push_back({.fd = standard_input(), .input = *lines});
    }
    inputs_.at(input) = std::move(lines);
}

void JsonReader::start()
{
    if (datagrams_.empty() && listeners_.empty() && streams_.empty()) return;
    event_ = FileDescriptor{::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)};
    if (event_.get() < 0)
        throw SocketError("cannot make an eventfd: " + std::generic_category().message(errno));
    buffer_.resize(read_bytes);
    thread_ = std::thread([this] { run(); });
}

LineCounters JsonReader::counters(std::uint32_t input) const
{
    const auto& lines = inputs_.at(input);
    return lines ? lines->counters() : LineCounters{};
}

std::uint64_t JsonReader::drops(std::uint32_t input) const
{
    std::uint64_t sum = 0;
    for (const Datagrams& one : datagrams_)
        if (&one.input == inputs_.at(input).get()) sum += one.socket->drops();
    return sum;
}

void JsonReader::run()
{
    while (!is_stopping_) {
        wait();
        if (is_stopping_) return;
        read_ready();
        drop_ended();
        sink_.taken();
    }
}

void JsonReader::wait()
{
    const auto add = [this](int fd) { waits_.push_back({.fd = fd, .events = POLLIN, .revents = 0}); };
    const auto now = std::chrono::steady_clock::now();
    waits_.clear();
    add(event_.get());
    for (const Datagrams& one : datagrams_) add(one.socket->descriptor());
    for (const Listener& one : listeners_) add(now < one.rests_until ? -1 : one.socket.descriptor());
    for (const Stream& one : streams_) add(one.fd.get());
    (void)::poll(waits_.data(), waits_.size(), wait_ms(now));
}

// poll() ignores a resting listener, whose descriptor is given as -1.
int JsonReader::wait_ms(std::chrono::steady_clock::time_point now) const
{
    if (std::ranges::any_of(listeners_, [now](const Listener& one) { return now < one.rests_until; }))
        return rest_ms;
    return std::ranges::any_of(streams_, &Stream::needs_token) ? token_look_ms : -1;
}

// Streams that are accepted meanwhile are read the next time.
void JsonReader::read_ready()
{
    std::size_t next = 1;
    for (Datagrams& one : datagrams_)
        if (is_ready(waits_[next++])) read_datagrams(one);
    const std::size_t listeners_at = next;
    next += listeners_.size();
    for (Stream& one : streams_)
        if (is_ready(waits_[next++])) read_stream(one);
    for (std::size_t i = 0; i < listeners_.size(); ++i)
        if (is_ready(waits_[listeners_at + i])) accept_from(listeners_[i]);
}

void JsonReader::read_datagrams(Datagrams& from)
{
    (void)batch_->receive(*from.socket, [&from](const Datagram& datagram) {
        from.source.from = datagram.from;
        const auto line = [&from](std::string_view text) { from.input.take(text, from.source); };
        const auto too_long = [&from] { from.input.take_too_long(from.source); };
        from.lines.add({reinterpret_cast<const char*>(datagram.bytes.data()), datagram.bytes.size()}, line,
                       too_long);
        from.lines.end(line, too_long);
    });
}

void JsonReader::accept_from(Listener& listener)
{
    const auto now = std::chrono::steady_clock::now();
    int error = 0;
    auto peer = listener.socket.accept(error);
    if (error != 0) {
        listener.rests_until = now + std::chrono::milliseconds{rest_ms};
        listener.input.warn({}, "cannot take a connection: " + std::generic_category().message(error));
    }
    if (!peer) return;
    make_room();
    streams_.push_back({.fd = std::move(peer->fd),
                        .input = listener.input,
                        .source = {.from = peer->from},
                        .needs_token = listener.needs_token,
                        .deadline = now + token_time,
                        .heard = now});
}

void JsonReader::make_room()
{
    const auto is_open = [](const Stream& stream) { return !stream.has_ended; };
    if (static_cast<std::size_t>(std::ranges::count_if(streams_, is_open)) < max_json_connections) return;
    const auto order_of = [](const Stream& stream) {
        const bool stays = stream.has_ended || stream.source.from == Endpoint{};  // the standard input
        return std::tuple(stays, !stream.needs_token, stream.heard);
    };
    const auto is_earlier = [&](const Stream& a, const Stream& b) { return order_of(a) < order_of(b); };
    Stream& silent = *std::ranges::min_element(streams_, is_earlier);
    silent.input.warn(silent.source, fmt::format("it was silent longest of {} connections, and one more came",
                                                 max_json_connections));
    silent.has_ended = true;
}

void JsonReader::read_stream(Stream& stream)
{
    const ssize_t got = ::read(stream.fd.get(), buffer_.data(), buffer_.size());
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    const auto line = [&](std::string_view text) { take_line(stream, text); };
    const auto too_long = [&] {
        if (stream.needs_token) return end_stranger(stream);
        if (!stream.has_ended) stream.input.take_too_long(stream.source);
    };
    stream.heard = std::chrono::steady_clock::now();
    if (got > 0)
        stream.lines.add({buffer_.data(), static_cast<std::size_t>(got)}, line, too_long);
    else
        stream.lines.end(line, too_long);
    stream.has_ended = stream.has_ended || got <= 0;
}

void JsonReader::take_line(Stream& stream, std::string_view line)
{
    if (stream.has_ended) return;
    if (!stream.needs_token) return stream.input.take(line, stream.source);
    stream.needs_token = !is_token_(line);
    if (stream.needs_token) end_stranger(stream);
}

void JsonReader::end_stranger(Stream& stream)
{
    if (!stream.has_ended)
        stream.input.warn(stream.source, "the first line of a connection is not the token of --json-token");
    stream.has_ended = true;
}

void JsonReader::drop_ended()
{
    const auto now = std::chrono::steady_clock::now();
    std::erase_if(streams_, [now](const Stream& stream) {
        return stream.has_ended || (stream.needs_token && now >= stream.deadline);
    });
}

}  // namespace farfield::net::relay
