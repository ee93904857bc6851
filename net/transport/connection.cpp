#include "net/transport/connection.h"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <stdexcept>
#include <utility>

#include "net/message/clock.h"
#include "net/message/json_rpc.h"

namespace farfield::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {
constexpr std::chrono::seconds close_patience{1};
/// System calls in one turn of the event loop, so that a busy connection does not starve the others.
constexpr int max_calls_per_turn = 8;
/// A large payload is read in pieces of this size: being woken for every segment costs more than reading it.
constexpr std::size_t max_low_water_bytes = 1 << 20;

bool must_wait(const error_code& error)
{
    return error == asio::error::would_block || error == asio::error::try_again;
}

asio::io_context::executor_type executor_of(tcp::socket& socket)
{
    const auto executor = socket.get_executor();
    const auto* of_context = executor.target<asio::io_context::executor_type>();
    if (of_context == nullptr) throw std::logic_error("a connection needs a socket of an io_context");
    return *of_context;
}

std::string name_of_peer(const tcp::socket& socket)
{
    error_code error;
    const auto end = socket.remote_endpoint(error);
    if (error) return "a closed connection";
    const auto address = end.address().to_string();
    return (end.address().is_v6() ? "[" + address + "]" : address) + ":" + std::to_string(end.port());
}

std::string reason_for(const error_code& error, bool between_messages)
{
    if (error == asio::error::eof)
        return between_messages ? "the peer closed the connection"
                                : "the peer closed the connection inside a message";
    return "the connection broke: " + error.message();
}
}  // namespace

Connection::Connection(tcp::socket socket, ConnectionOwner& owner)
    : socket_(std::move(socket)),
      executor_(executor_of(socket_)),
      timer_(socket_.get_executor()),
      owner_(&owner),
      peer_(name_of_peer(socket_)),
      reader_(*this),
      heard_at_(std::chrono::steady_clock::now())
{
    error_code ignored;  // a socket that is already dead says so when it is read
    socket_.set_option(tcp::no_delay(true), ignored);
    socket_.non_blocking(true, ignored);
}

void Connection::start()
{
    wait_readable();
}

// ---- reading

void Connection::wait_readable()
{
    lower_water();
    if (std::exchange(read_planned_, true)) return;
    const auto readable = [self = shared_from_this()](const error_code& error) {
        self->read_planned_ = false;
        if (self->state_ == State::Closed || error == asio::error::operation_aborted) return;
        if (self->state_ == State::Open)
            self->read_some();
        else
            self->discard_some();
    };
    socket_.async_wait(tcp::socket::wait_read, RecycledHandler(read_memory_, readable));
}

// Never more than what the present message still brings, or its end would wake nobody.
void Connection::lower_water()
{
    const auto bytes = std::clamp<std::size_t>(reader_.placed_bytes_missing(), 1, max_low_water_bytes);
    if (std::exchange(low_water_bytes_, bytes) == bytes) return;
    error_code ignored;  // then we are woken more often
    socket_.set_option(tcp::socket::receive_low_watermark(static_cast<int>(bytes)), ignored);
}

// The buffers are made when there is something to read, never handed to a pending operation: so a place that
// the owner gave can be taken back at any time.
void Connection::read_some()
{
    for (int call = 0; call < max_calls_per_turn; ++call) {
        const auto [placed, staging] = reader_.prepare();
        const std::array<asio::mutable_buffer, 2> buffers{asio::buffer(placed.data(), placed.size()),
                                                          asio::buffer(staging.data(), staging.size())};
        error_code error;
        const auto bytes = socket_.read_some(buffers, error);
        if (must_wait(error)) break;
        if (error) return shut(reason_for(error, reader_.between_messages()));
        if (!take_in(bytes)) return;
        if (bytes < placed.size() + staging.size()) break;
    }
    wait_readable();
}

bool Connection::take_in(std::size_t bytes)
{
    bytes_received_ += bytes;
    heard_at_ = std::chrono::steady_clock::now();
    const auto fault = reader_.commit(bytes);
    if (fault && state_ == State::Open) refuse(*fault);
    if (state_ == State::Closing) wait_readable();
    return state_ == State::Open;
}

// Closing with unread bytes would make the kernel drop what we have just sent.
void Connection::discard_some()
{
    std::array<std::byte, 16384> nowhere{};
    error_code error;
    const auto bytes = socket_.read_some(asio::buffer(nowhere), error);
    if (must_wait(error) || bytes > 0) return wait_readable();
    if (outgoing_.empty() || error != asio::error::eof) shut(close_reason_);
}

void Connection::refuse(const ReaderFault& fault)
{
    const bool version = fault.kind == ReaderFault::Kind::BadVersion;
    const RpcError error(version ? RpcCode::VersionNotSupported : RpcCode::BrokenMessage, fault.message,
                         version ? Json{{"supported", {protocol_version}}} : Json(nullptr));
    send_control(error_text(nullptr, error));
    close_when_sent(fault.message);
}

Placement Connection::place(const MessageHeader& header)
{
    if (state_ != State::Open)
        return {.kind = Placement::Kind::Refuse, .memory = {}, .reason = close_reason_};
    if (header.type != MessageType::Echo) return owner_->place(header);
    if (header.payload_bytes > max_echo_bytes)
        return {.kind = Placement::Kind::Refuse,
                .memory = {},
                .reason = "an Echo of " + std::to_string(header.payload_bytes) + " bytes: at most " +
                          std::to_string(max_echo_bytes) + " are allowed (max_echo_bytes)"};
    return {.kind = Placement::Kind::Buffered, .memory = {}, .reason = {}};
}

void Connection::received(const MessageHeader& header, std::span<const std::byte> payload)
{
    if (state_ != State::Open) return;
    if (header.type != MessageType::Echo || (header.flags & flag_reply) != 0)
        return owner_->received(header, payload);
    auto reply = header;
    reply.flags = flag_reply;
    reply.time_ns = now_ns();
    send(reply, payload);
}

// ---- writing

void Connection::send(MessageHeader header, std::span<const std::byte> payload)
{
    if (state_ != State::Open) return;
    if (outgoing_.small_bytes() + header_bytes + payload.size() > max_outgoing_bytes_)
        return shut("the peer does not read what is sent to it: " + std::to_string(outgoing_.small_bytes()) +
                    " bytes wait");
    header.payload_bytes = payload.size();
    if (header.time_ns == 0) header.time_ns = now_ns();
    outgoing_.add(header, payload);
    flush_soon();
}

void Connection::send_control(const std::string& json)
{
    send({.type = MessageType::Control}, std::as_bytes(std::span(json)));
}

void Connection::send_frame(MessageHeader header, std::span<const std::byte> payload)
{
    if (state_ != State::Open) return;
    if (outgoing_.has_frame()) throw std::logic_error("a frame is being sent already");
    header.payload_bytes = payload.size();
    frame_stream_ = header.stream;
    outgoing_.add_frame(header, payload);
    flush_soon();
}

// Not at once: what else is sent in this turn of the event loop then leaves with the same system call.
void Connection::flush_soon()
{
    if (std::exchange(flush_planned_, true)) return;
    const auto flush = [self = shared_from_this()] {
        self->flush_planned_ = false;
        self->write_some();
    };
    asio::post(executor_, RecycledHandler(flush_memory_, flush));
}

void Connection::wait_writable()
{
    if (std::exchange(flush_planned_, true)) return;
    const auto writable = [self = shared_from_this()](const error_code& error) {
        self->flush_planned_ = false;
        if (error != asio::error::operation_aborted) self->write_some();
    };
    socket_.async_wait(tcp::socket::wait_write, RecycledHandler(write_memory_, writable));
}

void Connection::write_some()
{
    for (int call = 0; call < max_calls_per_turn; ++call) {
        if (state_ == State::Closed) return;
        if (outgoing_.empty()) return everything_sent();
        const auto pieces = outgoing_.next();
        std::array<asio::const_buffer, 3> buffers;
        for (std::size_t i = 0; i < pieces.size(); ++i)
            buffers[i] = asio::buffer(pieces[i].data(), pieces[i].size());
        error_code error;
        const auto bytes = socket_.write_some(buffers, error);
        if (must_wait(error)) return wait_writable();
        if (error) return shut(reason_for(error, true));
        const bool all_taken = bytes == asio::buffer_size(buffers);
        if (outgoing_.consume(bytes) && owner_) owner_->frame_sent(frame_stream_);
        if (!all_taken) return wait_writable();
    }
    flush_soon();
}

void Connection::everything_sent()
{
    if (state_ != State::Closing) return;
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    wait_readable();
}

// ---- ending

void Connection::expect_traffic_every(std::chrono::milliseconds silence)
{
    silence_ = silence;
    heard_at_ = std::chrono::steady_clock::now();
    timer_.cancel();
    if (silence_.count() > 0 && state_ == State::Open) watch_silence();
}

// The timer is not set anew by every message: it looks at the clock when it rings.
void Connection::watch_silence()
{
    timer_.expires_at(heard_at_ + silence_);
    const auto rung = [self = shared_from_this()](const error_code& error) {
        if (error || self->state_ != State::Open) return;
        // What has come of a large payload may be too little to have woken us.
        if (self->is_silent()) self->read_some();
        if (self->state_ != State::Open) return;
        if (!self->is_silent()) return self->watch_silence();
        self->shut("nothing has come for " + std::to_string(self->silence_.count()) + " ms");
    };
    timer_.async_wait(RecycledHandler(timer_memory_, rung));
}

bool Connection::is_silent() const
{
    return std::chrono::steady_clock::now() >= heard_at_ + silence_;
}

void Connection::close_when_sent(std::string why)
{
    if (state_ != State::Open) return;
    state_ = State::Closing;
    close_reason_ = std::move(why);
    timer_.expires_after(close_patience);
    timer_.async_wait([self = shared_from_this()](const error_code& error) {
        if (!error) self->shut(self->close_reason_);
    });
    flush_soon();
}

void Connection::close(std::string why)
{
    shut(std::move(why));
}

void Connection::shut(std::string why)
{
    if (state_ == State::Closed) return;
    state_ = State::Closed;
    close_reason_ = std::move(why);
    error_code ignored;
    socket_.close(ignored);
    timer_.cancel();
    // Posted, so that an owner may close from inside any call of ours and still hear it in order.
    asio::post(executor_, [self = shared_from_this()] {
        if (auto* owner = std::exchange(self->owner_, nullptr)) owner->closed(self->close_reason_);
    });
}

void Connection::abandon_with(const std::string& json)
{
    send_control(json);
    if (state_ == State::Open) write_some();
    error_code ignored;
    if (state_ != State::Closed) socket_.shutdown(tcp::socket::shutdown_send, ignored);
    abandon();
}

void Connection::abandon() noexcept
{
    owner_ = nullptr;
    if (state_ == State::Closed) return;
    state_ = State::Closed;
    error_code ignored;
    socket_.close(ignored);
    timer_.cancel();
}

}  // namespace farfield::net
