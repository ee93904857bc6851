#include <algorithm>
#include <utility>

#include "net/message/byte_order.h"
#include "net/recording/pcap_reader.h"
#include "relay/recording/file_playback.h"

namespace farfield::net::relay {
namespace {

/// A number for an IPv6 address, beyond those of IPv4.
std::uint64_t number_of(const IpAddress& address)
{
    const auto high = load_big<std::uint64_t>(address.data());
    const auto low = load_big<std::uint64_t>(address.data() + 8);
    constexpr std::uint64_t mapped = 0xffff;
    const bool is_ipv4 = high == 0 && low >> 32U == mapped;
    return is_ipv4 ? low & 0xffffffffU : high * 0x9e3779b97f4a7c15U + low;
}

/// Number of a sender: address << 16 | port, as sockets have it.
std::uint64_t sender_of(const CapturedDatagram& datagram)
{
    return number_of(datagram.source) << 16U | datagram.source_port;
}

bool is_sent_to(const CapturedDatagram& datagram, const Endpoint& to)
{
    return (to.port == 0 || datagram.destination_port == to.port) &&
           (to.address == 0 || number_of(datagram.destination) == to.address);
}

/// The datagrams of a capture, or those after a time.
class PlayedCapture final : public PlayedFile {
public:
    PlayedCapture(std::filesystem::path file, double from_seconds, const Endpoint& to)
        : file_{std::move(file)},
          from_ns_{static_cast<std::uint64_t>(from_seconds * 1e9)},
          to_{to},
          reader_{file_}
    {
        if (from_seconds > 0.0) expect_any_left(from_seconds);
    }

    void rewind() override
    {
        reader_ = PcapReader{file_};
        begin_ns_.reset();
        last_ns_ = 0;
    }

    [[nodiscard]] std::optional<PlayedMessage> next() override
    {
        while (const auto datagram = reader_.next()) {
            if (!is_sent_to(*datagram, to_)) continue;
            if (!begin_ns_) begin_ns_ = datagram->time_ns + from_ns_;
            if (datagram->time_ns < *begin_ns_) continue;
            last_ns_ = std::max(last_ns_, datagram->time_ns - *begin_ns_);
            return PlayedMessage{.time_ns = last_ns_,
                                 .bytes = datagram->payload,
                                 .sender = sender_of(*datagram),
                                 .recorded_ns = *begin_ns_ + last_ns_};
        }
        return std::nullopt;
    }

private:
    void expect_any_left(double from_seconds)
    {
        std::uint64_t first_ns = 0, last_ns = 0;
        bool is_first = true;
        while (const auto datagram = reader_.next()) {
            if (!is_sent_to(*datagram, to_)) continue;
            if (std::exchange(is_first, false)) first_ns = last_ns = datagram->time_ns;
            last_ns = std::max(last_ns, datagram->time_ns);
            if (last_ns - first_ns >= from_ns_) break;
        }
        expect_before_end(file_, from_seconds, static_cast<double>(last_ns - first_ns) * 1e-9);
        rewind();
    }

    std::filesystem::path file_;
    std::uint64_t from_ns_;
    Endpoint to_;
    PcapReader reader_;
    std::optional<std::uint64_t> begin_ns_ = std::nullopt;
    std::uint64_t last_ns_ = 0;
};

}  // namespace

std::unique_ptr<PlayedFile> open_capture(const std::filesystem::path& file, double from_seconds,
                                         const Endpoint& to)
{
    return std::make_unique<PlayedCapture>(file, from_seconds, to);
}

}  // namespace farfield::net::relay
