#include "net/session/member.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <utility>

#include "model/fields/json_fields.h"
#include "net/message/printable.h"
#include "net/session/session.h"
#include "net/session/sharing/rights.h"

/// The calls of a member, from their text to the answer. Calls on the shared session are in session*.cpp.
namespace farfield::net {

namespace {

constexpr std::size_t max_error_bytes = 2000;

}  // namespace

// ---- calls

void Member::call(std::string_view text)
{
    if (has_left_) return;
    secret_.confirm();
    const auto parsed = parse_call(text);
    if (const auto* refusal = std::get_if<RpcRefusal>(&parsed))
        return control_->send_control(error_text(refusal->id, refusal->error));
    const auto& call = std::get<RpcCall>(parsed);
    ++counts_.received;
    if (call.answered) answers_.forget_up_to(*call.answered);
    switch (call.id.is_null() ? AnswerStore::State::New : answers_.state(call.id)) {
    case AnswerStore::State::New:
        return run(call, text.size());
    case AnswerStore::State::Running:
        return drop_bytes_of(call);
    case AnswerStore::State::Answered:
        ++counts_.stored;
        drop_bytes_of(call);
        return control_->send_control(answers_.answer(call.id));
    case AnswerStore::State::Stale:
        drop_bytes_of(call);
        return refuse_stale(call.id);
    }
}

/// Refuses a call that may have been run before: it is not run again, and its answer is not known any more.
void Member::refuse_stale(const Json& id)
{
    ++counts_.refused;
    const auto mark = answers_.forgotten();
    const Json forgotten = id.is_number() && mark ? Json(*mark) : Json(nullptr);
    control_->send_control(error_text(
        id, RpcError(RpcCode::StaleCall, "stale call: its id is not new, and its answer is not kept any more",
                     {{"id", id}, {"forgotten", forgotten}})));
}

void Member::run(const RpcCall& call, std::size_t text_bytes)
{
    bool is_begun = false;
    try {
        check_room_for(call.method, text_bytes);
        if (!call.id.is_null()) answers_.begin(call.id);
        is_begun = true;
        dispatch(call);
    } catch (const std::exception& error) {
        drop_bytes_of(call);
        refuse(call.id, error_of(error));
    }
    ++(is_begun ? counts_.run : counts_.refused);
    call_memory_.reset();
}

/// Checks the limits for one more call. Calls answered at once take no room, so they are never refused.
void Member::check_room_for(const std::string& method, std::size_t text_bytes)
{
    const bool is_known = method_named(method) != nullptr || Session::method_named(method) != nullptr;
    const bool is_for_service = !is_known || method == "program.start";
    if (!is_for_service && method != "program.update") return;
    if (is_for_service) {
        // Calls without an id are not answered, but wait for the service like others.
        const auto running = std::max(answers_.running(), session_->calls().unanswered(number_));
        if (running >= max_calls_running)
            throw busy_error("max_calls_running", max_calls_running, running + 1);
    }
    const std::uint64_t bytes = call_bytes_per_byte * text_bytes;
    using Both = std::pair<MemoryBudget::Reservation, MemoryBudget::Reservation>;
    call_memory_ = std::make_shared<const Both>(own_calls_->reserve_for("this call", bytes),
                                                session_->call_memory().reserve_for("this call", bytes));
}

void Member::dispatch(const RpcCall& call)
{
    check_right(role_, call.method);
    if (role_ == MemberRole::Watch) session_->check_for_watching(call.params);
    if (const Method method = method_named(call.method)) return (this->*method)(call.id, call.params);
    if (const auto method = Session::method_named(call.method))
        return (*session_.*method)(*this, call.id, call.params);
    ask_service(call);
}

/// The member's own method; null: the session or its service may know the name.
Member::Method Member::method_named(const std::string& name)
{
    const auto found = std::ranges::find(methods(), name, &Entry::name);
    return found == methods().end() ? nullptr : found->method;
}

std::span<const Member::Entry> Member::methods()
{
    static constexpr std::array<Entry, 5> all{{
        {"session.open", &Member::refuse_again},
        {"session.attach", &Member::refuse_again},
        {"session.cancel", &Member::cancel},
        {"session.answered", &Member::forget_answers},
        {"session.dial", &Member::dial},
    }};
    return all;
}

std::vector<std::string> Member::method_names()
{
    std::vector<std::string> names;
    for (const Entry& entry : methods()) names.emplace_back(entry.name);
    return names;
}

void Member::refuse_again(const Json&, const Json&)
{
    throw RpcError(RpcCode::InvalidRequest,
                   "this connection is a session's control connection already: session.open "
                   "and session.attach are the first call of a connection");
}

void Member::dial(const Json& id, const Json& params)
{
    model::JsonFields({&params, ""}).refuse_others();
    session_->dial_viewer();
    answer(id, Json::object());
}

void Member::forget_answers(const Json& id, const Json& params)
{
    answers_.forget_up_to(clamped_id(model::read<AnsweredCall>(params).up_to));
    answer(id, Json::object());
}

void Member::cancel(const Json& id, const Json& params)
{
    session_->calls().cancel(number_, params);
    answer(id, Json::object());
}

ServiceCalls::Caller Member::as_caller() const
{
    return {.member = number_, .notices = notices_};
}

void Member::ask_service(const RpcCall& call)
{
    const auto done = [self = weak_from_this(), id = call.id, memory = call_memory_](
                          const std::optional<RpcError>& failure, const CallResult& result) {
        const auto member = self.lock();
        if (!member) return;
        if (failure)
            member->refuse(id, *failure);
        else
            member->answer_with_bytes(id, result);
    };
    if (call.params.contains("bytes"))
        ask_with_bytes(call, done);
    else
        session_->calls().run(as_caller(), call.id, call.method, {.params = call.params}, done);
}

/// Asks the service once the call's bytes are there.
void Member::ask_with_bytes(const RpcCall& call, ServiceCalls::Done done)
{
    Json params = call.params;
    const std::uint64_t bytes = take_announced(params);
    const std::uint32_t number = expect_block_number(call.id);
    expect_data_connection();
    auto arrived = [self = weak_from_this(), id = call.id, name = call.method, params = std::move(params),
                    done = std::move(done)](const std::optional<RpcError>& failure, SharedBytes&& sent) {
        const auto member = self.lock();
        if (!member || member->has_left_) return;
        if (failure) return done(failure, {});
        member->session_->calls().run(member->as_caller(), id, name,
                                      {.params = params, .bytes = std::move(sent)}, done);
    };
    incoming_->expect(number, bytes, std::move(arrived));
}

void Member::drop_bytes_of(const RpcCall& call)
{
    const auto number = block_number(call.id);
    if (number && call.params.contains("bytes")) incoming_->drop(*number);
}

void Member::expect_data_connection() const
{
    if (!data_)
        throw RpcError(RpcCode::InvalidRequest,
                       "the bytes of a call travel on the data connection: there is none");
}

// ---- answers

void Member::answer_opening(const Json& id, const Json& result)
{
    if (!id.is_null() && answers_.state(id) == AnswerStore::State::New) answers_.begin(id);
    answer(id, result);
}

void Member::answer(const Json& id, const Json& result)
{
    send_answer(id, answer_text(id, result));
}

void Member::answer_with_bytes(const Json& id, const CallResult& result)
{
    if (result.bytes.size == 0) return answer(id, result.result);
    if (id.is_null()) return;
    try {
        const std::uint32_t number = expect_block_number(id);
        expect_data_connection();
        SharedBytes bytes = counted_bytes(result.bytes, session_->call_bytes(), "max_frame_bytes");
        Json json = result.result;
        json["bytes"] = bytes.size;
        send_answer(id, answer_text(id, json));
        frames_->send_bytes(number, std::move(bytes));
    } catch (const std::exception& error) {
        refuse(id, error_of(error));
    }
}

void Member::refuse(const Json& id, const RpcError& error)
{
    // The text is one line, and bounded, whatever length the viewer sent.
    send_answer(id,
                error_text(id, RpcError(error.code, printable(error.what(), max_error_bytes), error.data)));
}

void Member::send_answer(const Json& id, const std::string& text)
{
    if (id.is_null()) return;  // a notification
    answers_.finish(id, text);
    if (control_) control_->send_control(text);
}

Stream::Done Member::answer_later(const Json& id, Done done)
{
    return [self = weak_from_this(), id, memory = call_memory_,
            done = std::move(done)](const std::optional<RpcError>& error, const Json& result) {
        const auto member = self.lock();
        if (!member) return;
        if (error) return member->refuse(id, *error);
        if (done) done(result);
        member->answer(id, result);
    };
}

void Member::notify(const std::string& method, const Json& params)
{
    const std::string text = event_log_.add(method, params);
    if (control_) control_->send_control(text);
}

}  // namespace farfield::net
