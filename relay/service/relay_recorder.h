#pragma once

#include <atomic>
#include <thread>

#include "net/transport/wake_semaphore.h"
#include "relay/recording/bundle_recorder.h"

namespace farfield::net::relay {

class Relay;

/// Records everything in a relay, as a subscriber to everything gets it: a thread that takes its bundles, and
/// the recorder, which never makes it wait. Threads: any.
class RelayRecorder {
public:
    /// relay: borrowed. failed: as in BundleRecorder. Throws std::runtime_error when the file cannot be made,
    /// and as Relay::subscribe().
    RelayRecorder(Relay& relay, const std::filesystem::path& file,
                  std::function<void(const std::string&)> failed);
    ~RelayRecorder();  ///< finishes like finish()
    RelayRecorder(const RelayRecorder&) = delete;
    RelayRecorder& operator=(const RelayRecorder&) = delete;

    /// Takes the bundle that waits, writes the footer and closes the file.
    void finish();
    [[nodiscard]] RecorderStats stats() const { return recorder_.stats(); }

    [[nodiscard]] std::uint32_t subscriber() const { return subscriber_; }

private:
    void run();
    /// False when no bundle was due.
    bool take_bundles();

    Relay& relay_;
    std::function<void(const std::string&)> failed_;
    BundleRecorder recorder_;
    std::uint32_t subscriber_;
    WakeSemaphore wake_;
    std::atomic<bool> is_stopping_{false};
    std::vector<std::byte> room_;
    std::thread thread_;  ///< last, since it uses all members above
};

}  // namespace farfield::net::relay
