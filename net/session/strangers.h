#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace farfield::net {

class SessionPeer;

/// Connections without a successful first call, in order of arrival, with the addresses that they come from.
/// They are counted apart from those of sessions. Threads: the I/O thread. Ownership: none.
class Strangers {
public:
    void add(SessionPeer& peer, std::string address);
    void remove(const SessionPeer& peer);
    [[nodiscard]] std::size_t size() const noexcept { return strangers_.size(); }

    /// The connection to close for a new one: the oldest of the most frequent address, so that one machine
    /// cannot drive out another's connections. Null when there are none.
    [[nodiscard]] SessionPeer* first_to_go() const;

private:
    struct Stranger {
        SessionPeer* peer;
        std::string address;
    };
    [[nodiscard]] std::size_t from(const std::string& address) const;

    std::vector<Stranger> strangers_;  ///< few: max_strangers
};

}  // namespace farfield::net
