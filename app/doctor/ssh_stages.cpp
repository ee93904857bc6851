#include "app/doctor/ssh_stages.h"

#include <chrono>
#include <fmt/format.h>
#include <stdexcept>
#include <string_view>

#include "net/client/reach/command_output.h"
#include "net/client/reach/ssh_command.h"
#include "net/message/printable.h"

namespace farfield::app {
namespace {

constexpr std::chrono::minutes ssh_patience{1};
constexpr int of_ssh_itself = 255, not_found = 127, not_runnable = 126;

std::string_view last_line(std::string_view text)
{
    while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
    return text.substr(text.rfind('\n') + 1);
}

/// Notes text that a login shell prints before the program's.
void note_banner(std::string_view banner, Examination& examination)
{
    if (banner.empty()) return;
    examination.note(
        "banner",
        fmt::format("{} bytes come before the program's: {}", banner.size(),
                    net::printable(banner.substr(0, banner.find('\n')))),
        "They are read past, up to 64 KiB. Files such as .bashrc should print for terminals alone.");
}

}  // namespace

bool examine_ssh(const net::Way& way, Examination& examination)
try {
    constexpr std::string_view begins = "farfield-node ";
    const auto command = net::ssh_to(way, net::program_word(way) + " --version");
    const auto plain = net::ssh_to(way, "true");
    const auto asked = net::run_command(command, ssh_patience);
    const std::string words = net::printable(last_line(asked.errors));
    if (asked.status == of_ssh_itself || asked.status < 0) {
        examination.fail("ssh", words.empty() ? "ssh failed without a word" : words,
                         fmt::format("Mend it until this works: {}", fmt::join(plain, " ")));
        return false;
    }
    examination.pass("ssh", "the host answers");
    const std::string_view version = last_line(asked.output);
    if (asked.status == 0 && version.starts_with(begins)) {
        examination.pass("program", net::printable(version));
        note_banner(std::string_view(asked.output)
                        .substr(0, static_cast<std::size_t>(version.data() - asked.output.data())),
                    examination);
        return true;
    }
    const bool is_missing = asked.status == not_found || asked.status == not_runnable;
    examination.fail("program", is_missing ? words : fmt::format("exit status {}: {}", asked.status, words),
                     "Name where it is there: ssh://HOST/PATH/TO/farfield-node, or ssh://HOST/~/PATH below "
                     "the home folder.");
    return false;
} catch (const std::exception& error) {
    examination.fail("ssh", error.what(), "Install OpenSSH's client here.");
    return false;
}

}  // namespace farfield::app
