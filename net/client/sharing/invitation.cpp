#include "net/client/sharing/invitation.h"

#include <fmt/format.h>
#include <stdexcept>

namespace farfield::net {
namespace {

constexpr std::string_view scheme = "farfield://";

}  // namespace

void Invitation::apply_to(ClientSettings& settings) const
{
    settings.host = at.host;
    settings.port = at.port;
    settings.join = join;
}

bool is_invitation(std::string_view text) noexcept
{
    return text.starts_with(scheme);
}

Invitation parse_invitation(std::string_view text)
{
    const auto refuse = [] {
        throw std::invalid_argument("bad invitation: expected farfield://HOST:PORT/#SESSION.SECRET");
    };
    if (!is_invitation(text)) refuse();
    const std::string_view rest = text.substr(scheme.size());
    const auto mark = rest.find("/#");
    const auto dot = mark == std::string_view::npos ? mark : rest.find('.', mark);
    if (mark == 0 || dot == std::string_view::npos) refuse();
    const auto session = rest.substr(mark + 2, dot - mark - 2);
    const auto secret = rest.substr(dot + 1);
    const auto is_hex = [](std::string_view word) {
        return !word.empty() && word.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    };
    if (!is_hex(session) || !is_hex(secret)) refuse();
    return {.at = parse_host_port(rest.substr(0, mark)),
            .join = {.session = std::string(session), .secret = std::string(secret)}};
}

std::string to_string(const Invitation& invitation)
{
    return fmt::format("{}{}/#{}.{}", scheme, to_string(invitation.at), invitation.join.session,
                       invitation.join.secret);
}

}  // namespace farfield::net
