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
#include "net/relay/peers/bundle_source.h"
#include "net/relay/peers/interest_union.h"
#include "net/transport/wake_semaphore.h"

namespace farfield::net::relay {

class Relay;

struct PeerLinkSettings {
    ClientSettings relay;    ///< where the other relay is
    std::string name;        ///< of the input, "peer:HOST:PORT"
    std::uint8_t input = 0;  ///< its number
    bool sends_too = false;  ///< bundles go both ways
};

/// A session with another relay that is opened again whenever it was lost: each side has what the other one's
/// subscribers want. Lifetime: shared with the publishers of the relay, which take from it. Threads: take()
/// the core's; the rest the owner's.
class PeerLink final : public BundleSource, public std::enable_shared_from_this<PeerLink> {
public:
    /// relay: this one; borrowed.
    PeerLink(Relay& relay, PeerLinkSettings settings);
    ~PeerLink() override;
    PeerLink(const PeerLink&) = delete;
    PeerLink& operator=(const PeerLink&) = delete;
    /// Once, and stop() before the relay ends.
    void start();
    void stop();

    [[nodiscard]] bool take(const std::function<void(const BundleReader& bundle)>& use) override;
    [[nodiscard]] bool has_more() const override { return ring_.waiting() > 0; }

private:
    /// What goes to the other relay while the session is open.
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
    std::vector<std::byte> received_;  ///< memory of the ring
    FrameRing ring_;
    std::vector<std::byte> room_;  ///< of a bundle that is built
    WakeSemaphore is_due_;
    std::atomic<bool> is_stopping_{false};
    std::atomic<std::uint64_t> granted_{0};  ///< bundles of this session
    std::mutex mutex_;                       ///< taken before the relay's; of the next two
    std::optional<Outgoing> outgoing_;
    std::optional<InterestShapes> asked_;  ///< by the other relay, after its first answer
    std::mutex client_mutex_;              ///< the last that is taken; of the next two
    std::shared_ptr<Client> client_;
    std::uint32_t stream_ = 0;
    std::optional<std::uint32_t> publisher_;  ///< number; the session's thread alone uses it
    std::mutex session_mutex_;                ///< of the pointer to the session
    std::unique_ptr<KeptSession> session_;
    std::thread thread_;  ///< sends
};

}  // namespace farfield::net::relay
