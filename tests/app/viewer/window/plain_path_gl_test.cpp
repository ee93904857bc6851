#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"

using namespace farfield::app;
using farfield::test::NodeProcess;

// Run with a driver that has no persistent mapping, see CMakeLists.txt.
TEST_CASE("FlowView: without persistent mapping it takes the plain path, and says so", "[plain]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_window(node.port());
    REQUIRE(shows_particles(*window));
    CHECK(window->view().slot_path().startsWith(QStringLiteral("plain: ")));
    CHECK(eventually([&] { return text_of(*window, "status_slots") == QStringLiteral("plain"); }));
    CHECK(coloured_pixels(window->view().picture(), window->view()) > 2000);
}
