#pragma once

#include <boost/asio/io_context.hpp>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

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

}  // namespace farfield::net
