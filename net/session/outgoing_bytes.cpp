#include "net/session/outgoing_bytes.h"

#include <algorithm>

#include "net/message/limits.h"

namespace farfield::net {

std::optional<ReadyFrame> OutgoingBytes::next()
{
    if (on_its_way_ > 0 || results_.empty()) return std::nullopt;
    const Result& result = results_.front();
    const auto rest = result.bytes.span().subspan(result.gone);
    on_its_way_ = static_cast<std::size_t>(std::min<std::uint64_t>(rest.size(), max_block_bytes));
    return ReadyFrame{.header = {.type = MessageType::Block,
                                 .flags = on_its_way_ == rest.size() ? flag_last : std::uint16_t{0},
                                 .stream = result.call,
                                 .sequence = result.gone},
                      .payload = rest.first(on_its_way_)};
}

void OutgoingBytes::sent()
{
    if (results_.empty()) return;
    Result& result = results_.front();
    result.gone += std::exchange(on_its_way_, 0);
    if (result.gone == result.bytes.size) results_.pop_front();
}

void OutgoingBytes::clear()
{
    results_.clear();
    on_its_way_ = 0;
}

}  // namespace farfield::net
