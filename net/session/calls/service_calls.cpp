#include "net/session/calls/service_calls.h"

#include <boost/asio/post.hpp>
#include <utility>

#include "model/fields/json_fields.h"

namespace farfield::net {

namespace asio = boost::asio;

namespace {

void throw_if_cancelled(const std::stop_token& cancel)
{
    if (cancel.stop_requested()) throw RpcError(RpcCode::Failed, "the call was cancelled");
}

}  // namespace

ServiceCalls::ServiceCalls(asio::io_context& io, Service& service, std::shared_ptr<const Notices> notices,
                           std::function<void()> exited)
    : io_(io), service_(service), notices_(std::move(notices)), worker_(io, std::move(exited))
{}

void ServiceCalls::run(const Json& id, const std::string& name, CallRequest request, Done done)
{
    const auto job = [this, id, name, request = std::move(request),
                      done = std::move(done)](const std::stop_token& cancel) {
        CallResult result;
        std::optional<RpcError> failure;
        try {
            throw_if_cancelled(cancel);
            result = call(name, request, cancel);
        } catch (const std::exception& error) {
            failure = error_of(error);
        }
        asio::post(io_,
                   [cancels = cancels_, id, done, result = std::move(result), failure = std::move(failure)] {
                       cancels->erase(id.dump());
                       done(failure, result);
                   });
    };
    keep(id, worker_.run(job));
}

void ServiceCalls::keep(const Json& id, std::stop_source cancel)
{
    if (!id.is_null()) cancels_->insert_or_assign(id.dump(), std::move(cancel));
}

void ServiceCalls::cancel(const Json& params)
{
    model::JsonFields fields({&params, ""});
    const model::JsonValue call = fields["call"];
    const Json id = call.is_text() ? Json(call.text()) : Json(call.uint64());
    fields.refuse_others();
    if (const auto found = cancels_->find(id.dump()); found != cancels_->end()) found->second.request_stop();
}

void ServiceCalls::start(const Json& id, const ProgramStart& start, Started started)
{
    const auto job = [this, id, start, started = std::move(started)](const std::stop_token& cancel) {
        std::unique_ptr<Program> program;
        std::optional<RpcError> failure;
        try {
            throw_if_cancelled(cancel);
            program = service_.start(start, cancel);
            const std::uint64_t bytes = program->answer().frame_bytes;
            if (bytes > start.slot_bytes) throw limit_error("slot_bytes", start.slot_bytes, bytes);
        } catch (const std::exception& error) {
            failure = error_of(error);
        }
        asio::post(io_, [cancels = cancels_, id, started, program = std::move(program),
                         failure = std::move(failure)]() mutable {
            cancels->erase(id.dump());
            started(failure, std::move(program));
        });
    };
    keep(id, worker_.run(job));
}

CallResult ServiceCalls::call(const std::string& name, const CallRequest& request,
                              const std::stop_token& cancel)
{
    std::any kept = std::exchange(kept_[name], {});
    kept_.erase(name);
    CallResult result = service_.call(name, request, {.cancel = cancel, .kept = kept, .notices = notices_});
    if (kept.has_value()) kept_[name] = std::move(kept);
    return result;
}

}  // namespace farfield::net
