#include "compute_node/node/calls/table.h"
#include "compute_node/node/compute_service.h"
#include "compute_node/node/programs/table.h"
#include "compute_node/node/relay/forwarding_service.h"
#include "net/session/member.h"
#include "net/session/session.h"
#include "net/session/sharing/rights.h"
#include "relay/service/relay_calls.h"
#include "tests/catch.h"
#include "tests/net/raw_peer.h"
#include "tests/relay/service/noted_session.h"

#include <algorithm>
#include <set>
#include <thread>

/// What a guest of a session may call and start at a node with a relay, one by one.
using namespace farfield;
using namespace farfield::net;

namespace {

constexpr int not_authorised = static_cast<int>(RpcCode::NotAuthorised);

/// Calls that are refused to a guest that watches; docs/protocol.md, section 19.
const std::set<std::string> refused_to_watching{
    "session.dial", "session.end", "session.invite", "session.patch",  "session.hold",
    "job.start",    "job.stop",    "relay.stats",    "relay.interest", "entities.publish"};
const std::set<std::string> refused_to_editing{"session.dial", "session.end", "session.invite", "relay.stats",
                                               "relay.interest"};

std::set<std::string> all_calls()
{
    std::set<std::string> names;
    for (const auto& more :
         {Member::method_names(), Session::method_names(), node::call_names(), relay::relay_call_names()})
        names.insert(more.begin(), more.end());
    return names;
}

std::set<std::string> all_programs()
{
    const auto own = node::program_names();
    std::set<std::string> names(own.begin(), own.end());
    names.insert("entities");
    return names;
}

std::set<std::string> names_of(const auto& rows)
{
    std::set<std::string> names;
    for (const auto& row : rows) names.emplace(row.name);
    return names;
}

/// A node that passes on what a relay has, and its owner's session.
class SharedNode {
public:
    SharedNode()
        : service_{std::make_unique<node::ComputeService>(node::NodeSettings{}), relay_.session()},
          server_{service_, settings()},
          thread_{[this] { server_.run(); }},
          owner_{port()}
    {
        const Json opened = owner_.result("session.open", {{"protocol", {protocol_version}}});
        data_.connect(port());
        (void)data_.result("session.attach",
                           {{"session", opened.at("session")}, {"secret", opened.at("secret")}});
    }
    ~SharedNode()
    {
        server_.stop();
        thread_.join();
    }
    [[nodiscard]] std::uint16_t port() const { return server_.port(); }
    [[nodiscard]] net::test::RawPeer& owner() { return owner_; }
    [[nodiscard]] std::unique_ptr<net::test::RawPeer> guest(const char* role)
    {
        const Json invited = owner_.result("session.invite", {{"role", role}});
        auto peer = std::make_unique<net::test::RawPeer>(port());
        (void)peer->result(
            "session.open",
            {{"protocol", {protocol_version}},
             {"join", {{"session", invited.at("session")}, {"secret", invited.at("secret")}}}});
        return peer;
    }

private:
    static ServerSettings settings()
    {
        ServerSettings settings;
        settings.port = 0;
        return settings;
    }

    net::relay::test::ServedRelay relay_{std::vector<std::string>{}};
    node::ForwardingService service_;
    SessionServer server_;
    std::thread thread_;
    net::test::RawPeer owner_, data_;
};

/// The code of the answer; 0: a result.
int code_of(net::test::RawPeer& peer, const std::string& method, const Json& params)
{
    const Json answer = peer.call(method, params);
    return answer.contains("error") ? answer.at("error").at("code").get<int>() : 0;
}

Json entities(const Json& params)
{
    return {{"program", "entities"}, {"private", true}, {"slot_bytes", 262144}, {"params", params}};
}

}  // namespace

TEST_CASE("Rights: every call and program that a node or a relay has is in the table, and no other",
          "[rights]")
{
    CHECK(names_of(call_rights()) == all_calls());
    CHECK(names_of(program_rights()) == all_programs());
}

TEST_CASE("Rights: a guest is refused exactly the calls that are not for it, one by one", "[rights]")
{
    SharedNode node;
    for (const auto& [role, refused] :
         {std::pair{"watch", &refused_to_watching}, std::pair{"edit", &refused_to_editing}})
        for (const std::string& name : all_calls()) {
            CAPTURE(role, name);
            const auto guest = node.guest(role);
            CHECK((code_of(*guest, name, Json::object()) == not_authorised) == refused->contains(name));
            if (name != "session.leave" && name != "session.close")
                (void)guest->result("session.leave");  // there may be a few members at a time
        }
}

TEST_CASE("Rights: a call that no table knows is unknown to a guest", "[rights]")
{
    SharedNode node;
    const auto guest = node.guest("watch");
    for (const char* const name : {"relay.peers", "entities.", "relay.stats ", "RELAY.STATS", ""})
        CHECK(code_of(*guest, name, Json::object()) != 0);
    CHECK(code_of(*guest, "relay.peers", Json::object()) == static_cast<int>(RpcCode::UnknownMethod));
}

TEST_CASE(
    "Rights: a guest that watches starts entities to see them, not to publish, relay or take a host's place",
    "[rights]")
{
    SharedNode node;
    const auto guest = node.guest("watch");
    const std::string secret(32, 'x');
    for (const Json& params : {Json{{"publish", true}}, Json{{"publisher", secret}}, Json{{"hosts", true}},
                               Json{{"relay", 7}}, Json{{"publish", 1}}})
        CHECK(code_of(*guest, "program.start", entities(params)) == not_authorised);
    CHECK(code_of(*guest, "program.start", entities({{"publish", false}})) == 0);
    CHECK(code_of(*guest, "program.update", {{"stream", 1}, {"params", {{"publish", true}}}}) ==
          not_authorised);
    CHECK(code_of(*guest, "program.update", {{"stream", 1}, {"params", {{"forces", {1}}}}}) == 0);
    const auto editor = node.guest("edit");
    CHECK(code_of(*editor, "program.start", entities({{"publish", true}})) == 0);
    CHECK(code_of(*editor, "program.start", entities({{"relay", 7}})) == not_authorised);
}

TEST_CASE("Rights: a guest that watches starts no job by opening its dataset", "[rights]")
{
    SharedNode node;
    const auto guest = node.guest("watch");
    const Json rays{{"program", "lines"},
                    {"private", true},
                    {"slot_bytes", 1 << 20},
                    {"dataset", "tomography:mine:1"},
                    {"params", {{"kind", "rays"}}}};
    CHECK(code_of(*guest, "dataset.open", {{"dataset", "tomography:mine:1"}}) == not_authorised);
    CHECK(code_of(*guest, "program.start", rays) == not_authorised);
    CHECK(guest->result("job.list", Json::object()).at("jobs").empty());
    CHECK(code_of(*guest, "dataset.open", {{"dataset", "tomography:7"}}) ==
          static_cast<int>(RpcCode::NotFound));
}

TEST_CASE("Rights: a guest that watches does not see the secret of a program that publishes", "[rights]")
{
    SharedNode node;
    const std::string secret(32, 's');
    Json start = entities({{"publish", true}, {"publisher", secret}});
    start["private"] = false;
    const Json started = node.owner().result("program.start", start);
    REQUIRE(started.at("publisher") == secret);
    const auto guest = node.guest("watch");
    const Json seen = guest->result("program.subscribe", {{"stream", 1}, {"slot_bytes", 262144}});
    CHECK(seen.dump().find(secret) == std::string::npos);
    (void)node.owner().result("program.update", {{"stream", 1}, {"params", {{"forces", {1}}}}});
    for (;;) {
        const Json heard = guest->notification();
        if (heard.value("method", "") != "program.updated") continue;
        CHECK(heard.dump().find(secret) == std::string::npos);
        break;
    }
    const auto editor = node.guest("edit");
    CHECK(editor->result("program.subscribe", {{"stream", 1}, {"slot_bytes", 262144}}).at("publisher") ==
          secret);
}
