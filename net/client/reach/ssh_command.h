#pragma once

#include <string>
#include <vector>

#include "net/client/target.h"

namespace farfield::net {

/// A word as the shell of a POSIX system reads it back.
[[nodiscard]] std::string shell_word(const std::string& word);

/// The user's own ssh, with its arguments, which has the way's host run a command line of its shell there.
/// Throws std::invalid_argument as parse_ssh_host() does.
[[nodiscard]] std::vector<std::string> ssh_to(const Way& way, std::string command);

/// The program of a node at the other end of a way by ssh, as its shell reads it. Throws
/// std::invalid_argument where it begins as an option does.
[[nodiscard]] std::string program_word(const Way& way);

/// The ssh that starts a node there which serves its standard input and output; with Slurm by srun, of which
/// the place in the queue is said on standard error, and which ends with this.
[[nodiscard]] std::vector<std::string> ssh_command(const Way& way);

}  // namespace farfield::net
