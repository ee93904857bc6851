#include "relay/commands/paced_sending.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <random>
#include <thread>
#include <vector>

#include "relay/sockets/slot_ring.h"

namespace farfield::net::relay {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most = 64;  ///< messages sent at once
constexpr std::chrono::microseconds least_sleep{500};
constexpr std::chrono::milliseconds most_sleep{200};  ///< delay until a signal is noticed

/// Times of messages, in s since the beginning.
class Pace {
public:
    explicit Pace(const Pacing& pacing) : pacing_{pacing}, numbers_{pacing.seed} {}

    [[nodiscard]] double next_seconds() const { return next_; }
    void advance() { next_ += (pacing_.is_even ? 1.0 : gaps_(numbers_)) / pacing_.rate; }

private:
    Pacing pacing_;
    std::mt19937_64 numbers_;
    std::exponential_distribution<double> gaps_{1.0};
    double next_ = 0.0;
};

}  // namespace

std::uint64_t send_paced(const Pacing& pacing, const MessageWriter& write,
                         const std::function<void(DueMessages)>& send)
{
    Pace pace{pacing};
    std::vector<std::byte> memory(most * max_datagram_bytes);
    std::array<std::span<const std::byte>, most> messages;
    std::uint64_t sent = 0;
    const Clock::time_point begun = Clock::now();
    while (pace.next_seconds() < pacing.seconds && !pacing.stop.stop_requested()) {
        const double now = std::chrono::duration<double>(Clock::now() - begun).count();
        std::size_t due = 0;
        for (; due < most && pace.next_seconds() <= std::min(now, pacing.seconds); ++due, pace.advance()) {
            const auto place = std::span{memory}.subspan(due * max_datagram_bytes, max_datagram_bytes);
            messages[due] = place.first(write(sent + due, pace.next_seconds(), place));
        }
        if (due > 0) send(std::span{messages}.first(due));
        sent += due;
        if (due == most) continue;
        const auto next = begun + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(pace.next_seconds()));
        std::this_thread::sleep_until(
            std::clamp(next, Clock::now() + least_sleep, Clock::now() + most_sleep));
    }
    return sent;
}

}  // namespace farfield::net::relay
