#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/programs/bundles/entity_bundle.h"
#include "net/client/client.h"
#include "net/client/frame_ring.h"
#include "net/transport/wake_semaphore.h"
#include "tests/relay/service/served_relay.h"

namespace farfield::net::relay::test {

/// A session that keeps its notifications. Threads: the test's.
class NotedSession {
public:
    explicit NotedSession(const ClientSettings& settings)
        : client{settings,
                 {.frame_arrived = [](std::uint32_t) {},
                  .notified =
                      [this](const std::string& method, const Json& params) {
                          const std::lock_guard lock(mutex_);
                          news_.emplace_back(method, params);
                          arrived_.post();
                      },
                  .lost = [](const std::string&) {}}}
    {}

    /// The first notification of this kind that fits, once it has come; nothing where none comes for long.
    [[nodiscard]] std::optional<Json> wait_for(const std::string& method,
                                               const std::function<bool(const Json& params)>& fits)
    {
        const auto until = std::chrono::steady_clock::now() + patience;
        for (;;) {
            {
                const std::lock_guard lock(mutex_);
                for (const auto& [name, params] : news_)
                    if (name == method && fits(params)) return params;
            }
            if (std::chrono::steady_clock::now() >= until || !arrived_.wait_for(patience))
                return std::nullopt;
        }
    }
    [[nodiscard]] std::size_t count(const std::string& method)
    {
        const std::lock_guard lock(mutex_);
        return static_cast<std::size_t>(
            std::ranges::count(news_, method, &std::pair<std::string, Json>::first));
    }

private:
    std::mutex mutex_;
    std::vector<std::pair<std::string, Json>> news_;
    WakeSemaphore arrived_;

public:
    Client client;  ///< last: its thread uses what stands above
};

/// A ring with memory for so many bundles.
struct FrameSlots {
    explicit FrameSlots(std::size_t slots) : memory(slots * model::max_bundle_bytes), ring{parts()} {}

    [[nodiscard]] std::vector<std::span<std::byte>> parts()
    {
        std::vector<std::span<std::byte>> all;
        for (std::size_t at = 0; at < memory.size(); at += model::max_bundle_bytes)
            all.push_back(std::span{memory}.subspan(at, model::max_bundle_bytes));
        return all;
    }

    /// What has come.
    void release_all()
    {
        while (ring.take_next()) ring.release_oldest(1);
    }

    std::vector<std::byte> memory;
    FrameRing ring;
};

}  // namespace farfield::net::relay::test
