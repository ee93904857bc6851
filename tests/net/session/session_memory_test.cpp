// Memory of all sessions together is counted before it is taken.
#include "tests/catch.h"
#include "tests/net/raw_peer.h"
#include "tests/net/scripted_node.h"

#include <string>

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

constexpr std::uint64_t slot = 1 << 20;

Json limit_of(const Json& answer)
{
    return answer.at("error").at("data");
}

/// A call with a text of about this length.
Json padded(const std::string& name, std::size_t bytes)
{
    return {{"dataset", name + std::string(bytes, ' ')}};
}

}  // namespace

TEST_CASE("max_buffer_bytes: send buffers of all sessions are counted together", "[session][memory]")
{
    ServerSettings settings;
    settings.limits.max_buffer_bytes = 5 * slot;
    TestNode node(settings);
    RawViewer first(node.port());
    RawViewer second(node.port());
    CHECK(first.control.result("program.start", start_params())["stream"] == 1);  // of 16 slots it gets 4
    CHECK(limit_of(second.control.call("program.start", start_params())) ==
          Json{{"limit", "max_buffer_bytes"}, {"value", 5 * slot}, {"asked", 2 * slot}});
    (void)first.control.result("program.stop", {{"stream", 1}});
    // Its thread may take a moment to end.
    while (second.control.call("program.start", start_params()).contains("error")) {
    }
    second.data.credit(1, 1);
    CHECK(second.data.receive()->payload.size() == 64);
}

TEST_CASE("max_buffer_bytes: where little is left a stream has fewer buffers", "[session][memory]")
{
    ServerSettings settings;
    settings.limits.max_buffer_bytes = 2 * slot;
    TestNode node(settings);
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params());
    viewer.data.credit(1, 20);
    for (std::uint64_t n = 0; n < 20; ++n) CHECK(viewer.data.receive()->header.sequence == n);
}

TEST_CASE("max_call_bytes: a call that is too long for what is left is refused, and the session goes on",
          "[session][memory]")
{
    ServerSettings settings;
    settings.limits.max_call_bytes = call_bytes_per_byte * 2000;
    TestNode node(settings);
    RawViewer viewer(node.port());
    const Json refused = limit_of(viewer.control.call("dataset.open", padded("plain", 3000)));
    CHECK(refused["limit"] == "max_call_bytes");
    CHECK(refused["value"] == call_bytes_per_byte * 2000);
    CHECK(refused["asked"] > call_bytes_per_byte * 3000);
    CHECK(viewer.control.result("dataset.list")["datasets"].size() == 1);
}

TEST_CASE("max_call_bytes: calls that wait are counted until they are answered", "[session][memory]")
{
    ServerSettings settings;
    settings.limits.max_call_bytes = call_bytes_per_byte * 2000;
    TestNode node(settings);
    RawViewer first(node.port());
    RawViewer second(node.port());
    first.control.send_call(1, "dataset.open", {{"dataset", "slow"}});
    first.control.send_call(2, "dataset.open", padded("plain", 1500));
    first.control.send_call(3, "dataset.open", padded("plain", 1500));
    const Json third = first.control.receive_json();
    CHECK(third["id"] == 3);
    CHECK(limit_of(third)["limit"] == "max_call_bytes");
    CHECK(limit_of(second.control.call("dataset.open", padded("plain", 1500)))["limit"] == "max_call_bytes");
    CHECK(second.control.result("dataset.list")["datasets"].size() == 1);
}
