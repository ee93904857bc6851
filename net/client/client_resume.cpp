#include "model/fields/json_fields.h"
#include "net/client/client_link.h"
#include "net/client/events_lost.h"
#include "net/client/reach/known_nodes.h"

#include <algorithm>
#include <random>
#include <set>
#include <stdexcept>
#include <utility>

/// The client's session between two pairs of connections.
namespace farfield::net {

namespace {

constexpr std::chrono::milliseconds first_pause{250}, longest_pause{5000};
constexpr double pause_growth = 1.6;
constexpr double jitter = 0.2;
/// Calls that may be made before a claim is stored anew.
constexpr std::int64_t ids_per_claim = 1 << 16;

/// A pause varied at random, so that the viewers of a restarted node do not all return at once.
std::chrono::milliseconds jittered(std::chrono::milliseconds pause)
{
    std::random_device random;
    const double factor = std::uniform_real_distribution(1.0 - jitter, 1.0 + jitter)(random);
    return std::chrono::duration_cast<std::chrono::milliseconds>(pause * factor);
}

/// True when the node does not have the session, or refuses it to this viewer. A session that another viewer
/// has taken over is not gone: its claim stays valid there.
bool is_no_more(const RpcError& refusal)
{
    return refusal.code == RpcCode::NotFound && model::text_or(refusal.data, "reason", "") != "taken";
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
        has_ended_ = has_ended_ || Clock::now() > end;
        if (!last_words_.empty() || has_ended_) break;
        try {
            try_to_reconnect(Clock::now() + answer_patience());
            return;
        } catch (const RpcError& refusal) {
            failure = refusal.what();
            has_ended_ = is_no_more(refusal);
            break;
        } catch (const NotTrusted& refusal) {
            failure = refusal.what();
            break;
        } catch (const ConnectionRefused& refusal) {
            failure = refusal.what();
            if (!settings_.awaits_restart) break;
        } catch (const std::exception& error) {
            failure = error.what();  // a further try may succeed
        }
    }
    is_interrupted_ = false;
    if (!closed_) lose(failure);
}

void ClientLink::try_to_reconnect(Deadline deadline)
{
    open_ = false;
    failure_.clear();
    data_.connection->abandon();  // its further bytes would count for the next connection
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
    control_.has_ended = true;  // until the answer has come: a further try needs a new connection
    const Json answer = call_and_run(control_, "session.open", params, deadline);
    if (!failure_.empty()) throw std::runtime_error(failure_);
    terms_ = read_terms(answer, settings_.is_single);
    keep_claim();
    control_.has_ended = false;
    for (const Json& event : answer.value("events", Json::array()))
        notified({event.at("method").get<std::string>(), event.value("params", Json::object()),
                  event.value("event", std::uint64_t{0})});
    if (answer.value("events_lost", false)) catch_up(answer);
}

/// Reports the session's present state: the single events that were missed are not known.
void ClientLink::catch_up(const Json& resumed)
{
    notified({events_lost, resumed, 0});
    const auto streams = resumed.find("streams");
    if (streams == resumed.end()) return;  // a node may leave them out
    std::set<std::uint32_t> running;
    for (const Json& program : *streams) {
        running.insert(static_cast<std::uint32_t>(model::number_or(program, "stream", 0)));
        if (!program.contains("start")) continue;
        const Json& start = program.at("start");
        notified({"program.updated",
                  {{"stream", program.at("stream")},
                   {"params", start.value("params", Json::object())},
                   {"interaction", start.value("interaction", 0)},
                   {"rate", start.value("rate", 0.0)},
                   {"state", program.value("state", Json::object())}},
                  0});
    }
    for (const std::uint32_t stream : intake_.running())
        if (!running.contains(stream))
            notified({"program.ended",
                      {{"stream", stream},
                       {"reason", "stopped"},
                       {"message", "it ended while this viewer was away"}},
                      0});
}

// ---- a session that another process opened

/// Resumes a session that another process opened: events and calls before it do not matter to this one.
Json ClientLink::take_over(const SessionClaim& claim, Json params, Deadline deadline)
{
    params["resume"] = {{"session", claim.session},
                        {"secret", claim.secret},
                        {"heard", claim.heard},
                        {"answered", claim.first_id - 1}};
    heard_ = claim.heard;
    terms_.id = claim.session;
    terms_.secret = claim.secret;
    keep_claim(claim.epoch);  // a later try must not reuse this try's id
    try {
        Json answer = call_and_run(control_, "session.open", params, deadline);
        for (const Json& event : answer.value("events", Json::array()))
            heard_ = std::max(heard_, event.value("event", std::uint64_t{0}));
        return answer;
    } catch (const RpcError& refusal) {
        if (is_no_more(refusal)) drop_claim();
        throw;
    }
}

void ClientLink::keep_claim()
{
    if (terms_.grace.count() > 0) keep_claim(model::text_or(session_, "epoch", ""));
}

void ClientLink::keep_claim(const std::string& epoch)
{
    if (!settings_.claim_store) return;
    ids_reserved_ = first_id_missing_ + ids_per_claim;
    if (!ids_ahead_.empty()) ids_reserved_ += *ids_ahead_.rbegin() - first_id_missing_;
    is_claim_kept_ = true;
    settings_.claim_store->keep({.session = terms_.id,
                                 .secret = terms_.secret,
                                 .epoch = epoch,
                                 .heard = heard_,
                                 .first_id = static_cast<std::uint64_t>(ids_reserved_)});
}

void ClientLink::drop_claim()
{
    if (settings_.claim_store) settings_.claim_store->drop();
}

}  // namespace farfield::net
