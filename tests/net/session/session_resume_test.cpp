// Sessions without a viewer: kept, resumed, ended, over real sockets.
#include <chrono>
#include <memory>

#include "tests/catch.h"
#include "tests/net/raw_peer.h"
#include "tests/net/scripted_frames.h"
#include "tests/net/scripted_node.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

constexpr int not_found = static_cast<int>(RpcCode::NotFound);

/// A viewer that can lose its connections and come back.
struct ReturningViewer {
    explicit ReturningViewer(TestNode& test_node) : node(test_node)
    {
        control = std::make_unique<RawPeer>(node.port());
        session = control->result("session.open", {{"protocol", {protocol_version}}, {"acknowledge", true}});
        attach();
    }
    void attach()
    {
        data = std::make_unique<RawPeer>(node.port());
        (void)data->result("session.attach",
                           {{"session", session["session"]}, {"secret", session["secret"]}});
    }
    void vanish()
    {
        control.reset();
        data.reset();
    }
    [[nodiscard]] Json resume_params(std::uint64_t heard = 0, std::uint64_t answered = 0) const
    {
        return {{"protocol", {protocol_version}},
                {"acknowledge", true},
                {"resume",
                 {{"session", session["session"]},
                  {"secret", session["secret"]},
                  {"heard", heard},
                  {"answered", answered}}}};
    }
    /// The answer to session.open on a new connection, which is the control connection where it succeeds.
    Json try_to_resume(std::uint64_t heard = 0, std::uint64_t answered = 0)
    {
        auto peer = std::make_unique<RawPeer>(node.port());
        peer->send_call(next_id++, "session.open", resume_params(heard, answered));
        Json answer = peer->receive_json();
        if (answer.contains("result")) control = std::move(peer);
        return answer;
    }
    Json resume(std::uint64_t heard = 0, std::uint64_t answered = 0)
    {
        Json result = try_to_resume(heard, answered).at("result");
        session = result;
        return result;
    }
    void credit(std::uint64_t total, std::uint32_t received)
    {
        data->send({.type = MessageType::Credit, .stream = 1, .interaction = received, .sequence = total});
    }
    void start(const char* policy = "every", std::uint64_t frames = 0)
    {
        Json params = start_params({{"bytes", 100}});
        params["policy"] = policy;
        if (frames > 0) params["frames"] = frames;
        (void)control->result("program.start", params);
    }

    TestNode& node;
    std::unique_ptr<RawPeer> control, data;
    Json session;
    int next_id = 100'000;
};

/// The sessions of a node as another viewer sees them, once `done` holds of them.
template <typename Done>
Json sessions_once(RawPeer& watcher, Done done)
{
    for (;;) {
        Json sessions = watcher.result("node.stats")["sessions"];
        if (done(sessions)) return sessions;
    }
}

bool has_state(const Json& sessions, const char* state, std::size_t count = 1)
{
    return static_cast<std::size_t>(std::ranges::count_if(
               sessions, [state](const Json& session) { return session["state"] == state; })) == count;
}

ServerSettings with_grace(std::chrono::seconds grace)
{
    ServerSettings settings;
    settings.grace = grace;
    return settings;
}

}  // namespace

TEST_CASE("Resume: a session goes on on new connections with its streams, and no frame is lost or doubled",
          "[session][resume]")
{
    TestNode node;
    ReturningViewer viewer(node);
    viewer.start();
    viewer.credit(1000, 0);
    expect_frames(*viewer.data, 0, 20);
    viewer.vanish();
    const Json id = viewer.session["session"], secret = viewer.session["secret"];
    const Json resumed = viewer.resume();
    CHECK(resumed["resumed"] == true);
    CHECK(resumed["session"] == id);
    CHECK(resumed["secret"] != secret);
    REQUIRE(resumed["streams"].size() == 1);
    CHECK(resumed["streams"][0]["stream"] == 1);
    CHECK(resumed["streams"][0]["start"]["policy"] == "every");
    CHECK(resumed["streams"][0]["state"]["frame_bytes"] == 100);
    viewer.attach();
    viewer.credit(1000, 20);
    expect_frames(*viewer.data, 20, 20);
}

TEST_CASE("Resume: a resumed session has its programs as their calls left them", "[session][resume]")
{
    TestNode node;
    ReturningViewer viewer(node);
    viewer.start();
    (void)viewer.control->result("program.update", {{"stream", 1}, {"rate", 5.0}, {"params", {{"mark", 3}}}});
    (void)viewer.control->result("program.pause", {{"stream", 1}});
    viewer.vanish();
    const Json start = viewer.resume()["streams"][0]["start"];
    CHECK(start["params"] == Json{{"bytes", 100}, {"mark", 3}});
    CHECK(start["rate"] == 5.0);
    CHECK(start["paused"] == true);
}

TEST_CASE("Resume: of programs that do not fit a message the answer has their numbers", "[session][resume]")
{
    TestNode node;
    ReturningViewer viewer(node);
    const Json large = start_params({{"bytes", 100}, {"filler", std::string(400'000, 'x')}});
    for (int i = 0; i < 3; ++i) (void)viewer.control->result("program.start", large);
    viewer.vanish();
    const Json resumed = viewer.resume();
    REQUIRE(resumed["streams"].size() == 3);
    CHECK(resumed["streams"][2] == Json{{"stream", 3}, {"next", 0}});
    viewer.attach();
    viewer.credit(3, 0);
    expect_frames(*viewer.data, 0, 3);
}

TEST_CASE("Resume: a session without acknowledgements ends with its control connection", "[session][resume]")
{
    TestNode node;
    RawPeer watcher(node.port());
    (void)watcher.result("session.open", {{"protocol", {1}}});
    {
        RawViewer viewer(node.port());
        CHECK(watcher.result("node.stats")["sessions"].size() == 2);
    }
    (void)sessions_once(watcher, [](const Json& sessions) { return sessions.size() == 1; });
}

TEST_CASE("Resume: nothing is computed for a viewer that is away", "[session][resume]")
{
    TestNode node;
    RawPeer watcher(node.port());
    (void)watcher.result("session.open", {{"protocol", {1}}});
    ReturningViewer viewer(node);
    viewer.start("latest");
    viewer.credit(1'000'000, 0);
    (void)next_frame(*viewer.data);
    viewer.vanish();
    (void)sessions_once(watcher, [](const Json& sessions) { return has_state(sessions, "kept"); });
    (void)watcher.result("dataset.open", {{"dataset", "plain"}});
    const auto made = [&] {
        const Json sessions = watcher.result("node.stats")["sessions"];
        return std::ranges::find_if(sessions, [](const Json& one) { return one["state"] == "kept"; })
            ->at("streams")[0]["made"]
            .get<std::uint64_t>();
    };
    // The batch that was being made when the connections broke is the last one.
    std::uint64_t before = made();
    for (std::uint64_t now = made(); now != before; now = made()) before = now;
    for (int i = 0; i < 50; ++i) CHECK(made() == before);
}

TEST_CASE("Resume: an answer that was lost with the connection comes under the same id, and was run once",
          "[session][resume]")
{
    TestNode node;
    ReturningViewer viewer(node);
    viewer.control->send_call(5000, "dataset.open", {{"dataset", "slow"}});
    node.service.slow.wait_for_arrival();
    viewer.vanish();
    (void)viewer.resume();
    node.service.slow.open();
    viewer.control->send_call(5000, "dataset.open", {{"dataset", "slow"}});
    CHECK(viewer.control->receive_json()["id"] == 5000);
    CHECK(node.service.opened == 1);
}

TEST_CASE("Resume: what happened meanwhile comes with the answer", "[session][resume]")
{
    TestNode node;
    ReturningViewer viewer(node);
    viewer.start("every", 3);
    viewer.credit(10, 0);
    const Json ended = viewer.control->notification();
    CHECK(ended["method"] == "program.ended");
    CHECK(ended["event"] == 1);
    viewer.vanish();
    const Json first = viewer.resume();
    REQUIRE(first["events"].size() == 1);
    CHECK(first["events"][0] == ended);
    CHECK_FALSE(first.contains("events_lost"));
    viewer.vanish();
    CHECK(viewer.resume(1)["events"].empty());
    viewer.vanish();
    CHECK(viewer.try_to_resume(7)["error"]["code"] == static_cast<int>(RpcCode::InvalidRequest));
}

TEST_CASE("Resume: more events than are kept are said to be lost", "[session][resume]")
{
    TestNode node;
    ReturningViewer viewer(node);
    viewer.start();
    for (std::size_t i = 0; i < max_events + 10; ++i) node.service.log.notify("test.news", {{"i", i}});
    // The last one has come, so all have been.
    Json last;
    do last = viewer.control->notification();
    while (last["event"] != max_events + 10);
    viewer.vanish();
    const Json resumed = viewer.resume(5);
    CHECK(resumed["events_lost"] == true);
    CHECK(resumed["events"].size() == max_events);
    CHECK(resumed["events"].back()["event"] == max_events + 10);
    CHECK(resumed["events"].back()["params"]["i"] == max_events + 9);
}

TEST_CASE("Resume: the id of a resume has not been used before", "[session][resume]")
{
    TestNode node;
    ReturningViewer viewer(node);
    viewer.control->send_call(100'000, "node.stats");
    (void)viewer.control->receive_json();
    viewer.vanish();
    CHECK(viewer.try_to_resume()["error"]["code"] == static_cast<int>(RpcCode::StaleCall));
    CHECK(viewer.try_to_resume().contains("result"));
}

TEST_CASE("Resume: the last to show the secret has the session, and the one before is informed",
          "[session][resume]")
{
    TestNode node;
    ReturningViewer first(node);
    const auto old_control = std::move(first.control);
    const Json before = first.session;
    (void)first.resume();
    const Json taken = old_control->notification();
    CHECK(taken["method"] == "session.taken");
    CHECK_THAT(taken["params"]["from"].get<std::string>(), Catch::Matchers::StartsWith("127.0.0.1:"));
    CHECK(old_control->is_closed());
    CHECK(first.data->is_closed());

    // The old secret holds until the new one is shown.
    (void)first.control->result("node.stats");
    const Json now = std::exchange(first.session, before);
    const Json refused = first.try_to_resume();
    CHECK(refused["error"]["code"] == not_found);
    CHECK(refused["error"]["data"]["reason"] == "taken");
    CHECK(refused["error"]["data"]["epoch"] == before["epoch"]);
    first.session = now;
    CHECK(first.try_to_resume().contains("result"));
}

TEST_CASE("Resume: a break during the answer does not lock the viewer out", "[session][resume]")
{
    TestNode node;
    ReturningViewer viewer(node);
    viewer.vanish();
    CHECK(viewer.try_to_resume().contains("result"));  // the answer with the new secret is lost
    viewer.vanish();
    CHECK(viewer.try_to_resume().contains("result"));
}

TEST_CASE("Resume: a session of another run of the node, and one that has ended, are told apart",
          "[session][resume]")
{
    TestNode node;
    ReturningViewer viewer(node);
    (void)viewer.control->result("session.close");
    CHECK(viewer.control->is_closed());
    CHECK(viewer.try_to_resume()["error"]["data"]["reason"] == "expired");
    TestNode other;
    const Json answer = RawPeer(other.port()).call("session.open", viewer.resume_params());
    CHECK(answer["error"]["code"] == not_found);
    CHECK(answer["error"]["data"]["reason"] == "another_node");
    CHECK(answer["error"]["data"]["epoch"] != viewer.session["epoch"]);
}

TEST_CASE("Resume: a kept session ends after its grace, and gives its streams back", "[session][resume]")
{
    TestNode node(with_grace(std::chrono::seconds(1)));
    RawPeer watcher(node.port());
    (void)watcher.result("session.open", {{"protocol", {1}}});
    ReturningViewer viewer(node);
    viewer.start();
    viewer.vanish();
    const Json kept =
        sessions_once(watcher, [](const Json& sessions) { return has_state(sessions, "kept"); });
    (void)sessions_once(watcher, [](const Json& sessions) { return sessions.size() == 1; });
    node.service.log.wait_until_all_ended();
    CHECK(viewer.try_to_resume()["error"]["data"]["reason"] == "expired");
}

TEST_CASE("Resume: with a grace of 0 nothing is kept", "[session][resume]")
{
    TestNode node(with_grace(std::chrono::seconds(0)));
    ReturningViewer viewer(node);
    viewer.start();
    viewer.vanish();
    node.service.log.wait_until_all_ended();
    CHECK(viewer.session["grace_ms"] == 0);
}

TEST_CASE("max_kept: one more ends the session that was kept longest", "[session][resume]")
{
    ServerSettings settings;
    settings.limits.max_kept = 2;
    TestNode node(settings);
    RawPeer watcher(node.port());
    (void)watcher.result("session.open", {{"protocol", {1}}});
    std::vector<std::unique_ptr<ReturningViewer>> viewers;
    for (std::size_t i = 0; i < 3; ++i) {
        viewers.push_back(std::make_unique<ReturningViewer>(node));
        viewers.back()->vanish();
        (void)sessions_once(watcher, [&](const Json& sessions) {
            return has_state(sessions, "kept", std::min<std::size_t>(i + 1, 2));
        });
    }
    CHECK(viewers[0]->try_to_resume()["error"]["data"]["reason"] == "expired");
    CHECK(viewers[1]->try_to_resume().contains("result"));
    CHECK(viewers[2]->try_to_resume().contains("result"));
}

TEST_CASE("max_kept_bytes: send buffers beyond it end the session that was kept longest", "[session][resume]")
{
    ServerSettings settings;
    settings.limits.max_kept_bytes = 100ull << 20;  // a stream of start_params() has 64 MiB
    TestNode node(settings);
    RawPeer watcher(node.port());
    (void)watcher.result("session.open", {{"protocol", {1}}});
    ReturningViewer first(node), second(node);
    for (ReturningViewer* viewer : {&first, &second}) {
        viewer->start();
        viewer->vanish();
        (void)sessions_once(watcher, [](const Json& sessions) { return has_state(sessions, "kept"); });
    }
    (void)sessions_once(watcher, [](const Json& sessions) { return sessions.size() == 2; });
    CHECK(first.try_to_resume().contains("error"));
    CHECK(second.try_to_resume().contains("result"));
}

TEST_CASE("max_sessions: a new viewer takes the place of the session that was kept longest",
          "[session][resume]")
{
    ServerSettings settings;
    settings.limits.max_sessions = 2;
    TestNode node(settings);
    RawPeer watcher(node.port());
    (void)watcher.result("session.open", {{"protocol", {1}}});
    ReturningViewer kept(node);
    kept.vanish();
    (void)sessions_once(watcher, [](const Json& sessions) { return has_state(sessions, "kept"); });
    const RawViewer other(node.port());
    CHECK(kept.try_to_resume()["error"]["data"]["reason"] == "expired");
}

TEST_CASE("Resume: the fifth wrong secret from one address is answered a second late", "[session][resume]")
{
    TestNode node;
    ReturningViewer viewer(node);
    viewer.session["secret"] = std::string(64, '0');
    const auto seconds_of_a_try = [&] {
        const auto begin = std::chrono::steady_clock::now();
        CHECK(viewer.try_to_resume()["error"]["code"] == not_authorised);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    for (int i = 0; i < 4; ++i) (void)seconds_of_a_try();
    CHECK(seconds_of_a_try() >= 1.0);
    CHECK(seconds_of_a_try() >= 1.0);
}
