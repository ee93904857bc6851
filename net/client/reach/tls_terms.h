#pragma once

#include <filesystem>
#include <string>

namespace farfield::net {

/// Means by which a viewer verifies a node over TLS.
struct TlsTerms {
    enum class Check {
        Authorities,  ///< the system's authorities vouch for the node's name
        Pin,          ///< the node's key has this pin
        Known,        ///< the node's key is the one seen first, which a file keeps
    };
    Check check = Check::Authorities;
    std::string pin;             ///< "sha256:" and 64 hexadecimal digits
    std::filesystem::path file;  ///< file of known nodes, for Known

    friend bool operator==(const TlsTerms&, const TlsTerms&) = default;
};

/// True when the text is "sha256:" and 64 hexadecimal digits, in small letters.
[[nodiscard]] bool is_pin(const std::string& text);
/// Path of known_nodes in $XDG_CONFIG_HOME/farfield, or ~/.config/farfield. Throws std::runtime_error when
/// neither XDG_CONFIG_HOME nor HOME is set.
[[nodiscard]] std::filesystem::path own_known_nodes();

}  // namespace farfield::net
