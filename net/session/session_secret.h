#pragma once

#include <string>

namespace farfield::net {

/// What a viewer shows to attach a connection to its session, or to resume it: another one after each resume.
/// The one before stays valid until the viewer has shown that it has the new one, so that a break during the
/// answer does not lock it out. Compared in constant time. Threads: one at a time.
class SessionSecret {
public:
    enum class Match {
        Valid,
        Taken,  ///< it was valid, until another viewer resumed the session
        Wrong,
    };

    SessionSecret();  ///< a random one

    [[nodiscard]] const std::string& current() const noexcept { return current_; }
    [[nodiscard]] Match match(const std::string& shown) const;
    void replace();  ///< by another random one
    /// The viewer has the current one: that before it is of no use any more.
    void confirm() noexcept { is_previous_valid_ = false; }

private:
    std::string current_;
    std::string previous_;
    bool is_previous_valid_ = false;
};

}  // namespace farfield::net
