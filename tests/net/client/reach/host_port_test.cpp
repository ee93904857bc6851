#include "net/client/reach/host_port.h"

#include "tests/catch.h"

using namespace farfield;
using net::HostPort;
using net::parse_host_port;

TEST_CASE("parse_host_port: a host alone gets the default port", "[host_port]")
{
    CHECK(parse_host_port("localhost") == HostPort{"localhost", net::default_port});
    CHECK(parse_host_port("10.0.0.7") == HostPort{"10.0.0.7", net::default_port});
    CHECK(parse_host_port("[::1]", 9) == HostPort{"::1", 9});
}

TEST_CASE("parse_host_port: a port follows the last colon", "[host_port]")
{
    CHECK(parse_host_port("node.example:1") == HostPort{"node.example", 1});
    CHECK(parse_host_port("node.example:65535") == HostPort{"node.example", 65535});
}

TEST_CASE("parse_host_port: an IPv6 address needs brackets only where a port follows", "[host_port]")
{
    CHECK(parse_host_port("::1") == HostPort{"::1", net::default_port});
    CHECK(parse_host_port("[::1]") == HostPort{"::1", net::default_port});
    CHECK(parse_host_port("[fe80::2]:80") == HostPort{"fe80::2", 80});
}

TEST_CASE("parse_host_port: what is no address is refused with its reason", "[host_port]")
{
    using Catch::Matchers::ContainsSubstring;
    CHECK_THROWS_WITH(parse_host_port(""), ContainsSubstring("host is empty"));
    CHECK_THROWS_WITH(parse_host_port(":7117"), ContainsSubstring("host is empty"));
    CHECK_THROWS_WITH(parse_host_port("node:0"), ContainsSubstring("'0' is no port from 1 to 65535"));
    CHECK_THROWS_WITH(parse_host_port("node:65536"), ContainsSubstring("'65536' is no port"));
    CHECK_THROWS_WITH(parse_host_port("node:"), ContainsSubstring("'' is no port"));
    CHECK_THROWS_WITH(parse_host_port("node:12x"), ContainsSubstring("'12x' is no port"));
    CHECK_THROWS_WITH(parse_host_port("[::1"), ContainsSubstring("']' is missing"));
    CHECK_THROWS_WITH(parse_host_port("[::1]7"), ContainsSubstring("'7' after ']'"));
    CHECK_THROWS_WITH(parse_host_port("ftp://node"), ContainsSubstring("ftp://node"));
}

TEST_CASE("to_string: reads back as the same address", "[host_port]")
{
    for (const auto& address : {HostPort{"localhost", 7117}, HostPort{"::1", 80}, HostPort{"10.0.0.7", 1}})
        CHECK(parse_host_port(to_string(address)) == address);
}

TEST_CASE("is_other_address: addresses but those of loopback, and no names", "[host_port]")
{
    for (const char* other : {"10.0.0.7", "0.0.0.0", "fe80::2"}) CHECK(net::is_other_address(other));
    for (const char* here : {"127.0.0.1", "127.9.9.9", "::1", "localhost", "node.example"})
        CHECK_FALSE(net::is_other_address(here));
}
