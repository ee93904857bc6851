// The node's command line: the ready line, exit codes, and one line for whatever is wrong.
#include <algorithm>
#include <filesystem>

#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/net/raw_peer.h"

using namespace farfield;
using namespace farfield::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// The command ends with this code, having said `what` in one line on standard error and nothing on standard
/// output.
void expect_refusal(std::vector<std::string> arguments, int exit_code, const std::string& what)
{
    const Outcome outcome = run_node(std::move(arguments));
    CHECK(outcome.exit_code == exit_code);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.error, ContainsSubstring(what));
    CHECK(std::count(outcome.error.begin(), outcome.error.end(), '\n') == 1);
}

}  // namespace

TEST_CASE("farfield-node serve: the first line says where it listens, as documented", "[node]")
{
    const NodeProcess node({"serve", "--port", "0"});
    CHECK(node.ready_line() ==
          "farfield-node ready host=127.0.0.1 port=" + std::to_string(node.port()) + " protocol=1");
}

TEST_CASE("farfield-node serve: SIGTERM and SIGINT end it with exit code 0, also with a viewer at work",
          "[node]")
{
    for (const int signal : {SIGTERM, SIGINT}) {
        NodeProcess node({"serve", "--port", "0"});
        net::test::RawViewer viewer(node.port());
        (void)viewer.control.result("program.start",
                                    {{"program", "particles"},
                                     {"dataset", "analytic:abc"},
                                     {"slot_bytes", 1 << 20},
                                     {"params", {{"rakes", {{{"kind", "point"}, {"at", {3, 3, 3}}}}}}}});
        viewer.data.credit(1, 1000);
        CHECK(viewer.data.receive().has_value());
        const Outcome outcome = node.stop(signal);
        CHECK(outcome.exit_code == 0);
        CHECK(viewer.control.receive_json()["method"] == "session.ended");
        CHECK(viewer.control.is_closed());
        CHECK(viewer.data.is_closed());
    }
}

TEST_CASE("farfield-node: --help and --version end with exit code 0", "[node]")
{
    for (const std::string command : {"serve", "replay", "info"}) {
        const Outcome help = run_node({command, "--help"});
        CHECK(help.exit_code == 0);
        CHECK_THAT(help.out, ContainsSubstring("Example: farfield-node " + command));
    }
    CHECK(run_node({"--version"}).exit_code == 0);
}

TEST_CASE("farfield-node: wrong usage is one line and exit code 2", "[node]")
{
    expect_refusal({}, 2, "subcommand is required");
    expect_refusal({"serve", "--no-such-flag"}, 2, "--no-such-flag");
    expect_refusal({"frobnicate"}, 2, "subcommand is required");
    expect_refusal({"serve", "--port", "65536"}, 2, "65536");
    expect_refusal({"serve", "--port", "http"}, 2, "http");
    expect_refusal({"serve", "--max-sessions", "0"}, 2, "--max-sessions");
    expect_refusal({"replay"}, 2, "FILE is required");
    expect_refusal({"replay", "x.ffr", "--rate", "nan"}, 2, "expected a number of at least 0, found 'nan'");
    expect_refusal({"replay", "x.ffr", "--rate", "-1"}, 2, "--rate");
}

TEST_CASE("farfield-node serve: a missing data folder is named", "[node]")
{
    expect_refusal({"serve", "--port", "0", "--data", "/no/such/folder"}, 1, "/no/such/folder");
}

TEST_CASE("farfield-node serve: --cache is where it keeps what is built of terrains", "[node]")
{
    const TemporaryFolder folder;
    (void)folder.write("grid.asc", "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n1 2 3\n4 5 6\n");
    const NodeProcess node(
        {"serve", "--port", "0", "--data", folder.path().string(), "--cache", folder.file("cache")});
    net::test::RawViewer viewer(node.port());
    CHECK(viewer.control.result("terrain.open", {{"terrain", "grid.asc"}})["heights"] == net::Json{1.0, 6.0});
    using Files = std::filesystem::directory_iterator;
    CHECK(std::distance(Files{folder.file("cache")}, Files{}) == 1);
}

TEST_CASE("farfield-node serve: a port in use is named", "[node]")
{
    const NodeProcess node({"serve", "--port", "0"});
    expect_refusal({"serve", "--port", std::to_string(node.port())}, 1,
                   "127.0.0.1:" + std::to_string(node.port()));
}

TEST_CASE("farfield-node serve: an address that others can reach needs a token", "[node]")
{
    expect_refusal({"serve", "--bind", "0.0.0.0", "--port", "0"}, 1, "--token-file");
    const TemporaryFolder folder;
    const std::string token = folder.write("token", "s3cret\n");
    std::filesystem::permissions(token,
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    const NodeProcess node({"serve", "--bind", "0.0.0.0", "--port", "0", "--token-file", token});
    CHECK_THAT(node.ready_line(), ContainsSubstring("host=0.0.0.0"));
    net::test::RawPeer stranger(node.port());
    CHECK(stranger.error_code("session.open", {{"protocol", {1}}}) ==
          static_cast<int>(net::RpcCode::NotAuthorised));
    CHECK_NOTHROW(net::test::RawViewer(node.port(), "s3cret"));
}

TEST_CASE("farfield-node serve: an empty or missing token file, and one open to all, are refused", "[node]")
{
    const TemporaryFolder folder;
    const std::string empty = folder.write("empty", "");
    std::filesystem::permissions(empty, std::filesystem::perms::owner_read);
    expect_refusal({"serve", "--port", "0", "--token-file", empty}, 1, "is empty");
    expect_refusal({"serve", "--port", "0", "--token-file", folder.file("none")}, 1, "does not exist");
    const std::string open = folder.write("open", "s3cret");
    std::filesystem::permissions(open,
                                 std::filesystem::perms::owner_read | std::filesystem::perms::others_read);
    expect_refusal({"serve", "--port", "0", "--token-file", open}, 1, "every user");
}

TEST_CASE("farfield-node replay: a missing file and one that is no recording are named", "[node]")
{
    const TemporaryFolder folder;
    expect_refusal({"replay", folder.file("none.ffr"), "--port", "0"}, 1, "none.ffr");
    expect_refusal({"replay", folder.write("text.ffr", std::string(1000, 'x')), "--port", "0"}, 1,
                   "text.ffr");
    expect_refusal({"replay", folder.write("empty.ffr", ""), "--port", "0"}, 1, "empty.ffr");
}
