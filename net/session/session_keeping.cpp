#include "net/session/session.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <utility>

/// A session between two viewers: it is kept for a time, and resumed or ended.
namespace farfield::net {

/// Nothing of the streams' memory is read by it any more. One that carries everything still has last words.
void Session::drop_data(const std::string& why)
{
    const auto data = std::exchange(data_, nullptr);
    if (data && is_single_)
        data->cut_off_frame();
    else if (data)
        data->close(why);
}

void Session::drop_connections(const std::string& why)
{
    drop_data(why);
    streams_->detach();
    incoming_->end_connection();
}

/// Its calls go on, and its streams make nothing, for nothing is granted.
void Session::keep(const std::string& why)
{
    control_.reset();
    drop_connections("the session's control connection is gone");
    kept_since_ = std::chrono::steady_clock::now();
    spdlog::info("session {} kept for {} s: {}", name(), grace_.count(), why);
    grace_timer_.expires_after(grace_);
    grace_timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
        const auto self = weak.lock();
        if (!error && self && self->is_kept())
            self->end(fmt::format("no viewer resumed it within {} s", self->grace_.count()));
    });
    events_.kept();
}

Json Session::resume(const Json& id, const ResumeCall& call, std::shared_ptr<Connection> control,
                     const Viewer& viewer)
{
    if (answers_.state(id) != AnswerStore::State::New)
        throw RpcError(RpcCode::StaleCall, "a resume is a new call: its id has been used",
                       {{"id", id}, {"forgotten", nullptr}});
    const EventLog::Missed missed = event_log_.after(call.heard);
    if (const auto old = std::exchange(control_, nullptr)) {
        old->send_control(
            notification_text("session.taken", {{"by", viewer.name}, {"from", control->peer()}}));
        old->close_when_sent("another connection has resumed the session");
    }
    drop_connections("the session goes on with other connections");
    grace_timer_.cancel();
    control_ = std::move(control);
    is_single_ = viewer.is_single;
    secret_.replace();
    answers_.forget_up_to(clamped_id(call.answered));
    spdlog::info("session {} resumed by {}", name(), viewer.name);
    Json result{{"resumed", true}, {"events", missed.events}, {"streams", describe_streams()}};
    if (!missed.is_complete) result["events_lost"] = true;
    // The rakes of many programs may be larger than a message: their viewer has them.
    if (result.dump().size() > max_result_bytes / 2) result.erase("streams");
    return result;
}

SessionStats Session::stats() const
{
    const auto now = std::chrono::steady_clock::now();
    const auto seconds = [](auto duration) { return std::chrono::duration<double>(duration).count(); };
    SessionStats stats{.session = name(),
                       .client = opener_,
                       .seconds = seconds(now - opened_at_),
                       .state = data_ ? SessionState::Open : SessionState::Waiting,
                       .buffer_bytes = buffer_bytes(),
                       .calls = counts_,
                       .streams = streams_->stats()};
    if (!control_) {
        stats.state = SessionState::Kept;
        stats.left = seconds(kept_since_ + grace_ - now);
    }
    return stats;
}

Json Session::describe_streams() const
{
    Json streams = Json::array();
    for (const auto& [stream, next] : streams_->next_sequences()) {
        Json program = programs_.describe(stream);
        if (program.is_null()) continue;
        program["next"] = next;
        streams.push_back(std::move(program));
    }
    return streams;
}

}  // namespace farfield::net
