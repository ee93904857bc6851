#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"

using namespace farfield::app;
using farfield::test::NodeProcess;

TEST_CASE("MainWindow: a killed node leaves its last picture, a camera that moves and a banner", "[lost]")
{
    NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    node.stop(SIGKILL);
    REQUIRE(eventually([&] { return window->banner().kind() == Banner::Kind::Interrupted; }));
    CHECK(window->banner().line().startsWith(QStringLiteral("Connection to 127.0.0.1:")));
    CHECK(window->banner().line().count(QStringLiteral("lost"), Qt::CaseInsensitive) == 1);
    CHECK(window->banner().line().count(QStringLiteral("127.0.0.1")) == 1);
    CHECK(window->banner().line().contains(QStringLiteral("The session is kept for ")));
    const auto last = window->view().picture();
    CHECK(coloured_pixels(last, window->view()) > 2000);

    const auto drawn = window->view().counters().drawn;
    const QPointF corner(window->view().width() - 10.0, window->view().height() - 10.0);
    press_mouse(*window, corner);
    move_mouse(*window, corner - QPointF(150.0, 0.0));
    release_mouse(*window, corner - QPointF(150.0, 0.0));
    CHECK(eventually([&] { return window->view().counters().drawn > drawn; }));
    CHECK(window->view().picture() != last);
    CHECK(eventually([&] { return text_of(*window, "status_node") == QStringLiteral("connection lost"); }));
}

TEST_CASE("MainWindow: Start over and Retry bring back dataset, rakes and settings", "[lost]")
{
    auto node = std::make_unique<NodeProcess>(std::vector<std::string>{"serve", "--port", "0"});
    const auto port = node->port();
    const auto window = open_window(port);
    REQUIRE(shows_particles(*window));
    auto rake = window->model().rakes().at(0);
    rake.particles_per_seed = 3;
    window->model().change_rake(0, rake);
    auto particles = window->model().particles();
    particles.step = 0.5 * particles.step.value();
    window->model().set_particles(particles);
    const auto expected = window->model().particle_count();
    REQUIRE(eventually([&] { return window->view().shown()->stamp.counts[0] == expected; }));

    node.reset();
    REQUIRE(eventually([&] { return window->banner().kind() == Banner::Kind::Interrupted; }));
    click(*window, "start_over");  // no node listens yet
    REQUIRE(eventually([&] { return window->banner().line().startsWith(QStringLiteral("Cannot connect")); }));

    const NodeProcess again({"serve", "--port", std::to_string(port)});
    const auto frames = window->view().counters().frames;
    click(*window, "retry");
    REQUIRE(eventually([&] { return window->view().counters().frames > frames + 5; }));
    CHECK(window->banner().line().isEmpty());
    CHECK(window->model().dataset()->dataset == "analytic:tornado");
    CHECK(window->model().rakes().at(0) == rake);
    CHECK(window->model().particles() == particles);
    CHECK(window->view().shown()->stamp.counts[0] == expected);
}

TEST_CASE("MainWindow: a node that was silent for a while goes on with the session", "[lost]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    const auto session = window->link().session().at("session");
    node.send(SIGSTOP);
    const bool is_noticed = eventually([&] { return window->banner().kind() == Banner::Kind::Interrupted; });
    const QString words = window->banner().line();
    node.send(SIGCONT);
    REQUIRE(is_noticed);
    CHECK(words.contains(QStringLiteral("(nothing has come for 4 s)")));
    const auto frames = window->view().counters().frames;
    REQUIRE(eventually([&] { return window->view().counters().frames > frames + 5; }));
    CHECK(window->banner().line().isEmpty());
    CHECK(window->link().session().at("session") == session);
    CHECK(window->link().figures().resumes == 1);
}

TEST_CASE("MainWindow: a node that was started again shows the same document, unasked", "[lost]")
{
    auto node = std::make_unique<NodeProcess>(std::vector<std::string>{"serve", "--port", "0"});
    const auto port = node->port();
    const auto window = open_window(port);
    REQUIRE(shows_particles(*window));
    auto rake = window->model().rakes().at(0);
    rake.particles_per_seed = 3;
    window->model().change_rake(0, rake);
    node.reset();
    REQUIRE(eventually([&] { return window->banner().kind() == Banner::Kind::Interrupted; }));
    const NodeProcess again({"serve", "--port", std::to_string(port)});
    click(*window, "retry_now");
    const auto frames = window->view().counters().frames;
    REQUIRE(eventually([&] { return window->view().counters().frames > frames + 5; }));
    CHECK(window->banner().line().isEmpty());
    CHECK(window->model().rakes().at(0) == rake);
}

TEST_CASE("MainWindow: disconnecting and closing while frames come is no error", "[lost]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    window->link().disconnect_from_node();
    CHECK(eventually([&] { return text_of(*window, "status_node") == QStringLiteral("not connected"); }));
    CHECK(window->banner().line().isEmpty());
    window->connect_now();
    const auto frames = window->view().counters().frames;
    CHECK(eventually([&] { return window->view().counters().frames > frames; }));
    window.reset();  // connected, frames under way
}
