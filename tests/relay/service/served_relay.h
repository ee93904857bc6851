#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "net/session/session_server.h"
#include "relay/peers/bundle_stream.h"
#include "relay/service/relay_service.h"
#include "relay/sockets/datagram_sender.h"
#include "tests/relay/core/unused_port.h"

namespace farfield::net::relay::test {

inline constexpr std::chrono::milliseconds patience{20'000};

/// A UDP port that no other program has: a socket holds it, which shares it.
class FreePort {
public:
    FreePort() : socket_{{.bind = {loopback_ipv4, 0}}} {}
    [[nodiscard]] std::uint16_t number() const { return socket_.bound().port; }

private:
    MulticastSocket socket_;
};

/// A relay that serves sessions on a port of the loopback interface.
class ServedRelay {
public:
    /// port: 0: any free one.
    explicit ServedRelay(std::vector<std::string> inputs, std::uint16_t port = 0)
        : ServedRelay{settings_with(std::move(inputs)), port}
    {}
    ServedRelay(std::vector<std::string> inputs, std::optional<RecordSettings> record)
        : ServedRelay{settings_with(std::move(inputs), std::move(record))}
    {}
    explicit ServedRelay(const RelaySettings& settings, std::uint16_t port = 0)
        : relay_{settings}, service_{relay_}, server_{service_, server_settings(port)}, thread_{[this] {
              server_.run();
          }}
    {}
    ~ServedRelay()
    {
        server_.stop();
        thread_.join();
    }
    ServedRelay(const ServedRelay&) = delete;
    ServedRelay& operator=(const ServedRelay&) = delete;

    [[nodiscard]] Relay& relay() { return relay_; }
    [[nodiscard]] ClientSettings session() const
    {
        ClientSettings settings;
        settings.port = server_.port();
        return settings;
    }

private:
    static RelaySettings settings_with(std::vector<std::string> inputs,
                                       std::optional<RecordSettings> record = {})
    {
        RelaySettings settings;
        settings.inputs = std::move(inputs);
        settings.record = std::move(record);
        return settings;
    }
    static ServerSettings server_settings(std::uint16_t port)
    {
        ServerSettings settings;
        settings.port = port;
        return settings;
    }

    Relay relay_;
    RelayService service_;
    SessionServer server_;
    std::thread thread_;
};

inline DatagramSender sender_to(Ipv4 group, std::uint16_t port)
{
    return DatagramSender{{.to = {group, port}, .through = find_interface("lo")}};
}

/// One datagram to a port of this host.
inline void send_text(std::uint16_t port, const std::string& text)
{
    DatagramSender sender{{.to = {loopback_ipv4, port}}};
    const std::array one{std::as_bytes(std::span{text})};
    if (sender.send(one) != 1) throw std::runtime_error("cannot send a datagram");
}

/// Records of kind 1 and 2 until there are so many, or none came for long.
struct Copy {
    std::vector<std::byte> bytes;
    std::uint32_t source = 0;
    RecordKind kind = RecordKind::Dis;
};
inline std::vector<Copy> receive(BundleStream& bundles, std::size_t count)
{
    std::vector<Copy> records;
    while (records.size() < count) {
        const auto bundle = bundles.next(patience);
        if (!bundle) break;
        for (std::uint32_t i = 0; i < bundle->messages(); ++i) {
            const Record record = bundle->record(i);
            records.push_back({{record.bytes.begin(), record.bytes.end()}, record.source, record.kind});
        }
    }
    return records;
}

}  // namespace farfield::net::relay::test
