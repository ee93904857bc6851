#include "net/session/sharing/invitations.h"

#include "tests/catch.h"

using namespace farfield::net;
using namespace std::chrono_literals;

namespace {

const Invitations::Clock::time_point noon{};

}  // namespace

TEST_CASE("Invitations: each is for a role, so many times and so long", "[sharing]")
{
    Invitations invitations;
    const std::string watch = invitations.add({.role = MemberRole::Watch, .uses = 2, .seconds = 60}, noon);
    const std::string edit = invitations.add({.role = MemberRole::Edit, .uses = 1, .seconds = 10}, noon);
    CHECK(watch != edit);
    CHECK(invitations.use(watch, noon) == MemberRole::Watch);
    CHECK(invitations.use(watch, noon + 59s) == MemberRole::Watch);
    CHECK_THROWS_AS(invitations.use(watch, noon + 59s), RpcError);
    CHECK_THROWS_AS(invitations.use(edit, noon + 10s), RpcError);
    CHECK_THROWS_AS(invitations.use("", noon), RpcError);
}

TEST_CASE("Invitations: no more than a number can be used at a time", "[sharing]")
{
    Invitations invitations;
    for (std::size_t i = 0; i < Invitations::max_invitations; ++i)
        (void)invitations.add({.seconds = 60}, noon);
    CHECK_THROWS_AS(invitations.add({.seconds = 60}, noon), RpcError);
    CHECK_NOTHROW(invitations.add({.seconds = 60}, noon + 60s));
}

TEST_CASE("InviteCall: an owner is not invited", "[sharing]")
{
    CHECK(farfield::model::read<InviteCall>(Json{{"role", "watch"}}).role == MemberRole::Watch);
    CHECK_THROWS_AS(farfield::model::read<InviteCall>(Json{{"role", "owner"}}), farfield::model::FieldError);
    CHECK_THROWS_AS(farfield::model::read<InviteCall>(Json{{"uses", 0}}), farfield::model::FieldError);
}
