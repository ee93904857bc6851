#include "net/client/reach/ssh_command.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace farfield::net {

namespace {

/// Letters that no shell takes for anything but themselves.
bool is_plain(char letter)
{
    constexpr std::string_view others = "_-./:=,@%+";
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || others.find(letter) != std::string_view::npos;
}

}  // namespace

std::string shell_word(const std::string& word)
{
    if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
    std::string quoted = "'";
    for (const char letter : word) {
        if (letter == '\'')
            quoted += "'\\''";
        else
            quoted += letter;
    }
    return quoted + "'";
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
    for (const std::string& argument : way.arguments) node += " " + shell_word(argument);
    return ssh_to(way, std::move(node));
}

}  // namespace farfield::net
