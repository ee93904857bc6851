// Nodes with TLS, as their command line has it.
#include <cstdlib>

#include "tests/end_to_end/node_process.h"
#include "tests/end_to_end/taken_frames.h"

using namespace farfield::net;
using farfield::test::NodeProcess;
using farfield::test::run_node;
using farfield::test::take_frames;
using farfield::test::TemporaryFolder;

TEST_CASE("A node with a key of its own says its pin, by which a viewer gets frames over TLS", "[tls]")
{
    const TemporaryFolder state;
    ::setenv("XDG_STATE_HOME", state.path().c_str(), 1);
    const NodeProcess node({"serve", "--port", "0", "--tls-self-signed"});
    ::unsetenv("XDG_STATE_HOME");
    const auto at = node.ready_line().find(" tls=sha256:");
    REQUIRE(at != std::string::npos);
    ClientSettings settings;
    settings.port = node.port();
    settings.tls =
        TlsTerms{.check = TlsTerms::Check::Pin, .pin = node.ready_line().substr(at + 5, 71), .file = {}};
    std::vector<std::string> notes;
    CHECK(take_frames(settings, 30, notes) == 30);
    settings.tls.reset();
    CHECK(take_frames(settings, 3, notes) == 3);  // of this machine
    CHECK(std::filesystem::exists(state / "farfield/node-key.pem"));
}

TEST_CASE("farfield-node serve --tls-only takes nothing in the clear at its port", "[tls]")
{
    const TemporaryFolder state;
    ::setenv("XDG_STATE_HOME", state.path().c_str(), 1);
    const NodeProcess node({"serve", "--port", "0", "--tls-self-signed", "--tls-only"});
    ::unsetenv("XDG_STATE_HOME");
    ClientSettings settings;
    settings.port = node.port();
    std::vector<std::string> notes;
    CHECK_THROWS_WITH(take_frames(settings, 1, notes), Catch::Matchers::ContainsSubstring("over TLS alone"));
    const auto at = node.ready_line().find("tls=");
    REQUIRE(at != std::string::npos);
    settings.tls =
        TlsTerms{.check = TlsTerms::Check::Pin, .pin = node.ready_line().substr(at + 4, 71), .file = {}};
    CHECK(take_frames(settings, 3, notes) == 3);
}

TEST_CASE("farfield-node: a certificate without its key, or that is not there, is wrong usage or one line",
          "[tls]")
{
    CHECK(run_node({"serve", "--tls-cert", "x.pem"}).exit_code == 2);
    CHECK(run_node({"serve", "--tls-self-signed", "--stdio"}).exit_code == 2);
    const auto only = run_node({"serve", "--port", "0", "--tls-only"});
    CHECK(only.exit_code == 1);
    CHECK_THAT(only.error, Catch::Matchers::ContainsSubstring("--tls-only: there is no key"));
    const auto missing = run_node({"serve", "--port", "0", "--tls-cert", "no.pem", "--tls-key", "no.key"});
    CHECK(missing.exit_code == 1);
    CHECK_THAT(missing.error, Catch::Matchers::ContainsSubstring("cannot read certificate 'no.pem'"));
}
