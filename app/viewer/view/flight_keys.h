#pragma once

#include <set>

#include <glm/glm.hpp>

namespace farfield::app {

/// Which keys of flight are held down: W and S or the arrows ahead and back, A and D or the arrows to the
/// sides, E and Q up and down; Shift is fast, Ctrl slow.
class FlightKeys {
public:
    /// Whether a key (Qt::Key) is one of these.
    [[nodiscard]] static bool knows(int key);
    /// False when the key is none of these.
    bool press(int key);
    bool release(int key);
    void release_all() { held_.clear(); }

    [[nodiscard]] bool any() const;
    /// To the right, ahead and up: each -1, 0 or 1, times how fast.
    [[nodiscard]] glm::vec3 direction() const;

private:
    [[nodiscard]] float along(std::initializer_list<int> forward, std::initializer_list<int> back) const;
    [[nodiscard]] bool holds(std::initializer_list<int> keys) const;

    std::set<int> held_;
};

}  // namespace farfield::app
