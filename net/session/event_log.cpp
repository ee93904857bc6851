#include "net/session/event_log.h"

#include "net/message/json_rpc.h"

namespace farfield::net {

std::string EventLog::add(const std::string& method, const Json& params)
{
    std::string text = notification_text(method, params, ++last_);
    bytes_ += text.size();
    texts_.push_back(text);
    while (texts_.size() > max_events_ || bytes_ > max_bytes_) {
        bytes_ -= texts_.front().size();
        texts_.pop_front();
    }
    return text;
}

EventLog::Missed EventLog::after(std::uint64_t heard) const
{
    if (heard > last_)
        throw RpcError(RpcCode::InvalidRequest, "'heard': event " + std::to_string(heard) +
                                                    " has not been; the last one is " +
                                                    std::to_string(last_));
    const std::uint64_t first_kept = last_ - texts_.size() + 1;
    Missed missed;
    missed.is_complete = heard + 1 >= first_kept;
    for (std::uint64_t number = std::max(heard + 1, first_kept); number <= last_; ++number)
        missed.events.push_back(Json::parse(texts_[number - first_kept]));
    return missed;
}

}  // namespace farfield::net
