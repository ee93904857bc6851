#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "net/transport/wake_semaphore.h"
#include "relay/sockets/shard.h"
#include "tests/relay/sockets/loopback.h"

namespace farfield::net::relay::test {

/// For tests: the last byte 0xff is malformed, 0xfe priority.
inline Verdict judge_last_byte(std::uint32_t /*input*/, std::span<const std::byte> bytes)
{
    if (bytes.empty() || bytes.back() == std::byte{0xff}) return Verdict::Malformed;
    return bytes.back() == std::byte{0xfe} ? Verdict::Priority : Verdict::Ordinary;
}

/// A socket of the loopback that a shard can read from.
inline std::shared_ptr<const MulticastSocket> loopback_socket(std::size_t buffer_bytes = receive_buffer_bytes)
{
    SocketSettings settings;
    settings.bind.address = loopback_ipv4;
    settings.shares_port = false;
    settings.buffer_bytes = buffer_bytes;
    return std::make_shared<MulticastSocket>(settings);
}

/// Sends so many datagrams of 150 bytes that end with the byte `last`.
inline void send_marked(DatagramSender& sender, std::size_t count, int last, std::size_t size = 150)
{
    auto bytes = bytes_of(size, 0);
    bytes.back() = static_cast<std::byte>(last);
    const std::span<const std::byte> one(bytes);
    for (std::size_t i = 0; i < count; ++i) sender.send({&one, 1});
}

/// A wake event and the number of its calls.
struct Wakes {
    WakeSemaphore semaphore;
    std::atomic<int> count{0};

    [[nodiscard]] std::function<void()> handler()
    {
        return [this] {
            ++count;
            semaphore.post();
        };
    }
};

/// Waits for `count` datagrams and releases them. Returns how many came.
inline std::size_t take_all(Shard& shard, Wakes& wakes, std::size_t count)
{
    std::size_t taken = 0;
    while (taken < count) {
        const auto ready = shard.ready();
        shard.release(ready);
        taken += ready;
        if (taken < count && ready == 0 && !wakes.semaphore.wait_for(patience)) break;
    }
    return taken;
}

/// A classifier that says when it has judged so many datagrams.
struct CountingClassifier {
    explicit CountingClassifier(int wanted) : left(wanted) {}

    [[nodiscard]] Classifier classifier()
    {
        return [this](std::uint32_t input, std::span<const std::byte> bytes) {
            const auto verdict = judge_last_byte(input, bytes);
            if (--left == 0) done.post();
            return verdict;
        };
    }
    /// Waits for the last one. The counters of a shard have all of them from then on.
    [[nodiscard]] bool wait() { return done.wait_for(patience); }

    std::atomic<int> left;
    WakeSemaphore done;
};

}  // namespace farfield::net::relay::test
