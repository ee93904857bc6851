#include "net/session/strangers.h"

#include <algorithm>
#include <utility>

namespace farfield::net {

void Strangers::add(SessionPeer& peer, std::string address)
{
    strangers_.push_back({&peer, std::move(address)});
}

void Strangers::remove(const SessionPeer& peer)
{
    std::erase_if(strangers_, [&](const Stranger& stranger) { return stranger.peer == &peer; });
}

std::size_t Strangers::from(const std::string& address) const
{
    return static_cast<std::size_t>(std::ranges::count(strangers_, address, &Stranger::address));
}

SessionPeer* Strangers::first_to_go() const
{
    // Among equal counts the first wins, which is the oldest.
    const auto first = std::ranges::max_element(
        strangers_, {}, [this](const Stranger& stranger) { return from(stranger.address); });
    return first == strangers_.end() ? nullptr : first->peer;
}

}  // namespace farfield::net
