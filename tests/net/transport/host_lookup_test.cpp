#include "net/transport/host_lookup.h"

#include <boost/asio/error.hpp>

#include "tests/catch.h"

using namespace farfield::net;
namespace asio = boost::asio;

TEST_CASE("Host look-up: localhost is this machine where no list of hosts has it")
{
    boost::system::error_code error = asio::error::host_not_found;
    const auto found = looked_up("localhost", 7117, {}, error);
    CHECK_FALSE(error);
    REQUIRE(found.size() == 1);
    CHECK(found.begin()->endpoint().address().is_loopback());
    CHECK(found.begin()->endpoint().port() == 7117);
}

TEST_CASE("Host look-up: another name that is not known stays unknown")
{
    boost::system::error_code error = asio::error::host_not_found;
    CHECK(looked_up("localhost.example", 7117, {}, error).empty());
    CHECK(error == asio::error::host_not_found);
}

TEST_CASE("Host look-up: what a list of hosts says of localhost stands")
{
    using asio::ip::tcp;
    const auto listed =
        tcp::resolver::results_type::create({asio::ip::address_v6::loopback(), 80}, "localhost", "");
    boost::system::error_code none;
    CHECK(looked_up("localhost", 80, listed, none).begin()->endpoint().address().is_v6());
    CHECK_FALSE(none);
}
