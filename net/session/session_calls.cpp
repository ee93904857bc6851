// The calls of a session: docs/protocol.md, section 3.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <new>
#include <utility>

#include "model/fields/json_fields.h"
#include "net/message/printable.h"
#include "net/session/session.h"

namespace farfield::net {

namespace asio = boost::asio;

namespace {

/// What an answer takes besides its result: an id of at most 256 bytes, escaped, and the names of members.
constexpr std::uint64_t answer_frame_bytes = 2048;
constexpr std::uint64_t max_page_bytes = max_control_bytes - answer_frame_bytes;

void expect_no_params(const Json& params)
{
    model::JsonFields({&params, ""}).refuse_others();
}

std::uint32_t only_stream(const Json& params)
{
    model::JsonFields fields({&params, ""});
    const std::uint32_t stream = fields["stream"].uint32();
    fields.refuse_others();
    return stream;
}

/// What a program's frames hold, for the log.
std::string counted(const ProgramState& state)
{
    if (state.parts > 0) return fmt::format(", {} lines", state.lines);
    return state.particles > 0 ? fmt::format(", {} particles", state.particles) : "";
}

/// Any exception as the error that answers the call.
RpcError error_of(const std::exception& error)
{
    const auto* rpc = dynamic_cast<const RpcError*>(&error);
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
        return RpcError(RpcCode::Failed, "the node has not enough memory for this");
    return rpc ? *rpc : RpcError(RpcCode::Failed, error.what());
}

}  // namespace

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
        // Calls without an id are not answered, but wait for the worker like any other.
        const auto running = std::max(answers_.running(), worker_->waiting());
        if (running >= max_calls_running)
            throw limit_error("max_calls_running", max_calls_running, running + 1);
        call_memory_ = std::make_shared<const MemoryBudget::Reservation>(
            memory_.calls->reserve_for("this call", call_bytes_per_byte * text_bytes));
        if (!call.id.is_null()) answers_.begin(call.id.dump());
        (this->*method_named(call.method))(call.id, call.params);
    } catch (const std::exception& error) {
        refuse(call.id, error_of(error));
    }
    call_memory_.reset();
}

Session::Method Session::method_named(const std::string& name)
{
    struct Entry {
        std::string_view name;
        Method method;
    };
    static constexpr std::array<Entry, 16> methods{{
        {"session.open", &Session::refuse_again},
        {"session.attach", &Session::refuse_again},
        {"session.close", &Session::close},
        {"dataset.list", &Session::list_datasets},
        {"dataset.open", &Session::open_dataset},
        {"terrain.list", &Session::list_terrains},
        {"terrain.open", &Session::open_terrain},
        {"terrain.sight", &Session::look_over_terrain},
        {"terrain.overlay", &Session::overlay_terrain},
        {"terrain.viewshed_file", &Session::write_viewshed},
        {"program.start", &Session::start_program},
        {"program.update", &Session::update_program},
        {"program.pause", &Session::pause_program},
        {"program.resume", &Session::resume_program},
        {"program.step", &Session::step_program},
        {"program.stop", &Session::stop_program},
    }};
    const auto found = std::ranges::find(methods, name, &Entry::name);
    if (found == methods.end())
        throw RpcError(RpcCode::UnknownMethod, "there is no method '" + printable(name, 60) + "'");
    return found->method;
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
    end("the viewer closed it");
}

// ---- data

void Session::list_datasets(const Json& id, const Json& params)
{
    run_on_worker(id, [&service = service_, call = list_call(params)](const std::stop_token&) {
        return page_of(service.list_datasets(), call, max_page_bytes);
    });
}

void Session::open_dataset(const Json& id, const Json& params)
{
    model::JsonFields fields({&params, ""});
    const std::string name = fields["dataset"].text();
    std::string velocity;
    if (const auto asked = fields["velocity"]) velocity = asked.text();
    fields.refuse_others();
    run_on_worker(id, [&service = service_, name, velocity](const std::stop_token& gone) {
        return to_json(service.open_dataset(name, velocity, gone));
    });
}

void Session::list_terrains(const Json& id, const Json& params)
{
    run_on_worker(id, [&service = service_, call = list_call(params)](const std::stop_token&) {
        return page_of(service.list_terrains(), call, max_page_bytes);
    });
}

void Session::open_terrain(const Json& id, const Json& params)
{
    model::JsonFields fields({&params, ""});
    const std::string name = fields["terrain"].text();
    fields.refuse_others();
    run_on_worker(id, [&service = service_, name](const std::stop_token& gone) {
        return model::to_json(service.open_terrain(name, gone));
    });
}

void Session::look_over_terrain(const Json& id, const Json& params)
{
    run_on_worker(
        id, [&service = service_, call = model::terrain_sight_call(params)](const std::stop_token& gone) {
            return model::to_json(service.look_over_terrain(call, gone));
        });
}

void Session::overlay_terrain(const Json& id, const Json& params)
{
    run_on_worker(id, [&service = service_, parted = parted_,
                       call = model::terrain_overlay_call(params)](const std::stop_token& gone) {
        return model::to_json(parted->overlay.part(
            call, [&] { return model::in_parts(service.terrain_overlay(call.terrain, call.file, gone)); }));
    });
}

void Session::write_viewshed(const Json& id, const Json& params)
{
    run_on_worker(id, [&service = service_, parted = parted_,
                       call = model::viewshed_file_call(params)](const std::stop_token& gone) {
        const auto make = [&] {
            parted->viewshed_memory.reset();
            const MadeFile file = service.viewshed_file(call.terrain, call.viewshed, gone);
            parted->viewshed_memory = file.memory;
            return model::in_parts(file.bytes);
        };
        const model::ViewshedFilePart part = parted->viewshed.part(call, make);
        if (parted->viewshed.is_empty()) parted->viewshed_memory.reset();
        return model::to_json(part);
    });
}

// The session is reached by weak pointers only: were the worker to hold the last strong one, it would have to
// join itself.
void Session::run_on_worker(const Json& id, std::function<Json(const std::stop_token&)> job)
{
    worker_->run([self = weak_from_this(), &io = io_, id, memory = call_memory_,
                  job = std::move(job)](const std::stop_token& gone) {
        Json result;
        std::optional<RpcError> failure;
        try {
            result = job(gone);
        } catch (const std::exception& error) {
            failure = error_of(error);
        }
        asio::post(io, [self, id, result = std::move(result), failure = std::move(failure)] {
            const auto session = self.lock();
            if (!session) return;
            if (failure)
                session->refuse(id, *failure);
            else
                session->answer(id, result);
        });
    });
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
    const ProgramStart start = program_start(params);
    check_room_for(start);
    ++starting_;
    worker_->run([self = weak_from_this(), &io = io_, &service = service_, id, memory = call_memory_,
                  start](const std::stop_token& gone) {
        std::unique_ptr<FrameSource> source;
        std::optional<RpcError> failure;
        try {
            source = service.start_program(start, gone);
            const std::uint64_t bytes = source->state().frame_bytes;
            if (bytes > start.slot_bytes) throw limit_error("slot_bytes", start.slot_bytes, bytes);
        } catch (const std::exception& error) {
            failure = error_of(error);
        }
        asio::post(io, [self, id, start, source = std::move(source), failure = std::move(failure)]() mutable {
            const auto session = self.lock();
            if (!session || session->ended_) return;
            --session->starting_;
            if (failure) return session->refuse(id, *failure);
            session->program_ready(id, std::move(source), start);
        });
    });
}

void Session::program_ready(const Json& id, std::unique_ptr<FrameSource> source, const ProgramStart& start)
{
    try {
        const ProgramState state = streams_->add(std::move(source), start);
        spdlog::info("session {}: stream {}: {} on '{}'{}", name(), state.stream, start.program,
                     printable(start.dataset), counted(state));
        answer(id, to_json(state));
    } catch (const std::exception& error) {
        refuse(id, error_of(error));
    }
}

void Session::update_program(const Json& id, const Json& params)
{
    ProgramUpdate update = program_update(params);
    Stream& stream = streams_->at(update.stream);
    const auto done = [self = weak_from_this(), id, memory = call_memory_](
                          const std::optional<RpcError>& error, const ProgramState& state) {
        const auto session = self.lock();
        if (!session) return;
        if (error)
            session->refuse(id, *error);
        else
            session->answer(id, to_json(state));
    };
    stream.update(std::move(update), done);
}

Stream::Done Session::answer_empty(const Json& id)
{
    return [self = weak_from_this(), id, memory = call_memory_](const std::optional<RpcError>& error,
                                                                const ProgramState&) {
        const auto session = self.lock();
        if (!session) return;
        if (error)
            session->refuse(id, *error);
        else
            session->answer(id, Json::object());
    };
}

void Session::pause_program(const Json& id, const Json& params)
{
    streams_->at(only_stream(params)).pause(answer_empty(id));
}

void Session::resume_program(const Json& id, const Json& params)
{
    streams_->at(only_stream(params)).resume(answer_empty(id));
}

void Session::step_program(const Json& id, const Json& params)
{
    model::JsonFields fields({&params, ""});
    const std::uint32_t stream = fields["stream"].uint32();
    const auto frames = fields["frames"];
    const std::uint32_t count = frames ? frames.uint32({.min = 1}) : 1;
    fields.refuse_others();
    streams_->at(stream).step(count, answer_empty(id));
}

void Session::stop_program(const Json& id, const Json& params)
{
    streams_->remove(only_stream(params));
    answer(id, Json::object());
}

}  // namespace farfield::net
