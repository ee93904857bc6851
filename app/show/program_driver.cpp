#include "app/show/program_driver.h"

#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <utility>

#include <xxhash.h>

#include "model/fields/json_fields.h"

namespace farfield::app {
namespace {

/// True when two requests differ at most in being paused.
bool same_but_paused(ProgramRequest a, const ProgramRequest& b)
{
    a.start.paused = b.start.paused;
    return a == b;
}

/// Key of a request that is the same for all members of a session: leaves out the members of a request
/// that are a viewer's own.
std::string key_of(const ProgramRequest& request)
{
    net::ProgramStart start = request.start;
    if (request.is_led) start.params.erase("time");
    start.layer.clear();
    start.request.clear();
    start.slot_bytes = 1;
    start.interaction = 0;
    start.rate = 0.0;
    start.paused = false;
    start.policy = net::Policy::Latest;
    const std::string text = model::write(start).dump();
    return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

std::string worded(const char* words, const std::string& reason)
{
    return words == nullptr ? reason : std::string(words) + ": " + reason;
}

}  // namespace

ProgramDriver::ProgramDriver(Link& link, Intake& intake, Events events, std::string shared_as)
    : link_(link),
      intake_(intake),
      events_(std::move(events)),
      shared_as_(std::move(shared_as)),
      stream_(link)
{}

ProgramDriver::State ProgramDriver::state() const noexcept
{
    if (stream_.is_starting()) return State::Starting;
    if (wanted_ && refused_ == wanted_) return State::Refused;
    return stream_.number() ? State::Running : State::Off;
}

void ProgramDriver::want(std::optional<ProgramRequest> request, std::uint64_t acted_ns)
{
    if (acted_ns != 0) acted_ns_ = acted_ns;
    if (acted_ns != 0) followed_ns_ = 0;
    wanted_ = std::move(request);
    follow();
}

void ProgramDriver::follow()
{
    if (is_shrinking_) return;
    if (!wanted_) {
        drop();
        refused_.reset();
        return intake_.close();
    }
    if (stream_.is_starting() || link_.state() != Link::State::Connected) return;
    if (stream_.number()) follow_pause();
    if (refused_ && same_but_paused(*wanted_, *refused_)) return;
    if (!wanted_->refusal.empty()) {
        refused_ = wanted_;
        return events_.problem(wanted_->refusal);
    }
    if (!stream_.number()) return start();
    if (same_but_paused(*wanted_, *sent_)) return;
    const auto patch = patch_to_wanted();
    if (!patch) return restart();
    if (!must_wait() && !is_others_turn()) send_change(*patch);
}

/// The patch from the sent request to the wanted one; nullopt: program or ring cannot take it over.
std::optional<net::Json> ProgramDriver::patch_to_wanted() const
{
    auto start = wanted_->start;
    start.params = sent_->start.params;
    start.rate = sent_->start.rate;
    start.paused = sent_->start.paused;
    if (ended_ || start != sent_->start || !intake_.serves(*wanted_)) return std::nullopt;
    if (wanted_->start.params == sent_->start.params) return net::Json::object();
    return wanted_->difference ? wanted_->difference(sent_->start.params, wanted_->start.params)
                               : std::nullopt;
}

bool ProgramDriver::must_wait() const
{
    switch (wanted_->send) {
    case SendChange::AtOnce:
        return false;
    case SendChange::OnceAnswered:
        return unanswered_ > 0;
    case SendChange::OnceShown:
        return awaited_ != 0 && !sent_->gives_way;
    }
    return false;
}

void ProgramDriver::start()
{
    net::FrameRing* ring = nullptr;
    try {
        ring = &intake_.open(*wanted_, std::max(wanted_->frame_bytes, grown_bytes_));
    } catch (const std::exception& fault) {
        refused_ = wanted_;
        return events_.problem(worded(wanted_->words->no_room, fault.what()));
    }
    sent_ = wanted_;
    sent_ns_ = net::now_ns();
    auto call = sent_->start;
    call.slot_bytes = slot_bytes_ = ring->slot_bytes();
    call.interaction = next_interaction();
    call.layer = shared_as_;
    if (!shared_as_.empty()) call.request = key_of(*sent_);
    call.is_private = shared_as_.empty() && link_.has_feature("share");
    paused_sent_ = call.paused;
    awaited_ = call.interaction;
    const auto answered = [this, asked = *sent_](const auto& error, const net::Json& answer) {
        if (!error) return accepted(answer);
        sent_.reset();
        awaited_ = 0;
        refused(*error, asked.words->start_refused, asked);
    };
    stream_.start(
        call, *ring, [this] { events_.arrived(); }, answered);
}

void ProgramDriver::send_change(const net::Json& patch)
{
    net::ProgramUpdate update;
    update.interaction = next_interaction();
    if (wanted_->start.rate != sent_->start.rate) update.rate = wanted_->start.rate;
    update.params = patch;
    if (!shared_as_.empty()) update.request = key_of(*wanted_);
    outdated_before_ = awaited_ = update.interaction;
    ++unanswered_;
    sent_ns_ = net::now_ns();
    const auto before = std::exchange(sent_, wanted_);
    const std::uint32_t change = update.interaction;
    stream_.update(update,
                   [this, before, change, asked = *sent_](const auto& error, const net::Json& answer) {
                       --unanswered_;
                       if (!error) return accepted(answer);
                       if (outdated_before_ == change) outdated_before_ = 0;
                       if (awaited_ == change) awaited_ = 0;
                       if (sent_ == asked)
                           sent_ = before;
                       else
                           drop();  // a later change was a difference from this one
                       refused(*error, asked.words->change_refused, asked);
                   });
}

void ProgramDriver::accepted(const net::Json& answer)
{
    if (sent_->start.paused) step();  // else its result would not be seen
    refused_.reset();
    reported_.clear();
    events_.solved();
    events_.answered(answer);
    follow();
}

void ProgramDriver::refused(const net::RpcError& error, const char* words, const ProgramRequest& asked)
{
    if (made_room(error, asked)) {
        drop();
        return follow();
    }
    refused_ = asked;
    // A member that may start the program will do so sooner or later.
    const bool awaits_start = is_left_to_others(error) && !stream_.number();
    may_retry_ = awaits_start || (asked.again_later && error.code != net::RpcCode::InvalidParams);
    const std::string problem = worded(words, error.what());
    const bool is_known = std::exchange(reported_, problem) == problem && may_retry_;
    if (!is_known && !is_left_to_others(error)) events_.problem(problem);
    follow();
}

/// True for a refusal to a member of a session that only watches.
bool ProgramDriver::is_left_to_others(const net::RpcError& error) const
{
    return error.code == net::RpcCode::NotAuthorised && !shared_as_.empty();
}

/// True when the program is to be started again, with larger slots or a smaller request.
bool ProgramDriver::made_room(const net::RpcError& error, const ProgramRequest& asked)
{
    if (error.code != net::RpcCode::LimitExceeded || model::text_or(error.data, "limit", "") != "slot_bytes")
        return false;
    const auto needed = model::number_or(error.data, "asked", 0);
    const auto grown = needed > slot_bytes_ ? intake_.grown_to(asked, needed) : std::nullopt;
    if (grown) {
        grown_bytes_ = *grown;
        return true;
    }
    is_shrinking_ = true;  // the smaller request is set before the running program is dropped
    const bool is_smaller = events_.shrink && events_.shrink();
    is_shrinking_ = false;
    return is_smaller;
}

void ProgramDriver::follow_pause()
{
    const bool paused = wanted_->start.paused;
    if (ended_ || paused == paused_sent_) return;
    paused_sent_ = paused;
    sent_->start.paused = paused;
    call(paused ? "program.pause" : "program.resume", "cannot pause or resume");
}

void ProgramDriver::step()
{
    if (stream_.number() && !ended_ && paused_sent_) call("program.step", "cannot step");
}

void ProgramDriver::call(const std::string& method, const char* words)
{
    stream_.call(method, [this, words](const auto& error, const auto&) {
        if (error && !is_left_to_others(*error)) events_.problem(worded(words, error->what()));
    });
}

void ProgramDriver::retry()
{
    if (!wanted_ || !refused_ || !std::exchange(may_retry_, false)) return;
    refused_.reset();
    follow();
}

void ProgramDriver::restart()
{
    drop();
    follow();
}

void ProgramDriver::link_changed()
{
    if (link_.state() != Link::State::Connected) return drop();
    refused_.reset();
    grown_bytes_ = 0;
    follow();
}

/// Keeps the ring at the client: the last frames may still be on their way.
void ProgramDriver::program_ended(const Link::ProgramEnd& end)
{
    if (stream_.number() != end.stream) return;
    ended_ = true;
    unanswered_ = 0;
    awaited_ = 0;
    // A program with a limited number of frames ends once it has made them.
    if (!end.failed && (sent_->words->may_end || sent_->start.frames > 0)) return events_.ended(end.message);
    events_.problem(worded(sent_->words->failed, end.message));
}

void ProgramDriver::program_updated(const ProgramChange& change)
{
    if (stream_.number() != change.stream || !sent_) return;
    stream_.note_interaction(change.interaction);
    for (const auto& [name, value] : change.params.items()) sent_->start.params[name] = value;
    if (change.rate) sent_->start.rate = *change.rate;
    outdated_before_ = change.interaction;
    followed_ns_ = net::now_ns();
    refused_.reset();
    events_.answered(change.state);
    follow();
}

void ProgramDriver::program_outgrew(std::uint32_t stream)
{
    if (stream_.number() == stream) restart();
}

void ProgramDriver::others_acted()
{
    if (!shared_as_.empty()) followed_ns_ = net::now_ns();
}

void ProgramDriver::send_missing()
{
    if (wanted_ && stream_.number() && followed_ns_ != 0) follow();
}

/// True while another member is to send a change; after a while it counts as missing, and this one sends it.
bool ProgramDriver::is_others_turn() const
{
    constexpr std::uint64_t patience_ns = 250'000'000;
    return acted_ns_ == 0 && followed_ns_ != 0 && net::now_ns() < followed_ns_ + patience_ns;
}

void ProgramDriver::shown(std::uint32_t interaction, std::uint64_t shown_ns)
{
    stream_.shown(interaction, shown_ns);
    if (interaction >= awaited_) awaited_ = 0;
}

void ProgramDriver::drop()
{
    stream_.drop();
    sent_.reset();
    ended_ = false;
    unanswered_ = 0;
    awaited_ = 0;
    outdated_before_ = 0;
}

std::uint32_t ProgramDriver::next_interaction()
{
    const std::uint64_t acted_ns = std::exchange(acted_ns_, 0);
    return wanted_->is_numbered ? stream_.next_interaction(acted_ns) : 0;
}

}  // namespace farfield::app
