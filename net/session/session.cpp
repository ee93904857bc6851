#include "net/session/session.h"

#include "model/fields/json_fields.h"
#include "net/message/printable.h"
#include "net/session/sharing/rights.h"

#include <boost/asio/post.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <utility>

/// A session from begin to end.
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

// Members.

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

// What it is asked.

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

// The end.

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

// The programs of a session, and the members' use of them.

namespace {

SubscriptionTerms terms_of(const ProgramStart& start, const Member& member)
{
    auto terms = SubscriptionTerms::of(start.policy, start.slot_bytes, member.is_acknowledging());
    terms.is_exclusive = start.is_exclusive && member.role() != MemberRole::Watch;
    return terms;
}

/// Limits an update's length: other members get it in one Control message, with the program's answer.
void check_can_be_shared(const ProgramUpdate& update)
{
    constexpr std::size_t most = max_control_bytes / 2;
    if (const std::size_t bytes = update.params.dump().size(); bytes > most)
        throw limit_error("max_control_bytes", most, bytes);
}

}  // namespace

void Session::check_room_for(const ProgramStart& start) const
{
    const std::size_t streams = streams_->size() + starting_ + 1;
    if (streams > limits_.max_streams) throw limit_error("max_streams", limits_.max_streams, streams);
    // Stopped streams that still compute a long frame use a thread.
    if (streams_->leaving() >= limits_.max_streams)
        throw busy_error("max_streams", limits_.max_streams, streams + streams_->leaving());
    if (start.slot_bytes > limits_.max_frame_bytes)
        throw limit_error("max_frame_bytes", limits_.max_frame_bytes, start.slot_bytes);
}

// Calls.

void Session::start_program(Member& member, const Json& id, const Json& params)
{
    auto start = model::read<ProgramStart>(params);
    start.session = name();
    start.client = name() + " " + member.viewer_name();
    const auto terms = terms_of(start, member);
    if (const auto shared = shared_stream(member, start)) return subscribe_to(member, id, shared, terms);
    if (!start.is_private) expect_editor(member, "start programs that are not private");
    check_right(member.role(), start.program, start.params);
    check_room_for(start);
    ++starting_;
    const auto started = [self = weak_from_this(), caller = member.weak_from_this(), id,
                          memory = member.call_memory(),
                          start](const std::optional<RpcError>& failure, std::unique_ptr<Program> program) {
        const auto session = self.lock();
        if (!session || session->ended_) return;
        --session->starting_;
        const auto caller_there = caller.lock();
        if (!caller_there) return;
        if (failure) return caller_there->refuse(id, *failure);
        session->program_ready(*caller_there, id, std::move(program), start);
    };
    calls_->start(member.number(), id, start, started);
}

void Session::program_ready(Member& member, const Json& id, std::unique_ptr<Program> program,
                            const ProgramStart& start)
{
    if (find(member.number()) == nullptr) return;  // the member has left
    try {
        const auto terms = terms_of(start, member);
        // Another member may have started the same in the meantime.
        if (const auto shared = shared_stream(member, start)) return subscribe_to(member, id, shared, terms);
        const StreamSet::Added added = streams_->add(std::move(program), start, member.number(), terms);
        const std::uint32_t stream = added.stream->stream();
        member.frames().add(added.stream, terms.rate);
        member.frames().add_upstream(stream, added.upstream);
        const std::string dataset =
            start.dataset.empty() ? "" : fmt::format(" on '{}'", printable(start.dataset));
        spdlog::info("session {}: stream {}: {}{}, frames of up to {} bytes", name(), stream,
                     printable(start.program, 60), dataset, added.answer["frame_bytes"].get<std::uint64_t>());
        programs_.add(stream, start, member.number(), added.answer);
        member.answer(id, added.answer);
    } catch (const std::exception& error) {
        member.refuse(id, error_of(error));
    }
}

void Session::update_program(Member& member, const Json& id, const Json& params)
{
    auto update = model::read<ProgramUpdate>(params);
    Stream& stream = *stream_to_change(member, update.stream);
    check_right(member.role(), programs_.name_of(update.stream), update.params);
    if (stream.members().size() > 1) check_can_be_shared(update);
    const auto note = [self = weak_from_this(), by = member.weak_from_this(), update](const Json& state) {
        const auto session = self.lock();
        const auto author = by.lock();
        if (session && author) session->note_update(*author, update, state);
    };
    stream.update(std::move(update), member.answer_later(id, note));
}

void Session::pause_program(Member& member, const Json& id, const Json& params)
{
    const auto stream = model::read<StreamCall>(params).stream;
    const auto note = [self = weak_from_this(), stream](const Json&) {
        if (const auto session = self.lock()) session->programs_.pause(stream, true);
    };
    stream_to_change(member, stream)->pause(member.answer_later(id, note));
}

void Session::resume_program(Member& member, const Json& id, const Json& params)
{
    const auto stream = model::read<StreamCall>(params).stream;
    const auto note = [self = weak_from_this(), stream](const Json&) {
        if (const auto session = self.lock()) session->programs_.pause(stream, false);
    };
    stream_to_change(member, stream)->resume(member.answer_later(id, note));
}

void Session::step_program(Member& member, const Json& id, const Json& params)
{
    const auto step = model::read<ProgramStep>(params);
    stream_to_change(member, step.stream)->step(step.frames, member.answer_later(id));
}

void Session::stop_program(Member& member, const Json& id, const Json& params)
{
    const auto stream = model::read<StreamCall>(params).stream;
    const auto others = stream_to_change(member, stream)->members();
    streams_->remove(stream);
    stream_removed(stream);
    for (const MemberNumber number : others)
        if (Member* const other = find(number); other != nullptr && other != &member)
            other->notify("program.ended", {{"stream", stream},
                                            {"reason", "stopped"},
                                            {"message", member.info().name + " has stopped it"}});
    member.answer(id, Json::object());
}

Json Session::describe_streams(Member& member) const
{
    Json streams = Json::array();
    for (const auto& [stream, next] : member.frames().next_sequences()) {
        Json program = programs_.describe(stream);
        if (program.is_null() || streams_->is_known_to_end(stream, member.number())) continue;
        program["next"] = next;
        streams.push_back(std::move(program));
    }
    return streams;
}

// What streams report.

StreamSet::Events Session::stream_events()
{
    const auto of_session = [weak = weak_from_this()](auto&& method) {
        return [weak, method](auto&&... arguments) {
            if (const auto session = weak.lock()) ((*session).*method)(arguments...);
        };
    };
    return {.news = of_session(&Session::send_frames),
            .ended = of_session(&Session::stream_ended),
            .removed = of_session(&Session::stream_removed),
            .blocked = of_session(&Session::stream_blocked),
            .notice =
                [weak = weak_from_this(), &io = io_](const std::string& method, const Json& params) {
                    boost::asio::post(io, [weak, method, params] {
                        if (const auto session = weak.lock()) session->send_notice(method, params);
                    });
                },
            .all_finished = of_session(&Session::post_when_finished)};
}

void Session::send_frames()
{
    for (const auto& member : members_) member->frames().send_next();
}

/// Sends a program's notification to the members that have its frames.
void Session::send_notice(const std::string& method, const Json& params)
{
    const auto streams = streams_->numbers();
    const auto number = params.at("stream").get<std::uint32_t>();
    if (std::ranges::find(streams, number) == streams.end()) return;
    for (const MemberNumber subscriber : streams_->at(number)->members())
        if (Member* const member = find(subscriber)) member->notify(method, params);
}

void Session::stream_ended(MemberNumber subscriber, std::uint32_t stream, const Stream::End& end)
{
    if (end.failed) spdlog::warn("session {}: stream {} failed: {}", name(), stream, end.message);
    if (Member* const member = find(subscriber))
        member->notify(
            "program.ended",
            {{"stream", stream}, {"reason", end.failed ? "failed" : "finished"}, {"message", end.message}});
}

void Session::stream_removed(std::uint32_t stream)
{
    programs_.remove(stream);
    for (const auto& member : members_) member->frames().remove(stream);
}

// The streams of a session that several members have.

const std::shared_ptr<Stream>& Session::stream_for(const Member& member, std::uint32_t stream) const
{
    const auto& found = streams_->at(stream);
    if (programs_.is_hidden_from(member.number(), stream))
        throw RpcError(RpcCode::NotFound,
                       "stream " + std::to_string(stream) + " is private to another member");
    return found;
}

const std::shared_ptr<Stream>& Session::stream_to_change(const Member& member, std::uint32_t stream) const
{
    const auto& found = stream_for(member, stream);
    if (!programs_.is_private(stream)) expect_editor(member, "change programs that are not private");
    return found;
}

std::shared_ptr<Stream> Session::shared_stream(const Member& member, const ProgramStart& start) const
{
    for (const std::uint32_t number : programs_.find(start)) {
        const auto& stream = streams_->at(number);
        if (!stream->has_exited() && !stream->has(member.number())) return stream;
    }
    return nullptr;
}

void Session::subscribe(Member& member, const Json& id, const Json& params)
{
    const auto call = model::read<ProgramSubscribe>(params);
    auto terms = SubscriptionTerms::of(call.policy, call.slot_bytes, member.is_acknowledging());
    terms.is_exclusive = call.is_exclusive && member.role() != MemberRole::Watch;
    terms.rate = call.rate;
    subscribe_to(member, id, stream_for(member, call.stream), terms);
}

/// Subscribes a member. It first gets the newest frame; a frame in several parts is made anew, for all.
void Session::subscribe_to(Member& member, const Json& id, const std::shared_ptr<Stream>& stream,
                           const SubscriptionTerms& terms)
{
    if (terms.slot_bytes > limits_.max_frame_bytes)
        throw limit_error("max_frame_bytes", limits_.max_frame_bytes, terms.slot_bytes);
    const Json program = programs_.describe(stream->stream());
    const Json& state = program.at("state");
    const auto bytes = state.at("frame_bytes").get<std::uint64_t>();
    if (bytes > terms.slot_bytes) throw limit_error("slot_bytes", terms.slot_bytes, bytes);
    const bool has_parts = model::number_or(state, "parts", 1) > 1;
    const std::uint16_t number = stream->subscribe(member.number(), terms, !has_parts);
    member.frames().add(stream, terms.rate);
    Json answer = without_secrets(member.role(), state);
    answer["start"] = program.at("start");
    answer["start"]["params"] = without_secrets(member.role(), answer["start"]["params"]);
    answer["subscription"] = number;
    member.answer(id, answer);
    if (has_parts) {
        ProgramUpdate again;
        again.stream = stream->stream();
        stream->update(again, [](const auto&, const Json&) {});
    }
    member.frames().send_next();
}

void Session::leave_program(Member& member, const Json& id, const Json& params)
{
    const auto stream = model::read<StreamCall>(params).stream;
    (void)stream_for(member, stream);
    unsubscribe(member, stream);
    member.answer(id, Json::object());
}

/// Ends a member's subscription; a program without subscribers ends.
void Session::unsubscribe(Member& member, std::uint32_t number)
{
    const auto& stream = streams_->at(number);
    member.frames().remove(number);
    if (!stream->has(member.number())) return;
    stream->unsubscribe(member.number());
    if (!stream->members().empty()) return;
    streams_->remove(number);
    stream_removed(number);
}

void Session::note_update(const Member& member, const ProgramUpdate& update, const Json& state)
{
    programs_.update(update, state);
    const auto numbers = streams_->numbers();
    if (std::ranges::find(numbers, update.stream) == numbers.end()) return;
    Json params{{"stream", update.stream},
                {"params", update.params},
                {"interaction", update.interaction},
                {"by", member.number()},
                {"state", state}};
    if (!update.request.empty()) params["request"] = update.request;
    if (update.rate) params["rate"] = *update.rate;
    for (const MemberNumber subscriber : streams_->at(update.stream)->members())
        if (Member* const other = find(subscriber); other != nullptr && other != &member) {
            Json heard = params;
            for (const char* const secret : {"params", "state"})
                heard[secret] = without_secrets(other->role(), heard[secret]);
            other->notify("program.updated", heard);
        }
}

void Session::stream_blocked(MemberNumber number, std::uint32_t stream, Subscribers::Blocked what)
{
    Member* const member = find(number);
    if (member == nullptr || !programs_.has(stream)) return;
    const auto behind = [&](const char* reason) {
        member->notify("program.behind", {{"stream", stream}, {"reason", reason}});
    };
    switch (what) {
    case Subscribers::Blocked::BecameLatest:
        return behind("slow");
    case Subscribers::Blocked::SlotsTooSmall:
        unsubscribe(*member, stream);
        return behind("slot_bytes");
    case Subscribers::Blocked::IsStalled:
        behind("stalled");
        return member->close_data_connection("it takes no frames, for which others wait");
    case Subscribers::Blocked::IsExclusive:
        return notify_others(*member, "program.slowed",
                             {{"stream", stream}, {"reason", "exclusive"}, {"by", number}});
    }
}

// The members of a session: joining, absence, leaving.

std::shared_ptr<Member> Session::add_member(std::shared_ptr<Connection> control, MemberRole role,
                                            const Member::Viewer& viewer)
{
    auto member = std::make_shared<Member>(shared_from_this(), ++last_member_, role, viewer);
    members_.push_back(member);
    member->begin(std::move(control));
    return member;
}

std::shared_ptr<Member> Session::join(const std::string& secret, std::shared_ptr<Connection> control,
                                      const Member::Viewer& viewer)
{
    if (members_.size() >= limits_.max_members)
        throw limit_error("max_members", limits_.max_members, members_.size() + 1);
    const MemberRole role = invitations_.use(secret, std::chrono::steady_clock::now());
    auto member = add_member(std::move(control), role, viewer);
    spdlog::info("session {} joined by {}", name(), viewer.name);
    notify_others(*member, "session.joined", model::write(member->info()));
    return member;
}

void Session::expect_editor(const Member& member, const std::string& what)
{
    if (member.role() == MemberRole::Watch)
        throw RpcError(RpcCode::NotAuthorised, "a member that watches may not " + what);
}

void Session::invite(Member& member, const Json& id, const Json& params)
{
    const auto call = model::read<InviteCall>(params);
    const std::string at = member.reached_at(), pin = member.reached_pin();
    if (at.empty() || events_.dial_viewer)
        throw RpcError(RpcCode::Failed,
                       "guests have no way to this node: it was not reached at a port of its own");
    const std::string secret = invitations_.add(call, std::chrono::steady_clock::now());
    const std::string query = pin.empty() ? "" : "?pin=" + pin;
    Json invited{{"session", id_},
                 {"secret", secret},
                 {"invitation", fmt::format("farfield://{}/{}#{}.{}", at, query, id_, secret)}};
    if (!pin.empty()) invited["pin"] = pin;
    member.answer(id, invited);
}

void Session::leave(Member& member, const Json& id, const Json& params)
{
    model::JsonFields({&params, ""}).refuse_others();
    member.answer(id, Json::object());
    remove(member, "the client closed it");
}

void Session::member_kept(Member& member)
{
    release_all(member);
    notify_others(member, "session.away", {{"member", member.number()}});
    if (is_kept()) events_.kept();
}

void Session::member_back(Member& member)
{
    notify_others(member, "session.back", model::write(member.info()));
}

/// Makes the longest-standing editor the owner when the owner has left.
void Session::find_owner()
{
    const auto has_role = [](MemberRole role) {
        return [role](const auto& member) { return member->role() == role; };
    };
    if (ended_ || std::ranges::any_of(members_, has_role(MemberRole::Owner))) return;
    const auto next = std::ranges::find_if(members_, has_role(MemberRole::Edit));
    if (next == members_.end()) return;
    (*next)->set_role(MemberRole::Owner);
    for (const auto& member : members_) member->notify("session.role", model::write((*next)->info()));
}

void Session::notify_others(const Member& member, const std::string& method, const Json& params)
{
    for (const auto& other : members_)
        if (other.get() != &member) other->notify(method, params);
}

Json Session::describe_members() const
{
    Json members = Json::array();
    for (const auto& member : members_) members.push_back(model::write(member->info()));
    return members;
}

Json Session::describe_sharing(const Member& member) const
{
    return {{"member", member.number()},
            {"role", member_role_names.at(static_cast<std::size_t>(member.role()))},
            {"members", describe_members()},
            {"version", document_.version()}};
}

// The document that the members of a session share, and their holds on it.

void Session::send_document(Member& member, const Json& id, const Json& params)
{
    model::JsonFields({&params, ""}).refuse_others();
    member.answer(
        id,
        {{"version", document_.version()}, {"document", document_.document()}, {"holds", describe_holds()}});
}

void Session::patch(Member& member, const Json& id, const Json& params)
{
    const auto call = model::read<PatchCall>(params);
    holds_.patched(member.number(), call.patch, Holds::Clock::now());
    watch_holds();
    const auto check = [this](const Json& document) { service_.check(document); };
    const bool has_changed = document_.patch(call.patch, call.based_on, check);
    member.answer(id, {{"version", document_.version()}});
    if (has_changed)
        notify_others(member, "session.patched",
                      {{"version", document_.version()},
                       {"patch", call.patch},
                       {"by", member.number()},
                       {"interaction", call.interaction}});
}

void Session::hold(Member& member, const Json& id, const Json& params)
{
    const auto call = model::read<HoldCall>(params);
    const bool is_new = holds_.hold(member.number(), call.what, Holds::Clock::now());
    watch_holds();
    member.answer(id, Json::object());
    if (is_new) notify_others(member, "session.held", {{"what", call.what}, {"by", member.number()}});
}

void Session::release(Member& member, const Json& id, const Json& params)
{
    const auto call = model::read<HoldCall>(params);
    const bool was_held = holds_.release(member.number(), call.what);
    member.answer(id, Json::object());
    if (was_held) notify_others(member, "session.held", {{"what", call.what}, {"by", nullptr}});
}

void Session::release_all(Member& member)
{
    for (const std::string& what : holds_.release_all(member.number()))
        notify_others(member, "session.held", {{"what", what}, {"by", nullptr}});
}

/// Releases forgotten holds after a time.
void Session::watch_holds()
{
    const auto end = holds_.next_end();
    if (!end) {
        holds_timer_.cancel();
        return;
    }
    holds_timer_.expires_at(*end);
    holds_timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& cancelled) {
        const auto self = weak.lock();
        if (cancelled || !self) return;
        for (const std::string& what : self->holds_.release_rested(Holds::Clock::now()))
            for (const auto& member : self->members_)
                member->notify("session.held", {{"what", what}, {"by", nullptr}});
        self->watch_holds();
    });
}

Json Session::describe_holds() const
{
    Json holds = Json::array();
    for (const auto& [what, hold] : holds_.all()) holds.push_back({{"what", what}, {"by", hold.member}});
    return holds;
}

}  // namespace farfield::net
