#include "app/layers/entities/waiting_bundles.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace farfield::app {

void WaitingBundles::add(std::span<const std::byte> payload, std::uint64_t came_ns)
{
    const auto bundle = net::relay::BundleReader::open(payload);
    if (!bundle) throw std::runtime_error("what the relay sent is no bundle of entities");
    std::uint64_t newest_ns = 0;
    for (std::uint32_t i = 0; i < bundle->messages(); ++i)
        newest_ns = std::max(newest_ns, bundle->record(i).arrival_ns);
    bundles_.push_back(
        {.payload = {payload.begin(), payload.end()}, .newest_ns = newest_ns, .came_ns = came_ns});
    bytes_ += payload.size();
}

std::size_t WaitingBundles::take_until(std::uint64_t time_ns, EntityTable& table)
{
    std::size_t taken = 0;
    for (; !bundles_.empty(); ++taken) {
        if (bundles_.front().newest_ns > time_ns && bytes_ <= most_bytes) break;
        const Bundle bundle = std::move(bundles_.front());
        bundles_.pop_front();
        bytes_ -= bundle.payload.size();
        table.take(bundle.payload, time_ns, bundle.came_ns);
    }
    return taken;
}

}  // namespace farfield::app
