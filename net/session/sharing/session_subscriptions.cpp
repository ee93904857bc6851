#include <algorithm>
#include <utility>

#include "model/fields/json_fields.h"
#include "net/session/session.h"
#include "net/session/sharing/rights.h"

/// The streams of a session that several members have.
namespace farfield::net {

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

}  // namespace farfield::net
