#include "net/session/session_secret.h"

#include <utility>

#include "net/service/token.h"

namespace farfield::net {
namespace {

constexpr std::size_t secret_bytes = 32;

}  // namespace

SessionSecret::SessionSecret() : current_(random_hex(secret_bytes)) {}

SessionSecret::Match SessionSecret::match(const std::string& shown) const
{
    const bool is_current = same_secret(current_, shown);
    const bool is_previous = !previous_.empty() && same_secret(previous_, shown);
    if (is_current || (is_previous && is_previous_valid_)) return Match::Valid;
    return is_previous ? Match::Taken : Match::Wrong;
}

void SessionSecret::replace()
{
    previous_ = std::exchange(current_, random_hex(secret_bytes));
    is_previous_valid_ = true;
}

}  // namespace farfield::net
