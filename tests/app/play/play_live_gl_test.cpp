#include <latch>
#include <mutex>
#include <vector>

#include "tests/app/document/documents.h"
#include "tests/app/exercise.h"
#include "tests/app/flow_server.h"
#include "tests/app/play/play_document.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;

namespace {

constexpr double live_step_seconds = 0.05, live_ns_per_second = 1e9;
constexpr std::uint64_t live_frames = 6;

/// Six pictures, 20 a second, with a frame of the flow for each. more: of the clock.
model::Document live_script(const std::string& more = "")
{
    return document_of("dataset = 'circles'\nframes = 6\nframes_per_second = 20\nsize = [32, 20]\n"
                       "[clock]\nlive = true\nstep = 0.05\n" +
                       more);
}

/// A node that sends frames `ahead` seconds later than the requested data times.
class LiveFlow {
public:
    explicit LiveFlow(double ahead = 0.0)
    {
        service.check_start = [this](const net::ProgramStart& start) {
            const std::lock_guard lock(mutex_);
            starts_.push_back(start);
        };
        service.change_preamble = [this, ahead](std::uint64_t frame, model::ParticlePreamble& preamble) {
            preamble.time = start() + ahead + live_step_seconds * static_cast<double>(frame);
        };
    }
    [[nodiscard]] net::ProgramStart asked() const
    {
        const std::lock_guard lock(mutex_);
        return starts_.front();
    }

    FlowService service{20};

private:
    [[nodiscard]] double start() const { return asked().params.at("time").at("start").get<double>(); }

    mutable std::mutex mutex_;
    std::vector<net::ProgramStart> starts_;
};

PlayReport play_live(LiveFlow& flow, const model::Document& document)
{
    const FlowServer server(flow.service);
    return play(document, std::nullopt, PlaySources::usual_wait, server.client_settings());
}

double utc_seconds()
{
    return static_cast<double>(net::now_ns()) / live_ns_per_second;
}

}  // namespace

TEST_CASE("play: on a live clock particles are asked for from now on, as fast as time goes", "[play][live]")
{
    LiveFlow flow;
    const double before = utc_seconds();
    const PlayReport report = play_live(flow, live_script("origin = 1000000000\n"));
    const double start = flow.asked().params.at("time").at("start").get<double>() + 1e9;
    CHECK(start >= before - 1.0);  // the clocks of both ends are distinguished by echoes
    CHECK(start <= utc_seconds() + 1.0);
    CHECK(flow.asked().params.at("time").at("loop") == false);
    CHECK(flow.asked().rate == Approx(1.0 / live_step_seconds));
    CHECK(flow.asked().frames == 0);
    CHECK(report.status == PlayReport::Status::Complete);
    CHECK(report.frames.size() == live_frames);
}

TEST_CASE("play: a live clock waits for no frame of particles", "[play][live]")
{
    std::latch over(1);
    LiveFlow flow;
    flow.service.before_frame = [&over](std::uint64_t frame) {
        if (frame > 0) over.wait();
    };
    const FlowServer server(flow.service);
    const PlayReport report =
        play(live_script(), std::nullopt, PlaySources::usual_wait, server.client_settings());
    over.count_down();
    CHECK(report.status == PlayReport::Status::Complete);
    REQUIRE(report.frames.size() == live_frames);
    for (const FrameRecord& frame : report.frames) CHECK(frame.sequence == 0);
    CHECK(report.frames.front().bytes > 0);
    CHECK(report.frames.back().bytes == 0);  // it came once
}

TEST_CASE("play: on a live clock a frame that is later than now is not shown yet", "[play][live]")
{
    LiveFlow flow(1000.0);
    const PlayReport report = play_live(flow, live_script());
    REQUIRE(report.frames.size() == live_frames);
    for (const FrameRecord& frame : report.frames) CHECK(frame.sequence == 0);  // there is no other
    CHECK(report.results.at("off_clock").at("particles").at("most_seconds").get<double>() > 990.0);
}

TEST_CASE("play: particles that fall behind a live clock are shown at their own time, and said",
          "[play][live]")
{
    LiveFlow flow(-1000.0);
    const PlayReport report = play_live(flow, live_script());
    CHECK(report.status == PlayReport::Status::Complete);
    const auto& off = report.results.at("off_clock").at("particles");
    CHECK(off.at("ahead_seconds").get<double>() < -990.0);
    CHECK(off.at("most_seconds").get<double>() <= off.at("ahead_seconds").get<double>());
}

TEST_CASE("play: entities of a relay are on a live clock with particles", "[play][live]")
{
    const Exercise exercise;
    LiveFlow flow;
    const FlowServer server(flow.service);
    const auto document =
        live_script("delay = 0.3\n[scene]\nanchor = { lon = 8, lat = 46.5 }\n"
                    "[layers.particles]\nkind = 'particles'\n[layers.exercise]\nkind = 'entities'\n");
    const PlayReport report =
        play(document, exercise.session(), PlaySources::usual_wait, server.client_settings());
    CHECK(report.status == PlayReport::Status::Complete);
    REQUIRE(report.frames.size() == 2 * live_frames);
    for (const FrameRecord& frame : report.frames)
        if (frame.entities) CHECK(frame.entities->entities == 3);
    CHECK(report.results.at("entities").at("entities") == 3);
}
