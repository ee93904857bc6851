#include "relay/files/pdu_sender.h"

#include <algorithm>
#include <fmt/format.h>

#include "relay/files/played_content.h"
#include "relay/sockets/input_spec.h"

namespace farfield::net::relay {

DatagramSender dis_sender(const std::string& output)
{
    return DatagramSender{sender_settings(parse_output_spec(output, false))};
}

PduSender::PduSender(const std::string& output)
    : output_{output}, sender_{dis_sender(output)}, memory_(most * max_datagram_bytes)
{}

void PduSender::take(const PlayedMessage& played)
{
    if (played.kind != RecordKind::Dis || (played.flags & model::record_local) != 0) {
        ++left_out_;
        return;
    }
    const PlayedContent content =
        read_played(played, {}, [this](const Message& message) { add(message.bytes); });
    malformed_ += content.malformed_pdus + (content.verdict == Verdict::Malformed ? 1 : 0);
}

void PduSender::add(std::span<const std::byte> pdu)
{
    if (count_ == most) flush();
    const auto place = std::span{memory_}.subspan(count_ * max_datagram_bytes, pdu.size());
    std::ranges::copy(pdu, place.begin());
    datagrams_[count_++] = place;
}

void PduSender::flush()
{
    if (const std::size_t done = sender_.send(std::span{datagrams_}.first(count_)); done < count_)
        throw SocketError(fmt::format("cannot send to '{}' after {} messages", output_, sent_ + done));
    sent_ += count_;
    count_ = 0;
}

}  // namespace farfield::net::relay
