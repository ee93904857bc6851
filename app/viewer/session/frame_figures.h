#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "net/client/frame_ring.h"
#include "net/message/frame_stamp.h"

/// Times of a frame, and rates of events: arithmetic without a window.
namespace farfield::app {

/// A drawn frame, with times of the viewer's clock (nanoseconds since the Unix epoch).
struct ShownFrame {
    net::FrameInfo info;
    net::FrameStamp stamp;
    double time = 0.0;           ///< of particles, on the field's clock
    std::uint64_t taken_ns = 0;  ///< taken out of the ring
    std::uint64_t shown_ns = 0;  ///< its picture was handed to the display
};

struct FrameTimes {
    double compute_ms = 0.0;  ///< on the node
    double wait_ms = 0.0;     ///< at the node, for a credit or the socket
    double network_ms = 0.0;  ///< from the node's send to the last byte here; as accurate as the clock offset
    double ring_ms = 0.0;     ///< in the ring, until it was taken
    double draw_ms = 0.0;     ///< until its picture was handed to the display
};

/// clock_offset_ns: the node's clock minus this machine's.
[[nodiscard]] FrameTimes frame_times(const ShownFrame& frame, std::int64_t clock_offset_ns) noexcept;

/// Age of the shown state at now_ns: time since the node had it ready.
[[nodiscard]] double age_ms(const ShownFrame& frame, std::int64_t clock_offset_ns,
                            std::uint64_t now_ns) noexcept;

/// Events a second over about the last second, from a running total that is sampled now and then.
class RateMeter {
public:
    void add(std::uint64_t total, double at_seconds);
    [[nodiscard]] double per_second() const noexcept;
    void clear() noexcept { samples_.clear(); }

private:
    struct Sample {
        std::uint64_t total;
        double at_seconds;
    };
    std::deque<Sample> samples_;
};

}  // namespace farfield::app
