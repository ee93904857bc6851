#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <random>
#include <span>
#include <vector>

namespace farfield::impair {

using Clock = std::chrono::steady_clock;

/// What a link does to frames, in each direction. Shares are of frames, 0 to 1.
struct LinkSettings {
    double delay_ms = 0.0;   ///< of each frame
    double jitter_ms = 0.0;  ///< evenly distributed, added to the delay; keeps the order
    double loss = 0.0;
    double duplicate = 0.0;
    double reorder = 0.0;   ///< of these the delay is left out: they overtake
    double mbit = 0.0;      ///< a second; 0: without limit
    double queue_kib = 64;  ///< that wait for the rate; what does not fit is dropped
    double up = 1.0;        ///< 0: nothing passes
};

/// Frames of one direction. offered = lost + cut + overflowed + delivered - duplicated + waiting
struct LinkCounts {
    std::uint64_t offered = 0, delivered = 0, lost = 0, duplicated = 0, reordered = 0;
    std::uint64_t overflowed = 0;  ///< the queue was full
    std::uint64_t cut = 0;         ///< the link was down
};

/// One direction of a link: frames go in, and come out when and if they do. Knows no sockets. Threads: one.
class Link {
public:
    using Frame = std::vector<std::byte>;

    explicit Link(std::uint64_t seed) : random_(seed) {}

    void set(const LinkSettings& settings);
    void offer(std::span<const std::byte> frame, Clock::time_point now);
    /// When the next frame comes out.
    [[nodiscard]] std::optional<Clock::time_point> next_due() const;
    /// The next frame that is due, if any.
    [[nodiscard]] std::optional<Frame> take(Clock::time_point now);
    [[nodiscard]] const LinkCounts& counts() const noexcept { return counts_; }

private:
    struct Waiting {
        Clock::time_point due;
        std::uint64_t number;
        Frame frame;
        bool operator<(const Waiting& other) const  // the first to come out is the largest
        {
            return due != other.due ? due > other.due : number > other.number;
        }
    };

    [[nodiscard]] bool happens(double share);
    [[nodiscard]] std::optional<Clock::time_point> through_rate(std::size_t bytes, Clock::time_point now);
    void deliver_at(Clock::time_point due, std::span<const std::byte> frame);

    LinkSettings settings_;
    LinkCounts counts_;
    std::mt19937_64 random_;
    std::priority_queue<Waiting> waiting_;
    std::uint64_t number_ = 0;
    Clock::time_point rate_free_at_;  ///< when the last frame has left at the rate
    Clock::time_point last_due_;      ///< of frames in order
};

}  // namespace farfield::impair
