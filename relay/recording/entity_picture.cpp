#include "relay/recording/entity_picture.h"

#include <algorithm>
#include <ranges>
#include <span>

#include "relay/dis/entity_head.h"

namespace farfield::net::relay {
namespace {

/// Flags that remain true for a record that is sent later.
constexpr std::uint8_t lasting_flags = model::record_local | model::record_without_height;

/// Entity of a record that begins with site, application and entity; 0 for other records.
std::uint64_t named_entity(const Record& record)
{
    constexpr std::size_t least_bytes = 8;
    return record.bytes.size() < least_bytes ? 0 : dis::load_entity_id(record.bytes.data()).key();
}

}  // namespace

void EntityPicture::note(const Record& record)
{
    switch (record.kind) {
    case RecordKind::Dis:
        return note_pdu(record);
    case RecordKind::Gone:
        entities_.erase(named_entity(record));
        return;
    case RecordKind::Name:
        return keep(named_entity(record), Name, record);
    case RecordKind::Values:
        return keep(named_entity(record), Values, record);
    case RecordKind::Addressed:
    case RecordKind::Control:
        return;
    }
}

void EntityPicture::note_pdu(const Record& record)
{
    using dis::PduType;
    dis::Pdu pdu;
    dis::EntityHead head;
    if (dis::read_pdu(record.bytes, pdu) != dis::PduFault::None) return;
    if (pdu.header.type == PduType::StopFreeze || pdu.header.type == PduType::StartResume)
        return note_halt(dis::read_control(pdu), record);
    if (dis::read_entity_head(pdu, head) != dis::PduFault::None) return;
    const std::uint64_t entity = head.id.key();
    if (pdu.header.type == PduType::EntityState) {
        keep(entity, Whole, record);
        if (const auto found = entities_.find(entity); found != entities_.end())
            found->second[Update].bytes.clear();
    } else if (pdu.header.type == PduType::EntityStateUpdate) {
        keep(entity, Update, record);
    }
}

/// Ignores a Stop that halts nothing anew, and a Start that ends no halt.
void EntityPicture::note_halt(const dis::EntityControl& control, const Record& record)
{
    const bool is_stop = control.kind == dis::PduType::StopFreeze;
    const dis::EntityId receiver = control.receiver;
    const auto changes = [&] {
        for (const Halt& before : halts_ | std::views::reverse) {
            if (!dis::may_share_application(before.receiver, receiver)) continue;
            if (before.is_stop != is_stop) return true;
            if (dis::is_for_application_of(before.receiver, receiver)) return false;
        }
        return is_stop;
    };
    if (!changes()) return;
    if (halts_.size() == most_halts) halts_.erase(halts_.begin());
    halts_.push_back({.kept = {}, .receiver = receiver, .is_stop = is_stop});
    halts_.back().kept.take(record);
}

void EntityPicture::keep(std::uint64_t entity, Part part, const Record& record)
{
    if (entity == 0 || (entities_.size() >= max_entities && !entities_.contains(entity))) return;
    entities_[entity][part].take(record);
}

void EntityPicture::Kept::take(const Record& record)
{
    bytes.assign(record.bytes.begin(), record.bytes.end());
    kind = record.kind;
    flags = record.flags & lasting_flags;
    source = record.source;
    arrival_ns = record.arrival_ns;
}

Record EntityPicture::Kept::record() const
{
    return {.bytes = bytes, .kind = kind, .flags = flags, .source = source, .arrival_ns = arrival_ns};
}

void EntityPicture::forget_until(std::uint64_t arrival_ns)
{
    std::erase_if(entities_, [arrival_ns](const auto& entity) {
        const auto& all = entity.second;
        const bool has_state = !all[Whole].bytes.empty() || !all[Update].bytes.empty();
        const auto states = std::span(all).first(has_state ? Update + 1 : all.size());
        return std::ranges::all_of(states, [arrival_ns](const Kept& kept) {
            return kept.bytes.empty() || kept.arrival_ns < arrival_ns;
        });
    });
    for (std::size_t i = halts_.size(); i-- > 0;) {
        if (halts_[i].is_stop || halts_[i].kept.arrival_ns >= arrival_ns) continue;
        i = forget_before(i);
    }
}

/// Removes the Stops that a Start ended, and the Start if it ends no others. Returns its index, or the next.
std::size_t EntityPicture::forget_before(std::size_t start)
{
    const dis::EntityId receiver = halts_[start].receiver;
    const auto lifted = [receiver](const Halt& halt) {
        return dis::is_for_application_of(receiver, halt.receiver);
    };
    const auto place = halts_.begin() + static_cast<std::ptrdiff_t>(start);
    const auto left = halts_.erase(std::remove_if(halts_.begin(), place, lifted), place);
    const bool lifts_more = std::any_of(halts_.begin(), left, [receiver](const Halt& halt) {
        return halt.is_stop && dis::may_share_application(halt.receiver, receiver);
    });
    const auto next = lifts_more ? left : halts_.erase(left);
    return static_cast<std::size_t>(next - halts_.begin());
}

void EntityPicture::forget_silent(const model::EntityTimes& times, std::uint64_t now_ns)
{
    const std::uint64_t silence_ns = times.longest_silence_ns();
    if (now_ns > silence_ns) forget_until(now_ns - silence_ns);
}

std::vector<Record> EntityPicture::records() const
{
    std::vector<std::uint64_t> ids;
    ids.reserve(entities_.size());
    for (const auto& [id, kept] : entities_) ids.push_back(id);
    std::ranges::sort(ids);
    std::vector<Record> records;
    for (const Halt& halt : halts_) records.push_back(halt.kept.record());
    for (const std::uint64_t id : ids)
        for (const Kept& kept : entities_.at(id))
            if (!kept.bytes.empty()) records.push_back(kept.record());
    std::ranges::stable_sort(records, {}, &Record::arrival_ns);
    return records;
}

}  // namespace farfield::net::relay
