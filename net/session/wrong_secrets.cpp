#include "net/session/wrong_secrets.h"

#include <algorithm>

namespace farfield::net {

bool WrongSecrets::add(const std::string& address, Clock::time_point now)
{
    while (!entries_.empty() && (now - entries_.front().at > remembered || entries_.size() >= max_entries))
        entries_.pop_front();
    entries_.push_back({address, now});
    return static_cast<std::size_t>(std::ranges::count(entries_, address, &Entry::address)) >
           answered_at_once;
}

}  // namespace farfield::net
