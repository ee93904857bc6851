#include "net/session/member.h"

#include "model/fields/json_fields.h"
#include "net/message/json_rpc.h"
#include "net/message/printable.h"
#include "net/service/token.h"
#include "net/session/session.h"
#include "net/session/sharing/rights.h"

#include <boost/asio/post.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <utility>

/// A member's connections, the time without them, and its calls.
namespace farfield::net {

std::string EventLog::add(const std::string& method, const Json& params)
{
    std::string text = notification_text(method, params, ++last_);
    bytes_ += text.size();
    texts_.push_back(text);
    while (texts_.size() > max_events_ || bytes_ > max_bytes_) {
        bytes_ -= texts_.front().size();
        texts_.pop_front();
    }
    return text;
}

EventLog::Missed EventLog::after(std::uint64_t heard) const
{
    if (heard > last_)
        throw RpcError(RpcCode::InvalidRequest, "'heard': event " + std::to_string(heard) +
                                                    " has not been; the last one is " +
                                                    std::to_string(last_));
    const std::uint64_t first_kept = last_ - texts_.size() + 1;
    Missed missed;
    missed.is_complete = heard + 1 >= first_kept;
    for (std::uint64_t number = std::max(heard + 1, first_kept); number <= last_; ++number)
        missed.events.push_back(Json::parse(texts_[number - first_kept]));
    return missed;
}

namespace {

constexpr std::size_t secret_bytes = 32;

}  // namespace

SessionSecret::SessionSecret() : current_(random_hex(secret_bytes)) {}

SessionSecret::Match SessionSecret::match(const std::string& shown) const
{
    const bool is_current = same_secret(current_, shown);
    const bool is_previous = !previous_.empty() && same_secret(previous_, shown);
    if (is_current || (is_previous && is_previous_valid_)) return Match::Valid;
    return is_previous ? Match::Taken : Match::Wrong;
}

void SessionSecret::replace()
{
    previous_ = std::exchange(current_, random_hex(secret_bytes));
    is_previous_valid_ = true;
}

namespace asio = boost::asio;

namespace {

/// A member's part of the memory for all calls; enough for two of the longest calls.
std::uint64_t part_of_member(std::uint64_t bytes)
{
    constexpr std::uint64_t enough = 2 * call_bytes_per_byte * max_control_bytes;
    return std::max(bytes / 8, std::min(bytes, enough));
}

}  // namespace

Member::Member(std::shared_ptr<Session> session, MemberNumber number, MemberRole role, const Viewer& viewer)
    : session_(std::move(session)),
      number_(number),
      role_(role),
      viewer_(viewer),
      grace_timer_(session_->io()),
      incoming_(session_->make_incoming_bytes()),
      frames_(std::make_shared<FrameSender>(session_->io(), number,
                                            [this] { session_->streams().check_ended(); })),
      own_calls_(std::make_shared<MemoryBudget>(part_of_member(session_->call_memory().max_bytes()),
                                                "max_call_bytes", "calls of this viewer"))
{
    if (!viewer_.is_acknowledging) viewer_.grace = std::chrono::seconds(0);
}

Member::~Member() = default;

void Member::begin(std::shared_ptr<Connection> control)
{
    control_ = std::move(control);
    notices_ = make_notices();
}

std::shared_ptr<Notices> Member::make_notices()
{
    return std::make_shared<Notices>(session_->name(), [&io = session_->io(), self = weak_from_this()](
                                                           const std::string& method, const Json& params) {
        asio::post(io, [self, method, params] {
            const auto member = self.lock();
            if (member && !member->has_left_) member->notify(method, params);
        });
    });
}

MemberInfo Member::info() const
{
    return {.member = number_, .name = viewer_.label, .role = role_, .here = control_ != nullptr};
}

std::string Member::reached_at() const
{
    return control_ ? control_->local() : std::string();
}

std::string Member::reached_pin() const
{
    return control_ ? control_->pin() : std::string();
}

// The data connection.

void Member::attach(std::shared_ptr<Connection> data)
{
    if (const auto old = std::exchange(data_, nullptr)) old->close("a new data connection takes its place");
    incoming_->end_connection();
    data_ = std::move(data);
    frames_->attach(data_);
}

void Member::upstream(const MessageHeader& header, std::span<const std::byte> payload)
{
    if (const auto fault = frames_->upstream(header, payload)) session_->expel(*this, "malformed: " + *fault);
}

void Member::data_closed(const Connection& data, const std::string& why)
{
    if (data_.get() != &data) return;
    spdlog::info("session {}: data connection lost: {}", session_->name(), why);
    data_.reset();
    frames_->detach();
    session_->streams().check_ended();
    incoming_->end_connection();
}

void Member::close_data_connection(const std::string& why)
{
    if (data_) data_->close(why);
}

/// Closes it, so that it reads no memory of streams; a single connection only cuts its frame, for last words.
void Member::drop_data(const std::string& why)
{
    const auto data = std::exchange(data_, nullptr);
    if (data && viewer_.is_single)
        data->cut_off_frame();
    else if (data)
        data->close(why);
}

void Member::drop_connections(const std::string& why)
{
    drop_data(why);
    frames_->detach();
    session_->streams().check_ended();
    incoming_->end_connection();
}

// The control connection.

void Member::control_closed(const Connection& control, const std::string& why)
{
    if (control_.get() != &control) return;
    if (viewer_.grace > std::chrono::seconds(0))
        keep(why);
    else
        session_->remove(*this, why);
}

/// Keeps the member without its connection: its calls go on, and no frames are made for it.
void Member::keep(const std::string& why)
{
    control_.reset();
    drop_connections("the session's control connection is gone");
    kept_since_ = std::chrono::steady_clock::now();
    if (session_->is_kept())
        spdlog::info("session {} kept for {} s: {}", session_->name(), viewer_.grace.count(), why);
    else
        spdlog::info("session {}: member {} is away: {}", session_->name(), number_, why);
    grace_timer_.expires_after(viewer_.grace);
    grace_timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
        const auto self = weak.lock();
        if (!error && self && self->is_kept())
            self->session_->remove(
                *self, fmt::format("no viewer resumed it within {} s", self->viewer_.grace.count()));
    });
    session_->member_kept(*this);
}

Json Member::resume(const Json& id, const ResumeCall& call, std::shared_ptr<Connection> control,
                    const Viewer& viewer)
{
    if (answers_.state(id) != AnswerStore::State::New)
        throw RpcError(RpcCode::StaleCall, "a resume is a new call: its id has been used",
                       {{"id", id}, {"forgotten", nullptr}});
    const EventLog::Missed missed = event_log_.after(call.heard);
    answers_.begin(id);
    if (const auto old = std::exchange(control_, nullptr)) {
        old->send_control(
            notification_text("session.taken", {{"by", viewer.name}, {"from", control->peer()}}));
        old->close_when_sent("another connection has resumed the session");
    }
    drop_connections("the session goes on with other connections");
    grace_timer_.cancel();
    control_ = std::move(control);
    viewer_.name = viewer.name;
    viewer_.label = viewer.label;
    viewer_.is_single = viewer.is_single;
    secret_.replace();
    answers_.forget_up_to(clamped_id(call.answered));
    spdlog::info("session {} resumed by {}", session_->name(), viewer.name);
    session_->member_back(*this);
    Json result{{"resumed", true}, {"events", missed.events}, {"streams", session_->describe_streams(*this)}};
    if (!missed.is_complete) result["events_lost"] = true;
    // The programs' rakes may exceed the size of a message: the viewer has them anyway.
    if (result.dump().size() > max_result_bytes / 2)
        for (Json& program : result["streams"]) program.erase("start"), program.erase("state");
    return result;
}

// The end.

void Member::shut_down(const std::string& message, bool node_ends)
{
    if (!control_) return;
    Json params{{"message", message}};
    if (node_ends) params["node_ends"] = true;
    control_->send_control(notification_text("session.ended", params));
    control_->close_when_sent(message);
}

void Member::leave(const std::string& why)
{
    if (std::exchange(has_left_, true)) return;
    notices_->end();
    grace_timer_.cancel();
    drop_data("the session has ended");
    frames_->detach();
    if (control_) control_->close_when_sent(why);
    control_.reset();
}

// The calls of a member, from their text to the answer. Calls on the shared session are in session.cpp.

namespace {

constexpr std::size_t max_error_bytes = 2000;

}  // namespace

// Calls.

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

// Answers.

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
