#pragma once

#include "relay/recording/file_playback.h"
#include "relay/sockets/classification.h"

namespace farfield::net::relay {

/// Result of reading a played message.
struct PlayedContent {
    Verdict verdict = Verdict::Malformed;
    std::uint32_t malformed_pdus = 0;  ///< malformed ones that follow good ones
};

/// The message of a record that begins with site, application and entity: a name, or values, in UTF-8 of at
/// most max_entity_name or max_entity_values bytes; a message without an entity if it is malformed.
[[nodiscard]] Message described_entity(const PlayedMessage& played, const DatagramOrigin& origin);

/// Calls take(const Message&) for each message of a played record, unless all of it is malformed.
template <class Take>
PlayedContent read_played(const PlayedMessage& played, const DatagramOrigin& origin, Take&& take)
{
    const bool is_datagram = played.kind == RecordKind::Dis || played.kind == RecordKind::Addressed;
    const auto kind = played.kind == RecordKind::Dis ? DatagramKind::Dis : DatagramKind::Addressed;
    PlayedContent content;
    if (played.bytes.size() > max_datagram_bytes) return content;
    if (!is_datagram) {
        const Message message = described_entity(played, origin);
        if (message.entity == 0) return content;
        take(message);
        content.verdict = Verdict::Ordinary;
        return content;
    }
    content.verdict = verdict_of(kind, played.bytes);
    if (content.verdict == Verdict::Malformed) return content;
    content.malformed_pdus = read_messages(kind, played.bytes, origin, [&](const Message& message) {
        if (played.flags == 0) return take(message);
        Message flagged = message;
        flagged.flags = played.flags;
        take(flagged);
    });
    return content;
}

}  // namespace farfield::net::relay
