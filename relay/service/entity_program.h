#pragma once

#include <functional>

#include "model/programs/bundles/entity_bundle.h"
#include "net/service/program.h"
#include "relay/peers/upstream_bundles.h"
#include "relay/service/relay.h"

namespace farfield::net::relay {

/// The program `entities`: docs/protocol.md, section 18. Threads: as Program says.
class EntityProgram final : public Program {
public:
    /// relay: borrowed. Throws RpcError, model::FieldError, model::LimitError.
    EntityProgram(Relay& relay, const ProgramStart& start);
    ~EntityProgram() override;

    [[nodiscard]] Answer answer() const override;
    void update(const Json& params) override;
    [[nodiscard]] Making make(std::span<const std::span<std::byte>> buffers, std::span<Made> made) override;
    [[nodiscard]] std::size_t unsent_bytes() const noexcept override { return model::bundles_unsent_bytes; }
    [[nodiscard]] std::shared_ptr<UpstreamFrames> upstream() override { return upstream_; }
    void listen(const ProgramEvents& events) override;

private:
    void allow_publishing();

    Relay& relay_;
    std::uint64_t frame_bytes_;
    model::EntitiesParams params_;
    std::string publisher_;  ///< secret of the session that started the program
    std::uint32_t subscriber_;
    std::shared_ptr<UpstreamBundles> upstream_;
};

}  // namespace farfield::net::relay
