#include <QGuiApplication>
#include <array>
#include <fstream>
#include <sstream>

#include "app/play/frame_player.h"
#include "render/gl/egl_context.h"
#include "render/gl/render_target.h"
#include "tests/app/flow_server.h"
#include "tests/catch.h"
#include "tests/net/counting_allocator.h"

// A program of its own, since it counts every operator new of every thread: the server's, the client's and
// the drawing.
using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool memory_tells = false;  // sanitizers keep freed memory
#else
constexpr bool memory_tells = true;
#endif

constexpr render::Viewport viewport{.width = 64, .height = 64};

class Steady {
public:
    Steady()
        : server_(service_),
          script_(parse_script("dataset = 'circles'\nframes = 1000000\n[view]\ntrail_frames = 4", "")),
          link_(server_.client_settings(), script_, 0.0, interrupt_),
          player_(link_, script_)
    {
        target_.bind();
    }

    void play(std::uint64_t frames)
    {
        while (frames > 0) {
            if (player_.play_next(viewport))
                --frames;
            else
                link_.wait_for_news(std::chrono::milliseconds(100));
            REQUIRE_FALSE(link_.end());
        }
    }

private:
    FlowService service_{100};
    FlowServer server_;
    Script script_;
    Interrupt interrupt_;
    render::EglContext context_;
    render::RenderTarget target_{viewport.width, viewport.height};
    PlayLink link_;
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
    Steady steady;
    steady.play(2000);
    const double resident_before = resident_mib();
    const auto before = net::test::allocations();
    steady.play(500);
    CHECK(net::test::allocations() - before == 0);
    steady.play(7500);
    if (memory_tells) CHECK(resident_mib() - resident_before < 2.0);
}
