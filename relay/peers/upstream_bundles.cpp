#include "relay/peers/upstream_bundles.h"

#include <utility>

namespace farfield::net::relay {

UpstreamBundles::UpstreamBundles(std::function<void()> arrived) : arrived_{std::move(arrived)} {}

void UpstreamBundles::allow(bool is_allowed)
{
    const std::lock_guard lock(mutex_);
    is_allowed_ = is_allowed;
    if (is_allowed && changed_) changed_();
}

std::size_t UpstreamBundles::room() const
{
    const std::lock_guard lock(mutex_);
    return is_allowed_ ? places - waiting_ : 0;
}

std::optional<std::string> UpstreamBundles::take(std::span<const std::byte> payload)
{
    if (!BundleReader::open(payload))
        return "a bundle whose counts, index and length do not agree (docs/protocol.md, section 18)";
    {
        const std::lock_guard lock(mutex_);
        if (!is_allowed_ || waiting_ == places) return std::nullopt;
        bundles_[(first_ + waiting_) % places].assign(payload.begin(), payload.end());
        ++waiting_;
    }
    arrived_();
    return std::nullopt;
}

void UpstreamBundles::listen(std::function<void()> changed)
{
    const std::lock_guard lock(mutex_);
    changed_ = std::move(changed);
}

bool UpstreamBundles::has_more() const
{
    const std::lock_guard lock(mutex_);
    return waiting_ > 0;
}

// The first bundle stays unchanged until it is removed: others are written to other places.
bool UpstreamBundles::take(const std::function<void(const BundleReader& bundle)>& use)
{
    if (!has_more()) return false;
    use(*BundleReader::open(bundles_[first_]));
    const std::lock_guard lock(mutex_);
    first_ = (first_ + 1) % places;
    --waiting_;
    if (changed_) changed_();
    return true;
}

}  // namespace farfield::net::relay
