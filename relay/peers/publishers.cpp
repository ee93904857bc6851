#include "relay/peers/publishers.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "net/message/byte_order.h"
#include "relay/core/bundle.h"
#include "relay/dis/entity_id.h"
#include "relay/files/played_content.h"
#include "relay/sockets/classification.h"

namespace farfield::net::relay {
namespace {

/// Flags that remain true on a record's way through another relay.
constexpr std::uint8_t lasting_flags =
    model::record_conflated | model::record_old | model::record_local | model::record_without_height;

std::optional<Message> pdu_message(std::span<const std::byte> bytes, const DatagramOrigin& origin)
{
    dis::Pdu pdu;
    dis::EntityHead head;
    if (dis::read_pdu(bytes, pdu) != dis::PduFault::None || pdu.bytes.size() != bytes.size() ||
        dis::read_entity_head(pdu, head) != dis::PduFault::None)
        return std::nullopt;
    return message_of(pdu, head, origin);
}

std::optional<Message> content_of(const Record& record, const DatagramOrigin& origin)
{
    constexpr std::size_t address_bytes = 2;
    switch (record.kind) {
    case RecordKind::Dis:
        return pdu_message(record.bytes, origin);
    case RecordKind::Addressed:
        if (record.bytes.size() < address_bytes) return std::nullopt;
        return addressed_message(record.bytes, origin);
    case RecordKind::Name:
    case RecordKind::Values: {
        const Message message = described_entity({.bytes = record.bytes, .kind = record.kind}, origin);
        return message.entity != 0 ? std::optional{message} : std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

/// The message of a record that another program sent: one PDU, an addressed message, a name or values;
/// nullopt for a record of another kind, or a malformed one. Ownership: borrows the record's bytes.
std::optional<Message> message_of(const Record& record, const DatagramOrigin& origin)
{
    if (record.bytes.size() > max_message_bytes) return std::nullopt;
    auto message = content_of(record, origin);
    if (!message) return message;
    message->flags = record.flags & lasting_flags;
    // Metres in a scene are no place on the Earth.
    constexpr double no_place = std::numeric_limits<double>::quiet_NaN();
    if ((record.flags & model::record_local) != 0) message->longitude = message->latitude = no_place;
    return message;
}

/// Relays from which messages come, directly or by other relays; at most.
constexpr std::size_t max_origins = 1'024;

/// First number of peers as senders of messages, beyond those of addresses and ports.
constexpr std::uint64_t peers_from = std::uint64_t{1} << 63U;

/// Messages that may be missing between two bundles; beyond it a publisher has restarted its count.
constexpr std::uint64_t max_gap = std::uint64_t{1} << 32U;

void add_to(model::RelayPublisherStats& sums, const model::RelayPublisherStats& one)
{
    sums.bundles += one.bundles;
    sums.received += one.received;
    sums.malformed += one.malformed;
    sums.duplicate += one.duplicate;
    sums.returned += one.returned;
    sums.departures += one.departures;
    sums.core += one.core;
    sums.lost += one.lost;
}

/// True for a message that this relay lacks of an entity.
bool is_lacking(const RelayCore& core, const Message& message)
{
    const StateForm form = form_of(message);
    if (form == StateForm::None) return false;
    const auto number = core.entities().find(message.entity);
    if (form == StateForm::Whole) return !number && core.has_room_for_entity();
    return number && core.entities()[*number].newest(form) == no_message;
}

}  // namespace

void Publishers::add(std::uint32_t number, PublisherSettings settings)
{
    if (publishers_.contains(number)) return;
    Publisher& publisher = publishers_[number];
    publisher.counted.publisher = settings.name;
    publisher.counted.subscriber = number;
    publisher.counted.relay = settings.relay;
    publisher.settings = std::move(settings);
}

void Publishers::remove(std::uint32_t number)
{
    const auto found = publishers_.find(number);
    if (found == publishers_.end()) return;
    const model::RelayPublisherStats& counted = found->second.counted;
    if (counted.bundles > 0) {
        if (!ended_) ended_ = model::RelayPublisherStats{.publisher = "ended"};
        add_to(*ended_, counted);
        add_to(ended_by_input_[found->second.settings.input], counted);
    }
    publishers_.erase(found);
}

// Takes no bundle while the core is almost full, so that no more are granted.
bool Publishers::take_some(RelayCore& core, std::uint64_t now_ns)
{
    if (core.store().is_almost_full()) return false;
    bool is_more = false;
    for (auto& [number, publisher] : publishers_) {
        BundleSource& source = *publisher.settings.source;
        const auto use = [&](const BundleReader& bundle) { take(number, publisher, bundle, core, now_ns); };
        is_more = (source.take(use) && source.has_more()) || is_more;
    }
    return is_more;
}

void Publishers::take(std::uint32_t number, Publisher& publisher, const BundleReader& bundle, RelayCore& core,
                      std::uint64_t now_ns)
{
    model::RelayPublisherStats& counted = publisher.counted;
    const model::BundlePreamble& preamble = bundle.preamble();
    const std::uint64_t gap = preamble.messages_before - publisher.next_message;
    if (counted.bundles > 0 && preamble.messages_before > publisher.next_message && gap <= max_gap)
        counted.lost += gap;
    publisher.next_message = preamble.messages_before + preamble.messages;
    publisher.clock.note(preamble.closed_at_ns, now_ns);
    ++counted.bundles;
    counted.received += preamble.messages;
    for (std::uint32_t i = 0; i < preamble.messages; ++i)
        take(number, publisher, bundle.record(i), core, now_ns);
}

void Publishers::take(std::uint32_t number, Publisher& publisher, const Record& record, RelayCore& core,
                      std::uint64_t now_ns)
{
    constexpr std::size_t departure_bytes = 8;
    const PublisherSettings& settings = publisher.settings;
    if (record.kind == RecordKind::Gone && record.bytes.size() == departure_bytes) {
        ++publisher.counted.departures;
        const auto reason = load_big<std::uint16_t>(record.bytes.data() + dis::entity_id_bytes);
        core.lose_entity(dis::load_entity_id(record.bytes.data()).key(), number,
                         static_cast<DepartureReason>(reason), now_ns);
        return;
    }
    const std::uint64_t arrival_ns =
        settings.relay ? publisher.clock.here(record.arrival_ns, now_ns) : now_ns;
    auto message = message_of(record, {.input = settings.input, .arrival_ns = arrival_ns});
    if (!message) {
        ++publisher.counted.malformed;
        return;
    }
    message->publisher = number;
    message->sender = peers_from | number;
    std::uint64_t* ending =
        settings.relay ? &ending_of(record, publisher, core, *message) : &publisher.counted.core;
    const bool is_news = ending == &publisher.counted.core;
    if (is_news && settings.relay && comes_back_(*message)) ending = &publisher.counted.returned;
    ++*ending;
    if (ending == &publisher.counted.core) core.take(*message);
}

std::uint64_t& Publishers::ending_of(const Record& record, Publisher& publisher, const RelayCore& core,
                                     Message& message)
{
    model::RelayPublisherStats& counted = publisher.counted;
    Route route = record.route;
    if ((record.flags & model::record_routed) == 0 || route.number == 0 || route.hops_left == 0 ||
        route.hops_left > max_hops)
        return counted.malformed;
    if (route.origin == relay_) return counted.returned;
    const bool is_new = runs_of(route.origin).note(route.number) == RouteVerdict::New;
    if (!is_new && !(route.is_picture && is_lacking(core, message))) return counted.duplicate;
    --route.hops_left;
    route.is_picture = false;
    message.route = route;
    return counted.core;
}

// The runs of an origin; beyond the maximum it replaces the one silent for longest.
RouteRuns& Publishers::runs_of(std::uint32_t origin)
{
    if (origins_.size() == max_origins && !origins_.contains(origin))
        origins_.erase(
            std::ranges::min_element(origins_, {}, [](const auto& one) { return one.second.used; }));
    Origin& found = origins_[origin];
    found.used = ++uses_;
    return found.runs;
}

std::vector<model::RelayPublisherStats> Publishers::stats() const
{
    std::vector<model::RelayPublisherStats> all;
    for (const auto& [number, publisher] : publishers_)
        if (publisher.counted.bundles > 0) all.push_back(publisher.counted);
    if (ended_) all.push_back(*ended_);
    return all;
}

model::RelayPublisherStats Publishers::stats_of(std::uint8_t input) const
{
    model::RelayPublisherStats sums;
    if (const auto found = ended_by_input_.find(input); found != ended_by_input_.end()) sums = found->second;
    for (const auto& [number, publisher] : publishers_)
        if (publisher.settings.input == input) add_to(sums, publisher.counted);
    return sums;
}

}  // namespace farfield::net::relay
