// A flow in longitudes and latitudes over ground in metres: what the window draws of it, and what it takes
// from the mouse, is at its place.
#include <QLabel>
#include <QStringList>

#include "app/viewer/controls/show_control.h"
#include "render/scene/picking.h"
#include "tests/app/one_place/one_place.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using Catch::Matchers::ContainsSubstring;
using P = farfield::app::test::OnePlace;

namespace {

/// Ground in UTM zone 33 with the flow over it, seen from above. North of the ground's grid is five degrees
/// off, so that no scaling of longitudes and latitudes would do.
class FlowOverGround {
public:
    explicit FlowOverGround(model::Layer layer)
    {
        app::test::write_ground(folder_ / "ground.tif", app::test::GroundSystem::FarUtm, false);
        app::test::write_flow_in_degrees(folder_ / "degrees.nc");
        node_.emplace(std::vector<std::string>{"serve", "--port", "0", "--data", folder_.path()});
        window_ = open_window(node_->port(), "degrees.nc");
        REQUIRE(eventually([&] { return window_->model().dataset().has_value(); }));
        auto document = window_->model().document();
        document.data["ground"] = {.kind = model::DataKind::Terrain, .name = "ground.tif"};
        document.layers.clear();
        document.layers["ground"] = {.kind = "terrain", .data = "ground"};
        layer.data = window_->model().edited().flow;
        layer.order = 1;
        document.rakes.clear();
        document.rakes["here"] = {
            .rake = {.shape = model::PointRake{{P::longitude, P::latitude, P::above_geoid}}},
            .data = layer.data};
        if (layer.kind == "particles") layer.rakes = {{"here"}};
        document.layers["flow"] = layer;
        window_->model().change_document("Scene", document);
        window_->model().select_layer("flow");
        REQUIRE(eventually([&] { return window_->model().terrain() && layers().is_ready(); }));
        const glm::vec3 at(place(P::far_easting, P::far_northing));
        window_->view().set_camera({.eye = at + glm::vec3(0, 0, 9000), .target = at, .up = {0, 1, 0}});
        draw();
    }
    [[nodiscard]] MainWindow& window() { return *window_; }
    [[nodiscard]] const LayerSet& layers() { return window_->show_control().layers(); }
    void draw()
    {
        const auto drawn = window_->view().counters().drawn;
        window_->view().update();
        REQUIRE(eventually([&] { return window_->view().counters().drawn > drawn; }));
    }
    /// In the scene, at the height of the place.
    [[nodiscard]] glm::dvec3 place(double easting, double northing)
    {
        const auto& origin = window_->model().terrain()->origin;
        return {easting - origin[0], northing - origin[1], P::above_geoid};
    }
    [[nodiscard]] QPointF pixel_of(double easting, double northing)
    {
        const auto pixel =
            render::project(window_->view().view_transform(), glm::vec3(place(easting, northing)));
        REQUIRE(pixel);
        return {pixel->x, pixel->y};
    }

private:
    farfield::test::TemporaryFolder folder_;
    std::optional<farfield::test::NodeProcess> node_;
    std::unique_ptr<MainWindow> window_;
};

/// A pixel is 7 m there, 0.0001 degrees of longitude, and Qt's mouse has whole ones.
constexpr double two_pixels_degrees = 2e-4;

}  // namespace

TEST_CASE("a slice of a flow over ground has the value and the position that is under the cursor", "[scene]")
{
    model::Layer slice{.kind = "slice"};
    slice.params = {{"planes", {{{"axis", "z"}, {"position", P::above_geoid}}}}, {"scalar", "speed"}};
    FlowOverGround scene(slice);
    move_mouse(scene.window(), scene.pixel_of(P::other_far_easting, P::other_far_northing));
    const auto text = [&] { return text_of(scene.window(), "status_probed"); };
    REQUIRE(eventually([&] { return text().contains(QStringLiteral(" at ")); }));
    const QStringList position = text().section(QStringLiteral(" at "), 1).split(QStringLiteral(", "));
    REQUIRE(position.size() == 3);
    CHECK(position[0].toDouble() == Approx(P::other_longitude).margin(two_pixels_degrees));
    CHECK(position[1].toDouble() == Approx(P::other_latitude).margin(two_pixels_degrees));
    CHECK(position[2].toDouble() == Approx(P::above_geoid));
    // The flow of the file there: it grows with each node to the east and to the north.
    const double east = 1e-4 * (1.0 + (P::other_longitude - 7.94) / (0.13 / 20.0) / 21.0),
                 north = 2e-4 * (P::other_latitude - 46.45) / (0.11 / 20.0) / 21.0;
    CHECK(text().section(QLatin1Char(' '), 1, 1).toDouble() == Approx(std::hypot(east, north)).epsilon(0.01));
}

TEST_CASE("the handle of a rake in a flow over ground is at its place, and goes where it is dragged",
          "[scene]")
{
    FlowOverGround scene({.kind = "particles"});
    auto& window = scene.window();
    REQUIRE(eventually([&] { return window.model().rakes().size() == 1; }));
    scene.draw();
    const auto handle = [&] { return glm::dvec3(window.view().scene().rakes.front().handles.front()); };
    CHECK(glm::distance(handle(), scene.place(P::far_easting, P::far_northing)) < 2.0);
    const QPointF from = scene.pixel_of(P::far_easting, P::far_northing),
                  to = scene.pixel_of(P::other_far_easting, P::other_far_northing);
    move_mouse(window, from);
    press_mouse(window, from);
    move_mouse(window, 0.5 * (from + to));
    move_mouse(window, to);
    release_mouse(window, to);
    const auto at = std::get<model::PointRake>(window.model().rakes().front().shape).at;
    CHECK(at[0] == Approx(P::other_longitude).margin(two_pixels_degrees));
    CHECK(at[1] == Approx(P::other_latitude).margin(two_pixels_degrees));
    // It is dragged parallel to the screen, which a camera that turns about a place never quite has level.
    CHECK(at[2] == Approx(P::above_geoid).margin(40.0));
    scene.draw();
    CHECK(glm::distance(glm::dvec2(handle()),
                        glm::dvec2(scene.place(P::other_far_easting, P::other_far_northing))) < 15.0);
}

TEST_CASE("the dock says what heights of entities over ground count from", "[scene]")
{
    const farfield::test::TemporaryFolder folder;
    app::test::write_ground(folder / "ground.tif", app::test::GroundSystem::Utm, false);
    app::test::write_entity(folder / "exercise.ffr");
    const farfield::test::NodeProcess node{{"serve", "--port", "0", "--data", folder.path()}};
    const auto words_with = [&](const std::string& vertical) {
        start_application();
        ViewerOptions options;
        options.host = "127.0.0.1";
        options.port = node.port();
        options.terrain = "ground.tif";
        options.recording = folder.file("exercise.ffr");
        options.vertical = vertical;
        MainWindow window(options);
        window.resize(1000, 700);
        window.show();
        const auto words = [&] { return text_of(window, "entity_placement").toStdString(); };
        CHECK(eventually(
            [&] { return words().find("Placed by ") != std::string::npos && window.model().terrain(); }));
        return words();
    };
    CHECK_THAT(words_with("ellipsoid"),
               ContainsSubstring("WGS 84 / UTM zone 32N, heights above the ellipsoid"));
    if (app::test::has_geoid_grid())
        CHECK_THAT(words_with("egm96"),
                   ContainsSubstring("WGS 84 / UTM zone 32N, heights above the geoid (EGM96)"));
    else
        CHECK_THAT(words_with("egm96"), ContainsSubstring("the grid of EGM96 is not installed"));
}
