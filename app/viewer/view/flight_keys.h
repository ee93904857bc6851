#pragma once

#include <set>

#include <glm/glm.hpp>

namespace farfield::app {

/// Keys of flight that are held down: W and S or the arrows ahead and back, A and D or the arrows to the
/// sides, E and Q up and down; Shift is fast, Ctrl slow.
class FlightKeys {
public:
    /// True for a key (Qt::Key) of flight.
    [[nodiscard]] static bool knows(int key);
    /// Notes a key; false for other keys.
    bool press(int key);
    bool release(int key);
    void release_all() { held_.clear(); }

    [[nodiscard]] bool any() const;
    /// Direction of flight, to the right, ahead and up: each -1, 0 or 1, times the speed factor.
    [[nodiscard]] glm::vec3 direction() const;

private:
    [[nodiscard]] float along(std::initializer_list<int> forward, std::initializer_list<int> back) const;
    [[nodiscard]] bool holds(std::initializer_list<int> keys) const;

    std::set<int> held_;
};

}  // namespace farfield::app
