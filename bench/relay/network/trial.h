#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "bench/relay/network/child_process.h"
#include "bench/relay/network/load.h"
#include "bench/relay/network/receivers.h"
#include "bench/relay/network/relay_process.h"
#include "bench/relay/network/shared_memory.h"

namespace farfield::net::relay {

/// A process of the lowest priority (SCHED_IDLE) that computes in floating point on one core while no other
/// work is done there: its loss is the time that other work takes, including the system's for interrupts.
/// The thesis measured in this way. Threads: one.
/// Source: A. Bobo, "Message-Bundle Converting in Internet Protocol Multicast-Based High Level Architecture
/// Exercises", Air Force Institute of Technology, 1997, section 3.3.
class FloatLoop {
public:
    explicit FloatLoop(int core);
    /// Loop turns so far.
    [[nodiscard]] std::uint64_t turns() const { return turns_->load(std::memory_order_relaxed); }

private:
    SharedMemory<std::atomic<std::uint64_t>> turns_;
    ChildProcess process_;
};

/// Cores for processes: the receiver alone on the last, all others on the first. When there are too few, the
/// system chooses.
struct Cores {
    std::optional<int> others, receiver;
};
[[nodiscard]] Cores apart();

/// Result of one load.
struct Outcome {
    Sent sent;
    std::uint64_t received = 0;  ///< by all streams together
    std::uint64_t with_priority = 0;
    std::uint64_t bundles = 0;
    double receiver_cpu = 0.0;                  ///< part of a core, by the receiver's process during the load
    std::optional<double> float_loss;           ///< part of a core, by the float loop's loss
    double age_p50_ms = 0.0, age_p99_ms = 0.0;  ///< with Way::Session

    [[nodiscard]] std::uint64_t lost(std::size_t streams = 1) const
    {
        const std::uint64_t expected = sent.messages * streams;
        return expected > received ? expected - received : 0;  // more: late ones of the load before
    }
};

/// A receiver, and its relay if it needs one, on a group of their own; loads run one after another. The
/// counts of all loads are compared at the end: accounting_gap(). Threads: one.
class Trial {
public:
    struct Settings {
        Way way = Way::Recv;
        bool has_pdus = false;  ///< the loads are Feed::Pdus, else other feeds
        Cores cores = {};
        std::uint32_t groups = 1;                 ///< groups to which the load goes
        std::vector<std::uint32_t> joined = {0};  ///< those that the receiver joins; Session: by its `params`
        std::size_t streams = 1;
        std::string params = "{}";
        BundleMode mode = BundleMode::Adaptive;
        double most_bytes_per_second = 0.0;
        int far_network = -1;  ///< the receiver's namespace in OwnNetwork; -1: all use the loopback interface
        FloatLoop* loop = nullptr;  ///< on the receiver's core; borrowed
        double loop_rate = 0.0;     ///< the loop's turns a second while the core is idle
    };
    explicit Trial(const Settings& settings);

    /// Measures a load, whose `to` and `groups` the trial sets. stops_relay: the relay is frozen during the
    /// load. Returns when all sent messages are received, or no more come.
    Outcome measure(Load load, bool stops_relay = false);

    [[nodiscard]] Receiver& receiver() { return *receiver_; }
    [[nodiscard]] RelayProcess* relay() { return relay_ ? &*relay_ : nullptr; }
    /// Difference of sums and counts: sent against received and dropped by the system, received against its
    /// endings, offered against its endings, delivered against the receivers' counts. 0 without a
    /// relay.
    [[nodiscard]] std::uint64_t accounting_gap();
    /// Messages dropped before the relay read them, at the last accounting_gap().
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

/// The highest rate (messages a second) without loss, by bisection, and the outcome there; nullopt when some
/// messages are always lost. Tries the sender's maximum first. load: its rate is ignored.
[[nodiscard]] std::optional<Outcome> most_without_loss(Trial& trial, Load load, int steps);

/// Turns a second of a loop while its core is idle, measured for so long.
[[nodiscard]] double idle_rate(const FloatLoop& loop, double seconds);

}  // namespace farfield::net::relay
