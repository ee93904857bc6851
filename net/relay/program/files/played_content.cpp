#include "net/relay/program/files/played_content.h"

#include "net/dis/entity_id.h"

namespace farfield::net::relay {

Message described_entity(const PlayedMessage& played, const DatagramOrigin& origin)
{
    constexpr std::size_t least_bytes = 8;
    Message message;
    if (played.bytes.size() < least_bytes) return message;
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
