#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <utility>

#include "model/fields/json_fields.h"
#include "net/message/printable.h"
#include "net/session/session.h"
#include "net/session/sharing/rights.h"

/// The programs of a session, and the members' use of them.
namespace farfield::net {
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

// ---- calls

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

// ---- what streams report

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

}  // namespace farfield::net
