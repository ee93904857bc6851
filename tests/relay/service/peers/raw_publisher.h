#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "model/fields/json_fields.h"
#include "relay/core/bundle_builder.h"
#include "tests/catch.h"
#include "tests/relay/service/peers/eventually.h"

namespace farfield::net::relay::test {

/// A client of a stream that may publish, and the words with which the relay ended its session.
class RawPublisher {
public:
    /// more: parameters beside that.
    RawPublisher(const ClientSettings& settings, bool publishes, const Json& more = Json::object())
        : client_{settings,
                  {.frame_arrived = {},
                   .notified = {},
                   .lost =
                       [this](const std::string& why) {
                           const std::lock_guard lock(mutex_);
                           why_lost_ = why;
                       },
                   .granted = [this](std::uint32_t, std::uint64_t frames) { granted_ = frames; }}}
    {
        Json params{{"publish", publishes}, {"history", "none"}};
        params.update(more);
        const Json answer = client_.call("program.start", {{"program", "entities"},
                                                           {"policy", "every"},
                                                           {"slot_bytes", model::max_bundle_bytes},
                                                           {"params", params}});
        stream_ = static_cast<std::uint32_t>(model::number_or(answer, "stream", 0));
    }
    void send(std::vector<std::byte> payload)
    {
        client_.send(stream_, MessageType::EntityBundle, std::move(payload));
    }
    [[nodiscard]] std::uint64_t granted() const { return granted_; }
    [[nodiscard]] std::string why_lost()
    {
        const std::lock_guard lock(mutex_);
        return why_lost_;
    }
    [[nodiscard]] Client& client() { return client_; }
    [[nodiscard]] std::uint32_t stream() const { return stream_; }

private:
    std::mutex mutex_;
    std::string why_lost_;
    std::atomic<std::uint64_t> granted_{0};
    Client client_;
    std::uint32_t stream_ = 0;
};

/// A bundle of one record.
inline std::vector<std::byte> bundle_of(const std::vector<std::byte>& pdu)
{
    std::vector<std::byte> memory(1'024);
    BundleBuilder builder{memory, 1};
    REQUIRE(builder.add({.bytes = pdu, .source = 17U << 16U | 23U, .arrival_ns = 1}));
    const auto payload = builder.finish({});
    return {payload.begin(), payload.end()};
}

}  // namespace farfield::net::relay::test
