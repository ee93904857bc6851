#include "net/relay/recording/entity_picture.h"

#include <algorithm>

#include "net/dis/entity_head.h"

namespace farfield::net::relay {
namespace {

/// What stays true of a record that is sent later.
constexpr std::uint8_t lasting_flags = model::record_local | model::record_without_height;

/// Of records that begin with site, application and entity; 0: of none.
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
    dis::Pdu pdu;
    dis::EntityHead head;
    if (dis::read_pdu(record.bytes, pdu) != dis::PduFault::None ||
        dis::read_entity_head(pdu, head) != dis::PduFault::None)
        return;
    const std::uint64_t entity = head.id.key();
    if (pdu.header.type == dis::PduType::EntityState) {
        keep(entity, Whole, record);
        if (const auto found = entities_.find(entity); found != entities_.end())
            found->second[Update].bytes.clear();
    } else if (pdu.header.type == dis::PduType::EntityStateUpdate) {
        keep(entity, Update, record);
    }
}

void EntityPicture::keep(std::uint64_t entity, Part part, const Record& record)
{
    if (entity == 0 || (entities_.size() >= most_ && !entities_.contains(entity))) return;
    Kept& kept = entities_[entity][part];
    kept.bytes.assign(record.bytes.begin(), record.bytes.end());
    kept.kind = record.kind;
    kept.flags = record.flags & lasting_flags;
    kept.source = record.source;
    kept.arrival_ns = record.arrival_ns;
}

void EntityPicture::forget_until(std::uint64_t arrival_ns)
{
    std::erase_if(entities_, [arrival_ns](const auto& entity) {
        return std::ranges::all_of(entity.second, [arrival_ns](const Kept& kept) {
            return kept.bytes.empty() || kept.arrival_ns < arrival_ns;
        });
    });
}

std::vector<Record> EntityPicture::records() const
{
    std::vector<std::uint64_t> ids;
    ids.reserve(entities_.size());
    for (const auto& [id, kept] : entities_) ids.push_back(id);
    std::ranges::sort(ids);
    std::vector<Record> records;
    for (const std::uint64_t id : ids)
        for (const Kept& kept : entities_.at(id))
            if (!kept.bytes.empty())
                records.push_back({.bytes = kept.bytes,
                                   .kind = kept.kind,
                                   .flags = kept.flags,
                                   .source = kept.source,
                                   .arrival_ns = kept.arrival_ns});
    return records;
}

}  // namespace farfield::net::relay
