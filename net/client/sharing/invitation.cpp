#include "net/client/sharing/invitation.h"

#include <fmt/format.h>
#include <stdexcept>

namespace farfield::net {
namespace {

constexpr std::string_view scheme = "farfield://", pin_query = "?pin=";

}  // namespace

void Invitation::apply_to(ClientSettings& settings) const
{
    settings.host = at.host;
    settings.port = at.port;
    settings.join = join;
    if (!pin.empty()) settings.tls = TlsTerms{.check = TlsTerms::Check::Pin, .pin = pin, .file = {}};
}

bool is_invitation(std::string_view text) noexcept
{
    return text.starts_with(scheme);
}

Invitation parse_invitation(std::string_view text)
{
    const auto refuse = [] {
        throw std::invalid_argument("bad invitation: expected farfield://HOST:PORT/#SESSION.SECRET, or "
                                    "farfield://HOST:PORT/?pin=PIN#SESSION.SECRET");
    };
    if (!is_invitation(text)) refuse();
    const std::string_view rest = text.substr(scheme.size());
    const auto slash = rest.find('/'), mark = rest.find('#');
    const auto dot = mark == std::string_view::npos ? mark : rest.find('.', mark);
    if (slash == 0 || slash > mark || dot == std::string_view::npos) refuse();
    const auto query = rest.substr(slash + 1, mark - slash - 1);
    if (!query.empty() && !query.starts_with(pin_query)) refuse();
    const std::string pin(query.empty() ? query : query.substr(pin_query.size()));
    if (!query.empty() && !is_pin(pin)) refuse();
    const auto session = rest.substr(mark + 1, dot - mark - 1);
    const auto secret = rest.substr(dot + 1);
    const auto is_hex = [](std::string_view word) {
        return !word.empty() && word.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    };
    if (!is_hex(session) || !is_hex(secret)) refuse();
    return {.at = parse_host_port(rest.substr(0, slash)),
            .join = {.session = std::string(session), .secret = std::string(secret)},
            .pin = pin};
}

std::string to_string(const Invitation& invitation)
{
    const std::string query = invitation.pin.empty() ? "" : std::string(pin_query) + invitation.pin;
    return fmt::format("{}{}/{}#{}.{}", scheme, to_string(invitation.at), query, invitation.join.session,
                       invitation.join.secret);
}

}  // namespace farfield::net
