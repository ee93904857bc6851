// A session that goes on with another client, as when a viewer was killed and started again.
#include "model/fields/json_fields.h"
#include "net/client/client.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"
#include "tests/net/scripted_node.h"
#include <mutex>

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

class Kept final : public ClaimStore {
public:
    void keep(const SessionClaim& claim) override
    {
        const std::lock_guard lock(mutex_);
        claim_ = claim;
    }
    void drop() override
    {
        const std::lock_guard lock(mutex_);
        claim_.reset();
    }
    [[nodiscard]] std::optional<SessionClaim> claim() const
    {
        const std::lock_guard lock(mutex_);
        return claim_;
    }

private:
    mutable std::mutex mutex_;
    std::optional<SessionClaim> claim_;
};

struct Viewers {
    [[nodiscard]] ClientSettings settings(std::optional<SessionClaim> claim = std::nullopt) const
    {
        ClientSettings settings;
        settings.port = node.port();
        settings.resume = true;
        settings.claim_store = kept;
        settings.claim = std::move(claim);
        return settings;
    }
    [[nodiscard]] Json stats() const
    {
        ClientSettings settings;
        settings.port = node.port();
        Client asks(settings, {});
        Json sessions = asks.call("node.stats", Json::object())["sessions"];
        std::erase_if(sessions.get_ref<Json::array_t&>(), [&](const Json& one) {
            return asks.session()["session"].get<std::string>().starts_with(
                one["session"].get<std::string>());
        });
        return sessions;
    }

    TestNode node;
    std::shared_ptr<Kept> kept = std::make_shared<Kept>();
};

}  // namespace

TEST_CASE("Client: another one resumes a session with its claim, and has its programs", "[client][claim]")
{
    Viewers viewers;
    Client first(viewers.settings(), {});
    CHECK(viewers.kept->claim()->session == first.session()["session"]);
    CHECK(viewers.kept->claim()->secret == first.session()["secret"]);
    CHECK(viewers.kept->claim()->epoch == first.session()["epoch"]);
    (void)first.call("program.start", start_params({{"bytes", 100}}));
    first.leave_running();
    const auto claim = viewers.kept->claim();
    REQUIRE(claim);
    Client second(viewers.settings(claim), {});
    CHECK(second.session()["resumed"] == true);
    CHECK(second.session()["session"] == claim->session);
    CHECK(second.session()["streams"][0]["stream"] == 1);
    CHECK(viewers.kept->claim()->secret == second.session()["secret"]);
    CHECK(viewers.kept->claim()->first_id > claim->first_id);
    Json again = start_params({{"bytes", 100}});
    CHECK(second.call("program.start", again)["stream"] == 2);
}

TEST_CASE("Client: a session that was left is not kept for another start", "[client][claim]")
{
    Viewers viewers;
    Client client(viewers.settings(), {});
    REQUIRE(viewers.kept->claim());
    client.close();
    CHECK(!viewers.kept->claim());
}

TEST_CASE("Client: a session that is left running is kept by its node", "[client][claim]")
{
    Viewers viewers;
    Client client(viewers.settings(), {});
    client.leave_running();
    Json sessions;
    do sessions = viewers.stats();
    while (sessions[0]["state"] != "kept");
    CHECK(sessions.size() == 1);
    CHECK(viewers.kept->claim());
}

TEST_CASE("Client: a claim of a session that has ended is refused with its reason, and dropped",
          "[client][claim]")
{
    Viewers viewers;
    std::optional<SessionClaim> claim;
    {
        Client client(viewers.settings(), {});
        claim = viewers.kept->claim();
    }
    REQUIRE(claim);
    viewers.kept->keep(*claim);
    try {
        const Client client(viewers.settings(claim), {});
        FAIL("a session that has ended was resumed");
    } catch (const RpcError& refusal) {
        CHECK(refusal.code == RpcCode::NotFound);
        CHECK(refusal.data["reason"] == "expired");
    }
    CHECK(!viewers.kept->claim());
}

TEST_CASE("Client: one from which the session was taken leaves the claim to the other", "[client][claim]")
{
    Viewers viewers;
    std::mutex mutex;
    std::condition_variable changed;
    bool is_lost = false;
    Client first(viewers.settings(), {.frame_arrived = {}, .notified = {}, .lost = [&](const std::string&) {
                                          const std::lock_guard lock(mutex);
                                          is_lost = true;
                                          changed.notify_all();
                                      }});
    const Client second(viewers.settings(viewers.kept->claim()), {});
    {
        std::unique_lock lock(mutex);
        REQUIRE(changed.wait_for(lock, std::chrono::seconds(60), [&] { return is_lost; }));
    }
    first.close();
    CHECK(viewers.kept->claim()->secret == second.session()["secret"]);
}

TEST_CASE("Client: a second try of a claim has an id of its own", "[client][claim]")
{
    Viewers viewers;
    Client first(viewers.settings(), {});
    first.leave_running();
    ClientSettings interrupted = viewers.settings(viewers.kept->claim());
    std::stop_source stop;
    interrupted.cancelled = stop.get_token();
    stop.request_stop();
    CHECK_THROWS(Client(interrupted, {}));
    const Client second(viewers.settings(viewers.kept->claim()), {});
    CHECK(second.session()["resumed"] == true);
}

TEST_CASE("SessionClaim: is written and read", "[client][claim]")
{
    const SessionClaim claim{.session = "ab", .secret = "cd", .epoch = "ef", .heard = 3, .first_id = 65'537};
    CHECK(farfield::model::read<SessionClaim>(farfield::model::write(claim)) == claim);
    CHECK_THROWS(farfield::model::read<SessionClaim>(Json{{"session", "ab"}, {"secret", "cd"}}));
}
