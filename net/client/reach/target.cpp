#include "net/client/reach/target.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <stdexcept>

namespace farfield::net {
namespace {

struct Scheme {
    std::string_view begins;
    std::string_view form;
    Way::Kind kind;
};
constexpr std::array<Scheme, 3> schemes{
    {{"unix:", "unix:PATH", Way::Kind::Unix},
     {"exec:", "exec:COMMAND", Way::Kind::Command},
     {"ssh://", "ssh://[USER@]HOST[:PORT][/PATH/TO/farfield-node]", Way::Kind::Ssh}}};

const Scheme* scheme_of(std::string_view text)
{
    for (const Scheme& scheme : schemes)
        if (text.starts_with(scheme.begins)) return &scheme;
    return nullptr;
}

/// Refuses names that could be taken for options, or for commands of a shell in ssh's settings, as ssh itself
/// does.
void expect_name(std::string_view name)
{
    constexpr std::string_view refused = "'`\"$\\;&<>|(){}";
    const bool is_refused = std::ranges::any_of(name, [&](char letter) {
        return static_cast<unsigned char>(letter) <= ' ' || letter == '\x7f' ||
               refused.find(letter) != std::string_view::npos;
    });
    if (name.empty() || name.starts_with('-') || is_refused)
        throw std::invalid_argument(fmt::format("no user or host has the name '{}'", name));
}

/// Reads HOST/PATH.
Way ssh_way(std::string_view text)
{
    constexpr std::string_view home = "/~/";
    const auto slash = std::min(text.find('/'), text.size());
    Way way{.kind = Way::Kind::Ssh, .text = std::string(text.substr(0, slash))};
    const std::string_view path = text.substr(slash);
    static_cast<void>(parse_ssh_host(way.text));
    // A command of ssh begins in the home folder.
    if (path.starts_with(home))
        way.program = "./" + std::string(path.substr(home.size()));
    else if (path != "/")
        way.program = path;
    return way;
}

}  // namespace

SshHost parse_ssh_host(std::string_view text)
{
    const auto at = text.rfind('@');
    const auto host = at == std::string_view::npos ? text : text.substr(at + 1);
    HostPort parsed;
    try {
        parsed = parse_host_port(host, 0);
    } catch (const std::invalid_argument&) {
        throw std::invalid_argument(fmt::format("'{}' is no host with a port", host));
    }
    expect_name(parsed.host);
    if (at == std::string_view::npos) return {.destination = parsed.host, .port = parsed.port};
    const auto user = text.substr(0, at);
    expect_name(user);
    return {.destination = fmt::format("{}@{}", user, parsed.host), .port = parsed.port};
}

bool is_way(std::string_view text)
{
    return scheme_of(text) != nullptr;
}

Target parse_target(std::string_view text)
{
    const Scheme* const scheme = scheme_of(text);
    if (scheme == nullptr) {
        try {
            return {.at = parse_host_port(text), .way = std::nullopt};
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument(
                fmt::format("{}, unix:PATH, exec:COMMAND or ssh://HOST", error.what()));
        }
    }
    const auto rest = text.substr(scheme->begins.size());
    const auto refuse = [&](std::string_view why) {
        throw std::invalid_argument(
            fmt::format("bad address '{}': {}; expected {}", text, why, scheme->form));
    };
    if (rest.find_first_not_of(' ') == std::string_view::npos || rest.find('\0') != std::string_view::npos)
        refuse("nothing is named");
    if (scheme->kind != Way::Kind::Ssh)
        return {.at = {}, .way = Way{.kind = scheme->kind, .text = std::string(rest)}};
    try {
        return {.at = {}, .way = ssh_way(rest)};
    } catch (const std::invalid_argument& error) {
        refuse(error.what());
        throw;
    }
}

std::string to_string(const Way& way)
{
    const bool is_home = way.program.starts_with("./");
    const std::string path = is_home ? "/~" + way.program.substr(1) : way.program;
    for (const Scheme& scheme : schemes)
        if (scheme.kind == way.kind) return std::string(scheme.begins) + way.text + path;
    return way.text;
}

std::string to_string(const Target& target)
{
    return target.way ? to_string(*target.way) : to_string(target.at);
}

}  // namespace farfield::net
