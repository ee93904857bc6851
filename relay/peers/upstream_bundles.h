#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <vector>

#include "net/service/upstream_frames.h"
#include "relay/peers/bundle_source.h"

namespace farfield::net::relay {

/// Bundles that the viewer of one program `entities` sends, until the core takes them. Only as many as there
/// is room for may be on their way, so that a publisher cannot flood the relay. Threads: take() of
/// BundleSource the core's; allow() any; all else as UpstreamFrames says.
class UpstreamBundles final : public UpstreamFrames, public BundleSource {
public:
    /// Waiting bundles, at most.
    static constexpr std::size_t places = 4;

    /// arrived: called on the I/O thread when a bundle waits.
    explicit UpstreamBundles(std::function<void()> arrived);

    /// Permits or forbids sending. When forbidden, bundles that were granted are read past.
    void allow(bool is_allowed);

    [[nodiscard]] std::uint64_t most_bytes() const noexcept override { return model::max_bundle_bytes; }
    [[nodiscard]] std::size_t room() const override;
    [[nodiscard]] std::optional<std::string> take(std::span<const std::byte> payload) override;
    void listen(std::function<void()> changed) override;

    [[nodiscard]] bool take(const std::function<void(const BundleReader& bundle)>& use) override;
    [[nodiscard]] bool has_more() const override;

private:
    const std::function<void()> arrived_;
    mutable std::mutex mutex_;  ///< guards all members below, except the memory of waiting bundles
    std::function<void()> changed_;
    bool is_allowed_ = false;
    std::array<std::vector<std::byte>, places> bundles_;  ///< a ring; its memory is reused
    std::size_t first_ = 0, waiting_ = 0;
};

}  // namespace farfield::net::relay
