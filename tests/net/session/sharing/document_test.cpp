// The document that members of a session share, and what they hold of it, over real sockets.
#include "tests/catch.h"
#include "tests/net/session/sharing/party.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

constexpr int held = static_cast<int>(RpcCode::Held);

Json rake_patch(const Json& rake)
{
    return {{"patch", {{"rakes", {{"inlet", rake}}}}}, {"interaction", 5}};
}

}  // namespace

TEST_CASE("A patch of one member comes to the others, and to a guest that joins later as the document",
          "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    CHECK(owner.control->result("session.patch", rake_patch({{"x", 1}}))["version"] == 1);
    const Json patched = guest.hear("session.patched");
    CHECK(patched["version"] == 1);
    CHECK(patched["patch"] == rake_patch({{"x", 1}})["patch"]);
    CHECK(patched["by"] == owner.session["member"]);
    CHECK(patched["interaction"] == 5);
    RawMember late(node, "Bob", invite(owner));
    CHECK(late.session["version"] == 1);
    CHECK(late.control->result("session.document")["document"] == Json{{"rakes", {{"inlet", {{"x", 1}}}}}});
}

TEST_CASE("A patch for an older version is refused, and one without a version holds", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    (void)owner.control->result("session.patch", rake_patch({{"x", 1}}));
    Json late = rake_patch({{"x", 2}});
    late["based_on"] = 0;
    CHECK(guest.control->error_code("session.patch", late) == static_cast<int>(RpcCode::Failed));
    late.erase("based_on");
    CHECK(guest.control->result("session.patch", late)["version"] == 2);
}

TEST_CASE("A rake that one member holds another cannot change or delete, until it is released", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    (void)owner.control->result("session.patch", rake_patch({{"x", 1}}));
    (void)owner.control->result("session.hold", {{"what", "rakes/inlet"}});
    CHECK(guest.hear("session.held")["by"] == owner.session["member"]);
    CHECK(guest.control->error_code("session.patch", rake_patch(nullptr)) == held);
    CHECK(guest.control->error_code("session.hold", {{"what", "rakes/inlet"}}) == held);
    (void)owner.control->result("session.patch", rake_patch({{"x", 2}}));
    (void)owner.control->result("session.release", {{"what", "rakes/inlet"}});
    CHECK(guest.hear("session.held")["by"].is_null());
    (void)guest.control->result("session.patch", rake_patch(nullptr));
    CHECK(guest.control->result("session.document") == owner.control->result("session.document"));
}

TEST_CASE("What a member held is free as soon as its connection is", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    (void)guest.control->result("session.hold", {{"what", "rakes/inlet"}});
    CHECK(owner.hear("session.held")["by"] == guest.session["member"]);
    guest.vanish();
    CHECK(owner.hear("session.held")["by"].is_null());
    (void)owner.control->result("session.hold", {{"what", "rakes/inlet"}});
}

TEST_CASE("A patch that the service finds invalid is refused, and comes to no member", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    Json invalid = rake_patch({{"invalid", true}});
    CHECK(owner.control->error_code("session.patch", invalid) == static_cast<int>(RpcCode::InvalidParams));
    (void)owner.control->result("session.patch", rake_patch({{"x", 1}}));
    CHECK(guest.hear("session.patched")["version"] == 1);
}

TEST_CASE("A patch that the others could not hear of in one message is refused", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    Json patch{{"rakes", {{"inlet", {{"x", 1}}}, {std::string(900'000, 'n'), nullptr}}}};
    CHECK(owner.control->error_code("session.patch", {{"patch", patch}}) ==
          static_cast<int>(RpcCode::LimitExceeded));
    (void)owner.control->result("session.patch", rake_patch({{"x", 2}}));
    CHECK(guest.hear("session.patched")["version"] == 1);
}
