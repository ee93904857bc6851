// A window that is offered the session of another one, of a real node.
#include <filesystem>

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

TEST_CASE("Resume: who starts over has a new session, and the one before has ended", "[resume]")
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
