#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/client/host_port.h"

namespace farfield::net {

/// A way to a node other than its own host and port.
struct Way {
    enum class Kind {
        Unix,     ///< a local socket, by its path
        Command,  ///< of the shell, which speaks as a node on its standard input and output
        Ssh,      ///< a node that the user's own ssh starts there, likewise
    };
    Kind kind = Kind::Unix;
    std::string text;                         ///< of Ssh [USER@]HOST[:PORT]
    std::string program = {};                 ///< Ssh: the node's path there; empty: farfield-node
    std::vector<std::string> arguments = {};  ///< Ssh: of the node, after `serve --stdio`
    std::string slurm = {};                   ///< Ssh: arguments of srun, which then starts the node

    /// One stream of bytes is all there is.
    [[nodiscard]] bool is_command() const noexcept { return kind != Kind::Unix; }
    friend bool operator==(const Way&, const Way&) = default;
};

/// A node as people name it.
struct Target {
    HostPort at;             ///< where there is no other way
    std::optional<Way> way;  ///< in place of it

    friend bool operator==(const Target&, const Target&) = default;
};

/// Reads HOST[:PORT] as parse_host_port() does, unix:PATH, exec:COMMAND or
/// ssh://[USER@]HOST[:PORT][/PATH/TO/farfield-node], in which /~/ is the home folder there. Throws
/// std::invalid_argument with the fault.
[[nodiscard]] Target parse_target(std::string_view text);
/// Whether it is another way than a host.
[[nodiscard]] bool is_way(std::string_view text);

/// A host that ssh goes to.
struct SshHost {
    std::string destination;  ///< [USER@]HOST, as ssh takes it
    std::uint16_t port = 0;   ///< 0: as the user's settings of ssh say
};
/// Reads [USER@]HOST[:PORT]. Throws std::invalid_argument, also for what ssh or a shell behind it could take
/// for something else: a name that begins with '-', or has letters that no name has.
[[nodiscard]] SshHost parse_ssh_host(std::string_view text);

/// As parse_target() reads it.
[[nodiscard]] std::string to_string(const Way& way);
[[nodiscard]] std::string to_string(const Target& target);

}  // namespace farfield::net
