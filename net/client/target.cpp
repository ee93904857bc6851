#include "net/client/target.h"

#include <array>
#include <fmt/format.h>
#include <stdexcept>

namespace farfield::net {
namespace {

struct Scheme {
    std::string_view begins;
    std::string_view form;
    LocalTarget::Kind kind;
};
constexpr std::array<Scheme, 2> schemes{
    {{"unix:", "unix:PATH", LocalTarget::Kind::Unix}, {"exec:", "exec:COMMAND", LocalTarget::Kind::Command}}};

const Scheme* scheme_of(std::string_view text)
{
    for (const Scheme& scheme : schemes)
        if (text.starts_with(scheme.begins)) return &scheme;
    return nullptr;
}

}  // namespace

bool is_local_target(std::string_view text)
{
    return scheme_of(text) != nullptr;
}

Target parse_target(std::string_view text)
{
    const Scheme* const scheme = scheme_of(text);
    if (scheme == nullptr) {
        try {
            return {.at = parse_host_port(text), .local = std::nullopt};
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument(fmt::format("{}, unix:PATH or exec:COMMAND", error.what()));
        }
    }
    const auto rest = text.substr(scheme->begins.size());
    if (rest.find_first_not_of(' ') == std::string_view::npos || rest.find('\0') != std::string_view::npos)
        throw std::invalid_argument(
            fmt::format("bad address '{}': nothing is named; expected {}", text, scheme->form));
    return {.at = {}, .local = LocalTarget{.kind = scheme->kind, .text = std::string(rest)}};
}

std::string to_string(const LocalTarget& target)
{
    for (const Scheme& scheme : schemes)
        if (scheme.kind == target.kind) return std::string(scheme.begins) + target.text;
    return target.text;
}

std::string to_string(const Target& target)
{
    return target.local ? to_string(*target.local) : to_string(target.at);
}

}  // namespace farfield::net
