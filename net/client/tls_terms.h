#pragma once

#include <filesystem>
#include <string>

namespace farfield::net {

/// How a viewer knows a node over TLS.
struct TlsTerms {
    enum class Check {
        Authorities,  ///< of the system, which vouch for the node's name
        Pin,          ///< its key has this pin
        Known,        ///< its key is the one of the first time, which a file has
    };
    Check check = Check::Authorities;
    std::string pin;             ///< "sha256:" and 64 hexadecimal digits
    std::filesystem::path file;  ///< of Known

    friend bool operator==(const TlsTerms&, const TlsTerms&) = default;
};

/// Whether the text is "sha256:" and 64 hexadecimal digits, in small letters.
[[nodiscard]] bool is_pin(const std::string& text);
/// known_nodes in $XDG_CONFIG_HOME/farfield, or ~/.config/farfield. Throws std::runtime_error where neither
/// variable is set.
[[nodiscard]] std::filesystem::path own_known_nodes();

}  // namespace farfield::net
