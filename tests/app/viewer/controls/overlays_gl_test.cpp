#include "tests/app/viewer/over_terrain.h"

#include <QComboBox>
#include <QImage>

#include "render/scene/picking.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::NodeProcess;
using farfield::test::TemporaryFolder;

namespace {

/// Coordinates of `fractal:256` begin at its south-west corner, those of the local frame in its middle.
constexpr double side = 255 * 30.0;

/// A picture of all of it, red, and a road across it in the middle, with a place.
std::unique_ptr<TemporaryFolder> folder_of_covers()
{
    auto folder = std::make_unique<TemporaryFolder>();
    QImage picture(64, 64, QImage::Format_RGB32);
    picture.fill(QColor(250, 0, 0));
    REQUIRE(picture.save(QString::fromStdString(folder->file("map.png"))));
    const double pixel = side / 64.0;
    folder->write("map.pgw", std::to_string(pixel) + "\n0\n0\n" + std::to_string(-pixel) + "\n" +
                                 std::to_string(0.5 * pixel) + "\n" + std::to_string(side - 0.5 * pixel));
    const auto middle = std::to_string(0.5 * side), end = std::to_string(side);
    folder->write("roads.geojson",
                  R"({"type": "FeatureCollection", "features": [
                      {"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[0, )" +
                      middle + "], [" + end + ", " + middle + R"(]]}},
                      {"type": "Feature", "properties": {"name": "Mitte"}, "geometry": {"type": "Point", "coordinates": [)" +
                      middle + ", " + middle + "]}}]}");
    return folder;
}

std::vector<std::string> serving(const TemporaryFolder& folder, int port = 0)
{
    return {"serve", "--port", std::to_string(port), "--data", folder.path().string()};
}

/// From above, looking down on the middle.
void look_down(MainWindow& window)
{
    auto camera = window.view().camera();
    camera.eye = {0.0F, -1500.0F, 6000.0F};
    camera.target = {0.0F, 0.0F, 0.0F};
    window.view().set_camera(camera);
    REQUIRE(eventually([&] {
        const auto& view = drawings_of(window.view()).terrain.view;
        return view && view->pose == window.view().terrain_pose();
    }));
}

/// As a user would.
void choose(MainWindow& window, const char* list, const QString& file)
{
    auto* files = window.findChild<QComboBox*>(QString::fromLatin1(list));
    REQUIRE(eventually([&] { return files->findData(file) >= 0; }));
    files->setCurrentIndex(files->findData(file));
    Q_EMIT files->activated(files->currentIndex());
}

QString chosen(MainWindow& window, const char* list)
{
    return window.findChild<QComboBox*>(QString::fromLatin1(list))->currentData().toString();
}

int red_pixels(const QImage& picture)
{
    int count = 0;
    for (int y = 0; y < picture.height(); y += 4)
        for (int x = 0; x < picture.width(); x += 4) {
            const QColor colour(picture.pixel(x, y));
            count += colour.red() > 40 && colour.green() < 10 && colour.blue() < 10 ? 1 : 0;
        }
    return count;
}

int yellow_pixels(const QImage& picture)
{
    int count = 0;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) {
            const QColor colour(picture.pixel(x, y));
            count += colour.red() > 240 && colour.green() > 200 && colour.blue() < 90 ? 1 : 0;
        }
    return count;
}

}  // namespace

TEST_CASE("GroundCover: a picture of the node's folders lies over the ground", "[ground]")
{
    const auto folder = folder_of_covers();
    const NodeProcess node{serving(*folder)};
    const auto window = open_over(node);
    look_down(*window);
    REQUIRE(red_pixels(window->view().picture()) == 0);
    choose(*window, "ground_picture", QStringLiteral("map.png"));
    REQUIRE(eventually([&] { return drawings_of(window->view()).terrain.picture.has_value(); }));
    const auto laid = window->view().picture();
    CHECK(red_pixels(laid) > laid.width() * laid.height() / 16 / 4);
    CHECK(window->banner().line().isEmpty());
    choose(*window, "ground_picture", QString());
    CHECK(red_pixels(window->view().picture()) == 0);
}

TEST_CASE("GroundCover: lines and places of the node's folders lie on the ground", "[ground]")
{
    const auto folder = folder_of_covers();
    const NodeProcess node{serving(*folder)};
    const auto window = open_over(node);
    auto& view = window->view();
    look_down(*window);
    const int before = yellow_pixels(view.picture());  // particles may be yellow, too
    choose(*window, "ground_overlay", QStringLiteral("roads.geojson"));
    REQUIRE(eventually([&] { return !drawings_of(view).terrain.annotations.empty(); }));
    const auto laid = view.picture();
    CHECK(yellow_pixels(laid) > before + laid.width() / 3);
    REQUIRE(drawings_of(view).terrain.annotations.front()->places.size() == 1);
    // The place lies where the ground is seen there.
    const auto place = drawings_of(view).terrain.annotations.front()->places.front().at;
    const auto pixel = render::project(view.view_transform(), place).value();
    const auto ground = view.ground_under({pixel.x, pixel.y}).value();
    CHECK(glm::distance(glm::vec3(ground), place) < 30.0F);
}

TEST_CASE("SightDock: offers as pictures images and rasters that may be some", "[ground]")
{
    const auto folder = folder_of_covers();
    // Rasters are known by what they hold, here an Arc ASCII grid; of these only some endings may be
    // pictures.
    for (const auto* name : {"a.tif", "b.TIFF", "d.dem", "e.asc"})
        folder->write(name, "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 30\n1 2\n3 4\n");
    for (const auto* name : {"c.vrt", "N46E008.hgt", "f.dt1"}) folder->write(name, "");
    const NodeProcess node{serving(*folder)};
    const auto window = open_over(node);
    const auto* files = window->findChild<QComboBox*>(QStringLiteral("ground_picture"));
    QStringList offered;
    for (int i = 1; i < files->count(); ++i) offered << files->itemText(i);
    offered.sort(Qt::CaseInsensitive);
    CHECK(offered.join(' ').toStdString() == "a.tif b.TIFF map.png");
    const auto* overlays = window->findChild<QComboBox*>(QStringLiteral("ground_overlay"));
    CHECK(overlays->count() == 2);
}

TEST_CASE("GroundCover: what cannot be laid is reported, and the dock shows that nothing is", "[ground]")
{
    const auto folder = folder_of_covers();
    folder->write("broken.png", "no picture");
    folder->write("broken.geojson", "no lines");
    const NodeProcess node{serving(*folder)};
    const auto window = open_over(node);
    for (const auto& pair : {std::pair{"ground_picture", QStringLiteral("broken.png")},
                             std::pair{"ground_overlay", QStringLiteral("broken.geojson")}}) {
        const auto& list = pair.first;
        const auto& file = pair.second;
        choose(*window, list, file);
        CHECK(eventually([&] { return window->banner().line().contains(file); }));
        CHECK(eventually([&] { return chosen(*window, list).isEmpty(); }));
    }
}

TEST_CASE("SightDock: names what lies over the ground when another terrain could not be opened", "[ground]")
{
    const auto folder = folder_of_covers();
    const NodeProcess node{serving(*folder)};
    const auto window = open_over(node);
    choose(*window, "ground_picture", QStringLiteral("map.png"));
    choose(*window, "ground_overlay", QStringLiteral("roads.geojson"));
    window->terrain_control().open_terrain("none.tif");
    REQUIRE(eventually([&] { return window->banner().line().contains(QStringLiteral("none.tif")); }));
    CHECK(chosen(*window, "ground_picture") == QStringLiteral("map.png"));
    CHECK(chosen(*window, "ground_overlay") == QStringLiteral("roads.geojson"));
    window->terrain_control().open_terrain("fractal:200");
    REQUIRE(eventually([&] { return window->model().terrain()->terrain == "fractal:200"; }));
    CHECK(chosen(*window, "ground_picture").isEmpty());
    CHECK_FALSE(drawings_of(window->view()).terrain.picture);
}

TEST_CASE("MainWindow: Start over leaves the eye where it is, and what lies on the ground", "[ground]")
{
    const auto folder = folder_of_covers();
    auto node = std::make_unique<NodeProcess>(serving(*folder));
    const auto port = node->port();
    const auto window = open_over(*node);
    auto& view = window->view();
    look_down(*window);
    view.set_navigation(Navigation::Fly);
    choose(*window, "ground_picture", QStringLiteral("map.png"));
    choose(*window, "ground_overlay", QStringLiteral("roads.geojson"));
    REQUIRE(eventually(
        [&] { return drawings_of(view).terrain.picture && !drawings_of(view).terrain.annotations.empty(); }));
    const auto camera = view.camera();
    const auto picture = drawings_of(view).terrain.picture->id;
    const auto overlay = drawings_of(view).terrain.annotations.front();

    node.reset();
    REQUIRE(eventually([&] { return window->banner().kind() == Banner::Kind::Interrupted; }));
    const NodeProcess again{serving(*folder, port)};
    click(*window, "start_over");
    // Both are asked for again.
    REQUIRE(eventually([&] { return drawings_of(view).terrain.picture->id != picture; }));
    REQUIRE(eventually([&] { return drawings_of(view).terrain.annotations.front() != overlay; }));
    CHECK(view.camera() == camera);
    CHECK(view.navigation() == Navigation::Fly);
    CHECK(chosen(*window, "ground_picture") == QStringLiteral("map.png"));
    CHECK(chosen(*window, "ground_overlay") == QStringLiteral("roads.geojson"));
}

TEST_CASE("TerrainControl: opening the terrain that is open leaves camera and viewshed", "[ground]")
{
    const NodeProcess node{{"serve", "--port", "0"}};
    const auto window = open_over(node);
    auto& view = window->view();
    look_down(*window);
    auto sight = window->model().sight();
    sight.tool = SightTool::Viewshed;
    window->model().set_sight(sight);
    move_mouse(*window, QPointF(0.5 * view.width(), 0.5 * view.height()));
    REQUIRE(eventually([&] { return drawings_of(view).terrain.viewshed.has_value(); }));
    const auto first = drawings_of(view).terrain.viewshed->id;
    const auto camera = view.camera();
    window->terrain_control().open_terrain("fractal:256");
    REQUIRE(eventually([&] { return drawings_of(view).terrain.viewshed->id != first; }));
    CHECK(view.camera() == camera);
}
