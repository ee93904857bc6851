#pragma once

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <vector>

#include "relay/core/bundle_reader.h"
#include "relay/hosts/host_report.h"
#include "relay/sockets/multicast_socket.h"

namespace farfield::net::relay::test {

/// What a way does to datagrams, as parts of them.
struct Harm {
    double lost = 0.0;  ///< both ways
    double doubled = 0.0;
    double delayed = 0.0;  ///< behind the next ones
};

/// A way between a relay and one host, over real sockets, that loses datagrams, doubles and overtakes them.
/// It keeps its own account of what the host was sent. Threads: one of its own.
class LossyWay {
public:
    /// What passed of one bundle.
    struct Bundle {
        std::uint32_t messages = 0, with_priority = 0;
        std::uint32_t copies = 0;  ///< that went on to the host
    };

    LossyWay(std::uint16_t host_port, const Harm& harm)
        : harm_{harm}, host_{loopback_ipv4, host_port}, thread_{[this] { run(); }}
    {}
    ~LossyWay()
    {
        is_stopping_ = true;
        thread_.join();
    }
    LossyWay(const LossyWay&) = delete;
    LossyWay& operator=(const LossyWay&) = delete;

    /// Where the relay sends to.
    [[nodiscard]] std::uint16_t port() const { return near_.bound().port; }
    [[nodiscard]] std::map<std::uint64_t, Bundle> bundles() const
    {
        const std::lock_guard lock(mutex_);
        return bundles_;
    }
    /// Where the relay sends from.
    [[nodiscard]] Endpoint relay() const
    {
        const std::lock_guard lock(mutex_);
        return relay_;
    }

private:
    using Bytes = std::vector<std::byte>;

    void run()
    {
        while (!is_stopping_) {
            std::array<pollfd, 2> news{{{.fd = near_.descriptor(), .events = POLLIN, .revents = 0},
                                        {.fd = far_.descriptor(), .events = POLLIN, .revents = 0}}};
            if (::poll(news.data(), news.size(), 20) <= 0) {
                release();
                continue;
            }
            Endpoint from;
            while (const auto datagram = receive(near_, from)) pass(*datagram, from);
            while (const auto answer = receive(far_, from))
                if (!happens(harm_.lost)) send(near_, *answer, relay());
        }
    }

    void pass(const Bytes& datagram, const Endpoint& from)
    {
        {
            const std::lock_guard lock(mutex_);
            relay_ = from;
        }
        if (happens(harm_.lost)) return note(datagram, 0);
        const std::uint32_t copies = happens(harm_.doubled) ? 2 : 1;
        note(datagram, copies);
        if (!delayed_ && happens(harm_.delayed)) {
            delayed_ = datagram;
            return;
        }
        for (std::uint32_t i = 0; i < copies; ++i) send(far_, datagram, host_);
        if (++since_delay_ > 3) release();
    }

    void release()
    {
        since_delay_ = 0;
        if (delayed_) send(far_, *delayed_, host_);
        delayed_.reset();
    }

    void note(const Bytes& datagram, std::uint32_t copies)
    {
        const auto bundle = BundleReader::open(std::span{datagram}.subspan(header_bytes));
        if (!bundle) return;
        const std::lock_guard lock(mutex_);
        Bundle& of = bundles_[bundle->preamble().number];
        of.copies += copies;
        if (of.messages != 0) return;
        of.messages = bundle->messages();
        for (std::uint32_t i = 0; i < bundle->messages(); ++i)
            of.with_priority += (bundle->record(i).flags & model::record_priority) != 0 ? 1U : 0U;
    }

    [[nodiscard]] bool happens(double part)
    {
        return std::uniform_real_distribution<double>{0.0, 1.0}(random_) < part;
    }

    static std::optional<Bytes> receive(const MulticastSocket& socket, Endpoint& from)
    {
        Bytes memory(65'536);
        sockaddr_in address{};
        socklen_t length = sizeof address;
        const auto got = ::recvfrom(socket.descriptor(), memory.data(), memory.size(), MSG_DONTWAIT,
                                    reinterpret_cast<sockaddr*>(&address), &length);
        if (got < 0) return std::nullopt;
        memory.resize(static_cast<std::size_t>(got));
        from = from_system(address);
        return memory;
    }
    static void send(const MulticastSocket& socket, const Bytes& datagram, const Endpoint& to)
    {
        const sockaddr_in address = to_system(to);
        (void)::sendto(socket.descriptor(), datagram.data(), datagram.size(), 0,
                       reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }

    Harm harm_;
    Endpoint host_;
    MulticastSocket near_{{.bind = {loopback_ipv4, 0}, .shares_port = false, .joins_segments = false}};
    MulticastSocket far_{{.bind = {loopback_ipv4, 0}, .shares_port = false, .joins_segments = false}};
    std::mt19937 random_{11};
    std::optional<Bytes> delayed_;
    int since_delay_ = 0;
    mutable std::mutex mutex_;
    Endpoint relay_;
    std::map<std::uint64_t, Bundle> bundles_;
    std::atomic<bool> is_stopping_{false};
    std::thread thread_;  ///< last: it uses all of the above
};

}  // namespace farfield::net::relay::test
