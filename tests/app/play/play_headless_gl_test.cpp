#include <QGuiApplication>
#include <QImage>
#include <algorithm>
#include <atomic>
#include <csignal>

#include "app/play/play_script.h"
#include "model/programs/particle_frame.h"
#include "tests/app/document/documents.h"
#include "tests/app/flow_server.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;
using farfield::test::TemporaryFolder;

namespace {

model::Document script_of(const std::string& more)
{
    return document_of("dataset = 'circles'\nframes = 30\nsize = [320, 200]\n" + more);
}

/// More frames than any test waits for: something else ends the play.
model::Document long_script()
{
    return document_of("dataset = 'circles'\nframes = 100000\nsize = [32, 20]");
}

struct Played {
    PlayReport report;
    TemporaryFolder parent;
};

/// Fonts need an application; Qt allows one of them in a program.
void need_application()
{
    static int argc = 1;
    static std::string name = "test";
    static std::array<char*, 2> argv{name.data(), nullptr};
    if (qGuiApp == nullptr) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        static const QGuiApplication application(argc, argv.data());
    }
}

PlayReport play(const FlowServer& server, const model::Document& document, ReportFolder& folder)
{
    need_application();
    const Interrupt interrupt;
    const PlaySettings settings{
        .document = document, .script_file = "test.toml", .node = server.client_settings(), .headless = true};
    return play_script(settings, folder, interrupt);
}

PlayReport play(const FlowServer& server, const model::Document& document)
{
    const TemporaryFolder parent;
    ReportFolder folder(parent / "report");
    return play(server, document, folder);
}

}  // namespace

TEST_CASE("play: policy every draws every frame once, in order", "[play]")
{
    FlowService service(50);
    const FlowServer server(service);
    const auto report = play(server, script_of(""));
    CHECK(report.status == PlayReport::Status::Complete);
    REQUIRE(report.frames.size() == 30);
    for (std::size_t i = 0; i < report.frames.size(); ++i) {
        CHECK(report.frames[i].sequence == i);
        CHECK(report.frames[i].drops == 0);
        CHECK(report.frames[i].alive == 50);
        CHECK(report.frames[i].bytes == 64 + 50 * 16);
        CHECK(report.frames[i].compute_ms == Approx(0.001));
    }
}

TEST_CASE("play: two plays of a script have the same hashes", "[play]")
{
    FlowService service(50);
    const FlowServer server(service);
    const auto hashes = [&] {
        std::vector<std::uint64_t> found;
        for (const auto& frame : play(server, script_of("")).frames) found.push_back(frame.hash);
        return found;
    };
    const auto first = hashes();
    CHECK(first == hashes());
    CHECK(std::ranges::count(first, first.front()) == 1);  // a degree on, every frame is another
}

TEST_CASE("play: policy latest counts what it skipped", "[play]")
{
    FlowService service(50);
    const FlowServer server(service);
    const auto report = play(server, script_of("policy = 'latest'"));
    std::uint64_t shown_or_dropped = 0;
    for (const auto& frame : report.frames) shown_or_dropped += 1 + frame.drops;
    CHECK(report.frames.back().sequence == 29);
    CHECK(shown_or_dropped == 30);
}

TEST_CASE("play: a frame that is not what its preamble says ends the playback", "[play]")
{
    FlowService service(50);
    const FlowServer server(service);
    for (const bool particles : {true, false}) {
        service.change_preamble = [particles](std::uint64_t frame, model::ParticlePreamble& preamble) {
            if (frame == 3) (particles ? preamble.particles : preamble.alive) = 0xFFFFFFFF;
        };
        CHECK_THROWS_WITH(play(server, script_of("")),
                          Catch::Matchers::ContainsSubstring("the node sent a broken frame 3"));
    }
}

TEST_CASE("play: the pictures that were asked for show particles", "[play]")
{
    FlowService service(200);
    const FlowServer server(service);
    const TemporaryFolder parent;
    ReportFolder folder(parent / "report");
    const auto report =
        play(server, script_of("[output]\npng = [0, 20]\n[view]\npoint_size = 8\nrakes = false"), folder);
    folder.keep();
    CHECK(report.pictures == std::vector<std::string>{"frame-000000.png", "frame-000020.png"});
    const QImage picture(QString::fromStdString((parent / "report/frame-000020.png").string()));
    REQUIRE(picture.size() == QSize(320, 200));
    int yellow = 0;  // the bright end of viridis, which nothing but particles and the legend has
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width() * 3 / 4; ++x) {
            const auto colour = picture.pixelColor(x, y);
            yellow += colour.green() > 150 && colour.blue() < 100 ? 1 : 0;
        }
    CHECK(yellow > 50);
}

TEST_CASE("play: a node that goes away ends it with what was drawn by then", "[play]")
{
    FlowService service(50);
    FlowServer server(service);
    service.before_frame = [&](std::uint64_t frame) {
        if (frame == 12) server.stop();
    };
    const auto report = play(server, long_script());
    CHECK(report.status == PlayReport::Status::NodeLost);
    CHECK_FALSE(report.message.empty());
    CHECK(report.frames.size() < 100000);
    CHECK(report.frames_received >= report.frames.size());
    CHECK(report.link.value("bytes_received", std::uint64_t{0}) > 0);
}

TEST_CASE("play: a program that fails ends it with the node's reason", "[play]")
{
    FlowService service(50);
    service.before_frame = [&](std::uint64_t frame) {
        if (frame == 5) throw std::runtime_error("the field is gone");
    };
    const FlowServer server(service);
    const auto report = play(server, script_of(""));
    CHECK(report.status == PlayReport::Status::Failed);
    CHECK_THAT(report.message, Catch::Matchers::ContainsSubstring("the field is gone"));
    CHECK(report.frames.size() == 5);
}

TEST_CASE("play: Ctrl-C ends it with a report", "[play]")
{
    const Interrupt before;  // before any thread: the signal is for play(), not for this program
    FlowService service(50);
    const FlowServer server(service);
    service.before_frame = [](std::uint64_t frame) {
        if (frame == 10) kill(getpid(), SIGINT);
    };
    const auto report = play(server, long_script());
    CHECK(report.status == PlayReport::Status::Interrupted);
    CHECK(report.frames.size() < 100000);
}

TEST_CASE("play: without a node there is one clear error", "[play]")
{
    FlowService service(1);
    net::ClientSettings settings;
    {
        const FlowServer server(service);
        settings = server.client_settings();
    }
    need_application();
    const TemporaryFolder parent;
    const ReportFolder folder(parent / "report");
    const Interrupt interrupt;
    CHECK_THROWS_WITH(
        play_script({.document = script_of(""), .script_file = "", .node = settings, .headless = true},
                    folder, interrupt),
        Catch::Matchers::ContainsSubstring("cannot connect to 127.0.0.1:" + std::to_string(settings.port)));
}

TEST_CASE("play: a program that is refused is one clear error, after rings were made too", "[play]")
{
    FlowService service(50);
    service.check_start = [](const net::ProgramStart&) {
        throw net::RpcError(net::RpcCode::InvalidParams, "not today");
    };
    const FlowServer server(service);
    CHECK_THROWS_WITH(play(server, script_of("")), "cannot start the particles: not today");
}

TEST_CASE("play: a picture shows the same frame of all layers that tick, and each has a record", "[play]")
{
    FlowService service(50);
    const FlowServer server(service);
    const auto report = play(server, script_of("policy = 'latest'\n[layers.smoke]\nkind = 'particles'\n"
                                               "[layers.dust]\nkind = 'particles'\norder = -1\n"));
    CHECK(report.status == PlayReport::Status::Complete);
    CHECK(report.layers == std::vector<std::string>{"dust", "smoke"});
    CHECK(totals_of(report).pictures == 30);
    REQUIRE(report.frames.size() == 60);
    for (std::size_t i = 0; i < report.frames.size(); ++i) {
        CHECK(report.frames[i].sequence == i / 2);
        CHECK(report.frames[i].layer == i % 2);
        CHECK(report.frames[i].drops == 0);
    }
    const auto& settings = report.settings;
    CHECK(settings["policy"] == "every");
    REQUIRE(settings["layers"].size() == 2);
    CHECK(settings["layers"][0]["layer"] == "dust");
    CHECK(settings["layers"][1]["program"] == "particles");
}

TEST_CASE("play: one of several programs that ends early ends the playback", "[play]")
{
    FlowService service(50);
    std::atomic<int> programs = 0;
    service.check_start = [&](const net::ProgramStart& start) {
        ++programs;
        CHECK(start.frames == 30);
    };
    service.before_frame = [](std::uint64_t frame) {
        if (frame == 20) throw std::runtime_error("the field is gone");
    };
    const FlowServer server(service);
    // Without trails a ring has 16 slots: frame 20 is made once pictures have been drawn.
    const auto report =
        play(server, script_of("[layers.smoke]\nkind = 'particles'\nstyle = {trail_frames = 0}\n"
                               "[layers.dust]\nkind = 'particles'\nstyle = {trail_frames = 0}\n"));
    CHECK(programs == 2);
    CHECK(report.status == PlayReport::Status::Failed);
    CHECK(totals_of(report).pictures <= 20);
}

TEST_CASE("play: a layer that is not visible takes no part", "[play]")
{
    FlowService service(50);
    const FlowServer server(service);
    const auto report = play(server, script_of("[layers.smoke]\nkind = 'particles'\n[layers.dust]\n"
                                               "kind = 'particles'\nvisible = false\n"));
    CHECK(report.layers == std::vector<std::string>{"smoke"});
    CHECK(report.frames.size() == 30);
    CHECK_FALSE(report.settings.contains("layers"));
}
