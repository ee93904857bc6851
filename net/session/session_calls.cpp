#include "net/session/session.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <utility>

#include "model/fields/json_fields.h"
#include "net/message/printable.h"

/// The calls of a session, from their text to the answer. Those on its programs are in session.cpp.
namespace farfield::net {

namespace {

constexpr std::size_t max_error_bytes = 2000;

void expect_no_params(const Json& params)
{
    model::JsonFields({&params, ""}).refuse_others();
}

}  // namespace

// ---- calls

void Session::call(std::string_view text)
{
    if (ended_) return;
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

/// It may have been run, so it is not run again; what it answered is not known any more.
void Session::refuse_stale(const Json& id)
{
    ++counts_.refused;
    const auto mark = answers_.forgotten();
    const Json forgotten = id.is_number() && mark ? Json(*mark) : Json(nullptr);
    control_->send_control(error_text(
        id, RpcError(RpcCode::StaleCall, "stale call: its id is not new, and its answer is not kept any more",
                     {{"id", id}, {"forgotten", forgotten}})));
}

void Session::run(const RpcCall& call, std::size_t text_bytes)
{
    bool is_begun = false;
    try {
        // Calls without an id are not answered, but wait for the service like any other.
        const auto running = std::max(answers_.running(), calls_->waiting());
        if (running >= max_calls_running)
            throw limit_error("max_calls_running", max_calls_running, running + 1);
        call_memory_ = std::make_shared<const MemoryBudget::Reservation>(
            memory_.calls->reserve_for("this call", call_bytes_per_byte * text_bytes));
        if (!call.id.is_null()) answers_.begin(call.id);
        is_begun = true;
        if (const Method method = method_named(call.method))
            (this->*method)(call.id, call.params);
        else
            ask_service(call);
    } catch (const std::exception& error) {
        drop_bytes_of(call);
        refuse(call.id, error_of(error));
    }
    ++(is_begun ? counts_.run : counts_.refused);
    call_memory_.reset();
}

/// Null: the service may know it.
Session::Method Session::method_named(const std::string& name)
{
    struct Entry {
        std::string_view name;
        Method method;
    };
    static constexpr std::array<Entry, 12> methods{{
        {"session.open", &Session::refuse_again},
        {"session.attach", &Session::refuse_again},
        {"session.close", &Session::close},
        {"session.cancel", &Session::cancel},
        {"session.answered", &Session::forget_answers},
        {"node.stats", &Session::report_stats},
        {"program.start", &Session::start_program},
        {"program.update", &Session::update_program},
        {"program.pause", &Session::pause_program},
        {"program.resume", &Session::resume_program},
        {"program.step", &Session::step_program},
        {"program.stop", &Session::stop_program},
    }};
    const auto found = std::ranges::find(methods, name, &Entry::name);
    return found == methods.end() ? nullptr : found->method;
}

void Session::refuse_again(const Json&, const Json&)
{
    throw RpcError(RpcCode::InvalidRequest,
                   "this connection is a session's control connection already: session.open "
                   "and session.attach are the first call of a connection");
}

void Session::forget_answers(const Json& id, const Json& params)
{
    answers_.forget_up_to(clamped_id(model::read<AnsweredCall>(params).up_to));
    answer(id, Json::object());
}

void Session::report_stats(const Json& id, const Json& params)
{
    expect_no_params(params);
    answer(id, model::write(events_.stats()));
}

void Session::close(const Json& id, const Json& params)
{
    expect_no_params(params);
    answer(id, Json::object());
    const auto control = control_;
    control->close_when_sent("the viewer closed the session");
    end("the client closed it");
}

void Session::cancel(const Json& id, const Json& params)
{
    calls_->cancel(params);
    answer(id, Json::object());
}

void Session::ask_service(const RpcCall& call)
{
    const auto done = [self = weak_from_this(), id = call.id, memory = call_memory_](
                          const std::optional<RpcError>& failure, const CallResult& result) {
        const auto session = self.lock();
        if (!session) return;
        if (failure)
            session->refuse(id, *failure);
        else
            session->answer_with_bytes(id, result);
    };
    if (call.params.contains("bytes"))
        ask_with_bytes(call, done);
    else
        calls_->run(call.id, call.method, {.params = call.params}, done);
}

/// Once the bytes are there.
void Session::ask_with_bytes(const RpcCall& call, ServiceCalls::Done done)
{
    Json params = call.params;
    const std::uint64_t bytes = take_announced(params);
    const std::uint32_t number = expect_block_number(call.id);
    expect_data_connection();
    auto arrived = [self = weak_from_this(), id = call.id, name = call.method, params = std::move(params),
                    done = std::move(done)](const std::optional<RpcError>& failure, SharedBytes&& sent) {
        const auto session = self.lock();
        if (!session || session->ended_) return;
        if (failure) return done(failure, {});
        session->calls_->run(id, name, {.params = params, .bytes = std::move(sent)}, done);
    };
    incoming_->expect(number, bytes, std::move(arrived));
}

void Session::drop_bytes_of(const RpcCall& call)
{
    const auto number = block_number(call.id);
    if (number && call.params.contains("bytes")) incoming_->drop(*number);
}

void Session::expect_data_connection() const
{
    if (!data_)
        throw RpcError(RpcCode::InvalidRequest,
                       "the bytes of a call travel on the data connection: there is none");
}

// ---- answers

void Session::answer(const Json& id, const Json& result)
{
    send_answer(id, answer_text(id, result));
}

void Session::answer_with_bytes(const Json& id, const CallResult& result)
{
    if (result.bytes.size == 0) return answer(id, result.result);
    if (id.is_null()) return;
    try {
        const std::uint32_t number = expect_block_number(id);
        expect_data_connection();
        SharedBytes bytes = counted_bytes(result.bytes, *call_bytes_, "max_frame_bytes");
        Json json = result.result;
        json["bytes"] = bytes.size;
        send_answer(id, answer_text(id, json));
        streams_->send_bytes(number, std::move(bytes));
    } catch (const std::exception& error) {
        refuse(id, error_of(error));
    }
}

void Session::refuse(const Json& id, const RpcError& error)
{
    // One line, and no echo of whatever length the viewer sent.
    send_answer(id,
                error_text(id, RpcError(error.code, printable(error.what(), max_error_bytes), error.data)));
}

void Session::send_answer(const Json& id, const std::string& text)
{
    if (id.is_null()) return;  // a notification
    answers_.finish(id, text);
    if (control_) control_->send_control(text);
}

void Session::stream_ended(std::uint32_t stream, const Stream::End& end)
{
    if (end.failed) spdlog::warn("session {}: stream {} failed: {}", name(), stream, end.message);
    if (ended_) return;
    notify("program.ended",
           {{"stream", stream}, {"reason", end.failed ? "failed" : "finished"}, {"message", end.message}});
}

void Session::notify(const std::string& method, const Json& params)
{
    const std::string text = event_log_.add(method, params);
    if (control_) control_->send_control(text);
}

}  // namespace farfield::net
