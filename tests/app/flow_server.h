#pragma once

#include <functional>
#include <thread>

#include "net/client/client.h"
#include "net/message/messages.h"
#include "net/session/session_server.h"

namespace farfield::app::test {

/// A node in this process with particles that circle about the z axis inside the unit cube, a degree a frame:
/// the contents of frame n are known, and the same in every stream.
class FlowService final : public net::NodeService {
public:
    explicit FlowService(std::uint32_t particles) : particles_(particles) {}

    /// Called before frame n is made, on the stream's thread.
    std::function<void(std::uint64_t)> before_frame;
    /// Called with the preamble that frame n will have, for a node that states wrong values.
    std::function<void(std::uint64_t, net::ParticlePreamble&)> change_preamble;

    [[nodiscard]] net::DatasetList list_datasets() override;
    [[nodiscard]] net::DatasetInfo open_dataset(const std::string& name, const std::string& velocity,
                                                const std::stop_token& cancel) override;
    [[nodiscard]] std::unique_ptr<net::FrameSource> start_program(const net::ProgramStart& start,
                                                                  const std::stop_token& cancel) override;

private:
    std::uint32_t particles_;
};

/// Serves a service while it lives.
class FlowServer {
public:
    explicit FlowServer(net::NodeService& service);
    ~FlowServer();
    void stop();

    /// The settings of a client for it.
    [[nodiscard]] net::ClientSettings client_settings() const;

private:
    net::SessionServer server_;
    std::thread thread_;
};

}  // namespace farfield::app::test
