// The viewer with a node that leaves names out of its lists.
#include <QImage>
#include <filesystem>
#include <string>
#include <vector>

#include "app/viewer/controls/terrain_control.h"
#include "tests/app/run_program.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using farfield::app::test::run_program;
using farfield::test::NodeProcess;
using farfield::test::TemporaryFolder;

namespace {

/// A data folder with more in it than is listed.
class Partly {
public:
    Partly()
    {
        folder_.write("M\xe4rz.vtk", "a name in Latin-1");
        // Nine deep: the listing of terrains goes down eight.
        std::filesystem::create_directories(folder_ / "1/2/3/4/5/6/7/8/9");
    }
    [[nodiscard]] const NodeProcess& node() const noexcept { return node_; }

    /// Whether the viewer, with no user, ends well and leaves a picture of this.
    [[nodiscard]] bool is_pictured(const std::vector<std::string>& what) const
    {
        const auto file = folder_.file("picture.png");
        std::vector<std::string> command{FARFIELD_PROGRAM, "127.0.0.1:" + std::to_string(node_.port())};
        command.insert(command.end(), what.begin(), what.end());
        command.insert(command.end(), {"--quit-after-frames", "1", "--screenshot", file});
        const auto viewer = run_program(command);
        UNSCOPED_INFO(viewer.errors);
        return viewer.exit_code == 0 && !QImage(QString::fromStdString(file)).isNull();
    }

private:
    TemporaryFolder folder_;
    NodeProcess node_{{"serve", "--port", "0", "--data", folder_.path().string()}};
};

}  // namespace

TEST_CASE("run_viewer: lists that leave names out are no error", "[opening]")
{
    const Partly data;
    CHECK(data.is_pictured({"--dataset", "analytic:abc"}));
    CHECK(data.is_pictured({"--terrain", "fractal:64"}));
}

TEST_CASE("MainWindow: a list that leaves names out is said to do so, as a remark", "[opening]")
{
    start_application();
    const Partly data;
    ViewerOptions options;
    options.host = "127.0.0.1";
    options.port = data.node().port();
    MainWindow window(options);
    QString flows, terrains;
    QObject::connect(&window.control(), &StreamControl::remark, [&](const QString& line) { flows = line; });
    QObject::connect(&window.terrain_control(), &TerrainControl::remark,
                     [&](const QString& line) { terrains = line; });
    CHECK(eventually([&] { return !flows.isEmpty() && !terrains.isEmpty(); }));
    CHECK(flows ==
          QStringLiteral("The node does not list all of its datasets; --dataset NAME opens others."));
    CHECK(terrains ==
          QStringLiteral("The node does not list all of its terrains; --terrain NAME opens others."));
}
