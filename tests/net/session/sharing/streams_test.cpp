// Streams that several members of a session have, over real sockets.
#include <stop_token>
#include <thread>

#include "tests/catch.h"
#include "tests/net/session/sharing/party.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

Json start_of(const char* policy, const char* layer = "flow", std::size_t bytes = 100)
{
    Json params = start_params({{"bytes", bytes}});
    params["policy"] = policy;
    params["layer"] = layer;
    params["request"] = "as the document has it";
    return params;
}

/// For viewers that wait for longer than a heartbeat, and send none.
ServerSettings patient()
{
    ServerSettings settings;
    settings.silence_timeout = std::chrono::seconds(30);
    return settings;
}

std::uint64_t made(TestNode& node)
{
    return node.service.log.produced;
}

}  // namespace

TEST_CASE("A second start of a layer's program subscribes to the one that runs, and a frame is made once",
          "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    const Json first = owner.control->result("program.start", start_of("every"));
    const Json second = guest.control->result("program.start", start_of("every"));
    CHECK(second["stream"] == first["stream"]);
    CHECK(second["start"]["request"] == "as the document has it");
    for (int i = 0; i < 10; ++i) {
        owner.take(10);
        guest.take(10);
    }
    CHECK(made(node) == 100);
    const Json stats = owner.control->result("node.stats")["sessions"][0]["streams"][0];
    CHECK(stats["made"] == 100);
    CHECK(stats["sent"] == 200);
}

TEST_CASE("Members that start the same program at once share one", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    (void)owner.hear("session.joined");
    owner.control->send_call(1, "dataset.open", {{"dataset", "slow"}});
    node.service.slow.wait_for_arrival();  // both starts wait behind it
    owner.control->send_call(2, "program.start", start_of("every"));
    guest.control->send_call(2, "program.start", start_of("every"));
    CHECK(owner.control->call("session.document").contains("result"));
    CHECK(guest.control->call("session.document").contains("result"));
    node.service.slow.open();
    (void)owner.control->receive_json();
    CHECK(owner.control->receive_json()["result"]["stream"] == 1);
    CHECK(guest.control->receive_json()["result"]["stream"] == 1);
    owner.take(5);
    guest.take(5);
    CHECK(made(node) == 5);
}

TEST_CASE("A member that starts its own program again has another one", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    (void)owner.control->result("program.start", start_of("every"));
    CHECK(owner.control->result("program.start", start_of("every"))["stream"] == 2);
    (void)owner.control->result("program.leave", {{"stream", 1}});
    owner.take(3, 2);
}

TEST_CASE("Other layers, and programs that are private, are not shared", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    (void)owner.control->result("program.start", start_of("every"));
    CHECK(guest.control->result("program.start", start_of("every", "other"))["stream"] == 2);
    Json own = start_of("every");
    own["private"] = true;
    CHECK(guest.control->result("program.start", own)["stream"] == 3);
}

TEST_CASE("A member with policy latest that takes nothing delays no other", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    constexpr std::size_t bytes = 1 << 20;
    (void)owner.control->result("program.start", start_of("every", "flow", bytes));
    (void)guest.control->result("program.start", start_of("latest", "flow", bytes));
    guest.credit(1000, 0);  // and reads none
    for (int i = 0; i < 20; ++i) owner.take(5);
    CHECK(made(node) >= 100);
}

TEST_CASE("A guest has the newest frame of a program that rests", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    Json params = start_of("latest");
    params["params"]["answer"] = 1;
    (void)owner.control->result("program.start", params);
    owner.take(1);
    RawMember guest(node, "Ada", invite(owner));
    (void)guest.control->result("program.start", params);
    guest.take(1);
    CHECK(made(node) == 1);
}

TEST_CASE("A guest has all parts of an answer", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    Json params = start_of("every");
    params["params"]["answer"] = 3;
    (void)owner.control->result("program.start", params);
    owner.take(3);
    RawMember guest(node, "Ada", invite(owner));
    (void)guest.control->result("program.start", params);
    guest.take(3);
    owner.take(3);
    CHECK(made(node) == 6);
}

TEST_CASE("A member with policy every that takes nothing goes on as latest, and hears so", "[sharing]")
{
    TestNode node(patient());
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    (void)owner.control->result("program.start", start_of("every"));
    (void)guest.control->result("program.start", start_of("every"));
    for (int i = 0; i < 30; ++i) owner.take(10);
    const Json behind = guest.hear("program.behind");
    CHECK(behind["stream"] == 1);
    CHECK(behind["reason"] == "slow");
    guest.take(1);
}

TEST_CASE("A member that may slow the others does, and they hear of it", "[sharing]")
{
    TestNode node(patient());
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    Json params = start_of("every");
    params["exclusive"] = true;
    (void)owner.control->result("program.start", params);
    (void)guest.control->result("program.start", start_of("latest"));
    guest.credit(1000, 0);
    CHECK(guest.hear("program.slowed")["by"] == owner.session["member"]);
    for (int i = 0; i < 10; ++i) owner.take(10);
    CHECK(made(node) < 200);
}

TEST_CASE("A member that subscribes with a rate has no more frames than that, and delays no other",
          "[sharing]")
{
    TestNode node(patient());
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    (void)owner.control->result("program.start", start_of("every"));
    const auto subscribe = [&](double rate) {
        (void)guest.control->result("program.subscribe",
                                    {{"stream", 1}, {"slot_bytes", 100}, {"rate", rate}});
    };
    subscribe(1e-3);
    guest.credit(100, 0);
    CHECK(next_frame(*guest.data).header.sequence == 0);
    for (int i = 0; i < 10; ++i) owner.take(10);
    CHECK(made(node) == 100);
    CHECK(owner.control->result("node.stats")["sessions"][0]["streams"][0]["sent"] == 101);
    subscribe(1000.0);
    guest.received = 0;
    for (int i = 0; i < 5; ++i) guest.take(1);
    CHECK(guest.control->call("program.subscribe",
                              {{"stream", 1}, {"slot_bytes", 100}, {"rate", -1}})["error"]["message"] ==
          "parameter 'rate': expected a number of at least 0, found -1");
}

TEST_CASE("A member with policy every and a small rate holds the others back for 2 s at most", "[sharing]")
{
    const double rate = GENERATE(0.6, 2.0);
    TestNode node(patient());
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner, "watch"));
    (void)owner.control->result("program.start", start_of("latest"));
    (void)guest.control->result("program.subscribe",
                                {{"stream", 1}, {"policy", "every"}, {"slot_bytes", 100}, {"rate", rate}});
    std::jthread watcher([&guest](const std::stop_token& stop) {
        guest.credit(1'000'000, 0);
        while (!stop.stop_requested()) {
            (void)next_frame(*guest.data);
            guest.credit(1'000'000, ++guest.received);
        }
    });
    std::jthread viewer([&owner](const std::stop_token& stop) {
        while (!stop.stop_requested()) owner.take(1);
    });
    const Json behind = guest.hear("program.behind");
    viewer.request_stop();
    viewer.join();
    CHECK(behind == Json{{"stream", 1}, {"reason", "slow"}});
}

TEST_CASE("A frame larger than a member's slots ends its subscription alone", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    (void)owner.control->result("program.start", start_of("every"));
    RawMember guest(node, "Ada", invite(owner));
    CHECK(guest.control->error_code("program.subscribe", {{"stream", 1}, {"slot_bytes", 99}}) ==
          static_cast<int>(RpcCode::LimitExceeded));
    (void)guest.control->result("program.subscribe", {{"stream", 1}, {"slot_bytes", 100}});
    guest.take(1);
    (void)owner.control->result("program.update", {{"stream", 1}, {"params", {{"bytes", 200}}}});
    guest.credit(100, guest.received);
    CHECK(guest.hear("program.behind")["reason"] == "slot_bytes");
    (void)guest.control->result("program.subscribe", {{"stream", 1}, {"slot_bytes", 300}});
    guest.received = 0;
    guest.take(2);
    owner.take(2);
}

TEST_CASE("A change of a shared program is heard by the others", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    (void)owner.control->result("program.start", start_of("every"));
    (void)guest.control->result("program.start", start_of("every"));
    (void)owner.control->result(
        "program.update",
        {{"stream", 1}, {"interaction", 7}, {"request", "another"}, {"rate", 25}, {"params", {{"mark", 9}}}});
    const Json updated = guest.hear("program.updated");
    CHECK(updated["stream"] == 1);
    CHECK(updated["params"] == Json{{"mark", 9}});
    CHECK(updated["interaction"] == 7);
    CHECK(updated["request"] == "another");
    CHECK(updated["rate"] == 25);
    CHECK(updated["by"] == owner.session["member"]);
    RawMember late(node, "Bob", invite(owner));
    Json params = start_of("every");
    params["request"] = "another";
    CHECK(late.control->result("program.start", params)["start"]["params"]["mark"] == 9);
}

TEST_CASE("A program ends with its last subscription, or when an editor stops it", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    (void)owner.control->result("program.start", start_of("every"));
    (void)guest.control->result("program.start", start_of("every"));
    (void)owner.control->result("program.leave", {{"stream", 1}});
    guest.take(3);
    (void)guest.control->result("program.leave", {{"stream", 1}});
    node.service.log.wait_until_all_ended();
    (void)owner.control->result("program.start", start_of("every"));
    (void)guest.control->result("program.start", start_of("every"));
    (void)owner.control->result("program.stop", {{"stream", 2}});
    CHECK(guest.hear("program.ended")["reason"] == "stopped");
    node.service.log.wait_until_all_ended();
}

TEST_CASE("The programs of a member that leaves go on for the others, and end where there are none",
          "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    (void)guest.control->result("program.start", start_of("every"));
    (void)guest.control->result("program.start", start_of("every", "other"));
    (void)owner.control->result("program.start", start_of("every"));
    guest.take(2);
    (void)guest.control->result("session.leave");
    owner.take(5);
    const auto sessions = owner.control->result("node.stats")["sessions"];
    CHECK(sessions[0]["streams"].size() == 1);
}

TEST_CASE("A member that is away is granted nothing, also on a data connection that comes by itself",
          "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    (void)guest.control->result("program.start", start_of("latest"));
    guest.control.reset();
    (void)owner.hear("session.away");
    guest.attach();
    guest.credit(5, 0);
    guest.data->send({.type = MessageType::Echo});
    CHECK(guest.data->receive()->header.type == MessageType::Echo);
    CHECK(made(node) == 0);
}

TEST_CASE("A member that is away with policy every has its frames when it is back, where none waited for it",
          "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    (void)owner.control->result("program.start", start_of("every"));
    (void)guest.control->result("program.start", start_of("every"));
    guest.take(5);
    owner.take(10);
    guest.data.reset();
    guest.attach();
    guest.take(5);
}

TEST_CASE("A program that has ended is not shared, though a member has yet to acknowledge its frames",
          "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    Json start = start_of("every");
    start["params"]["last"] = 2;
    (void)owner.control->result("program.start", start);
    owner.credit(10, 0);
    CHECK(owner.hear("program.ended")["stream"] == 1);
    CHECK(guest.control->result("program.start", start)["stream"] == 2);
}

TEST_CASE("A change that the others could not hear of in one message is refused", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    const Json change{{"stream", 1}, {"params", {{"text", std::string(600'000, 'x')}}}};
    (void)owner.control->result("program.start", start_of("every"));
    (void)owner.control->result("program.update", change);
    RawMember guest(node, "Ada", invite(owner));
    (void)guest.control->result("program.start", start_of("every"));
    CHECK(owner.control->error_code("program.update", change) == static_cast<int>(RpcCode::LimitExceeded));
}
