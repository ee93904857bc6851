#include "relay/sockets/interface.h"

#include "tests/catch.h"
#include "tests/relay/sockets/loopback.h"

using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("find_interface: the loopback is found by name and by address", "[interface]")
{
    const auto by_name = find_interface("lo");
    CHECK(by_name.address == loopback_ipv4);
    CHECK(by_name.is_up);
    CHECK(by_name.is_loopback);
    CHECK(by_name.would_do());
    CHECK(find_interface("127.0.0.1").index == by_name.index);
}

TEST_CASE("find_interface: a misspelt name is refused with the ones that would do", "[interface]")
{
    CHECK_THROWS_WITH(find_interface("lo0"),
                      ContainsSubstring("interface 'lo0'") && ContainsSubstring("would do: lo (127.0.0.1)"));
    CHECK_THROWS_WITH(find_interface("198.51.100.7"),
                      ContainsSubstring("interface '198.51.100.7'") && ContainsSubstring("lo (127.0.0.1)"));
    CHECK_THROWS_AS(find_interface(""), SocketError);
    CHECK_THROWS_AS(find_interface("0.0.0.0"), SocketError);
}

TEST_CASE("find_interface: an interface that is down is refused by name", "[interface]")
{
    const auto body = []() -> std::string {
        if (!set_loopback(false)) return "lo cannot be brought down";
        try {
            static_cast<void>(find_interface("lo"));
        } catch (const SocketError& error) {
            const std::string expected = "interface 'lo': it is down; would do: none";
            return error.what() == expected ? std::string() : error.what();
        }
        return "lo is found, although it is down";
    };
    const auto found = in_child(in_own_network, body);
    if (found.starts_with("skipped"))
        WARN(found);
    else
        CHECK(found == "");
}

TEST_CASE("parse_ipv4: texts that are no address are refused, others come back as they were", "[interface]")
{
    CHECK(parse_ipv4("239.1.2.3") == 0xef010203U);
    CHECK(to_text(Endpoint{0xef010203U, 3000}) == "239.1.2.3:3000");
    for (const auto* text : {"", "239.1.2", "239.1.2.256", "239.1.2.3 ", "::1", "a.b.c.d"})
        CHECK_FALSE(parse_ipv4(text));
}
