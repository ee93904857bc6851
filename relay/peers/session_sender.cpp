#include "relay/peers/session_sender.h"

#include "net/message/clock.h"
#include "relay/files/played_content.h"

namespace farfield::net::relay {

void SessionSender::take(const PlayedMessage& played)
{
    const auto add = [this](const Message& message) {
        publisher_.add({.bytes = message.bytes,
                        .kind = message.kind,
                        .flags = message.flags,
                        .source = message.source,
                        .arrival_ns = now_ns()});
    };
    const PlayedContent content = read_played(played, {}, add);
    malformed_ += content.malformed_pdus + (content.verdict == Verdict::Malformed ? 1 : 0);
}

}  // namespace farfield::net::relay
