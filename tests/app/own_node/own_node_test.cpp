#include "app/own_node/own_node.h"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using app::OwnNode;

TEST_CASE("OwnNode: offers a folder to a client that has its token, and to no other")
{
    const test::TemporaryFolder folder;
    const OwnNode node{{folder.path()}};
    net::Client client{node.client_settings(), {}};
    CHECK_FALSE(client.call("dataset.list", net::Json::object())["datasets"].empty());
    auto stranger = node.client_settings();
    stranger.token = "guessed";
    CHECK_THROWS_WITH(net::Client(stranger, {}), Catch::Contains("token"));
}

TEST_CASE("OwnNode: ends with its owner")
{
    const test::TemporaryFolder folder;
    net::ClientSettings settings;
    {
        const OwnNode node{{folder.path()}};
        settings = node.client_settings();
    }
    CHECK_THROWS(net::Client(settings, {}));
}

TEST_CASE("OwnNode: a node that cannot start says why")
{
    CHECK_THROWS_WITH(OwnNode{{"/no such folder"}},
                      Catch::Contains("cannot start a node for these files: ") &&
                          Catch::Contains("no such folder"));
}
