#include "net/relay/program/peers/publishers.h"

#include "net/relay/program/peers/record_message.h"

namespace farfield::net::relay {
namespace {

void add_to(model::RelayPublisherStats& sums, const model::RelayPublisherStats& one)
{
    sums.bundles += one.bundles;
    sums.received += one.received;
    sums.malformed += one.malformed;
    sums.core += one.core;
    sums.lost += one.lost;
}

}  // namespace

void Publishers::add(std::uint32_t subscriber, PublisherSettings settings)
{
    if (publishers_.contains(subscriber)) return;
    Publisher& publisher = publishers_[subscriber];
    publisher.counted.publisher = settings.name;
    publisher.counted.subscriber = subscriber;
    publisher.settings = std::move(settings);
}

void Publishers::remove(std::uint32_t subscriber)
{
    const auto found = publishers_.find(subscriber);
    if (found == publishers_.end()) return;
    if (found->second.counted.bundles > 0) {
        if (!ended_) ended_ = model::RelayPublisherStats{.publisher = "ended"};
        add_to(*ended_, found->second.counted);
    }
    publishers_.erase(found);
}

bool Publishers::take_some(RelayCore& core, std::uint64_t now_ns)
{
    bool is_more = false;
    for (auto& [subscriber, publisher] : publishers_) {
        BundleSource& source = *publisher.settings.source;
        const auto use = [&](const BundleReader& bundle) {
            take(subscriber, publisher, bundle, core, now_ns);
        };
        is_more = (source.take(use) && source.has_more()) || is_more;
    }
    return is_more;
}

void Publishers::take(std::uint32_t subscriber, Publisher& publisher, const BundleReader& bundle,
                      RelayCore& core, std::uint64_t now_ns)
{
    model::RelayPublisherStats& counted = publisher.counted;
    const model::BundlePreamble& preamble = bundle.preamble();
    if (counted.bundles > 0 && preamble.messages_before > publisher.next_message)
        counted.lost += preamble.messages_before - publisher.next_message;
    publisher.next_message = preamble.messages_before + preamble.messages;
    ++counted.bundles;
    counted.received += preamble.messages;
    for (std::uint32_t i = 0; i < preamble.messages; ++i) {
        auto message =
            message_of(bundle.record(i), {.input = publisher.settings.input, .arrival_ns = now_ns});
        if (!message) {
            ++counted.malformed;
            continue;
        }
        message->publisher = subscriber;
        ++counted.core;
        core.take(*message);
    }
}

std::vector<model::RelayPublisherStats> Publishers::stats() const
{
    std::vector<model::RelayPublisherStats> all;
    for (const auto& [subscriber, publisher] : publishers_)
        if (publisher.counted.bundles > 0) all.push_back(publisher.counted);
    if (ended_) all.push_back(*ended_);
    return all;
}

}  // namespace farfield::net::relay
