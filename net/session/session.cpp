#include "net/session/session.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <utility>

#include "model/fields/json_fields.h"

/// A session from begin to end. Its programs are in session_programs.cpp.
namespace farfield::net {

namespace asio = boost::asio;

Session::Session(asio::io_context& io, Service& service, const NodeLimits& limits,
                 std::chrono::milliseconds timeout, const ServerMemory& memory, std::string id)
    : io_(io),
      service_(service),
      limits_(limits),
      timeout_(timeout),
      memory_(memory),
      id_(std::move(id)),
      call_bytes_(std::make_shared<MemoryBudget>(limits.max_frame_bytes)),
      holds_timer_(io)
{}

std::shared_ptr<Member> Session::begin(std::shared_ptr<Connection> control, Events events,
                                       const Member::Viewer& viewer)
{
    events_ = std::move(events);
    spdlog::info("session {} opened by {}", name(), viewer.name);
    const auto finished = [self = weak_from_this()] {
        if (const auto session = self.lock()) session->post_when_finished();
    };
    calls_ = std::make_unique<ServiceCalls>(io_, service_, finished);
    streams_ = std::make_shared<StreamSet>(io_, *memory_.streams, stream_events());
    return add_member(std::move(control), MemberRole::Owner, viewer);
}

std::shared_ptr<IncomingBytes> Session::make_incoming_bytes() const
{
    return std::make_shared<IncomingBytes>(io_, call_bytes_, memory_.calls, timeout_);
}

Session::Method Session::method_named(const std::string& name)
{
    const auto found = std::ranges::find(methods(), name, &Entry::name);
    return found == methods().end() ? nullptr : found->method;
}

std::vector<std::string> Session::method_names()
{
    std::vector<std::string> names;
    for (const Entry& entry : methods()) names.emplace_back(entry.name);
    return names;
}

std::span<const Session::Entry> Session::methods()
{
    static constexpr std::array<Entry, 18> all{{
        {"session.close", &Session::close},
        {"session.list", &Session::list_sessions},
        {"session.end", &Session::end_session},
        {"session.leave", &Session::leave},
        {"session.invite", &Session::invite},
        {"session.document", &Session::send_document},
        {"session.patch", &Session::patch},
        {"session.hold", &Session::hold},
        {"session.release", &Session::release},
        {"node.stats", &Session::report_stats},
        {"program.start", &Session::start_program},
        {"program.update", &Session::update_program},
        {"program.pause", &Session::pause_program},
        {"program.resume", &Session::resume_program},
        {"program.step", &Session::step_program},
        {"program.stop", &Session::stop_program},
        {"program.subscribe", &Session::subscribe},
        {"program.leave", &Session::leave_program},
    }};
    return all;
}

// ---- members

bool Session::is_kept() const noexcept
{
    return !ended_ && std::ranges::all_of(members_, [](const auto& member) { return member->is_kept(); });
}

std::chrono::steady_clock::time_point Session::kept_since() const noexcept
{
    std::chrono::steady_clock::time_point since;
    for (const auto& member : members_) since = std::max(since, member->kept_since());
    return since;
}

Member* Session::find(MemberNumber number) const noexcept
{
    const auto found =
        std::ranges::find_if(members_, [number](const auto& member) { return member->number() == number; });
    return found == members_.end() ? nullptr : found->get();
}

/// The owner, or else the first member; there must be a member.
const Member& Session::owner() const noexcept
{
    const auto found = std::ranges::find(members_, MemberRole::Owner, &Member::role);
    return found == members_.end() ? *members_.front() : **found;
}

void Session::remove(Member& member, const std::string& why)
{
    const auto self = shared_from_this();
    const auto keeps = member.shared_from_this();
    if (find(member.number()) == nullptr) return;
    const auto stays_and_edits = [&](const auto& other) {
        return other != keeps && other->role() != MemberRole::Watch;
    };
    if (std::ranges::none_of(members_, stays_and_edits))
        return members_.size() == 1 ? end(why) : shut_down("no member that may edit is left");
    spdlog::info("session {} left by {}: {}", name(), member.viewer_name(), why);
    release_all(member);
    std::erase(members_, keeps);
    for (const std::uint32_t stream : streams_->numbers()) unsubscribe(member, stream);
    member.leave(why);
    calls_->forget(member.number());
    notify_others(member, "session.left", {{"member", member.number()}, {"why", why}});
    find_owner();
}

void Session::expel(Member& member, const std::string& why)
{
    member.shut_down(why);
    remove(member, why);
}

void Session::close(Member& member, const Json& id, const Json& params)
{
    model::JsonFields({&params, ""}).refuse_others();
    member.answer(id, Json::object());
    if (member.role() != MemberRole::Owner) return remove(member, "the client closed it");
    const auto owner = member.shared_from_this();
    for (const auto& other : members_)
        if (other != owner) other->shut_down(member.info().name + " has closed the session");
    end("the client closed it");
}

// ---- what it is asked

void Session::dial_viewer() const
{
    if (!events_.dial_viewer)
        throw RpcError(RpcCode::Failed, "this node does not connect to its viewer, which connects to it");
    events_.dial_viewer();
}

/// Sessions that a member may see: a guest is invited to one session, and sees no other.
template <typename Sessions>
Sessions Session::seen_by(const Member& member, Sessions all) const
{
    if (member.role() != MemberRole::Owner)
        std::erase_if(all.sessions, [this](const SessionStats& one) { return one.session != name(); });
    return all;
}

void Session::list_sessions(Member& member, const Json& id, const Json& params)
{
    (void)model::read<ListCall>(params);
    member.answer(id, model::write(seen_by(member, events_.list())));
}

void Session::end_session(Member& member, const Json& id, const Json& params)
{
    const auto call = model::read<EndCall>(params);
    // Kept alive: the member's own session may be the one that ends.
    const auto self = shared_from_this();
    const auto caller = member.shared_from_this();
    events_.end_session(call.session, caller->info().name + " has ended it");
    caller->answer(id, Json::object());
}

void Session::report_stats(Member& member, const Json& id, const Json& params)
{
    model::JsonFields({&params, ""}).refuse_others();
    member.answer(id, model::write(seen_by(member, events_.stats())));
}

SessionStats Session::stats() const
{
    const auto now = std::chrono::steady_clock::now();
    const auto seconds = [](auto duration) { return std::chrono::duration<double>(duration).count(); };
    const auto has_data = [](const auto& member) { return member->has_data_connection(); };
    SessionStats stats{.session = name(),
                       .client = members_.empty() ? std::string() : owner().viewer_name(),
                       .seconds = seconds(now - opened_at_),
                       .state = std::ranges::any_of(members_, has_data) ? SessionState::Open
                                                                        : SessionState::Waiting,
                       .members = members_.size(),
                       .buffer_bytes = buffer_bytes(),
                       .calls = {},
                       .usage = streams_->usage(),
                       .streams = streams_->stats()};
    for (const auto& member : members_) stats.calls += member->counts();
    if (is_kept()) {
        stats.state = SessionState::Kept;
        for (const auto& member : members_)
            stats.left = std::max(stats.left, seconds(member->kept_since() + member->grace() - now));
    }
    return stats;
}

// ---- the end

void Session::shut_down(const std::string& message, bool node_ends)
{
    for (const auto& member : members_) member->shut_down(message, node_ends);
    end(message);
}

void Session::end(const std::string& why)
{
    if (std::exchange(ended_, true)) return;
    spdlog::info("session {} ended: {}", name(), why);
    for (const auto& member : std::exchange(members_, {})) member->leave(why);
    calls_->stop();
    streams_->stop_all();
    events_.ended();
    post_when_finished();
}

bool Session::is_finished() const
{
    return ended_ && calls_->has_exited() && streams_->is_empty();
}

// Posted: the owner may destroy this session, and with it the caller.
void Session::post_when_finished()
{
    if (is_finished()) asio::post(io_, [self = shared_from_this()] { self->events_.finished(); });
}

}  // namespace farfield::net
