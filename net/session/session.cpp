#include "net/session/session.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <utility>

#include "net/message/printable.h"

namespace farfield::net {

namespace asio = boost::asio;

Session::Session(asio::io_context& io, Service& service, const NodeLimits& limits,
                 std::chrono::milliseconds timeout, const ServerMemory& memory, std::string id)
    : io_(io),
      service_(service),
      limits_(limits),
      memory_(memory),
      id_(std::move(id)),
      grace_timer_(io),
      call_bytes_(std::make_shared<MemoryBudget>(limits.max_frame_bytes)),
      incoming_(std::make_shared<IncomingBytes>(io, call_bytes_, memory.calls, timeout))
{}

void Session::begin(std::shared_ptr<Connection> control, Events events, const Viewer& viewer)
{
    control_ = std::move(control);
    events_ = std::move(events);
    opener_ = viewer.name;
    grace_ = viewer.is_acknowledging ? viewer.grace : std::chrono::seconds(0);
    is_single_ = viewer.is_single;
    const auto self = weak_from_this();
    const auto finished = [self] {
        if (const auto session = self.lock()) session->post_when_finished();
    };
    notices_ = make_notices();
    calls_ = std::make_unique<ServiceCalls>(io_, service_, notices_, finished);
    const auto ended = [self](std::uint32_t stream, const Stream::End& end) {
        if (const auto session = self.lock()) session->stream_ended(stream, end);
    };
    streams_ = std::make_shared<StreamSet>(io_, *memory_.streams, viewer.is_acknowledging, notices_,
                                           StreamSet::Events{.ended = ended, .all_finished = finished});
}

std::shared_ptr<Notices> Session::make_notices()
{
    return std::make_shared<Notices>(
        name(), [&io = io_, self = weak_from_this()](const std::string& method, const Json& params) {
            asio::post(io, [self, method, params] {
                const auto session = self.lock();
                if (session && !session->ended_) session->notify(method, params);
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
    calls_->start(id, start, started);
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
        programs_.add(started["stream"].get<std::uint32_t>(), start, started);
        answer(id, started);
    } catch (const std::exception& error) {
        refuse(id, error_of(error));
    }
}

void Session::update_program(const Json& id, const Json& params)
{
    auto update = model::read<ProgramUpdate>(params);
    Stream& stream = streams_->at(update.stream);
    const auto note = [update](Session& session, const Json& state) {
        session.programs_.update(update, state);
    };
    stream.update(std::move(update), answer_later(id, note));
}

Stream::Done Session::answer_later(const Json& id, std::function<void(Session&, const Json&)> done)
{
    return [self = weak_from_this(), id, memory = call_memory_,
            done = std::move(done)](const std::optional<RpcError>& error, const Json& result) {
        const auto session = self.lock();
        if (!session) return;
        if (error) return session->refuse(id, *error);
        if (done) done(*session, result);
        session->answer(id, result);
    };
}

void Session::pause_program(const Json& id, const Json& params)
{
    const auto stream = model::read<StreamCall>(params).stream;
    const auto note = [stream](Session& session, const Json&) { session.programs_.pause(stream, true); };
    streams_->at(stream).pause(answer_later(id, note));
}

void Session::resume_program(const Json& id, const Json& params)
{
    const auto stream = model::read<StreamCall>(params).stream;
    const auto note = [stream](Session& session, const Json&) { session.programs_.pause(stream, false); };
    streams_->at(stream).resume(answer_later(id, note));
}

void Session::step_program(const Json& id, const Json& params)
{
    const auto step = model::read<ProgramStep>(params);
    streams_->at(step.stream).step(step.frames, answer_later(id));
}

void Session::stop_program(const Json& id, const Json& params)
{
    const auto stream = model::read<StreamCall>(params).stream;
    streams_->remove(stream);
    programs_.remove(stream);
    answer(id, Json::object());
}

// ---- the end

void Session::control_closed(const Connection& control, const std::string& why)
{
    if (control_.get() != &control) return;
    if (grace_ > std::chrono::seconds(0))
        keep(why);
    else
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
    grace_timer_.cancel();
    drop_data("the session has ended");
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
