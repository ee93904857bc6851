#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/client/reach/host_port.h"

namespace farfield::net {

/// A way to a node other than by its host and port.
struct Way {
    enum class Kind {
        Unix,     ///< a local socket, by its path
        Command,  ///< a shell command that speaks as a node on its standard input and output
        Ssh,      ///< a node that the user's own ssh starts on the host; standard input and output, too
    };
    Kind kind = Kind::Unix;
    std::string text;                         ///< path, command line, or for Ssh [USER@]HOST[:PORT]
    std::string program = {};                 ///< Ssh: path of the node's program there; empty: farfield-node
    std::vector<std::string> arguments = {};  ///< Ssh: arguments of the node, after `serve --stdio`
    std::string slurm = {};                   ///< Ssh: arguments of srun, which then starts the node

    /// True when the way is a single stream of bytes, so that only one connection exists.
    [[nodiscard]] bool is_command() const noexcept { return kind != Kind::Unix; }
    friend bool operator==(const Way&, const Way&) = default;
};

/// A node as users name it.
struct Target {
    HostPort at;             ///< used when there is no way
    std::optional<Way> way;  ///< used in place of `at`

    friend bool operator==(const Target&, const Target&) = default;
};

/// Reads HOST[:PORT] as parse_host_port() does, unix:PATH, exec:COMMAND or
/// ssh://[USER@]HOST[:PORT][/PATH/TO/farfield-node], in which /~/ is the home folder there. Throws
/// std::invalid_argument with the fault.
[[nodiscard]] Target parse_target(std::string_view text);
/// True when the text names a way, not a host.
[[nodiscard]] bool is_way(std::string_view text);

/// A host for ssh.
struct SshHost {
    std::string destination;  ///< [USER@]HOST, as ssh takes it
    std::uint16_t port = 0;   ///< 0: the port in the user's ssh settings
};
/// Reads [USER@]HOST[:PORT]. Throws std::invalid_argument, also for text that ssh or a shell behind it could
/// misread: a name that begins with '-', or has letters that occur in no name.
[[nodiscard]] SshHost parse_ssh_host(std::string_view text);

/// Text in the form that parse_target() reads.
[[nodiscard]] std::string to_string(const Way& way);
[[nodiscard]] std::string to_string(const Target& target);

}  // namespace farfield::net
