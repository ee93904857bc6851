#include "net/session/member.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <utility>

#include "net/session/session.h"

/// A member's connections, and the time without them. Its calls are in member_calls.cpp.
namespace farfield::net {

namespace asio = boost::asio;

namespace {

/// A member's part of the memory for all calls; enough for two of the longest calls.
std::uint64_t part_of_member(std::uint64_t bytes)
{
    constexpr std::uint64_t enough = 2 * call_bytes_per_byte * max_control_bytes;
    return std::max(bytes / 8, std::min(bytes, enough));
}

}  // namespace

Member::Member(std::shared_ptr<Session> session, MemberNumber number, MemberRole role, const Viewer& viewer)
    : session_(std::move(session)),
      number_(number),
      role_(role),
      viewer_(viewer),
      grace_timer_(session_->io()),
      incoming_(session_->make_incoming_bytes()),
      frames_(std::make_shared<FrameSender>(session_->io(), number,
                                            [this] { session_->streams().check_ended(); })),
      own_calls_(std::make_shared<MemoryBudget>(part_of_member(session_->call_memory().max_bytes()),
                                                "max_call_bytes", "calls of this viewer"))
{
    if (!viewer_.is_acknowledging) viewer_.grace = std::chrono::seconds(0);
}

Member::~Member() = default;

void Member::begin(std::shared_ptr<Connection> control)
{
    control_ = std::move(control);
    notices_ = make_notices();
}

std::shared_ptr<Notices> Member::make_notices()
{
    return std::make_shared<Notices>(session_->name(), [&io = session_->io(), self = weak_from_this()](
                                                           const std::string& method, const Json& params) {
        asio::post(io, [self, method, params] {
            const auto member = self.lock();
            if (member && !member->has_left_) member->notify(method, params);
        });
    });
}

MemberInfo Member::info() const
{
    return {.member = number_, .name = viewer_.label, .role = role_, .here = control_ != nullptr};
}

std::string Member::reached_at() const
{
    return control_ ? control_->local() : std::string();
}

std::string Member::reached_pin() const
{
    return control_ ? control_->pin() : std::string();
}

// ---- the data connection

void Member::attach(std::shared_ptr<Connection> data)
{
    if (const auto old = std::exchange(data_, nullptr)) old->close("a new data connection takes its place");
    incoming_->end_connection();
    data_ = std::move(data);
    frames_->attach(data_);
}

void Member::upstream(const MessageHeader& header, std::span<const std::byte> payload)
{
    if (const auto fault = frames_->upstream(header, payload)) session_->expel(*this, "malformed: " + *fault);
}

void Member::data_closed(const Connection& data, const std::string& why)
{
    if (data_.get() != &data) return;
    spdlog::info("session {}: data connection lost: {}", session_->name(), why);
    data_.reset();
    frames_->detach();
    session_->streams().check_ended();
    incoming_->end_connection();
}

void Member::close_data_connection(const std::string& why)
{
    if (data_) data_->close(why);
}

/// Closes it, so that it reads no memory of streams; a single connection only cuts its frame, for last words.
void Member::drop_data(const std::string& why)
{
    const auto data = std::exchange(data_, nullptr);
    if (data && viewer_.is_single)
        data->cut_off_frame();
    else if (data)
        data->close(why);
}

void Member::drop_connections(const std::string& why)
{
    drop_data(why);
    frames_->detach();
    session_->streams().check_ended();
    incoming_->end_connection();
}

// ---- the control connection

void Member::control_closed(const Connection& control, const std::string& why)
{
    if (control_.get() != &control) return;
    if (viewer_.grace > std::chrono::seconds(0))
        keep(why);
    else
        session_->remove(*this, why);
}

/// Keeps the member without its connection: its calls go on, and no frames are made for it.
void Member::keep(const std::string& why)
{
    control_.reset();
    drop_connections("the session's control connection is gone");
    kept_since_ = std::chrono::steady_clock::now();
    if (session_->is_kept())
        spdlog::info("session {} kept for {} s: {}", session_->name(), viewer_.grace.count(), why);
    else
        spdlog::info("session {}: member {} is away: {}", session_->name(), number_, why);
    grace_timer_.expires_after(viewer_.grace);
    grace_timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
        const auto self = weak.lock();
        if (!error && self && self->is_kept())
            self->session_->remove(
                *self, fmt::format("no viewer resumed it within {} s", self->viewer_.grace.count()));
    });
    session_->member_kept(*this);
}

Json Member::resume(const Json& id, const ResumeCall& call, std::shared_ptr<Connection> control,
                    const Viewer& viewer)
{
    if (answers_.state(id) != AnswerStore::State::New)
        throw RpcError(RpcCode::StaleCall, "a resume is a new call: its id has been used",
                       {{"id", id}, {"forgotten", nullptr}});
    const EventLog::Missed missed = event_log_.after(call.heard);
    answers_.begin(id);
    if (const auto old = std::exchange(control_, nullptr)) {
        old->send_control(
            notification_text("session.taken", {{"by", viewer.name}, {"from", control->peer()}}));
        old->close_when_sent("another connection has resumed the session");
    }
    drop_connections("the session goes on with other connections");
    grace_timer_.cancel();
    control_ = std::move(control);
    viewer_.name = viewer.name;
    viewer_.label = viewer.label;
    viewer_.is_single = viewer.is_single;
    secret_.replace();
    answers_.forget_up_to(clamped_id(call.answered));
    spdlog::info("session {} resumed by {}", session_->name(), viewer.name);
    session_->member_back(*this);
    Json result{{"resumed", true}, {"events", missed.events}, {"streams", session_->describe_streams(*this)}};
    if (!missed.is_complete) result["events_lost"] = true;
    // The programs' rakes may exceed the size of a message: the viewer has them anyway.
    if (result.dump().size() > max_result_bytes / 2)
        for (Json& program : result["streams"]) program.erase("start"), program.erase("state");
    return result;
}

// ---- the end

void Member::shut_down(const std::string& message, bool node_ends)
{
    if (!control_) return;
    Json params{{"message", message}};
    if (node_ends) params["node_ends"] = true;
    control_->send_control(notification_text("session.ended", params));
    control_->close_when_sent(message);
}

void Member::leave(const std::string& why)
{
    if (std::exchange(has_left_, true)) return;
    notices_->end();
    grace_timer_.cancel();
    drop_data("the session has ended");
    frames_->detach();
    if (control_) control_->close_when_sent(why);
    control_.reset();
}

}  // namespace farfield::net
