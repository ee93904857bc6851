#include "compute_node/node/relay/forwarded_bundles.h"

#include "model/programs/bundles/entity_bundle.h"

#include <algorithm>
#include <utility>

namespace farfield::node {

void ForwardedBundles::open(std::shared_ptr<net::Client> client, std::uint32_t stream)
{
    const std::lock_guard lock{mutex_};
    client_ = std::move(client);
    stream_ = stream;
    if (changed_) changed_();
}

void ForwardedBundles::grant(std::uint64_t bundles)
{
    const std::lock_guard lock{mutex_};
    granted_ = std::max(granted_, bundles);
    if (changed_) changed_();
}

void ForwardedBundles::close()
{
    const std::lock_guard lock{mutex_};
    client_.reset();
    granted_ = sent_ = 0;
}

std::uint64_t ForwardedBundles::most_bytes() const noexcept
{
    return model::max_bundle_bytes;
}

std::size_t ForwardedBundles::room() const
{
    const std::lock_guard lock{mutex_};
    return client_ ? static_cast<std::size_t>(granted_ - sent_) : 0;
}

// A bundle that the relay would refuse ends its viewer's session, not the node's own with the relay.
std::optional<std::string> ForwardedBundles::take(std::span<const std::byte> payload)
{
    if (!model::decode_bundle(payload))
        return "a bundle whose counts, index and length do not agree (docs/protocol.md, section 18)";
    const std::lock_guard lock{mutex_};
    if (!client_ || sent_ == granted_) return std::nullopt;
    client_->send(stream_, net::MessageType::EntityBundle, {payload.begin(), payload.end()});
    ++sent_;
    return std::nullopt;
}

void ForwardedBundles::listen(std::function<void()> changed)
{
    const std::lock_guard lock{mutex_};
    changed_ = std::move(changed);
}

}  // namespace farfield::node
