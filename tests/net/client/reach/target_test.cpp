#include "net/client/reach/target.h"

#include "tests/catch.h"

using namespace farfield::net;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("parse_target: a host and a port are read as ever", "[target]")
{
    CHECK(parse_target("node.example:80") == Target{{"node.example", 80}, std::nullopt});
    CHECK(parse_target("[::1]") == Target{{"::1", default_port}, std::nullopt});
    CHECK_FALSE(is_way("unix"));
}

TEST_CASE("parse_target: unix: names a local socket", "[target]")
{
    const Target target = parse_target("unix:/run/user/1000/farfield/7.sock");
    CHECK(target.way == Way{Way::Kind::Unix, "/run/user/1000/farfield/7.sock"});
    CHECK(to_string(target) == "unix:/run/user/1000/farfield/7.sock");
}

TEST_CASE("parse_target: exec: names a command with its arguments", "[target]")
{
    const Target target = parse_target("exec:ssh host farfield-node serve --stdio");
    CHECK(target.way == Way{Way::Kind::Command, "ssh host farfield-node serve --stdio"});
    CHECK(to_string(target) == "exec:ssh host farfield-node serve --stdio");
}

TEST_CASE("parse_target: ssh:// names a host, perhaps its user and port, and a program there", "[target]")
{
    const Target target = parse_target("ssh://ada@cluster:2222/opt/bin/farfield-node");
    CHECK(target.way == Way{Way::Kind::Ssh, "ada@cluster:2222", "/opt/bin/farfield-node"});
    CHECK(to_string(target) == "ssh://ada@cluster:2222/opt/bin/farfield-node");
    CHECK(parse_target("ssh://cluster/").way == Way{Way::Kind::Ssh, "cluster"});
    const Target at_home = parse_target("ssh://cluster/~/bin/farfield-node");
    CHECK(at_home.way == Way{Way::Kind::Ssh, "cluster", "./bin/farfield-node"});
    CHECK(to_string(at_home) == "ssh://cluster/~/bin/farfield-node");
    CHECK(parse_ssh_host("[::1]:22").destination == "::1");
}

TEST_CASE("parse_target: a host or user that ssh could take for something else is refused", "[target]")
{
    const std::string text = GENERATE(as<std::string>(), "ssh://-oProxyCommand=x", "ssh://-x@cluster",
                                      "ssh://ada@-x", "ssh://@cluster", "ssh://a$(x)", "ssh://a`x`@cluster",
                                      "ssh://clus;ter", "ssh://clus\nter", "ssh:///bin/node");
    CHECK_THROWS_AS(parse_target(text), std::invalid_argument);
}

TEST_CASE("parse_target: what is no target is refused with its reason and all forms", "[target]")
{
    CHECK_THROWS_WITH(parse_target("node:x"),
                      ContainsSubstring("'x' is no port") && ContainsSubstring("unix:PATH"));
    CHECK_THROWS_WITH(parse_target("exec:  "), ContainsSubstring("expected exec:COMMAND"));
    CHECK_THROWS_WITH(parse_target("unix:"), ContainsSubstring("expected unix:PATH"));
}
