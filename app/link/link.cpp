#include "app/link/link.h"

#include <exception>
#include <utility>

#include "model/fields/json_fields.h"
#include "net/client/reach/known_nodes.h"

namespace farfield::app {

namespace {

/// Connects a client. Where the node no longer has the claimed session, opens a new one.
std::shared_ptr<net::Client> make_client(net::ClientSettings settings, const net::ClientEvents& events)
{
    if (settings.claim) {
        try {
            return std::make_shared<net::Client>(settings, events);
        } catch (const net::RpcError& refusal) {
            if (refusal.code != net::RpcCode::NotFound) throw;
            settings.claim.reset();
        }
    }
    return std::make_shared<net::Client>(settings, events);
}

}  // namespace

Link::Link(Executor& executor, Events events)
    : executor_(executor),
      events_(std::move(events)),
      worker_([this](const std::stop_token& stop) { worker_tasks_.run_until(stop); })
{}

Link::~Link()
{
    ++attempt_;
    opening_.request_stop();
    drop_client();
}

/// Posts a task, which is skipped once this link has been destroyed.
void Link::post(Task task)
{
    executor_.post([alive = std::weak_ptr(alive_), task = std::move(task)] {
        if (alive.lock()) task();
    });
}

std::uint64_t Link::begin_attempt(const net::ClientSettings& settings)
{
    opening_.request_stop();
    opening_ = std::stop_source();
    settings_ = settings;
    settings_.cancelled = opening_.get_token();
    is_interrupted_ = may_return_ = false;
    const auto attempt = ++attempt_;
    set_state(State::Connecting);  // first, so that rings are detached
    drop_client();
    return attempt;
}

void Link::ask(const net::ClientSettings& node, const std::string& method, const net::Json& params,
               Answer done)
{
    const auto attempt = begin_attempt(node);
    run_on_worker([this, attempt, settings = settings_, method, params, done = std::move(done)] {
        std::optional<net::RpcError> error;
        net::Json result;
        try {
            result = net::call_alone(settings, method, params);
        } catch (const std::exception& fault) {
            error = net::error_of(fault, net::RpcCode::Failed);
        }
        post([this, attempt, done, error, result] {
            if (attempt != attempt_) return;
            set_state(State::Idle);
            done(error, result);
        });
    });
}

void Link::connect_to(const net::ClientSettings& settings)
{
    const auto attempt = begin_attempt(settings);
    run_on_worker([this, attempt, settings = settings_] {
        std::shared_ptr<net::Client> client;
        Failure failure;
        try {
            client = make_client(settings, events_of(attempt));
        } catch (const net::RpcError& refusal) {
            failure = {.why = refusal.what(), .is_refusal = true};
        } catch (const net::NotTrusted& refusal) {
            failure = {.why = refusal.what(), .is_refusal = true};
        } catch (const std::exception& fault) {
            failure = {.why = fault.what(), .is_refusal = false};
        }
        // The receiver empties the holder: a client destroyed through a copy kept here or there would block
        // the front end's thread at the session's end.
        auto holder = std::make_shared<std::shared_ptr<net::Client>>(std::move(client));
        post([this, attempt, holder = std::move(holder), failure] {
            adopt(attempt, std::move(*holder), failure);
        });
    });
}

void Link::leave_running()
{
    if (client_) run_on_worker([client = client_] { client->leave_running(); });
    is_leaving_ = true;  // programs that are dropped with the connection are not stopped
    disconnect();
    is_leaving_ = false;
}

void Link::disconnect()
{
    ++attempt_;
    opening_.request_stop();
    set_state(State::Idle);
    drop_client();
}

net::Json Link::session() const
{
    return client_ ? client_->session() : net::Json();
}

bool Link::has_feature(std::string_view name) const
{
    const net::Json opened = session();
    const auto features = opened.is_object() ? opened.find("features") : opened.end();
    return opened.is_object() && features != opened.end() && features->is_array() &&
           std::ranges::find(*features, name) != features->end();
}

std::uint64_t Link::session_limit(const char* name, std::uint64_t otherwise) const
{
    const auto said = session();
    const auto limits = said.is_object() ? said.find("limits") : said.end();
    return limits == said.end() ? otherwise : model::number_or(*limits, name, otherwise);
}

net::LinkFigures Link::figures() const
{
    return client_ ? client_->link() : net::LinkFigures{};
}

std::int64_t Link::call(const std::string& method, net::Json params, Answer answer)
{
    if (!client_ || is_leaving_) return 0;
    if (events_.answered)
        answer = [this, method, params, answer = std::move(answer)](const auto& error,
                                                                    const net::Json& result) {
            if (!error) events_.answered(method, params, result);
            answer(error, result);
        };
    const auto number = std::make_shared<std::int64_t>();  // set before the answer is taken
    *number = client_->call_async(
        method, std::move(params),
        [this, alive = std::weak_ptr(alive_), &executor = executor_, attempt = attempt_, number,
         answer = std::move(answer)](std::optional<net::RpcError> error, const net::Json& result) {
            executor.post([this, alive, attempt, number, answer, error = std::move(error), result] {
                if (alive.lock()) take_answer(attempt, *number, answer, error, result);
            });
        });
    waiting_calls_.push_back({*number, method, net::now_ns()});
    return *number;
}

void Link::cancel(std::int64_t call)
{
    if (client_) client_->cancel(call);
}

void Link::take_answer(std::uint64_t attempt, std::int64_t number, const Answer& answer,
                       const std::optional<net::RpcError>& error, const net::Json& result)
{
    std::erase_if(waiting_calls_, [number](const WaitingCall& call) { return call.number == number; });
    if (attempt == attempt_ && state_ == State::Connected) answer(error, result);
}

void Link::attach(std::uint32_t stream, net::FrameRing& ring, Task arrived)
{
    if (!client_) return;
    const auto attachment = std::make_shared<Attachment>();
    attachment->arrived = std::make_shared<const Task>(
        [self = std::weak_ptr(attachment), alive = std::weak_ptr(alive_), arrived = std::move(arrived)] {
            const auto still_there = self.lock();
            if (!still_there || !alive.lock()) return;
            still_there->is_posted = false;
            arrived();
        });
    {
        const std::lock_guard lock(attachments_mutex_);
        attachments_[stream] = attachment;
    }
    client_->attach(stream, ring);
}

void Link::detach(std::uint32_t stream)
{
    if (client_) client_->detach(stream);
    const std::lock_guard lock(attachments_mutex_);
    attachments_.erase(stream);
}

void Link::retry_now()
{
    if (client_) client_->retry_now();
}

/// Notes the streams of a resumed session by layer and request, and leaves those without a layer.
void Link::note_left()
{
    const net::Json opened = session();
    if (!opened.value("resumed", false)) return;
    for (const net::Json& program : opened.value("streams", net::Json::array())) {
        const auto stream = static_cast<std::uint32_t>(model::number_or(program, "stream", 0));
        const net::Json start = program.value("start", net::Json::object());
        const std::string layer = model::text_or(start, "layer", "");
        const std::string request = model::text_or(start, "request", "");
        if (layer.empty() || !left_.try_emplace({layer, request}, stream).second)
            call("program.leave", {{"stream", stream}}, [](const auto&, const auto&) {});
    }
}

std::optional<std::uint32_t> Link::take_left(const net::ProgramStart& start)
{
    const auto left = left_.extract({start.layer, start.request});
    return left.empty() ? std::nullopt : std::optional(left.mapped());
}

void Link::give_back_left(const net::ProgramStart& start, std::uint32_t stream)
{
    left_[{start.layer, start.request}] = stream;
}

void Link::leave_left()
{
    for (const auto& [program, stream] : std::exchange(left_, {}))
        call("program.leave", {{"stream", stream}}, [](const auto&, const auto&) {});
}

void Link::slots_released() noexcept
{
    if (client_) client_->slots_released();
}

void Link::set_state(State state)
{
    if (std::exchange(state_, state) != state && events_.state_changed) events_.state_changed();
}

/// Ends a client on the worker, since the end of a session waits for the node.
void Link::end(std::shared_ptr<net::Client> client)
{
    if (!client) return;
    auto holder = std::make_shared<std::shared_ptr<net::Client>>(std::move(client));
    run_on_worker([holder = std::move(holder)] { holder->reset(); });
}

void Link::drop_client()
{
    waiting_calls_.clear();
    left_.clear();
    {
        const std::lock_guard lock(attachments_mutex_);
        attachments_.clear();
    }
    end(std::move(client_));
}

void Link::adopt(std::uint64_t attempt, std::shared_ptr<net::Client> client, const Failure& failure)
{
    if (attempt != attempt_) return end(std::move(client));
    if (!client) {
        may_return_ = !failure.is_refusal;
        set_state(State::Idle);
        if (events_.failed) events_.failed(failure.why);
        return;
    }
    if (client->is_lost()) return end(std::move(client));  // heard_lost() has come or is on its way
    client_ = std::move(client);
    settings_.claim.reset();  // it has been used
    note_left();              // first, since listeners of `connected` start programs
    set_state(State::Connected);
    if (events_.connected) events_.connected();
}

void Link::frame_arrived(std::uint32_t stream)
{
    std::shared_ptr<Attachment> attachment;
    {
        const std::lock_guard lock(attachments_mutex_);
        const auto found = attachments_.find(stream);
        if (found == attachments_.end()) return;
        attachment = found->second;
    }
    // Many frames may come before the front end looks; one task is enough.
    if (!attachment->is_posted.exchange(true)) executor_.post(attachment->arrived);
}

net::ClientEvents Link::events_of(std::uint64_t attempt)
{
    std::function<void(const std::string&)> noted;
    if (events_.noted)
        noted = [this](const std::string& line) { post([this, line] { events_.noted(line); }); };
    return {.frame_arrived = [this](std::uint32_t stream) { frame_arrived(stream); },
            .notified =
                [this, attempt](const std::string& method, const net::Json& params) {
                    post([this, attempt, method, params] { heard_notification(attempt, method, params); });
                },
            .lost = [this, attempt](
                        const std::string& why) { post([this, attempt, why] { heard_lost(attempt, why); }); },
            .granted = {},
            .interrupted =
                [this, attempt](const net::Interruption& interruption) {
                    post([this, attempt, interruption] { heard_interruption(attempt, interruption); });
                },
            .resumed = [this, attempt] { post([this, attempt] { heard_resumed(attempt); }); },
            .noted = std::move(noted)};
}

void Link::heard_interruption(std::uint64_t attempt, const net::Interruption& interruption)
{
    if (attempt != attempt_) return;
    is_interrupted_ = may_return_ = true;
    if (events_.interrupted) events_.interrupted(interruption);
}

void Link::heard_resumed(std::uint64_t attempt)
{
    if (attempt != attempt_) return;
    is_interrupted_ = may_return_ = false;
    if (events_.resumed) events_.resumed();
}

void Link::heard_lost(std::uint64_t attempt, const std::string& why)
{
    if (attempt != attempt_) return;
    set_state(State::Lost);
    if (events_.lost) events_.lost(why);
    if (attempt == attempt_) drop_client();
}

void Link::heard_notification(std::uint64_t attempt, const std::string& method, const net::Json& params)
{
    if (attempt != attempt_) return;
    const std::string message = model::text_or(params, "message", "");
    if (method == "session.ended") {
        const auto node_ends = params.find("node_ends");
        may_return_ = node_ends != params.end() && *node_ends == true;
    }
    if (method == "session.ended" && events_.session_ended) events_.session_ended(message);
    if (method != "session.ended" && method != "program.ended" && events_.notified)
        events_.notified(method, params);
    if (method != "program.ended" || !events_.program_ended) return;
    events_.program_ended({.stream = static_cast<std::uint32_t>(model::number_or(params, "stream", 0)),
                           .failed = model::text_or(params, "reason", "") == "failed",
                           .message = message});
}

}  // namespace farfield::app
