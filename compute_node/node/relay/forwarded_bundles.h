#pragma once

#include "net/client/client.h"
#include "net/service/upstream_frames.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>

namespace farfield::node {

/// The bundles that a viewer sends to one program `entities`, passed on to the relay untouched: the viewer
/// gets the relay's grants, none while it is away. Bundles granted before that come then are skipped.
/// Threads: the relay's session calls open(), grant() and close(); the rest as net::UpstreamFrames says.
class ForwardedBundles final : public net::UpstreamFrames {
public:
    /// Begins with a stream of the relay, whose grants count from 0.
    void open(std::shared_ptr<net::Client> client, std::uint32_t stream);
    /// Notes that the relay has granted so many bundles in all to the present or coming stream.
    void grant(std::uint64_t bundles);
    /// Ends with the stream, as the relay is away; the client is not used any more.
    void close();

    [[nodiscard]] std::uint64_t most_bytes() const noexcept override;
    [[nodiscard]] std::size_t room() const override;
    [[nodiscard]] std::optional<std::string> take(std::span<const std::byte> payload) override;
    void listen(std::function<void()> changed) override;

private:
    mutable std::mutex mutex_;  ///< guards all members below
    std::function<void()> changed_;
    std::shared_ptr<net::Client> client_;  ///< null: the relay is away
    std::uint32_t stream_ = 0;
    std::uint64_t granted_ = 0, sent_ = 0;  ///< bundles in this session of the relay
};

}  // namespace farfield::node
