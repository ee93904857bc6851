#include "net/client/target.h"

#include "tests/catch.h"

using namespace farfield::net;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("parse_target: a host and a port are read as ever", "[target]")
{
    CHECK(parse_target("node.example:80") == Target{{"node.example", 80}, std::nullopt});
    CHECK(parse_target("[::1]") == Target{{"::1", default_port}, std::nullopt});
    CHECK_FALSE(is_local_target("unix"));
}

TEST_CASE("parse_target: unix: names a local socket", "[target]")
{
    const Target target = parse_target("unix:/run/user/1000/farfield/7.sock");
    CHECK(target.local == LocalTarget{LocalTarget::Kind::Unix, "/run/user/1000/farfield/7.sock"});
    CHECK(to_string(target) == "unix:/run/user/1000/farfield/7.sock");
}

TEST_CASE("parse_target: exec: names a command with its arguments", "[target]")
{
    const Target target = parse_target("exec:ssh host farfield-node serve --stdio");
    CHECK(target.local == LocalTarget{LocalTarget::Kind::Command, "ssh host farfield-node serve --stdio"});
    CHECK(to_string(target) == "exec:ssh host farfield-node serve --stdio");
}

TEST_CASE("parse_target: what is no target is refused with its reason and all forms", "[target]")
{
    CHECK_THROWS_WITH(parse_target("node:x"),
                      ContainsSubstring("'x' is no port") && ContainsSubstring("unix:PATH"));
    CHECK_THROWS_WITH(parse_target("exec:  "), ContainsSubstring("expected exec:COMMAND"));
    CHECK_THROWS_WITH(parse_target("unix:"), ContainsSubstring("expected unix:PATH"));
}
