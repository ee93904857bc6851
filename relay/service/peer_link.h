#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "net/client/frame_ring.h"
#include "net/client/kept_session.h"
#include "net/transport/wake_semaphore.h"
#include "relay/peers/bundle_source.h"
#include "relay/peers/interest_union.h"

namespace farfield::net::relay {

class Relay;

struct PeerLinkSettings {
    ClientSettings relay;    ///< address of the other relay
    std::string name;        ///< name of the input, "peer:HOST:PORT"
    std::uint8_t input = 0;  ///< number of the input
    bool sends_too = false;  ///< bundles go both ways
};

/// A session with another relay that is reopened whenever it is lost: each side gets what the other one's
/// subscribers want. Lifetime: shared with the relay's publishers, which take bundles from it. Threads:
/// take() the core's; the rest the owner's.
class PeerLink final : public BundleSource, public std::enable_shared_from_this<PeerLink> {
public:
    /// relay: this relay; borrowed.
    PeerLink(Relay& relay, PeerLinkSettings settings);
    ~PeerLink() override;
    PeerLink(const PeerLink&) = delete;
    PeerLink& operator=(const PeerLink&) = delete;
    /// Called once; stop() must follow before the relay ends.
    void start();
    void stop();

    [[nodiscard]] bool take(const std::function<void(const BundleReader& bundle)>& use) override;
    [[nodiscard]] bool has_more() const override { return ring_.waiting() > 0; }

private:
    /// State of sending to the other relay while the session is open.
    struct Outgoing {
        std::uint32_t subscriber = 0;
        model::EntitiesParams params;
        std::uint64_t sent = 0;  ///< bundles
    };

    void open(const std::shared_ptr<Client>& client);
    void begin_sending(Client& client, std::uint32_t peer);
    void close(const std::string& why);
    void note(const std::string& method, const Json& params);
    void change_interest(const InterestShapes& interest);
    void ask_for(const InterestShapes& interest);
    void run();
    void send_some();
    void restart(const std::string& why);

    Relay& relay_;
    const PeerLinkSettings settings_;
    std::vector<std::byte> received_;  ///< memory of ring_
    FrameRing ring_;
    std::vector<std::byte> room_;  ///< memory of a bundle that is built
    WakeSemaphore is_due_;
    std::atomic<bool> is_stopping_{false};
    std::atomic<std::uint64_t> granted_{0};  ///< bundles granted in this session
    std::mutex mutex_;                       ///< guards the next two; taken before the relay's
    std::optional<Outgoing> outgoing_;
    std::optional<InterestShapes> asked_;  ///< by the other relay, after its first answer
    std::mutex client_mutex_;              ///< guards the next two; taken last
    std::shared_ptr<Client> client_;
    std::uint32_t stream_ = 0;
    std::optional<std::uint32_t> publisher_;  ///< number; used only by the session's thread
    std::mutex session_mutex_;                ///< guards session_ itself
    std::unique_ptr<KeptSession> session_;
    std::thread thread_;  ///< thread that sends
};

}  // namespace farfield::net::relay
