#include "net/client/client_link.h"

#include <utility>

/// The end of a client's session.
namespace farfield::net {

namespace {
/// Time that a lost data connection waits for the control connection to tell the reason.
constexpr std::chrono::milliseconds last_words_patience{250};
}  // namespace

void ClientLink::connection_closed(End& end, const std::string& why)
{
    end.has_ended = true;
    if (carries_data(control_)) data_.has_ended = true;
    if (!open_) {
        failure_ = why;
    } else if (closed_) {
        if (control_.has_ended && data_.has_ended) lose(why);
    } else if (settings_.resume && terms_.grace.count() > 0 && last_words_.empty()) {
        interrupt(why);
    } else if (&end == &control_ || !last_words_.empty()) {
        lose(why);
    } else {
        heartbeat_.expires_after(last_words_patience);
        heartbeat_.async_wait([this, why](const boost::system::error_code& error) {
            if (!error) lose(why);
        });
    }
}

void ClientLink::lose(const std::string& why)
{
    if (lost_.exchange(true, std::memory_order_acq_rel)) return;
    heartbeat_.cancel();
    control_.connection->abandon();
    data_.connection->abandon();
    publish_figures();
    if (has_ended_) drop_claim();
    const auto message =
        last_words_.empty() ? "lost " + node_ + ": " + why : node_ + " ended the session: " + last_words_;
    fail_calls(message);
    if (closed_)
        finish_closing();
    else if (events_.lost)
        events_.lost(message);
}

void ClientLink::fail_calls(const std::string& why)
{
    for (auto calls = std::exchange(calls_, {}); auto& [id, call] : calls)
        if (call.answer) call.answer(RpcError(RpcCode::Failed, why), nullptr);
}

void ClientLink::finish_closing()
{
    fail_calls("the session with " + node_ + " is closed");
    is_closed_ = true;
    closed_();
}

void ClientLink::close(bool leaves_running, std::function<void()> closed)
{
    closed_ = std::move(closed);
    if (is_lost() || is_interrupted_) return finish_closing();
    heartbeat_.cancel();
    if (!leaves_running) {
        const char* const bye =
            session_.contains("member") ? "session.leave" : "session.close";  // other members stay
        control_.connection->send_control(call_text(next_id(), bye, Json::object()));
        drop_claim();
    }
    for (auto* end : {&control_, &data_}) end->connection->close_when_sent("closed");
    if (control_.has_ended && data_.has_ended) lose("closed");
}

}  // namespace farfield::net
