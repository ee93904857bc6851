// The one clock of particles and entities in the window: recorded, and live.
#include <QAbstractButton>
#include <QSlider>
#include <csignal>
#include <fmt/format.h>
#include <future>
#include <glm/vec3.hpp>
#include <thread>

#include "app/layers/entities/entity_layer.h"
#include "app/layers/particle_layer.h"
#include "app/viewer/controls/show_control.h"
#include "render/layers/entities/entity_drawing.h"
#include "tests/app/exercise.h"
#include "tests/app/play/recorded_exercise.h"
#include "tests/app/run_program.h"
#include "tests/app/viewer/open_window.h"
#include "tests/end_to_end/node_process.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using farfield::app::test::Exercise;
using farfield::app::test::RecordedExercise;
using farfield::app::test::run_program;
using farfield::test::NodeProcess;

namespace {

constexpr double tick_seconds = 0.25;

constexpr auto* flow_script = R"(
farfield = 1
[data.flow]
kind = "dataset"
name = "analytic:abc:16"
[scene]
anchor = { lon = 8, lat = 46.5 }
[layers.smoke]
kind = "particles"
[clock]
step = 0.25
)";

/// A window, and what of it the tests look at.
class ClockedWindow {
public:
    explicit ClockedWindow(const ViewerOptions& options)
    {
        start_application();
        window_ = std::make_unique<MainWindow>(options);
        window_->resize(1000, 700);
        window_->show();
    }

    [[nodiscard]] MainWindow& operator*() { return *window_; }
    [[nodiscard]] LayerSet& layers() { return window_->show_control().layers(); }
    [[nodiscard]] bool shows_entities()
    {
        return eventually([&] {
            const auto* drawing = window_->view().drawing<render::EntityDrawing>();
            return drawing != nullptr && drawing->entities.size() == 3 && layers().moment();
        });
    }
    [[nodiscard]] double seconds()
    {
        const auto& moment = layers().moment();
        return moment ? moment->seconds : -1.0;
    }
    /// Of the particles on show; nothing: there are none.
    [[nodiscard]] std::optional<double> flow_seconds() { return of_kind<ParticleLayer>()->frame()->time; }
    /// Of 17:23:1: geocentric, in the picture on show.
    [[nodiscard]] glm::dvec3 place()
    {
        const auto* layer = of_kind<EntityLayer>();
        const KnownEntity* entity = layer->table().find({17, 23, 1});
        return entity == nullptr ? glm::dvec3(0.0) : entity->earth_place(layer->relay_ns());
    }
    template <class Kind>
    [[nodiscard]] const Kind* of_kind()
    {
        for (const std::string& id : layers().order())
            if (const auto* layer = dynamic_cast<const Kind*>(layers().find(id))) return layer;
        return nullptr;
    }
    void draw() { window_->view().grabFramebuffer(); }
    [[nodiscard]] QSlider& bar() { return *window_->findChild<QSlider*>(QStringLiteral("clock_bar")); }

private:
    std::unique_ptr<MainWindow> window_;
};

/// A recording of 60 s.
class RecordedFolder {
public:
    RecordedFolder() { RecordedExercise().write(folder_ / "exercise.ffr", 60); }
    [[nodiscard]] ViewerOptions alone() const
    {
        ViewerOptions options;
        options.recording = folder_.file("exercise.ffr");
        return options;
    }

private:
    farfield::test::TemporaryFolder folder_;
};

/// `farfield-relay replay` of that recording to a relay, again and again, until its end.
class Replayed {
public:
    Replayed()
    {
        RecordedExercise().write(folder_ / "exercise.ffr", 60);
        thread_ = std::thread([this] {
            (void)run_program({FARFIELD_RELAY_PROGRAM, "replay", folder_.file("exercise.ffr"), "--loop",
                               "--to", fmt::format("127.0.0.1:{}", relay_.session().port)},
                              [this](pid_t id) { process_.set_value(id); });
        });
    }
    ~Replayed()
    {
        ::kill(process_.get_future().get(), SIGTERM);
        thread_.join();
    }
    Replayed(const Replayed&) = delete;
    Replayed& operator=(const Replayed&) = delete;
    [[nodiscard]] ViewerOptions live() const
    {
        ViewerOptions options;
        options.relay = relay_.session();
        options.open = folder_.write("s.toml", "farfield = 1\n[layers.exercise]\nkind = 'entities'\n"
                                               "[clock]\nlive = true\ndelay = 0.2\n");
        return options;
    }

private:
    farfield::test::TemporaryFolder folder_;
    net::relay::test::FreePort port_;
    net::relay::test::ServedRelay relay_{
        std::vector<std::string>{fmt::format("dis:239.77.9.4:{}@lo", port_.number())}};
    std::promise<pid_t> process_;
    std::thread thread_;
};

}  // namespace

TEST_CASE("the window plays a recording, pauses it, and goes on", "[clock]")
{
    const RecordedFolder folder;
    ClockedWindow window(folder.alone());
    REQUIRE(window.shows_entities());
    REQUIRE(eventually([&] { return window.seconds() > 0.2; }));
    CHECK(text_of(*window, "clock_time").startsWith(QStringLiteral("2023-11-14 22:13:2")));
    click(*window, "pause");
    REQUIRE_FALSE(window.layers().is_moving());
    window.draw();
    const double paused = window.seconds();
    window.draw();
    CHECK(window.seconds() == paused);
    click(*window, "step");
    CHECK(eventually([&] { return window.seconds() > paused; }));
    CHECK(window.seconds() < paused + 0.04);  // a thirtieth of a second
    click(*window, "pause");
    CHECK(eventually([&] { return window.seconds() > paused + 0.5; }));
}

TEST_CASE("the window goes to another time of a recording with the bar", "[clock]")
{
    const RecordedFolder folder;
    ClockedWindow window(folder.alone());
    REQUIRE(window.shows_entities());
    click(*window, "pause");
    const RecordedExercise exercise;
    for (const int quarter : {2, 0, 3}) {
        window.bar().setValue(quarter * window.bar().maximum() / 4);
        REQUIRE(eventually([&] { return window.seconds() == 15.0 * quarter; }));
        REQUIRE(eventually([&] { return window.place() == exercise.place(1, 15.0 * quarter); }));
        const int place = quarter * window.bar().maximum() / 4;
        REQUIRE(eventually([&] { return window.bar().value() == place; }));
    }
}

TEST_CASE("on a live clock the dock says how far a recording is behind", "[clock]")
{
    const RecordedFolder folder;
    ClockedWindow window(folder.alone());
    REQUIRE(window.shows_entities());
    click(*window, "live");
    CHECK(eventually(
        [&] { return text_of(*window, "clock_remark").contains(QStringLiteral(" d behind the clock")); }));
    CHECK(text_of(*window, "clock_time").endsWith(QStringLiteral("UTC, live")));
    CHECK_FALSE(window.bar().isVisible());
    click(*window, "live");
    CHECK(eventually([&] { return window.bar().isVisible() && text_of(*window, "clock_remark").isEmpty(); }));
}

TEST_CASE("live, particles and entities have the time of now, and stand while paused", "[clock]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const Exercise exercise;
    const farfield::test::TemporaryFolder folder;
    ViewerOptions options;
    options.host = "127.0.0.1";
    options.port = node.port();
    options.relay = exercise.session();
    options.open =
        folder.write("s.toml", flow_script + std::string("live = true\ndelay = 0.2\n"
                                                         "[layers.exercise]\nkind = 'entities'\n"));
    ClockedWindow window(options);
    REQUIRE(window.shows_entities());
    REQUIRE(window.layers().moment()->live_ns);
    REQUIRE(eventually([&] { return window.of_kind<ParticleLayer>()->frame().has_value(); }));
    const double begun = *window.flow_seconds();
    REQUIRE(eventually([&] { return *window.flow_seconds() >= begun + 4 * tick_seconds; }));
    CHECK(*window.flow_seconds() <= window.seconds());
    click(*window, "pause");
    REQUIRE_FALSE(window.layers().is_moving());
    window.draw();
    const double paused = window.seconds();
    window.draw();
    CHECK(window.seconds() == paused);
    click(*window, "pause");
    CHECK(eventually([&] { return window.seconds() > paused && *window.flow_seconds() > paused; }));
}

TEST_CASE("entities that farfield-relay replays stand while a live clock is paused, and go on with it",
          "[clock]")
{
    const Replayed replayed;
    ClockedWindow window(replayed.live());
    REQUIRE(window.shows_entities());
    const glm::dvec3 first = window.place();
    REQUIRE(eventually([&] { return window.place() != first; }));
    click(*window, "pause");
    window.draw();
    const double paused = window.seconds();
    const glm::dvec3 place = window.place();
    window.draw();
    CHECK(window.place() == place);
    click(*window, "step");
    REQUIRE(eventually([&] { return window.seconds() > paused; }));
    CHECK(window.seconds() < paused + 0.04);  // a thirtieth of a second
    CHECK(window.place() != place);
    click(*window, "pause");
    CHECK(eventually([&] { return window.seconds() > paused + 1.0; }));
}
