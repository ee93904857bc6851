// Sessions over the node's local socket.
#include "net/session/listening/local_listener.h"

#include <sys/stat.h>

#include <boost/asio/local/stream_protocol.hpp>
#include <cstdlib>
#include <filesystem>

#include "net/client/client.h"
#include "tests/catch.h"
#include "tests/net/scripted_node.h"
#include "tests/temporary_folder.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

using Local = boost::asio::local::stream_protocol;

ServerSettings at_socket(const std::filesystem::path& file)
{
    ServerSettings settings = with_token("s3cret");
    settings.local_socket = file;
    return settings;
}

ClientSettings to_socket(const std::filesystem::path& file)
{
    ClientSettings settings;
    settings.go_to(parse_target("unix:" + file.string()));
    return settings;
}

unsigned mode_of(const std::filesystem::path& file)
{
    struct stat status {};
    REQUIRE(::stat(file.c_str(), &status) == 0);
    return status.st_mode & 0777U;
}

}  // namespace

TEST_CASE("A local socket carries a session, without the token that others need", "[local]")
{
    const farfield::test::TemporaryFolder folder;
    const auto file = folder.path() / "farfield" / "1.sock";
    const TestNode node(at_socket(file));
    Client client(to_socket(file), {});
    const Json list = client.call("dataset.list", Json::object());
    CHECK(list["datasets"][0]["name"] == "plain");
    client.close();
    ClientSettings others;
    others.port = node.port();
    CHECK_THROWS_AS(Client(others, {}), RpcError);
}

TEST_CASE("A local socket can be used by its user alone, and goes with the node", "[local]")
{
    const farfield::test::TemporaryFolder folder;
    const auto file = folder.path() / "farfield" / "1.sock";
    {
        const TestNode node(at_socket(file));
        CHECK(mode_of(file) == 0600U);
        CHECK(mode_of(file.parent_path()) == 0700U);
    }
    CHECK_FALSE(std::filesystem::exists(file));
}

TEST_CASE("A local socket that a dead process left is taken over", "[local]")
{
    const farfield::test::TemporaryFolder folder;
    const auto file = folder.path() / "1.sock";
    {
        boost::asio::io_context io;
        const Local::acceptor dead(io, Local::endpoint(file.string()));
    }
    REQUIRE(std::filesystem::exists(file));
    const TestNode node(at_socket(file));
    Client client(to_socket(file), {});
    client.close();
}

TEST_CASE("The local sockets that dead processes left are removed, and no other file", "[local]")
{
    const farfield::test::TemporaryFolder folder;
    const auto of_dead = folder.path() / "99999999.sock";  // beyond the largest number of a process
    const auto of_living = folder.path() / (std::to_string(::getpid()) + ".sock");
    const auto served = folder.path() / "99999998.sock";  // as of another container
    const auto other = folder.path() / "viewer.sock";
    boost::asio::io_context io;
    const Local::acceptor listening(io, Local::endpoint(served.string()));
    for (const auto& file : {of_dead, of_living, other})
        const Local::acceptor dead(io, Local::endpoint(file.string()));
    const TestNode node(at_socket(folder.path() / "1.sock"));
    CHECK_FALSE(std::filesystem::exists(of_dead));
    for (const auto& file : {of_living, served, other}) CHECK(std::filesystem::exists(file));
}

TEST_CASE("A local socket of a living process stays its own, and a node goes on without", "[local]")
{
    const farfield::test::TemporaryFolder folder;
    const auto file = folder.path() / "1.sock";
    boost::asio::io_context io;
    const Local::acceptor living(io, Local::endpoint(file.string()));
    {
        const TestNode node(at_socket(file));
        CHECK(RawPeer(node.port()).error_code("session.open", {{"protocol", {1}}}) == not_authorised);
    }
    CHECK(std::filesystem::exists(file));
}

TEST_CASE("A folder that cannot be made, and a path that is too long, leave a node without a local socket",
          "[local]")
{
    const farfield::test::TemporaryFolder folder;
    boost::asio::io_context io;
    CHECK(listen_locally(io, "/proc/none/farfield/1.sock", {}) == nullptr);
    CHECK(listen_locally(io, folder.path() / std::string(200, 'x'), {}) == nullptr);
    CHECK(listen_locally(io, {}, {}) == nullptr);
}

TEST_CASE("A local socket without a node is said with its path", "[local]")
{
    CHECK_THROWS_WITH(Client(to_socket("/nowhere/1.sock"), {}),
                      "cannot connect to unix:/nowhere/1.sock: No such file or directory; is a node of this "
                      "user running there?");
}
