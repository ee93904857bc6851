#include "net/client/reach/ssh_command.h"

#include <algorithm>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace farfield::net {

namespace {

/// True for letters without a special meaning in any shell.
bool is_plain(char letter)
{
    constexpr std::string_view others = "_-./:=,@%+";
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || others.find(letter) != std::string_view::npos;
}

/// Starts the job, prints its place in the queue on standard error, and kills it when that cannot be written
/// any more: ssh passes no signal on, and a queued job does not see the end of its input. The script's own
/// lines begin with "queue: ". It stops asking after five answers without a waiting job: the job runs, or the
/// queue cannot be asked. In one line, as the C shell requires.
constexpr std::string_view job_script =
    "exec 3<&0 </dev/null; JOB <&3 & job=$!; exec 3<&-; "
    "trap 'kill $job' HUP INT TERM; trap '' PIPE; unheard=0; "
    "while kill -0 $job 2>/dev/null && [ $unheard -lt 5 ]; do sleep 2; "
    "state=$(squeue --me --noheader --name=NAME --states=PENDING "
    "--format='job %i is %T (%r), start %S' 2>/dev/null); "
    "if [ -z \"$state\" ]; then unheard=$((unheard + 1)); "
    "elif ! echo \"queue: $state\" >&2; then kill $job; break; fi; done; wait $job";

void replace(std::string& text, std::string_view word, std::string_view by)
{
    text.replace(text.find(word), word.size(), by);
}

/// A random job name, with which the queue is asked for the job.
std::string job_name()
{
    std::random_device random;
    constexpr std::string_view digits = "0123456789abcdef";
    std::string name = "farfield-";
    for (int i = 0; i < 8; ++i) name += digits[random() % digits.size()];
    return name;
}

/// A shell's command line that runs the node as a job.
std::string as_job(const std::string& node, const std::string& slurm)
{
    const std::string name = job_name();
    std::string job = "srun --input=0 --job-name=" + name;
    std::istringstream words(slurm);
    for (std::string word; words >> word;) {
        job += ' ';
        job += shell_word(word);
    }
    std::string script(job_script);
    replace(script, "NAME", name);
    replace(script, "JOB", job + " " + node);
    std::string command = "exec sh -c ";
    command += shell_word(script);
    return command;
}

}  // namespace

std::string shell_word(const std::string& word)
{
    if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
    std::string quoted(1, '\'');
    for (const char letter : word) {
        if (letter == '\'')
            quoted += "'\\''";
        else
            quoted += letter;
    }
    quoted += '\'';
    return quoted;
}

std::vector<std::string> ssh_to(const Way& way, std::string command)
{
    const SshHost host = parse_ssh_host(way.text);
    std::vector<std::string> words{"ssh", "-T", "-o", "ServerAliveInterval=5"};
    if (host.port != 0) words.insert(words.end(), {"-p", std::to_string(host.port)});
    words.insert(words.end(), {host.destination, std::move(command)});
    return words;
}

std::string program_word(const Way& way)
{
    if (way.program.empty()) return "farfield-node";
    if (way.program.starts_with('-'))
        throw std::invalid_argument("the program '" + way.program + "' begins as an option does");
    return shell_word(way.program);
}

std::vector<std::string> ssh_command(const Way& way)
{
    std::string node = program_word(way) + " serve --stdio";
    for (const std::string& argument : way.arguments) {
        node += ' ';
        node += shell_word(argument);
    }
    return ssh_to(way, way.slurm.empty() ? std::move(node) : as_job(node, way.slurm));
}

}  // namespace farfield::net
