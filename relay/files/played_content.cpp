#include "relay/files/played_content.h"

#include "net/message/printable.h"
#include "relay/dis/entity_id.h"
#include "relay/json/json_line.h"

namespace farfield::net::relay {

Message described_entity(const PlayedMessage& played, const DatagramOrigin& origin)
{
    constexpr std::size_t id_bytes = 8;
    const std::size_t most_text = played.kind == RecordKind::Name ? max_entity_name : max_entity_values;
    Message message;
    if (played.bytes.size() < id_bytes || played.bytes.size() > id_bytes + most_text) return message;
    const auto text = played.bytes.subspan(id_bytes);
    if (!is_utf8({reinterpret_cast<const char*>(text.data()), text.size()})) return message;
    const dis::EntityId id = dis::load_entity_id(played.bytes.data());
    message.bytes = played.bytes;
    message.kind = played.kind;
    message.flags = played.flags;
    message.source = id.source();
    message.arrival_ns = origin.arrival_ns;
    message.entity = id.key();
    message.input = origin.input;
    message.sender = origin.sender;
    return message;
}

}  // namespace farfield::net::relay
