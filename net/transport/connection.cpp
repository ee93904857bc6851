#include "net/transport/connection.h"

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <stdexcept>
#include <utility>

#include "net/message/clock.h"
#include "net/message/json_rpc.h"

namespace farfield::net {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

std::string words_for(std::chrono::milliseconds time)
{
    return time.count() % 1000 == 0 ? std::to_string(time.count() / 1000) + " s"
                                    : std::to_string(time.count()) + " ms";
}
constexpr std::chrono::seconds close_patience{1};
/// System calls in one turn of the event loop, at most, so that a busy connection does not starve the others.
constexpr int max_calls_per_turn = 8;
/// A large payload is read in pieces of this size: waking up for every segment costs more than reading it.
constexpr std::size_t max_low_water_bytes = 1 << 20;

/// A message that takes longer than this ends the turn, so that the event loop's other connections run: one
/// read may bring hundreds of calls.
constexpr std::chrono::milliseconds longest_message{2};

std::string reason_for(ByteStream& stream, const IoResult& result, bool between_messages)
{
    if (std::string why = stream.why_ended(); !why.empty()) return why;
    if (result.kind == IoResult::Kind::End)
        return between_messages ? "the peer closed the connection"
                                : "the peer closed the connection inside a message";
    return "the connection broke: " + result.error.message();
}
}  // namespace

Connection::Connection(asio::io_context& io, std::unique_ptr<ByteStream> stream, ConnectionOwner& owner)
    : io_(io),
      stream_(std::move(stream)),
      timer_(io),
      owner_(&owner),
      reader_(*this),
      heard_at_(std::chrono::steady_clock::now())
{}

void Connection::start()
{
    wait_readable();
}

// Reading.

void Connection::wait_readable()
{
    lower_water();
    if (std::exchange(read_planned_, true)) return;
    stream_->wait_readable({shared_from_this(), &on_readable_});
}

void Connection::readable()
{
    read_planned_ = false;
    if (state_ == State::Open)
        read_some();
    else if (state_ == State::Closing)
        discard_some();
}

void Connection::use_parts(std::size_t bytes)
{
    part_bytes_ = bytes;
    part_reader_.emplace(static_cast<MessageSink&>(*this), bytes);
    cutter_.emplace(bytes);
    pace_.emplace(bytes);
    cutter_->limit(pace_->part_bytes());
    tune_unsent();
}

void Connection::forget_placed_memory(std::uint32_t stream) noexcept
{
    if (!part_reader_ || part_reader_->forget_placed_memory(stream)) reader_.forget_placed_memory();
}

// The low-water mark never exceeds the rest of the present message, or its end would wake no thread.
void Connection::lower_water()
{
    const auto bytes = std::clamp<std::size_t>(reader_.placed_bytes_missing(), 1, max_low_water_bytes);
    if (std::exchange(tuning_.readable_bytes, bytes) != bytes) stream_->tune(tuning_);
}

void Connection::tune_unsent()
{
    std::size_t bytes = unsent_limit_;
    if (pace_) bytes = bytes == 0 ? pace_->unsent_bytes() : std::min(bytes, pace_->unsent_bytes());
    if (std::exchange(tuning_.unsent_bytes, bytes) != bytes) stream_->tune(tuning_);
}

// The places are asked for when there is something to read, and never handed to a pending operation. So the
// owner can take back its place at any time.
void Connection::read_some()
{
    for (int call = 0; call < max_calls_per_turn; ++call) {
        if (reader_.is_paused()) return;
        const auto into = reader_.prepare();
        const IoResult result = stream_->read_some(into);
        if (result.kind == IoResult::Kind::WouldBlock) break;
        if (result.kind != IoResult::Kind::Done)
            return shut(reason_for(*stream_, result, reader_.between_messages()));
        if (!take_in(result.bytes)) return;
        if (result.bytes < into[0].size() + into[1].size()) break;
    }
    if (!reader_.is_paused()) wait_readable();
}

bool Connection::take_in(std::size_t bytes)
{
    bytes_received_ += bytes;
    heard_at_ = std::chrono::steady_clock::now();
    const auto fault = reader_.commit(bytes);
    if (fault && state_ == State::Open) refuse(*fault);
    if (state_ == State::Closing) wait_readable();
    if (state_ == State::Open && reader_.is_paused())
        asio::post(io_, [self = shared_from_this()] { self->go_on_reading(); });
    return state_ == State::Open;
}

void Connection::go_on_reading()
{
    if (state_ == State::Closing) return wait_readable();
    if (state_ == State::Open && take_in(0)) read_some();
}

// Reads and discards: closing with unread bytes would make the kernel drop what has just been sent.
void Connection::discard_some()
{
    std::array<std::byte, 16384> nowhere{};
    const IoResult result = stream_->read_some({std::span(nowhere), {}});
    const bool goes_on = result.kind == IoResult::Kind::WouldBlock || result.kind == IoResult::Kind::Done;
    if (goes_on) return wait_readable();
    if (outgoing_.empty() || result.kind != IoResult::Kind::End) shut(close_reason_);
}

void Connection::refuse(const ReaderFault& fault)
{
    const bool version = fault.kind == ReaderFault::Kind::BadVersion;
    const RpcError error(version ? RpcCode::VersionNotSupported : RpcCode::BrokenMessage, fault.message,
                         version ? Json{{"supported", {protocol_version}}} : Json(nullptr));
    send_control(error_text(nullptr, error));
    close_when_sent(fault.message);
}

ReceiveTarget Connection::receive_target(const MessageHeader& header)
{
    if (state_ != State::Open)
        return {.kind = ReceiveTarget::Kind::Refuse, .memory = {}, .reason = close_reason_};
    if (header.type == MessageType::Part && part_reader_) return part_reader_->receive_target(header);
    if (header.type != MessageType::Echo) return owner_->receive_target(header);
    if (header.payload_bytes > max_echo_bytes)
        return {.kind = ReceiveTarget::Kind::Refuse,
                .memory = {},
                .reason = "an Echo of " + std::to_string(header.payload_bytes) + " bytes: at most " +
                          std::to_string(max_echo_bytes) + " are allowed (max_echo_bytes)"};
    return {.kind = ReceiveTarget::Kind::Buffered, .memory = {}, .reason = {}};
}

void Connection::received(const MessageHeader& header, std::span<const std::byte> payload)
{
    if (state_ != State::Open) return;
    if (header.type == MessageType::Part && part_reader_) {
        if (auto fault = part_reader_->received(header, payload); fault && state_ == State::Open)
            refuse({.kind = ReaderFault::Kind::Refused, .message = std::move(*fault)});
        return;
    }
    if (header.type != MessageType::Echo || (header.flags & flag_reply) != 0) {
        const auto begun = std::chrono::steady_clock::now();
        owner_->received(header, payload);
        if (std::chrono::steady_clock::now() - begun > longest_message) reader_.pause();
        return;
    }
    auto reply = header;
    reply.flags = flag_reply;
    reply.time_ns = now_ns();
    send(reply, payload);
}

// Writing.

void Connection::send(MessageHeader header, std::span<const std::byte> payload)
{
    if (state_ != State::Open) return;
    if (outgoing_.small_bytes() + header_bytes + payload.size() > max_outgoing_bytes_)
        return shut("the peer does not read what is sent to it: " + std::to_string(outgoing_.small_bytes()) +
                    " bytes wait");
    header.payload_bytes = payload.size();
    if (header.time_ns == 0) header.time_ns = now_ns();
    if (cutter_ && is_cut(header.type)) {
        PartCutter parts(part_bytes_);
        for (parts.begin(header, payload); !parts.is_done();) add_small(parts.next(), header.time_ns);
    } else {
        outgoing_.add(header, payload);
    }
    flush_soon();
}

void Connection::send_control(const std::string& json)
{
    send({.type = MessageType::Control}, std::as_bytes(std::span(json)));
}

void Connection::send_frame(MessageHeader header, std::span<const std::byte> payload, FrameSent& sent)
{
    if (state_ != State::Open) return;
    if (outgoing_.has_frame()) throw std::logic_error("a frame is being sent already");
    header.payload_bytes = payload.size();
    frame_sent_ = &sent;
    if (cutter_) {
        if (header.time_ns == 0) header.time_ns = now_ns();
        cutter_->begin(header, payload);
        add_part();
    } else {
        outgoing_.add_frame(header, payload);
    }
    flush_soon();
}

void Connection::cut_off_frame()
{
    if (!cutter_) return;
    outgoing_.copy_frame();
    frame_sent_ = nullptr;
}

void Connection::add_small(PartCutter::Part part, std::uint64_t time_ns)
{
    part.header.time_ns = time_ns;
    outgoing_.add(part.header, part.before);
    outgoing_.append(part.payload);
}

void Connection::add_part()
{
    const auto part = cutter_->next();
    part_added_at_ = std::chrono::steady_clock::now();
    outgoing_.add_frame(part.header, part.payload, part.before);
}

// A Part waits in the system no longer than the one before it took.
void Connection::pace_parts()
{
    pace_->part_left(std::chrono::steady_clock::now() - part_added_at_);
    cutter_->limit(pace_->part_bytes());
    tune_unsent();
}

// Messages sent meanwhile precede the next Part; messages sent from now on follow it.
void Connection::frame_left()
{
    if (cutter_) pace_parts();
    if (cutter_ && !cutter_->is_done()) return add_part();
    std::exchange(frame_sent_, nullptr)->frame_sent();
}

// Deferred, so that other messages sent in this turn of the event loop leave with the same system call.
void Connection::flush_soon()
{
    if (std::exchange(flush_planned_, true)) return;
    const auto flush = [self = shared_from_this()] {
        self->flush_planned_ = false;
        self->write_some();
    };
    asio::post(io_, RecycledHandler(flush_memory_, flush));
}

void Connection::wait_writable()
{
    if (std::exchange(flush_planned_, true)) return;
    stream_->wait_writable({shared_from_this(), &on_writable_});
}

void Connection::writable()
{
    flush_planned_ = false;
    write_some();
}

void Connection::write_some()
{
    for (int call = 0; call < max_calls_per_turn; ++call) {
        if (state_ == State::Closed) return;
        if (outgoing_.empty()) return everything_sent();
        const auto pieces = outgoing_.next();
        const IoResult result = stream_->write_some(pieces);
        if (result.kind == IoResult::Kind::WouldBlock) return wait_writable();
        if (result.kind != IoResult::Kind::Done) return shut(reason_for(*stream_, result, true));
        const bool all_taken = result.bytes == pieces[0].size() + pieces[1].size() + pieces[2].size();
        if (outgoing_.consume(result.bytes)) frame_left();
        if (!all_taken) return wait_writable();
    }
    flush_soon();
}

void Connection::everything_sent()
{
    if (state_ != State::Closing) return;
    stream_->end_writing();
    wait_readable();
}

// Ending.

void Connection::expect_traffic_every(std::chrono::milliseconds silence)
{
    silence_ = silence;
    if (std::exchange(tuning_.silence, silence) != silence) stream_->tune(tuning_);
    heard_at_ = std::chrono::steady_clock::now();
    timer_.cancel();
    if (silence_.count() > 0 && state_ == State::Open) watch_silence();
}

// Messages do not set the timer anew: its handler looks at the clock.
void Connection::watch_silence()
{
    timer_.expires_at(heard_at_ + silence_);
    const auto rung = [self = shared_from_this()](const error_code& error) {
        if (error || self->state_ != State::Open) return;
        // The received part of a large payload may be below the low-water mark.
        if (self->is_silent()) self->read_some();
        if (self->state_ != State::Open) return;
        if (!self->is_silent()) return self->watch_silence();
        self->shut("nothing has come for " + words_for(self->silence_));
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
    stream_->close();
    timer_.cancel();
    // Posted, so that the owner may close from inside any call of the connection and gets closed() in order.
    asio::post(io_, [self = shared_from_this()] {
        if (auto* owner = std::exchange(self->owner_, nullptr)) owner->closed(self->close_reason_);
    });
}

void Connection::abandon_with(const std::string& json)
{
    send_control(json);
    if (state_ == State::Open) write_some();
    if (state_ != State::Closed) stream_->end_writing();
    abandon();
}

void Connection::abandon() noexcept
{
    owner_ = nullptr;
    if (state_ == State::Closed) return;
    state_ = State::Closed;
    stream_->close();
    timer_.cancel();
}

}  // namespace farfield::net
