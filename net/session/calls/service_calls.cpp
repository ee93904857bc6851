#include "net/session/calls/service_calls.h"

#include <boost/asio/post.hpp>
#include <utility>

namespace farfield::net {

namespace asio = boost::asio;

ServiceCalls::ServiceCalls(asio::io_context& io, Service& service, std::shared_ptr<const Notices> notices,
                           std::function<void()> exited)
    : io_(io), service_(service), notices_(std::move(notices)), worker_(io, std::move(exited))
{}

void ServiceCalls::run(const std::string& name, CallRequest request, Done done)
{
    worker_.run(
        [this, name, request = std::move(request), done = std::move(done)](const std::stop_token& cancel) {
            CallResult result;
            std::optional<RpcError> failure;
            try {
                result = call(name, request, cancel);
            } catch (const std::exception& error) {
                failure = error_of(error);
            }
            asio::post(io_, [done, result = std::move(result), failure = std::move(failure)] {
                done(failure, result);
            });
        });
}

void ServiceCalls::start(const ProgramStart& start, Started started)
{
    worker_.run([this, start, started = std::move(started)](const std::stop_token& cancel) {
        std::unique_ptr<Program> program;
        std::optional<RpcError> failure;
        try {
            program = service_.start(start, cancel);
            const std::uint64_t bytes = program->answer().frame_bytes;
            if (bytes > start.slot_bytes) throw limit_error("slot_bytes", start.slot_bytes, bytes);
        } catch (const std::exception& error) {
            failure = error_of(error);
        }
        asio::post(io_, [started, program = std::move(program), failure = std::move(failure)]() mutable {
            started(failure, std::move(program));
        });
    });
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
