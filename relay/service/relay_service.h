#pragma once

#include "net/service/service.h"
#include "relay/service/relay.h"

namespace farfield::net::relay {

/// The service of a relay for its sessions: the program `entities` and the calls of docs/protocol.md, section
/// 18. Threads: as Service says.
class RelayService final : public Service {
public:
    /// relay: borrowed.
    explicit RelayService(Relay& relay) : relay_{relay} {}

    [[nodiscard]] CallResult call(std::string_view name, const CallRequest& request,
                                  const CallContext& context) override;
    [[nodiscard]] std::unique_ptr<Program> start(const ProgramStart& start,
                                                 const std::stop_token& cancel) override;

private:
    Relay& relay_;
};

}  // namespace farfield::net::relay
