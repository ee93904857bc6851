#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace farfield::net {

class SessionPeer;

/// Connections without a first call that succeeded, in the order in which they came, with the addresses that
/// they came from. They are counted apart from those of sessions. Threads: the I/O thread. Ownership: none.
class Strangers {
public:
    void add(SessionPeer& peer, std::string address);
    void remove(const SessionPeer& peer);
    [[nodiscard]] std::size_t size() const noexcept { return strangers_.size(); }

    /// Which one makes room for the next: the oldest of the address that has the most, so that one machine
    /// cannot drive out those of another. Null where there are none.
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
