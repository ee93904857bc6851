#pragma once

#include <any>
#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "net/session/calls/serial_worker.h"
#include "net/session/service.h"

namespace farfield::net {

/// The calls of one session, of all its members, that its service answers. They run one after another on a
/// thread of the session's own, so a slow one delays neither heartbeats nor other sessions, and hears when
/// the session ends. Threads: the I/O thread.
class ServiceCalls {
public:
    /// Called on the I/O thread with the result, or with why there is none.
    using Done = std::function<void(const std::optional<RpcError>& failure, const CallResult& result)>;
    using Started =
        std::function<void(const std::optional<RpcError>& failure, std::unique_ptr<Program> program)>;

    /// The member of the session that calls, and the way to it.
    struct Caller {
        std::uint32_t member = 0;
        std::shared_ptr<const Notices> notices = nullptr;
    };

    /// `exited` is called on the I/O thread when the thread is through after stop().
    ServiceCalls(boost::asio::io_context& io, Service& service, std::function<void()> exited);

    /// id: of the call, which cancel() names it by; null: nothing can.
    void run(const Caller& caller, const Json& id, const std::string& name, CallRequest request, Done done);
    /// Starts a program with frames that fit its slots.
    void start(std::uint32_t member, const Json& id, const ProgramStart& start, Started started);
    /// Of the member's call that the parameters of session.cancel name the answer is not needed any more: the
    /// service hears so, or is not asked at all. It is answered all the same. Of one that is answered, or
    /// that there never was, nothing happens. Throws model::FieldError.
    void cancel(std::uint32_t member, const Json& params);

    /// It has left: its calls are cancelled, and nothing is kept for its next ones.
    void forget(std::uint32_t member);

    /// How many of its calls the service has not answered, also of those without an id.
    [[nodiscard]] std::size_t unanswered(std::uint32_t member) const;
    void stop() { worker_.stop(); }
    [[nodiscard]] bool has_exited() const { return worker_.has_exited(); }

private:
    /// By the member and its call's id as text; the I/O thread's.
    using CallKey = std::pair<std::uint32_t, std::string>;
    /// Of calls without an id there may be several.
    using Cancels = std::multimap<CallKey, std::stop_source>;

    void keep(const CallKey& key, std::stop_source cancel);
    [[nodiscard]] CallResult call(const Caller& caller, const std::string& name, const CallRequest& request,
                                  const std::stop_token& cancel);

    boost::asio::io_context& io_;
    Service& service_;
    std::map<CallKey, std::any> kept_;  ///< by the member and the call's name; the worker's
    const std::shared_ptr<Cancels> cancels_ = std::make_shared<Cancels>();  ///< of calls not answered yet
    SerialWorker worker_;
};

}  // namespace farfield::net
