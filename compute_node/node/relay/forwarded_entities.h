#pragma once

#include "model/programs/bundles/entities.h"
#include "model/programs/bundles/entity_bundle.h"
#include "net/client/client.h"
#include "net/client/frame_ring.h"
#include "net/client/kept_session.h"
#include "net/service/program.h"
#include "net/service/upstream_frames.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace farfield::node {

/// The bundles that a viewer sends to one program `entities`, passed on to the relay untouched: the viewer
/// gets the relay's grants, none while it is away. Bundles granted before that come then are skipped.
/// Threads: the relay's session calls open(), grant() and close(); the rest as net::UpstreamFrames says.
class ForwardedBundles final : public net::UpstreamFrames {
public:
    /// Begins with a stream of the relay: its grants count from 0.
    void open(std::shared_ptr<net::Client> client, std::uint32_t stream);
    /// Notes that the relay has granted so many bundles in all to the present or coming stream.
    void grant(std::uint64_t bundles);
    /// Ends with the stream, as the relay is away; the client is not used any more.
    void close();

    [[nodiscard]] std::uint64_t most_bytes() const noexcept override;
    [[nodiscard]] std::size_t room() const override;
    [[nodiscard]] std::optional<std::string> take(std::span<const std::byte> payload) override;
    void listen(std::function<void()> changed) override;

private:
    mutable std::mutex mutex_;  ///< guards all members below
    std::function<void()> changed_;
    std::shared_ptr<net::Client> client_;  ///< null: the relay is away
    std::uint32_t stream_ = 0;
    std::uint64_t granted_ = 0, sent_ = 0;  ///< bundles in this session of the relay
};

/// Program `entities` of a relay, passed on through the node: a stream of the relay's for each of the node's,
/// its payloads untouched, in both directions. While the relay is away the stream pauses; it continues by
/// itself, with bundles numbered from 0 again. Threads: as net::Program says.
class ForwardedEntities final : public net::Program {
public:
    /// relay: its address. Throws for params that the node itself refuses.
    ForwardedEntities(const net::ClientSettings& relay, const net::ProgramStart& start);
    ~ForwardedEntities() override;
    /// Waits until the relay has the stream or could not be reached, no longer than `patience`. Bundles
    /// published for the stream afterwards find it there. Throws the relay's net::RpcError where it has
    /// refused the stream.
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
    std::optional<net::RpcError> refusal_;  ///< of program.start, by the relay
    bool is_tried_ = false;                 ///< the relay has been asked for the stream
    std::condition_variable_any tried_;
    net::ProgramEvents events_;
    net::KeptSession session_;  ///< last: its threads use all members above
};

}  // namespace farfield::node
