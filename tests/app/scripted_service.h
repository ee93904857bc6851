#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "net/service/service.h"

namespace farfield::app::test {

/// A node's service that keeps what it was asked for, and whose answers a test decides. Its programs make a
/// frame for each start and each change: a stamp, then zeros. Threads: the service's; the lists are copied
/// under a lock.
class ScriptedService final : public net::Service {
public:
    /// Answers a call; empty: an empty object. On the session's worker.
    std::function<net::Json(const std::string& name, const net::Json& params)> answer_call;
    /// Refuses a start or a change by throwing; empty: never. On the worker, or the stream's thread.
    std::function<void(const net::Json& params)> check_params;
    /// Bytes of a frame with these parameters; empty: those of a stamp.
    std::function<std::uint64_t(const net::Json& params)> frame_bytes;

    [[nodiscard]] net::CallResult call(std::string_view name, const net::CallRequest& request,
                                       const net::CallContext& context) override;
    [[nodiscard]] std::unique_ptr<net::Program> start(const net::ProgramStart& start,
                                                      const std::stop_token& cancel) override;

    [[nodiscard]] std::vector<net::ProgramStart> starts() const;
    [[nodiscard]] std::vector<net::Json> updates() const;
    [[nodiscard]] std::vector<net::Json> calls() const;

private:
    class Frames;

    mutable std::mutex mutex_;
    std::vector<net::ProgramStart> starts_;
    std::vector<net::Json> updates_, calls_;
};

}  // namespace farfield::app::test
