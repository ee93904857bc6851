#include "net/session/session.h"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <utility>

#include "net/message/printable.h"

namespace farfield::net {

namespace asio = boost::asio;

namespace {
constexpr std::size_t max_error_bytes = 2000;
}

Session::Session(asio::io_context& io, NodeService& service, const NodeLimits& limits,
                 const ServerMemory& memory, std::string id, std::string secret)
    : io_(io),
      service_(service),
      limits_(limits),
      memory_(memory),
      id_(std::move(id)),
      secret_(std::move(secret))
{}

void Session::begin(std::shared_ptr<Connection> control, Events events)
{
    control_ = std::move(control);
    events_ = std::move(events);
    const auto self = weak_from_this();
    const auto tell = [self] {
        if (const auto session = self.lock()) session->tell_when_gone();
    };
    worker_ = std::make_unique<SerialWorker>(io_, tell);
    const auto ended = [self](std::uint32_t stream, const Stream::End& end) {
        if (const auto session = self.lock()) session->stream_ended(stream, end);
    };
    streams_ = std::make_shared<StreamSet>(io_, *memory_.streams,
                                           StreamSet::Events{.ended = ended, .all_gone = tell});
}

// ---- the data connection

void Session::attach(std::shared_ptr<Connection> data)
{
    if (const auto old = std::exchange(data_, nullptr)) old->close("a new data connection takes its place");
    data_ = std::move(data);
    streams_->attach(data_);
}

void Session::data_closed(const Connection& data, const std::string& why)
{
    if (data_.get() != &data) return;
    spdlog::info("session {}: data connection lost: {}", name(), why);
    data_.reset();
    streams_->detach();
}

// ---- answers

void Session::answer(const Json& id, const Json& result)
{
    std::string text = result_text(id, result);
    if (text.size() > max_control_bytes)
        text =
            error_text(id, RpcError(RpcCode::Failed, "the answer of " + std::to_string(text.size()) +
                                                         " bytes is longer than a control message may be (" +
                                                         std::to_string(max_control_bytes) + ")"));
    send_answer(id, text);
}

void Session::refuse(const Json& id, const RpcError& error)
{
    // One line, and no echo of whatever length the viewer sent.
    send_answer(id,
                error_text(id, RpcError(error.code, printable(error.what(), max_error_bytes), error.data)));
}

void Session::send_answer(const Json& id, const std::string& text)
{
    if (id.is_null()) return;  // a notification
    answers_.finish(id.dump(), text);
    if (control_) control_->send_control(text);
}

void Session::stream_ended(std::uint32_t stream, const Stream::End& end)
{
    if (end.failed) spdlog::warn("session {}: stream {} failed: {}", name(), stream, end.message);
    if (!control_) return;
    control_->send_control(notification_text(
        "program.ended",
        {{"stream", stream}, {"reason", end.failed ? "failed" : "finished"}, {"message", end.message}}));
}

// ---- the end

void Session::control_closed(const std::string& why)
{
    end(why);
}

void Session::shut_down(const std::string& message)
{
    if (control_) {
        control_->send_control(notification_text("session.ended", {{"message", message}}));
        control_->close_when_sent(message);
    }
    end(message);
}

void Session::end(const std::string& why)
{
    if (std::exchange(ended_, true)) return;
    spdlog::info("session {} ended: {}", name(), why);
    if (data_) data_->close("the session has ended");
    data_.reset();
    control_.reset();
    worker_->stop();
    streams_->stop_all();
    events_.ended();
    tell_when_gone();
}

bool Session::is_gone() const
{
    return ended_ && worker_->has_exited() && streams_->is_empty();
}

// Posted: the owner may destroy this session, and with it whoever is calling.
void Session::tell_when_gone()
{
    if (is_gone()) asio::post(io_, [self = shared_from_this()] { self->events_.gone(); });
}

}  // namespace farfield::net
