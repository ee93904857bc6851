#pragma once

#include <string>

namespace farfield::net {

/// The secret that a viewer shows to attach a connection to its session, or to resume it; it changes with
/// each resume. The previous one stays valid until the viewer has shown the new one, so that a break during
/// the answer does not lock it out. Compared in constant time. Threads: one at a time.
class SessionSecret {
public:
    enum class Match {
        Valid,
        Taken,  ///< was valid, until another viewer resumed the session
        Wrong,
    };

    SessionSecret();  ///< begins with a random secret

    [[nodiscard]] const std::string& current() const noexcept { return current_; }
    [[nodiscard]] Match match(const std::string& shown) const;
    void replace();  ///< makes another random secret
    /// The viewer has the current secret: the previous one becomes invalid.
    void confirm() noexcept { is_previous_valid_ = false; }

private:
    std::string current_;
    std::string previous_;
    bool is_previous_valid_ = false;
};

}  // namespace farfield::net
