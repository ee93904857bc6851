#include "app/doctor/doctor.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <fmt/format.h>
#include <string_view>
#include <thread>

#include "tests/app/flow_server.h"
#include "tests/catch.h"
#include "tests/net/spoiling_proxy.h"
#include "tests/net/tls_node.h"
#include "tests/relay/core/unused_port.h"
#include "tests/relay/service/served_relay.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;
using boost::asio::ip::tcp;
using Catch::Matchers::ContainsSubstring;

namespace {

std::vector<std::string> names_of(const Diagnosis& diagnosis)
{
    std::vector<std::string> names;
    for (const Finding& finding : diagnosis.stages) names.push_back(finding.stage);
    return names;
}

/// The one stage that failed is the last one.
Finding failure_of(const Diagnosis& diagnosis)
{
    REQUIRE_FALSE(diagnosis.stages.empty());
    CHECK_FALSE(is_well(diagnosis));
    for (std::size_t i = 0; i + 1 < diagnosis.stages.size(); ++i)
        CHECK(diagnosis.stages[i].outcome == Outcome::Passed);
    CHECK(diagnosis.stages.back().outcome == Outcome::Failed);
    return diagnosis.stages.back();
}

net::ClientSettings at_port(std::uint16_t port)
{
    net::ClientSettings settings;
    settings.port = port;
    return settings;
}

}  // namespace

TEST_CASE("farfield doctor: of a node over TLS version, name, pin and days left are a stage", "[doctor]")
{
    net::test::TestNode node(net::test::with_tls());
    const std::string pin = node.settings.tls->pin();
    const auto diagnosis = diagnose(net::test::by_pin(node.port(), pin));
    const auto stage = std::ranges::find(diagnosis.stages, "TLS", &Finding::stage);
    REQUIRE(stage != diagnosis.stages.end());
    CHECK(stage->outcome == Outcome::Passed);
    CHECK_THAT(stage->message, ContainsSubstring("TLSv1.3") &&
                                   ContainsSubstring("certificate of localhost") && ContainsSubstring(pin) &&
                                   ContainsSubstring("36"));
    const auto failed =
        failure_of(diagnose(net::test::by_pin(node.port(), "sha256:" + std::string(64, '0'))));
    CHECK(failed.stage == "TLS");
    CHECK_THAT(failed.message, ContainsSubstring(pin));
    CHECK_THAT(failed.cure, ContainsSubstring("Compare the pin"));
}

TEST_CASE("farfield doctor: of a node without TLS the cure is to leave it out, or to start the node with it",
          "[doctor]")
{
    FlowService flow(10);
    const FlowServer node(flow);
    auto settings = node.client_settings();
    settings.tls = net::TlsTerms{
        .check = net::TlsTerms::Check::Pin, .pin = "sha256:" + std::string(64, '0'), .file = {}};
    const auto failed = failure_of(diagnose(settings));
    CHECK(failed.stage == "TLS");
    CHECK_THAT(failed.message, ContainsSubstring("speaks no TLS"));
    CHECK_THAT(failed.cure,
               ContainsSubstring("Leave --tls and --tls-pin out") && ContainsSubstring("--tls-self-signed"));
}

TEST_CASE("farfield doctor: of a certificate that no authority vouches for the cure is a pin", "[doctor]")
{
    const net::test::TestNode node(net::test::with_tls());
    auto settings = at_port(node.port());
    settings.host = "localhost";
    settings.tls = net::TlsTerms{};
    const auto failed = failure_of(diagnose(settings));
    CHECK(failed.stage == "TLS");
    CHECK_THAT(failed.cure, ContainsSubstring("--tls-pin known") && ContainsSubstring("SSL_CERT_FILE"));
}

TEST_CASE("farfield doctor: of a handshake that is changed on the way the cure is not another pin",
          "[doctor]")
{
    using net::test::SpoilingProxy;
    const net::test::TestNode node(net::test::with_tls());
    const SpoilingProxy proxy(node.port(), SpoilingProxy::Side::Node, 3);
    const auto failed = failure_of(diagnose(net::test::by_pin(proxy.port(), node.settings.tls->pin())));
    CHECK(failed.stage == "TLS");
    CHECK_THAT(failed.message, !ContainsSubstring("certificate"));
    CHECK_THAT(failed.cure, ContainsSubstring("what lies between") && !ContainsSubstring("pin"));
}

TEST_CASE("farfield doctor: a good node passes every stage", "[doctor]")
{
    FlowService flow(1000);
    const FlowServer node(flow);
    std::vector<std::string> heard;
    const auto diagnosis = diagnose(node.client_settings(),
                                    [&heard](const Finding& finding) { heard.push_back(finding.stage); });
    CHECK(is_well(diagnosis));
    CHECK(names_of(diagnosis) == std::vector<std::string>{"name", "connect", "protocol", "token", "session",
                                                          "data connection", "round trip", "clock",
                                                          "first frame", "throughput", "resume"});
    CHECK_THAT(diagnosis.stages.back().message, ContainsSubstring(" 0 lost, 0 doubled"));
    CHECK(heard == names_of(diagnosis));
    for (const Finding& finding : diagnosis.stages) {
        CAPTURE(finding.stage, finding.message);
        CHECK(finding.outcome == Outcome::Passed);
        CHECK(finding.ms >= 0.0);
        CHECK(finding.cure.empty());
    }
}

TEST_CASE("farfield doctor: that a node keeps no session whose connections break is noted", "[doctor]")
{
    FlowService flow(1000);
    net::ServerSettings serving;
    serving.port = 0;
    serving.grace = std::chrono::seconds(0);
    net::SessionServer server(flow, serving);
    std::jthread thread([&server] { server.run(); });
    const auto diagnosis = diagnose(at_port(server.port()));
    CHECK(is_well(diagnosis));
    CHECK(diagnosis.stages.back().stage == "resume");
    CHECK(diagnosis.stages.back().outcome == Outcome::Noted);
    CHECK_THAT(diagnosis.stages.back().cure, ContainsSubstring("--grace"));
    server.stop();
}

TEST_CASE("farfield doctor: a host that no name server knows ends in the stage 'name'", "[doctor]")
{
    net::ClientSettings settings;
    settings.host = "no-such-host.invalid";
    CHECK(failure_of(diagnose(settings)).stage == "name");
}

TEST_CASE("farfield doctor: a dead node ends in the stage 'connect', with a cure", "[doctor]")
{
    const auto failure = failure_of(diagnose(at_port(net::relay::test::unused_port())));
    CHECK(failure.stage == "connect");
    CHECK_THAT(failure.cure, ContainsSubstring("farfield-node serve"));
}

TEST_CASE("farfield doctor: another server, and one that says nothing, end in the stage 'protocol'",
          "[doctor]")
{
    const std::string words = GENERATE("HTTP/1.1 400 Bad Request\r\n\r\n", "");
    CAPTURE(words);
    boost::asio::io_context io;
    tcp::acceptor acceptor(io, {boost::asio::ip::address_v4::loopback(), 0});
    // The connection of the stage 'connect', and the one of the session.
    std::jthread server([&] {
        std::vector<tcp::socket> sockets;
        for (int i = 0; i < 2; ++i) sockets.push_back(acceptor.accept());
        boost::system::error_code ignored;
        boost::asio::write(sockets.back(), boost::asio::buffer(words), ignored);
        char byte = 0;
        while (sockets.back().read_some(boost::asio::buffer(&byte, 1), ignored) > 0) {
        }
    });
    auto settings = at_port(acceptor.local_endpoint().port());
    settings.connect_timeout = std::chrono::milliseconds(500);
    CHECK(failure_of(diagnose(settings)).stage == "protocol");
}

TEST_CASE("farfield doctor: a wrong token ends in the stage 'token', and the right one passes", "[doctor]")
{
    FlowService flow(10);
    net::ServerSettings serving;
    serving.port = 0;
    serving.token = "open sesame";
    net::SessionServer server(flow, serving);
    std::jthread thread([&server] { server.run(); });
    auto settings = at_port(server.port());
    settings.token = "open barley";
    const auto failure = failure_of(diagnose(settings));
    CHECK(failure.stage == "token");
    CHECK_THAT(failure.cure, ContainsSubstring("--token-file"));
    const auto stages = diagnose(settings).stages;
    REQUIRE(stages.size() == 4);
    CHECK(stages[2].stage == "protocol");
    CHECK(stages[2].outcome == Outcome::Passed);
    settings.token = serving.token;
    CHECK(is_well(diagnose(settings)));
    settings.join = net::JoinCall{"8b4ca509", "used"};
    const auto ended = failure_of(diagnose(settings));
    CHECK(ended.stage == "invitation");
    CHECK_THAT(ended.cure, ContainsSubstring("ask the owner"));
    server.stop();
}

TEST_CASE("farfield doctor: the inputs of a relay are named, and one that is not up fails", "[doctor]")
{
    const net::relay::test::FreePort port;
    const std::string good = fmt::format("dis:239.77.9.4:{}@lo", port.number());
    const std::string bad = fmt::format("dis:239.77.9.5:{}@nosuch0", port.number());
    {
        const net::relay::test::ServedRelay relay({good});
        const auto diagnosis = diagnose(relay.session());
        CHECK(is_well(diagnosis));
        CHECK_THAT(diagnosis.stages.back().message, ContainsSubstring(good));
    }
    const net::relay::test::ServedRelay relay({good, bad});
    const auto failure = failure_of(diagnose(relay.session()));
    CHECK(failure.stage == "input");
    CHECK_THAT(failure.message, ContainsSubstring(bad) && ContainsSubstring("failed"));
}

TEST_CASE("farfield doctor: a finding is a line, with its cure in a second one", "[doctor]")
{
    const Finding finding{.stage = "connect",
                          .outcome = Outcome::Failed,
                          .ms = 12.34,
                          .message = "refused\n\x1b[2J",
                          .cure = "start it"};
    const auto text = finding_text(finding);
    CHECK(std::ranges::count(text, '\n') == 1);
    CHECK_THAT(text,
               ContainsSubstring("FAILED") && ContainsSubstring("12.3 ms") && !ContainsSubstring("\x1b"));
}
