// A window that is offered the session of another one, of a real node.
#include <filesystem>
#include <set>

#include "app/viewer/controls/show_control.h"
#include "app/viewer/sharing/resume_control.h"
#include "model/fields/json_fields.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;

namespace {

std::string session_of(MainWindow& window)
{
    return model::text_or(window.link().session(), "session", "");
}

std::optional<std::uint32_t> particle_stream(MainWindow& window)
{
    const ProgramDriver* const particles = window.show_control().particles();
    return particles == nullptr ? std::nullopt : particles->stream();
}

model::Json sessions_at(const NodeProcess& node)
{
    net::ClientSettings settings;
    settings.port = node.port();
    return net::call_alone(settings, "session.list", model::Json::object())["sessions"];
}

/// A node with a session that a window has left running, with a rake of its own.
struct LeftRunning {
    LeftRunning()
    {
        const auto window = open_window(node.port(), "analytic:abc");
        REQUIRE(shows_particles(*window));
        rake = window->model().rakes().front();
        std::get<model::LineRake>(rake.shape).from[0] -= 0.5;
        const ProgramDriver& particles = *window->show_control().particles();
        const auto before = particles.sent()->start.params;
        window->model().change_rake(0, rake);
        REQUIRE(eventually([&] {  // the node has the rake, and its frames come
            const auto& sent = particles.sent();
            return sent && sent->start.params != before && !particles.awaits_result();
        }));
        session = session_of(*window);
        stream = particle_stream(*window);
        streams = sessions_at(node)[0]["streams"].size();
        window->leave_running();
    }
    [[nodiscard]] static bool is_offered(MainWindow& window)
    {
        return eventually([&] { return window.banner().kind() == Banner::Kind::Offered; }) &&
               window.banner().line().contains(QStringLiteral("is still there"));
    }

    NodeProcess node{{"serve", "--port", "0"}};
    model::Rake rake;
    std::string session;
    std::size_t streams = 0;
    std::optional<std::uint32_t> stream;
};

std::optional<FoundSession> found_session(const LeftRunning& left)
{
    for (FoundSession& found :
         find_sessions(own_sessions_folder(), "127.0.0.1:" + std::to_string(left.node.port())))
        if (found.record.claim.session == left.session) return std::move(found);
    return std::nullopt;
}

/// By a viewer that has no window, and keeps its claim where the session lies; it ends without leaving it.
void take(const LeftRunning& left)
{
    const auto found = found_session(left);
    REQUIRE(found);
    net::ClientSettings settings;
    settings.port = left.node.port();
    settings.resume = true;
    settings.claim = found->record.claim;
    settings.claim_store = std::make_shared<SessionFile>(
        found->file, found->record.node, found->record.opened, [](const std::string&) {},
        found->record.claim);
    net::Client(settings, {}).leave_running();
}

}  // namespace

TEST_CASE("Resume: a session that was left running is offered, and goes on with its programs and rakes",
          "[resume]")
{
    const LeftRunning left;
    const auto window = open_window(left.node.port(), "analytic:tornado");
    REQUIRE(left.is_offered(*window));
    CHECK(window->link().state() == NodeLink::State::Idle);
    click(*window, "go_on");
    REQUIRE(shows_particles(*window));
    CHECK(session_of(*window) == left.session);
    CHECK(window->model().dataset()->dataset == "analytic:abc");
    CHECK(window->model().rakes().front() == left.rake);
    CHECK(particle_stream(*window) == left.stream);
    CHECK(sessions_at(left.node)[0]["streams"].size() == left.streams);
    CHECK(eventually([&] { return window->banner().line().isEmpty(); }));
}

TEST_CASE("Resume: a viewer that starts over has a new session, and the one before has ended", "[resume]")
{
    const LeftRunning left;
    const auto window = open_window(left.node.port(), "analytic:tornado");
    REQUIRE(left.is_offered(*window));
    click(*window, "start_over");
    REQUIRE(shows_particles(*window));
    CHECK(session_of(*window) != left.session);
    CHECK(window->model().dataset()->dataset == "analytic:tornado");
    CHECK(sessions_at(left.node).size() == 1);
}

TEST_CASE("Resume: a session that was closed is not offered", "[resume]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    {
        const auto first = open_window(node.port());
        REQUIRE(shows_particles(*first));
    }
    const auto second = open_window(node.port());
    REQUIRE(shows_particles(*second));
    CHECK(second->banner().kind() != Banner::Kind::Offered);
}

TEST_CASE("Resume: a session that its node does not have any more is not offered", "[resume]")
{
    std::uint16_t port = 0;
    {
        const LeftRunning left;
        port = left.node.port();
    }
    const NodeProcess again{{"serve", "--port", std::to_string(port)}};
    const auto window = open_window(port);
    REQUIRE(shows_particles(*window));
    CHECK(window->banner().kind() != Banner::Kind::Offered);
}

TEST_CASE("Resume: of two windows that show one session the later has it, until it is taken back", "[resume]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto first = open_window(node.port(), "analytic:abc");
    REQUIRE(shows_particles(*first));
    const auto session = session_of(*first);
    const auto second = open_window(node.port(), "analytic:abc");
    REQUIRE(LeftRunning::is_offered(*second));
    click(*second, "go_on");
    REQUIRE(eventually([&] { return first->banner().kind() == Banner::Kind::Taken; }));
    REQUIRE(shows_particles(*second));
    click(*first, "go_on");
    REQUIRE(eventually([&] { return second->banner().kind() == Banner::Kind::Taken; }));
    CHECK(eventually([&] { return session_of(*first) == session; }));
    click(*second, "start_over");
    REQUIRE(eventually([&] { return second->link().state() == NodeLink::State::Connected; }));
    CHECK(session_of(*second) != session);
    CHECK(session_of(*first) == session);
}

TEST_CASE("Resume: a session that is taken back time and again goes on with the programs that it had",
          "[resume]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto first = open_window(node.port(), "analytic:abc");
    REQUIRE(shows_particles(*first));
    const auto stream = particle_stream(*first);
    const auto streams = sessions_at(node)[0]["streams"].size();
    const auto second = open_window(node.port(), "analytic:abc");
    REQUIRE(LeftRunning::is_offered(*second));
    for (int round = 0; round < 3; ++round)
        for (MainWindow* const window : {second.get(), first.get()}) {
            MainWindow& other = window == first.get() ? *second : *first;
            click(*window, "go_on");
            REQUIRE(eventually([&] { return other.banner().kind() == Banner::Kind::Taken; }));
            // What a window has shown before it stays in view while it connects.
            REQUIRE(eventually([&] { return particle_stream(*window).has_value(); }));
            CHECK(particle_stream(*window) == stream);
            CHECK(sessions_at(node)[0]["streams"].size() == streams);
        }
}

TEST_CASE("Resume: of two sessions that were left each of two windows is offered another one", "[resume]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    std::set<std::string> left;
    {
        const auto one = open_window(node.port(), "analytic:abc");
        REQUIRE(shows_particles(*one));
        left.insert(session_of(*one));
        const auto other = open_window(node.port(), "analytic:abc");
        REQUIRE(LeftRunning::is_offered(*other));  // the one of the window that runs in this process
        click(*other, "start_over");
        REQUIRE(shows_particles(*other));
        left.insert(session_of(*other));
        one->leave_running();
        other->leave_running();
    }
    REQUIRE(left.size() == 2);
    const auto first = open_window(node.port(), "analytic:tornado");
    REQUIRE(LeftRunning::is_offered(*first));
    const auto second = open_window(node.port(), "analytic:tornado");
    REQUIRE(LeftRunning::is_offered(*second));
    const auto third = open_window(node.port(), "analytic:tornado");
    REQUIRE(shows_particles(*third));  // there is none for it
    for (MainWindow* const window : {first.get(), second.get()}) {
        click(*window, "go_on");
        REQUIRE(shows_particles(*window));
    }
    CHECK(std::set{session_of(*first), session_of(*second)} == left);
}

TEST_CASE("Resume: a session that another viewer took meanwhile is said to be so, and keeps its file",
          "[resume]")
{
    const LeftRunning left;
    {
        const auto window = open_window(left.node.port(), "analytic:abc");
        QStringList remarks;
        QObject::connect(&window->resume(), &ResumeControl::remark, window.get(),
                         [&](const QString& line) { remarks.append(line); });
        REQUIRE(left.is_offered(*window));
        take(left);
        click(*window, "go_on");
        REQUIRE(shows_particles(*window));
        CHECK(session_of(*window) != left.session);
        REQUIRE(remarks.size() == 1);
        CHECK(remarks.front().contains(QStringLiteral("Another viewer has resumed the session")));
        CHECK(window->banner().line() == remarks.front());  // also when its data have come
    }
    CHECK(found_session(left).has_value());
}

TEST_CASE("Resume: where nothing can be kept the window says so once, and works", "[resume]")
{
    start_application();
    const QByteArray before = qgetenv("XDG_STATE_HOME");
    qputenv("XDG_STATE_HOME", "/proc/none");
    const NodeProcess node{{"serve", "--port", "0"}};
    ViewerOptions options;
    options.host = "127.0.0.1";
    options.port = node.port();
    options.dataset = "analytic:abc";
    MainWindow window(options);
    QStringList remarks;
    QObject::connect(&window.resume(), &ResumeControl::remark, &window,
                     [&](const QString& line) { remarks.append(line); });
    window.show();
    REQUIRE(shows_particles(window));
    qputenv("XDG_STATE_HOME", before);
    REQUIRE(remarks.size() == 1);
    CHECK(remarks.front().contains(QStringLiteral("cannot be resumed after a crash")));
}
