#include "net/client/client_link.h"
#include "net/client/reach/known_nodes.h"

#include <algorithm>
#include <random>
#include <stdexcept>
#include <utility>

/// The session of a client between two pairs of connections.
namespace farfield::net {

namespace {

constexpr std::chrono::milliseconds first_pause{250}, longest_pause{5000};
constexpr double pause_growth = 1.6;
constexpr double jitter = 0.2;

/// So that the viewers of a node that comes back do not all come at once.
std::chrono::milliseconds jittered(std::chrono::milliseconds pause)
{
    std::random_device random;
    const double factor = std::uniform_real_distribution(1.0 - jitter, 1.0 + jitter)(random);
    return std::chrono::duration_cast<std::chrono::milliseconds>(pause * factor);
}

}  // namespace

void ClientLink::interrupt(const std::string& why)
{
    if (std::exchange(is_interrupted_, true)) return;
    interrupted_at_ = Clock::now();
    is_retry_wanted_ = false;
    heartbeat_.cancel();
    io_.stop();  // for reconnect()
    if (events_.interrupted) events_.interrupted({.why = why, .kept_for = terms_.grace});
}

void ClientLink::reconnect()
{
    std::string failure = "the connection broke";
    const Deadline end = interrupted_at_ + terms_.grace;
    for (auto pause = first_pause; !closed_ && !is_lost();
         pause = std::min(std::chrono::duration_cast<std::chrono::milliseconds>(pause * pause_growth),
                          longest_pause)) {
        (void)run_until(io_, Clock::now() + jittered(pause),
                        [this] { return closed_ || is_retry_wanted_ || !last_words_.empty(); });
        is_retry_wanted_ = false;
        if (closed_) return;
        if (!last_words_.empty() || Clock::now() > end) break;
        try {
            try_to_reconnect(Clock::now() + settings_.connect_timeout);
            return;
        } catch (const RpcError& refusal) {
            failure = refusal.what();
            break;
        } catch (const NotTrusted& refusal) {
            failure = refusal.what();
            break;
        } catch (const ConnectionRefused& refusal) {
            failure = refusal.what();
            if (!settings_.awaits_restart) break;
        } catch (const std::exception& error) {
            failure = error.what();  // another try may succeed
        }
    }
    is_interrupted_ = false;
    if (!closed_) lose(failure);
}

void ClientLink::try_to_reconnect(Deadline deadline)
{
    open_ = false;
    failure_.clear();
    data_.connection->abandon();  // what it still brings would be counted as of the next one
    if (control_.has_ended) resume_session(deadline);
    intake_.begin_connection();
    sent_.clear();
    attach_data(deadline);
    for (const auto& [id, call] : calls_) control_.connection->send_control(call.text);
    const auto interrupted_for = Clock::now() - interrupted_at_;
    interrupted_ms_ += std::chrono::duration<double, std::milli>(interrupted_for).count();
    ++resumes_;
    is_interrupted_ = false;
    go_on();
    send_grants();
    if (events_.resumed) events_.resumed();
}

void ClientLink::resume_session(Deadline deadline)
{
    start_control(deadline);
    Json params = open_params();
    params["resume"] = {
        {"session", terms_.id}, {"secret", terms_.secret}, {"heard", heard_}, {"answered", answered_up_to()}};
    control_.has_ended = true;  // until the answer has come: another try is on a new connection
    const Json answer = call_and_run(control_, "session.open", params, deadline);
    if (!failure_.empty()) throw std::runtime_error(failure_);
    terms_ = read_terms(answer, settings_.is_single);
    control_.has_ended = false;
    for (const Json& event : answer.value("events", Json::array()))
        notified({event.at("method").get<std::string>(), event.value("params", Json::object()),
                  event.value("event", std::uint64_t{0})});
}

}  // namespace farfield::net
