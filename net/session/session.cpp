#include "net/session/session.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <utility>

#include "model/fields/json_fields.h"
#include "net/message/printable.h"

namespace farfield::net {

namespace asio = boost::asio;

namespace {
constexpr std::size_t max_error_bytes = 2000;

void expect_no_params(const Json& params)
{
    model::JsonFields({&params, ""}).refuse_others();
}

}  // namespace

Session::Session(asio::io_context& io, Service& service, const NodeLimits& limits,
                 std::chrono::milliseconds timeout, const ServerMemory& memory, std::string id,
                 std::string secret)
    : io_(io),
      service_(service),
      limits_(limits),
      memory_(memory),
      id_(std::move(id)),
      secret_(std::move(secret)),
      call_bytes_(std::make_shared<MemoryBudget>(limits.max_frame_bytes)),
      incoming_(std::make_shared<IncomingBytes>(io, call_bytes_, memory.calls, timeout))
{}

void Session::begin(std::shared_ptr<Connection> control, Events events, std::string opener)
{
    control_ = std::move(control);
    events_ = std::move(events);
    opener_ = std::move(opener);
    const auto self = weak_from_this();
    const auto finished = [self] {
        if (const auto session = self.lock()) session->post_when_finished();
    };
    notices_ = make_notices();
    calls_ = std::make_unique<ServiceCalls>(io_, service_, notices_, finished);
    const auto ended = [self](std::uint32_t stream, const Stream::End& end) {
        if (const auto session = self.lock()) session->stream_ended(stream, end);
    };
    streams_ = std::make_shared<StreamSet>(io_, *memory_.streams, notices_,
                                           StreamSet::Events{.ended = ended, .all_finished = finished});
}

std::shared_ptr<Notices> Session::make_notices()
{
    return std::make_shared<Notices>(name(), [&io = io_, self = weak_from_this()](const std::string& text) {
        asio::post(io, [self, text] {
            const auto session = self.lock();
            if (session && session->control_) session->control_->send_control(text);
        });
    });
}

// ---- the data connection

void Session::attach(std::shared_ptr<Connection> data)
{
    if (const auto old = std::exchange(data_, nullptr)) old->close("a new data connection takes its place");
    incoming_->end_connection();
    data_ = std::move(data);
    streams_->attach(data_);
}

void Session::upstream(const MessageHeader& header, std::span<const std::byte> payload)
{
    if (const auto fault = streams_->upstream(header, payload)) shut_down("malformed: " + *fault);
}

void Session::data_closed(const Connection& data, const std::string& why)
{
    if (data_.get() != &data) return;
    spdlog::info("session {}: data connection lost: {}", name(), why);
    data_.reset();
    streams_->detach();
    incoming_->end_connection();
}

// ---- calls

void Session::call(std::string_view text)
{
    if (ended_) return;
    const auto parsed = parse_call(text);
    if (const auto* refusal = std::get_if<RpcRefusal>(&parsed))
        return control_->send_control(error_text(refusal->id, refusal->error));
    const auto& call = std::get<RpcCall>(parsed);
    const std::string key = call.id.dump();
    if (const std::string* answered = answers_.find(key)) return control_->send_control(*answered);
    if (!answers_.is_running(key)) run(call, text.size());
}

void Session::run(const RpcCall& call, std::size_t text_bytes)
{
    try {
        // Calls without an id are not answered, but wait for the service like any other.
        const auto running = std::max(answers_.running(), calls_->waiting());
        if (running >= max_calls_running)
            throw limit_error("max_calls_running", max_calls_running, running + 1);
        call_memory_ = std::make_shared<const MemoryBudget::Reservation>(
            memory_.calls->reserve_for("this call", call_bytes_per_byte * text_bytes));
        if (!call.id.is_null()) answers_.begin(call.id.dump());
        if (const Method method = method_named(call.method))
            (this->*method)(call.id, call.params);
        else
            ask_service(call);
    } catch (const std::exception& error) {
        drop_bytes_of(call);
        refuse(call.id, error_of(error));
    }
    call_memory_.reset();
}

/// Null: the service may know it.
Session::Method Session::method_named(const std::string& name)
{
    struct Entry {
        std::string_view name;
        Method method;
    };
    static constexpr std::array<Entry, 9> methods{{
        {"session.open", &Session::refuse_again},
        {"session.attach", &Session::refuse_again},
        {"session.close", &Session::close},
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

void Session::close(const Json& id, const Json& params)
{
    expect_no_params(params);
    answer(id, Json::object());
    const auto control = control_;
    control->close_when_sent("the viewer closed the session");
    end("the client closed it");
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
        calls_->run(call.method, {.params = call.params}, done);
}

/// Once the bytes are there.
void Session::ask_with_bytes(const RpcCall& call, ServiceCalls::Done done)
{
    Json params = call.params;
    const std::uint64_t bytes = take_announced(params);
    const std::uint32_t number = expect_block_number(call.id);
    expect_data_connection();
    auto arrived = [self = weak_from_this(), name = call.method, params = std::move(params),
                    done = std::move(done)](const std::optional<RpcError>& failure, SharedBytes&& sent) {
        const auto session = self.lock();
        if (!session || session->ended_) return;
        if (failure) return done(failure, {});
        session->calls_->run(name, {.params = params, .bytes = std::move(sent)}, done);
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

// ---- programs

void Session::check_room_for(const ProgramStart& start) const
{
    const std::size_t streams = streams_->size() + starting_ + 1;
    if (streams > limits_.max_streams) throw limit_error("max_streams", limits_.max_streams, streams);
    // Streams that were stopped while they compute a long frame still use a thread.
    if (streams_->leaving() >= limits_.max_streams)
        throw limit_error("max_streams", limits_.max_streams, streams + streams_->leaving());
    if (start.slot_bytes > limits_.max_frame_bytes)
        throw limit_error("max_frame_bytes", limits_.max_frame_bytes, start.slot_bytes);
}

void Session::start_program(const Json& id, const Json& params)
{
    auto start = model::read<ProgramStart>(params);
    start.client = name() + " " + opener_;
    check_room_for(start);
    ++starting_;
    const auto started = [self = weak_from_this(), id, memory = call_memory_,
                          start](const std::optional<RpcError>& failure, std::unique_ptr<Program> program) {
        const auto session = self.lock();
        if (!session || session->ended_) return;
        --session->starting_;
        if (failure) return session->refuse(id, *failure);
        session->program_ready(id, std::move(program), start);
    };
    calls_->start(start, started);
}

void Session::program_ready(const Json& id, std::unique_ptr<Program> program, const ProgramStart& start)
{
    try {
        const Json started = streams_->add(std::move(program), start);
        if (!std::exchange(is_logged_, true)) spdlog::info("session {} opened by {}", name(), opener_);
        const std::string dataset =
            start.dataset.empty() ? "" : fmt::format(" on '{}'", printable(start.dataset));
        spdlog::info("session {}: stream {}: {}{}, frames of up to {} bytes", name(),
                     started["stream"].get<std::uint32_t>(), printable(start.program, 60), dataset,
                     started["frame_bytes"].get<std::uint64_t>());
        answer(id, started);
    } catch (const std::exception& error) {
        refuse(id, error_of(error));
    }
}

void Session::update_program(const Json& id, const Json& params)
{
    auto update = model::read<ProgramUpdate>(params);
    Stream& stream = streams_->at(update.stream);
    stream.update(std::move(update), answer_later(id));
}

Stream::Done Session::answer_later(const Json& id)
{
    return [self = weak_from_this(), id, memory = call_memory_](const std::optional<RpcError>& error,
                                                                const Json& result) {
        const auto session = self.lock();
        if (!session) return;
        if (error)
            session->refuse(id, *error);
        else
            session->answer(id, result);
    };
}

void Session::pause_program(const Json& id, const Json& params)
{
    streams_->at(model::read<StreamCall>(params).stream).pause(answer_later(id));
}

void Session::resume_program(const Json& id, const Json& params)
{
    streams_->at(model::read<StreamCall>(params).stream).resume(answer_later(id));
}

void Session::step_program(const Json& id, const Json& params)
{
    const auto step = model::read<ProgramStep>(params);
    streams_->at(step.stream).step(step.frames, answer_later(id));
}

void Session::stop_program(const Json& id, const Json& params)
{
    streams_->remove(model::read<StreamCall>(params).stream);
    answer(id, Json::object());
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
        answers_.forget(id.dump());
        if (control_) control_->send_control(answer_text(id, json));
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
    answers_.finish(id.dump(), text);
    if (control_) control_->send_control(text);
}

void Session::stream_ended(std::uint32_t stream, const Stream::End& end)
{
    if (end.failed) spdlog::warn("session {}: stream {} failed: {}", name(), stream, end.message);
    if (!control_) return;
    control_->send_control(notification_text(
        "program.ended",
        {{"stream", stream}, {"reason", end.failed ? "failed" : "finished"}, {"message", end.message}}));
}

// ---- the end

void Session::control_closed(const std::string& why)
{
    end(why);
}

void Session::shut_down(const std::string& message)
{
    if (control_) {
        control_->send_control(notification_text("session.ended", {{"message", message}}));
        control_->close_when_sent(message);
    }
    end(message);
}

void Session::end(const std::string& why)
{
    if (std::exchange(ended_, true)) return;
    notices_->end();
    spdlog::log(is_logged_ ? spdlog::level::info : spdlog::level::debug, "session {} ended: {}", name(), why);
    if (data_) data_->close("the session has ended");
    data_.reset();
    control_.reset();
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
