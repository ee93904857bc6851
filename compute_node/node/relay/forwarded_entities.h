#pragma once

#include "compute_node/node/relay/forwarded_bundles.h"
#include "model/programs/bundles/entities.h"
#include "model/programs/bundles/entity_bundle.h"
#include "net/client/frame_ring.h"
#include "net/client/kept_session.h"
#include "net/service/program.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace farfield::node {

/// Program `entities` of a relay, passed on through the node: a stream of the relay's for each of the node's,
/// its payloads untouched, in both directions. While the relay is away the stream pauses; it continues by
/// itself, with bundles numbered from 0 again. Threads: as net::Program says.
class ForwardedEntities final : public net::Program {
public:
    /// relay: its address. Throws as the relay's own program does.
    ForwardedEntities(const net::ClientSettings& relay, const net::ProgramStart& start);
    ~ForwardedEntities() override;
    /// Waits until the relay has the stream, or could not be reached or refused it, no longer than
    /// `patience`. Bundles published for the stream afterwards find it there.
    void wait_until_tried(const std::stop_token& cancel, std::chrono::milliseconds patience);

    [[nodiscard]] net::Answer answer() const override;
    void update(const net::Json& patch) override;
    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>> buffers,
                                   std::span<net::Made> made) override;
    [[nodiscard]] std::size_t unsent_bytes() const noexcept override { return model::bundles_unsent_bytes; }
    void listen(const net::ProgramEvents& events) override;
    [[nodiscard]] std::shared_ptr<net::UpstreamFrames> upstream() override { return bundles_; }

private:
    /// The relay's stream while there is one.
    struct Upstream {
        explicit Upstream(std::size_t slot_bytes);
        std::vector<std::byte> memory;
        net::FrameRing ring;
        std::shared_ptr<net::Client> client;
        std::uint32_t stream = 0;
    };

    void open(const std::shared_ptr<net::Client>& client);
    void close();
    void note(const std::string& method, const net::Json& params);
    void wake();
    void note_tried();

    const std::size_t slot_bytes_;
    const net::Policy policy_;
    const std::shared_ptr<ForwardedBundles> bundles_ = std::make_shared<ForwardedBundles>();
    mutable std::mutex mutex_;
    model::EntitiesParams params_;
    std::unique_ptr<Upstream> upstream_;
    std::string failure_;
    bool is_tried_ = false;  ///< the relay has been asked for the stream
    std::condition_variable_any tried_;
    net::ProgramEvents events_;
    net::KeptSession session_;  ///< last: its threads use all members above
};

}  // namespace farfield::node
