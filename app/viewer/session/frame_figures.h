#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "net/client/frame_ring.h"
#include "net/message/frame_stamp.h"

/// Where a frame's time went, and how often things happen: arithmetic, no window.
namespace farfield::app {

/// A frame that has been drawn, with the viewer's clock (nanoseconds since the Unix epoch) when it was.
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
    double network_ms = 0.0;  ///< from the node's send to the last byte here; as good as the clock offset
    double ring_ms = 0.0;     ///< in the ring, until it was taken
    double draw_ms = 0.0;     ///< until its picture was handed to the display
};

/// clock_offset_ns: the node's clock minus ours.
[[nodiscard]] FrameTimes frame_times(const ShownFrame& frame, std::int64_t clock_offset_ns) noexcept;

/// How old the state that is shown is by now: since the node had it ready.
[[nodiscard]] double age_ms(const ShownFrame& frame, std::int64_t clock_offset_ns,
                            std::uint64_t now_ns) noexcept;

/// Events a second over the last second or so, from a running total that is sampled now and then.
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
