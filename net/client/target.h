#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "net/client/host_port.h"

namespace farfield::net {

/// A way to a node that no host and port name.
struct LocalTarget {
    enum class Kind {
        Unix,     ///< a local socket, by its path
        Command,  ///< of the shell, which speaks as a node on its standard input and output
    };
    Kind kind = Kind::Unix;
    std::string text;

    friend bool operator==(const LocalTarget&, const LocalTarget&) = default;
};

/// A node as people name it.
struct Target {
    HostPort at;                       ///< where there is no other way
    std::optional<LocalTarget> local;  ///< in place of it

    friend bool operator==(const Target&, const Target&) = default;
};

/// Reads HOST[:PORT] as parse_host_port() does, unix:PATH or exec:COMMAND. Throws std::invalid_argument with
/// the fault.
[[nodiscard]] Target parse_target(std::string_view text);
/// Whether it is another way than a host.
[[nodiscard]] bool is_local_target(std::string_view text);

/// As parse_target() reads it.
[[nodiscard]] std::string to_string(const LocalTarget& target);
[[nodiscard]] std::string to_string(const Target& target);

}  // namespace farfield::net
