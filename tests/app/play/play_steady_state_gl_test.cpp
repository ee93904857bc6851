#include <QGuiApplication>
#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include "app/play/frame_player.h"
#include "model/programs/polylines.h"
#include "model/programs/program_answer.h"
#include "model/programs/terrain_view.h"
#include "render/gl/egl_context.h"
#include "render/gl/render_target.h"
#include "tests/app/document/documents.h"
#include "tests/app/flow_server.h"
#include "tests/app/layers/slope_service.h"
#include "tests/catch.h"
#include "tests/net/counting_allocator.h"

// A program of its own, since it counts every operator new of every thread: the server's, the client's and
// the drawing.
using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool memory_is_measurable = false;  // sanitizers keep freed memory
#else
constexpr bool memory_is_measurable = true;
#endif

constexpr render::Viewport viewport{.width = 64, .height = 64};

/// Frames of ground, or of one line, which are alike but for their numbers.
class StillProgram final : public net::Program {
public:
    explicit StillProgram(bool is_ground) : is_ground_(is_ground) {}

    [[nodiscard]] net::Answer answer() const override
    {
        model::ProgramAnswer answer;
        answer.scalar = {.name = "speed", .units = "m/s", .range = {{0.0, 1.0}}};
        return {bytes(), model::write(answer)};
    }
    void update(const net::Json&) override {}
    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>> buffers,
                                   std::span<net::Made> made) override
    {
        const auto payload = buffers.front().first(bytes());
        std::ranges::fill(payload, std::byte{0});
        if (is_ground_) {
            model::TerrainViewPreamble preamble;
            preamble.width = viewport.width;
            preamble.height = viewport.height;
            preamble.frame = frame_;
            model::encode_preamble(preamble, payload.first<model::terrain_preamble_bytes>());
        } else {
            model::PolylinePreamble preamble;
            preamble.lines = 1;
            preamble.points = 3;
            preamble.answer = frame_;
            model::encode_preamble(preamble, payload.first<model::polyline_preamble_bytes>());
        }
        ++frame_;
        made.front() = {.type = is_ground_ ? net::MessageType::TerrainView : net::MessageType::Polylines,
                        .payload = payload};
        return net::Frames{1};
    }

private:
    [[nodiscard]] std::size_t bytes() const
    {
        return is_ground_ ? model::terrain_payload_bytes(viewport.width * viewport.height)
                          : model::polyline_payload_bytes(3, 1);
    }

    bool is_ground_;
    std::uint64_t frame_ = 0;
};

/// Particles that circle, over ground, beside a line.
class ThreeService final : public net::Service {
public:
    explicit ThreeService(net::Service& flow) : flow_(flow) {}

    [[nodiscard]] net::CallResult call(std::string_view name, const net::CallRequest& request,
                                       const net::CallContext& context) override
    {
        return name == "terrain.open" ? net::CallResult{.result = model::write(slope())}
                                      : flow_.call(name, request, context);
    }
    [[nodiscard]] std::unique_ptr<net::Program> start(const net::ProgramStart& start,
                                                      const std::stop_token& cancel) override
    {
        if (start.program == "particles") return flow_.start(start, cancel);
        return std::make_unique<StillProgram>(start.program == "terrain.view");
    }

private:
    net::Service& flow_;
};

class Steady {
public:
    explicit Steady(const std::string& script)
        : server_(three_),
          played_(server_.client_settings(), document_of(script), model::Use::Headless, interrupt_),
          player_(played_)
    {
        target_.bind();
    }

    void play(std::uint64_t frames)
    {
        while (frames > 0) {
            if (!player_.play_next(viewport).empty())
                --frames;
            else
                played_.wait_for_news(std::chrono::milliseconds(100));
            REQUIRE_FALSE(played_.end());
        }
    }

private:
    FlowService service_{100};
    ThreeService three_{service_};
    FlowServer server_;
    Interrupt interrupt_;
    render::EglContext context_;
    render::RenderTarget target_{viewport.width, viewport.height};
    PlayedDocument played_;
    FramePlayer player_;
};

void need_application()
{
    static int argc = 1;
    static std::string name = "test";
    static std::array<char*, 2> argv{name.data(), nullptr};
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static const QGuiApplication application(argc, argv.data());
}

double resident_mib()
{
    std::ifstream in("/proc/self/status");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("VmRSS:")) return std::stod(line.substr(6)) / 1024.0;
    return 0.0;
}

}  // namespace

TEST_CASE("steady state: no allocation for a frame on either side, and memory stays flat", "[play]")
{
    need_application();
    Steady steady("dataset = 'circles'\nframes = 1000000\n[view]\ntrail_frames = 4");
    steady.play(2000);
    const double resident_before = resident_mib();
    const auto before = net::test::allocations();
    steady.play(500);
    CHECK(net::test::allocations() - before == 0);
    steady.play(7500);
    if (memory_is_measurable) CHECK(resident_mib() - resident_before < 2.0);
}

TEST_CASE("steady state: no allocation for a frame with terrain, particles and lines at once", "[play]")
{
    need_application();
    Steady steady(R"(
frames = 2000
size = [64, 64]
[data.flow]
kind = "dataset"
name = "circles"
[data.hills]
kind = "terrain"
name = "slope"
[layers.ground-with-a-long-name]
kind = "terrain"
[layers.smoke-with-a-long-name]
kind = "particles"
style = { trail_frames = 4 }
[layers.paths-with-a-long-name]
kind = "lines"
)");
    steady.play(1000);
    const auto before = net::test::allocations();
    steady.play(500);
    CHECK(net::test::allocations() - before == 0);
}
