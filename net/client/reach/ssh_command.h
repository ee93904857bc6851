#pragma once

#include <string>
#include <vector>

#include "net/client/reach/target.h"

namespace farfield::net {

/// Quotes a word so that the shell of a POSIX system reads it as one word.
[[nodiscard]] std::string shell_word(const std::string& word);

/// The user's own ssh with arguments that let the way's host run a command line in its shell. Throws
/// std::invalid_argument as parse_ssh_host() does.
[[nodiscard]] std::vector<std::string> ssh_to(const Way& way, std::string command);

/// The node's program at the other end of a way by ssh, quoted for its shell. Throws std::invalid_argument
/// when it begins with '-', as an option does.
[[nodiscard]] std::string program_word(const Way& way);

/// The ssh command that starts a node there, serving its standard input and output. With Slurm, srun starts
/// it, its place in the queue is printed on standard error, and the job ends with the ssh command.
[[nodiscard]] std::vector<std::string> ssh_command(const Way& way);

}  // namespace farfield::net
