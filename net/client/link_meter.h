#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace farfield::net {

/// Round trip and clock offset from Echoes and their replies.
/// Smoothing: RFC 6298, section 2.3 (an eighth of every new value). Offset: from the fastest of the last
/// round trips, as in the clock filter of NTP (RFC 5905, section 10), since the fastest one was delayed least
/// on its way.
class LinkMeter {
public:
    /// Adds a round trip, in ns: departure of the Echo and arrival of its reply by this clock, and the peer's
    /// clock in between. A reply earlier than its Echo (this clock was set back) is ignored.
    void add(std::uint64_t sent_ns, std::uint64_t replied_ns, std::uint64_t peer_ns) noexcept;

    [[nodiscard]] std::uint64_t samples() const noexcept { return samples_; }
    [[nodiscard]] double round_trip_ms() const noexcept { return smoothed_ns_ * 1e-6; }
    /// The peer's clock minus this one.
    [[nodiscard]] std::int64_t clock_offset_ns() const noexcept;

private:
    static constexpr std::size_t window = 16;
    struct Sample {
        std::uint64_t round_trip_ns;
        std::int64_t offset_ns;
    };

    std::array<Sample, window> recent_{};
    std::uint64_t samples_ = 0;
    double smoothed_ns_ = 0.0;
};

}  // namespace farfield::net
