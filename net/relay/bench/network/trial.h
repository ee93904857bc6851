#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "net/relay/bench/network/float_loop.h"
#include "net/relay/bench/network/load.h"
#include "net/relay/bench/network/receivers.h"
#include "net/relay/bench/network/relay_process.h"

namespace farfield::net::relay {

/// Where processes run: all that is not the receiver's on the first core, the receiver alone on the last.
/// Where they are not apart, the system chooses.
struct Cores {
    std::optional<int> others, receiver;
};
[[nodiscard]] Cores apart();

/// What one load did.
struct Outcome {
    Sent sent;
    std::uint64_t received = 0;  ///< of all streams together
    std::uint64_t with_priority = 0;
    std::uint64_t bundles = 0;
    double receiver_cpu = 0.0;         ///< part of a core, of the receiver's process while the load lasted
    std::optional<double> float_loss;  ///< part of a core, by what the float loop lost
    double age_p50_ms = 0.0, age_p99_ms = 0.0;  ///< of Way::Session

    [[nodiscard]] std::uint64_t lost(std::size_t streams = 1) const
    {
        const std::uint64_t expected = sent.messages * streams;
        return expected > received ? expected - received : 0;  // more: late ones of the load before
    }
};

/// A receiver, and the relay that it needs if it does, on a group of their own; loads one after the other.
/// Counts of all loads are compared when it ends: accounting_gap(). Threads: one.
class Trial {
public:
    struct Settings {
        Way way = Way::Recv;
        bool has_pdus = false;  ///< the loads are Feed::Pdus, else others
        Cores cores = {};
        std::uint32_t groups = 1;                 ///< that the load goes to
        std::vector<std::uint32_t> joined = {0};  ///< of these, by the receiver; Session: by its `params`
        std::size_t streams = 1;
        std::string params = "{}";
        BundleMode mode = BundleMode::Adaptive;
        double most_bytes_per_second = 0.0;
        int far_network =
            -1;  ///< the receiver's namespace, of OwnNetwork; -1: all use the loopback interface
        FloatLoop* loop = nullptr;  ///< on the receiver's core; borrowed
        double loop_rate = 0.0;     ///< its turns a second while nothing else runs
    };
    explicit Trial(const Settings& settings);

    /// `to` and `groups` of the load are the trial's. stops_relay: it stands still while the load lasts.
    /// Returns when what was sent is received, or nothing more comes.
    Outcome measure(Load load, bool stops_relay = false);

    [[nodiscard]] Receiver& receiver() { return *receiver_; }
    [[nodiscard]] RelayProcess* relay() { return relay_ ? &*relay_ : nullptr; }
    /// By how much sums and counts differ: sent against received and dropped by the system, received against
    /// its endings, offered against its endings, delivered against what the receivers counted. 0 without a
    /// relay.
    [[nodiscard]] std::uint64_t accounting_gap();
    /// Before the relay read them, when accounting_gap() was last asked.
    [[nodiscard]] std::uint64_t dropped_by_system() const { return dropped_by_system_; }

private:
    [[nodiscard]] Outcome while_sending(LoadSender& sender, double seconds, bool stops_relay);
    void wait_until_quiet(std::uint64_t expected) const;

    Settings settings_;
    Endpoint group_;
    bool is_far_;
    std::optional<RelayProcess> relay_;
    std::optional<Receiver> receiver_;
    std::uint64_t sent_ = 0, dropped_by_system_ = 0;
};

/// The most messages a second of which none is lost, by bisection, and the outcome there; nothing where some
/// are always lost. Tries the most that the sender can first. load: its rate does not count.
[[nodiscard]] std::optional<Outcome> most_without_loss(Trial& trial, Load load, int steps);

/// Turns a second of a loop while nothing else is done for so long.
[[nodiscard]] double idle_rate(const FloatLoop& loop, double seconds);

}  // namespace farfield::net::relay
