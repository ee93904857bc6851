#pragma once

#include <any>
#include <boost/asio/io_context.hpp>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "net/service/service.h"

namespace farfield::net {

/// A thread that runs jobs in the order given: long work (opening a dataset) is done here, so that the I/O
/// thread never waits. The thread begins with the first job. Threads: member functions belong to the
/// I/O thread; jobs run on the worker's.
class SerialWorker {
public:
    /// A job. stop(), or the source that run() returned, requests a stop on its token: a long job should then
    /// end early.
    using Job = std::function<void(const std::stop_token& cancel)>;

    /// `exited` is posted to `io` when the thread ends after stop().
    SerialWorker(boost::asio::io_context& io, std::function<void()> exited);
    ~SerialWorker();  ///< stops and joins: waits for a running job

    /// Adds a job. Returns a source that cancels it alone, whether begun or not; a cancelled job still runs.
    std::stop_source run(Job job);
    /// Drops the jobs that have not begun, cancels the running one, and ends the thread after it.
    void stop();
    [[nodiscard]] bool has_exited() const;  ///< after stop(): the destructor does not wait

private:
    void work();

    boost::asio::io_context& io_;
    std::function<void()> exited_event_;

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    struct Ordered {
        Job job;
        std::stop_source cancel;
    };
    std::deque<Ordered> jobs_;
    bool stop_ = false;
    bool exited_ = false;
    std::stop_source running_;  ///< cancels the running job

    std::thread thread_;
};

/// Calls of one session, from all its members, that its service answers. They run one after another on the
/// session's own thread, so a slow call delays neither heartbeats nor other sessions, and is told when
/// the session ends. Threads: the I/O thread.
class ServiceCalls {
public:
    /// Called on the I/O thread with the result, or with the reason of a failure.
    using Done = std::function<void(const std::optional<RpcError>& failure, const CallResult& result)>;
    using Started =
        std::function<void(const std::optional<RpcError>& failure, std::unique_ptr<Program> program)>;

    /// The calling member of the session, and its notifications.
    struct Caller {
        std::uint32_t member = 0;
        std::shared_ptr<const Notices> notices = nullptr;
    };

    /// `exited` is called on the I/O thread when the service's thread ends after stop().
    ServiceCalls(boost::asio::io_context& io, Service& service, std::function<void()> exited);

    /// Runs a call. id: by which cancel() finds it; null: it cannot be cancelled.
    void run(const Caller& caller, const Json& id, const std::string& name, CallRequest request, Done done);
    /// Starts a program whose frames fit its slots.
    void start(std::uint32_t member, const Json& id, const ProgramStart& start, Started started);
    /// Cancels the member's call that the parameters of session.cancel name: the service is told that its
    /// answer is not needed, or is not asked at all; the call is answered all the same. No effect on a call
    /// that is answered or unknown. Throws model::FieldError.
    void cancel(std::uint32_t member, const Json& params);

    /// The member has left: cancels its calls, and drops the data kept for its next ones.
    void forget(std::uint32_t member);

    /// Number of the member's calls that the service has not answered, including those without an id.
    [[nodiscard]] std::size_t unanswered(std::uint32_t member) const;
    void stop() { worker_.stop(); }
    [[nodiscard]] bool has_exited() const { return worker_.has_exited(); }

private:
    /// Member and its call's id as text; used on the I/O thread.
    using CallKey = std::pair<std::uint32_t, std::string>;
    /// A multimap, since several calls may have no id.
    using Cancels = std::multimap<CallKey, std::stop_source>;

    void keep(const CallKey& key, std::stop_source cancel);
    [[nodiscard]] CallResult call(const Caller& caller, const std::string& name, const CallRequest& request,
                                  const std::stop_token& cancel);

    boost::asio::io_context& io_;
    Service& service_;
    std::map<CallKey, std::any> kept_;  ///< by the member and the call's name; used on the worker's thread
    const std::shared_ptr<Cancels> cancels_ = std::make_shared<Cancels>();  ///< unanswered calls
    SerialWorker worker_;
};

}  // namespace farfield::net
