#pragma once

#include <functional>
#include <thread>

#include "model/programs/particle_frame.h"
#include "net/client/client.h"
#include "net/message/messages.h"
#include "net/session/session_server.h"

namespace farfield::app::test {

/// A node in this process with particles that circle about the z axis inside the unit cube, a degree a frame:
/// what is in frame n is known, and the same in every stream.
class FlowService final : public net::Service {
public:
    explicit FlowService(std::uint32_t particles) : particles_(particles) {}

    /// Called before a program is made; refuses it by throwing.
    std::function<void(const net::ProgramStart&)> check_start;
    /// Called before frame n is made, on the stream's thread.
    std::function<void(std::uint64_t)> before_frame;
    /// Called with the preamble that frame n will have, for a node that does not tell the truth.
    std::function<void(std::uint64_t, model::ParticlePreamble&)> change_preamble;

    [[nodiscard]] net::CallResult call(std::string_view name, const net::CallRequest& request,
                                       const net::CallContext& context) override;
    [[nodiscard]] std::unique_ptr<net::Program> start(const net::ProgramStart& start,
                                                      const std::stop_token& cancel) override;

private:
    std::uint32_t particles_;
};

/// Serves a service while it lives.
class FlowServer {
public:
    explicit FlowServer(net::Service& service);
    ~FlowServer();
    void stop();

    /// The settings of a client for it.
    [[nodiscard]] net::ClientSettings client_settings() const;

private:
    net::SessionServer server_;
    std::thread thread_;
};

}  // namespace farfield::app::test
