// The members of a session: invited, joined, away and gone.
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <sstream>

#include "net/session/member.h"
#include "tests/catch.h"
#include "tests/net/session/sharing/party.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

constexpr int limit_exceeded = static_cast<int>(RpcCode::LimitExceeded);

}  // namespace

TEST_CASE("A guest joins with an invitation, and each hears of the other", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    CHECK(owner.session["role"] == "owner");
    RawMember guest(node, "Ada", invite(owner));
    CHECK(guest.session["role"] == "edit");
    CHECK(guest.session["session"] == owner.session["session"]);
    CHECK(guest.session["secret"] != owner.session["secret"]);
    CHECK(guest.session["members"].size() == 2);
    CHECK(guest.session["members"][0]["name"] == "Grace");
    const Json joined = owner.hear("session.joined");
    CHECK(joined["name"] == "Ada");
    CHECK(joined["member"] == guest.session["member"]);
    (void)guest.control->result("session.leave");
    CHECK(owner.hear("session.left")["member"] == guest.session["member"]);
    CHECK(guest.control->is_closed());
}

TEST_CASE("An invitation says where the owner has reached the node", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    const Json invited = owner.control->result("session.invite");
    CHECK(invited["invitation"] == "farfield://127.0.0.1:" + std::to_string(node.port()) + "/#" +
                                       invited["session"].get<std::string>() + "." +
                                       invited["secret"].get<std::string>());
}

TEST_CASE("An invitation stands for the token, and for nothing else", "[sharing]")
{
    ServerSettings settings;
    settings.token = "secret word";
    TestNode node(settings);
    RawViewer owner(node.port(), "secret word");
    const Json invited = owner.control.result("session.invite");
    const Json join{{"session", invited["session"]}, {"secret", invited["secret"]}};
    RawMember guest(node, "Ada", join);
    CHECK(guest.session["role"] == "edit");
    Json params{{"protocol", {protocol_version}}, {"join", join}};
    CHECK(RawPeer(node.port()).error_code("session.open", params) == not_authorised);  // used up
    CHECK(RawPeer(node.port()).error_code("session.open", {{"protocol", {protocol_version}}}) ==
          not_authorised);
    CHECK(guest.control->error_code("session.invite") == not_authorised);
}

TEST_CASE("A member that watches changes nothing that is shared", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    (void)owner.control->result("program.start", start_params());
    RawMember watcher(node, "Ada", invite(owner, "watch"));
    RawPeer& control = *watcher.control;
    CHECK(control.error_code("session.patch", {{"patch", {{"rakes", {{"a", 1}}}}}}) == not_authorised);
    CHECK(control.error_code("session.hold", {{"what", "rakes/a"}}) == not_authorised);
    CHECK(control.error_code("program.update", {{"stream", 1}, {"params", Json::object()}}) ==
          not_authorised);
    CHECK(control.error_code("program.stop", {{"stream", 1}}) == not_authorised);
    CHECK(control.error_code("program.start", start_params()) == not_authorised);
    Json own = start_params();
    own["private"] = true;
    CHECK(control.result("program.start", own)["stream"] == 2);
    (void)control.result("program.update", {{"stream", 2}, {"params", Json::object()}});
    CHECK(owner.control->error_code("program.subscribe", {{"stream", 2}, {"slot_bytes", 1000}}) ==
          static_cast<int>(RpcCode::NotFound));
    (void)control.result("program.subscribe", {{"stream", 1}, {"slot_bytes", 1000}});
}

TEST_CASE("No more members than a number join", "[sharing]")
{
    ServerSettings settings;
    settings.limits.max_members = 2;
    TestNode node(settings);
    RawMember owner(node, "Grace");
    const Json join = invite(owner);
    RawMember guest(node, "Ada", join);
    CHECK(
        RawPeer(node.port()).error_code("session.open", {{"protocol", {protocol_version}}, {"join", join}}) ==
        limit_exceeded);
}

TEST_CASE("When the owner leaves, the editor that has been there longest is the owner", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    const Json editors = invite(owner);
    RawMember watcher(node, "Eve", invite(owner, "watch"));
    RawMember first(node, "Ada", editors);
    RawMember second(node, "Bob", editors);
    (void)owner.control->result("session.leave");
    const Json role = second.hear("session.role");
    CHECK(role["member"] == first.session["member"]);
    CHECK(role["role"] == "owner");
    (void)first.control->result("session.invite");
    (void)second.control->result("session.close");  // one that is not the owner leaves
    (void)first.control->result("session.leave");
    CHECK(watcher.hear("session.ended")["message"] == "no member that may edit is left");
}

TEST_CASE("The owner closes the session for all", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    (void)owner.control->result("session.close");
    CHECK(guest.hear("session.ended")["message"] == "Grace has closed the session");
    CHECK(guest.control->is_closed());
}

TEST_CASE("A member resumes with its own secret, and the others hear that it was away", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    const Json member = guest.session["member"];
    guest.vanish();
    CHECK(owner.hear("session.away")["member"] == member);
    RawPeer back(node.port());
    back.send_call(
        100'000, "session.open",
        {{"protocol", {protocol_version}},
         {"acknowledge", true},
         {"client", "farfield 2"},
         {"name", "Ada L."},
         {"resume", {{"session", guest.session["session"]}, {"secret", guest.session["secret"]}}}});
    const Json resumed = back.receive_json()["result"];
    CHECK(resumed["member"] == member);
    CHECK(owner.hear("session.back") ==
          Json{{"member", member}, {"name", "Ada L."}, {"role", "edit"}, {"here", true}});
    CHECK(resumed["members"][1]["name"] == "Ada L.");
}

TEST_CASE("Calls of two members have ids of their own", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    (void)owner.hear("session.joined");
    owner.control->send_call(7, "dataset.open", {{"dataset", "plain"}});
    CHECK(owner.control->receive_json()["id"] == 7);
    guest.control->send_call(7, "dataset.list");
    CHECK(guest.control->receive_json()["result"].contains("datasets"));
}

TEST_CASE("A session can be ended by another viewer of the node, but by no guest", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    RawMember other(node, "Bob");
    const std::string name = owner.session["session"].get<std::string>().substr(0, 8);
    RawPeer& stranger = *other.control;
    CHECK(guest.control->error_code("session.end", {{"session", name}}) == not_authorised);
    CHECK(stranger.error_code("session.end", {{"session", name.substr(0, 7)}}) ==
          static_cast<int>(RpcCode::InvalidParams));
    CHECK(stranger.error_code("session.end", {{"session", "00000000"}}) ==
          static_cast<int>(RpcCode::NotFound));
    (void)stranger.result("session.end", {{"session", name}});
    CHECK(guest.hear("session.ended")["message"] == "Bob has ended it");
    CHECK(owner.control->is_closed());
}

TEST_CASE("A guest sees its own session, and no other of the node", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember other(node, "Bob");
    RawMember guest(node, "Ada", invite(owner));
    for (const char* call : {"session.list", "node.stats"}) {
        CHECK(owner.control->result(call)["sessions"].size() == 2);
        const Json seen = guest.control->result(call)["sessions"];
        REQUIRE(seen.size() == 1);
        CHECK(owner.session["session"].get<std::string>().starts_with(seen[0]["session"].get<std::string>()));
    }
}

TEST_CASE("A session is either joined or resumed", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawPeer peer(node.port());
    const Json of_session{{"session", owner.session["session"]}, {"secret", owner.session["secret"]}};
    CHECK(
        peer.error_code("session.open", {{"protocol", {1}}, {"resume", of_session}, {"join", of_session}}) ==
        static_cast<int>(RpcCode::InvalidParams));
}

TEST_CASE("The log has a member that is away, and a session that is kept as no viewer is left", "[sharing]")
{
    std::ostringstream text;
    auto& sinks = spdlog::default_logger()->sinks();
    sinks.push_back(std::make_shared<spdlog::sinks::ostream_sink_mt>(text));
    {
        TestNode node;
        RawMember owner(node, "Grace");
        RawMember guest(node, "Ada", invite(owner));
        guest.vanish();
        CHECK(owner.hear("session.away")["member"] == 2);
        RawMember other(node, "Bob", invite(owner));
        (void)owner.hear("session.joined");
        owner.vanish();
        CHECK(other.hear("session.away")["member"] == 1);
        other.vanish();
        const auto is_kept = [](const Json& session) { return session["state"] == "kept"; };
        Json sessions;
        do sessions = RawViewer(node.port()).control.result("node.stats")["sessions"];
        while (std::ranges::none_of(sessions, is_kept));
    }
    sinks.pop_back();
    const std::string log = text.str();
    CHECK(log.find("member 2 is away") != std::string::npos);
    CHECK(log.find("member 1 is away") != std::string::npos);
    CHECK(log.find("member 3 is away") == std::string::npos);
    CHECK(log.find("kept for") != std::string::npos);
    CHECK(log.find("kept for") == log.rfind("kept for"));
}

TEST_CASE("Calls of one member that wait refuse none of another, and end as it leaves", "[sharing]")
{
    TestNode node;
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner, "watch"));
    for (std::size_t id = 0; id < Member::max_calls_running; ++id)
        guest.control->send_call(id, "terrain.open", {{"terrain", "endless"}});
    node.service.endless.wait_until_begun(1);
    owner.control->send_call(7, "dataset.open", {{"dataset", "plain"}});
    CHECK(owner.control->result("session.patch", {{"patch", {{"clock", {{"rate", 5}}}}}})["version"] == 1);
    (void)guest.control->result("session.leave");
    for (;;) {
        const Json answer = owner.control->receive_json();
        if (answer.contains("method")) continue;
        CHECK(answer["id"] == 7);
        CHECK(answer["result"]["dataset"] == "plain");
        break;
    }
}

TEST_CASE("Long calls of one member leave room for those of another", "[sharing]")
{
    ServerSettings settings;
    settings.limits.max_call_bytes = 128 << 20;
    TestNode node(settings);
    RawMember owner(node, "Grace");
    RawMember guest(node, "Ada", invite(owner));
    const std::string text(900'000, 'x');
    const Json endless{{"terrain", "endless"}, {"text", text}};
    guest.control->send_call(1, "terrain.open", endless);
    guest.control->send_call(2, "terrain.open", endless);
    CHECK(guest.control->error_code("terrain.open", endless) == limit_exceeded);
    owner.control->send_call(7, "dataset.open", {{"dataset", text}});
    (void)guest.control->result("session.leave");
    for (Json answer = owner.control->receive_json();; answer = owner.control->receive_json())
        if (!answer.contains("method")) {
            CHECK(answer["result"]["dataset"] == text);
            break;
        }
}
