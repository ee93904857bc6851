#pragma once

#include <string>

#include "net/service/program.h"
#include "relay/service/relay.h"

namespace farfield::net::relay {

/// The program `entities` of a UDP host: its bundles come as datagrams, and the stream has no frames. It
/// represents the host: when it or its session ends, the host's bit is free. Threads: as Program says.
class HostProgram final : public Program {
public:
    /// relay: borrowed. Throws RpcError, model::FieldError, model::LimitError.
    HostProgram(Relay& relay, const ProgramStart& start);
    ~HostProgram() override;

    /// True when a start of the program `entities` is for a UDP host.
    [[nodiscard]] static bool is_asked_for(const ProgramStart& start);

    [[nodiscard]] Answer answer() const override;
    void update(const Json& params) override;
    void listen(const ProgramEvents& events) override;
    [[nodiscard]] Making make(std::span<const std::span<std::byte>> /*buffers*/,
                              std::span<Made> /*made*/) override
    {
        return Idle{};
    }

private:
    void allow_publishing();

    Relay& relay_;
    model::EntitiesParams params_;
    std::string publisher_;  ///< secret of the session that started the program
    HostTicket ticket_;
};

}  // namespace farfield::net::relay
