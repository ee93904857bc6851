#include "app/show/scene_frame.h"

#include <cmath>
#include <glm/geometric.hpp>

#include "app/show/data_fit.h"
#include "model/geometry/geocentric.h"
#include "tests/app/show/connected_link.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

using Way = model::DataTransform::Way;

/// A document with a flow, and what the node says of it and of ground under it.
struct OneScene {
    explicit OneScene(const std::optional<model::TerrainDescription>& ground = std::nullopt)
    {
        document.data["flow"] = {.name = "flow"};
        document.layers["flow"] = {.kind = "particles", .data = "flow"};
        flow.dataset = "flow";
        if (!ground) return;
        terrain = ground;
        document.data["hills"] = {.kind = model::DataKind::Terrain, .name = "hills"};
        document.layers["hills"] = {.kind = "terrain", .data = "hills"};
    }
    [[nodiscard]] SceneFrame frame()
    {
        store.adopt("flow", document.data.at("flow"), flow);
        if (terrain) store.adopt("hills", document.data.at("hills"), *terrain);
        return frame_of(document, store, places);
    }
    [[nodiscard]] const OpenData& open() const { return *store.find("flow"); }
    void show_entities() { document.layers["exercise"] = {.kind = "entities"}; }

    LoopExecutor loop;
    Link link{loop, {}};
    DataStore store{link, {.opened = [](const std::string&) {}, .refused = {}}};
    EarthPlaces places;
    model::Document document;
    model::DatasetInfo flow;
    std::optional<model::TerrainDescription> terrain;
};

model::TerrainDescription utm_ground()
{
    model::TerrainDescription terrain;
    terrain.terrain = "hills";
    terrain.crs = "WGS 84 / UTM zone 32N";
    terrain.crs_wkt = "EPSG:32632";
    terrain.origin = {461'000.0, 5'150'000.0};
    terrain.metres_per_unit = {1.0, 1.0};
    terrain.post_metres = {90.0, 90.0};
    terrain.bounds = {{-38'700.0, -55'800.0}, {38'700.0, 55'800.0}};
    terrain.heights = {190.0, 4134.0};
    return terrain;
}

model::TerrainDescription ground_in_degrees()
{
    model::TerrainDescription terrain = utm_ground();
    terrain.crs = "WGS 84";
    terrain.crs_wkt = "EPSG:4326";
    terrain.geographic = true;
    terrain.origin = {8.5, 46.5};
    terrain.metres_per_unit = {76'762.0, 111'161.0};
    return terrain;
}

void make_wind(model::DatasetInfo& flow)
{
    flow.geographic = true;
    flow.length_units = "degrees";
    flow.z_units = "m";
    flow.z_positive = "up";
    flow.bounds = {{8.0, 46.0, 500.0}, {9.0, 47.0, 8000.0}};
}

glm::dvec3 entity_at(const SceneFrame& frame, double longitude, double latitude, double height)
{
    REQUIRE(frame.earth);
    return frame.earth->place({})->place_of(model::geocentric_of({longitude, latitude, height}));
}

/// EGM96 at 8.4 E, 46.5 N, by PROJ 9.1.1.
double geoid_there()
{
    return EarthProjection::into("EPSG:4326")->geoid_metres({8.4, 46.5});
}

}  // namespace

TEST_CASE("SceneFrame: an entity, a seed and a post at one place are drawn at one place", "[frame]")
{
    for (const auto& ground : {utm_ground(), ground_in_degrees()}) {
        OneScene scene(ground);
        make_wind(scene.flow);
        scene.show_entities();
        const SceneFrame frame = scene.frame();
        const glm::dvec3 seed = frame.drawn_of(scene.open(), {8.4, 46.5, 3000.0});
        CHECK(glm::distance(entity_at(frame, 8.4, 46.5, 3000.0 + geoid_there()), seed) < 0.05);
        // A post, by the terrain's own coordinates; those of UTM by the series of Krueger (Karney,
        // "Transverse Mercator with an accuracy of a few nanometers", 2011, equations 10, 11 and 35).
        const glm::dvec3 post = ground.geographic ? frame.drawn({8.4, 46.5, 3000.0})
                                                  : frame.drawn({453'960.910, 5'149'778.224, 3000.0});
        CHECK(glm::distance(post, seed) < 0.05);
    }
}

TEST_CASE("SceneFrame: a flow in metres of the terrain's own system lies over it", "[frame]")
{
    OneScene scene(utm_ground());
    scene.flow.bounds = {{430'000.0, 5'120'000.0, 3500.0}, {490'000.0, 5'180'000.0, 4500.0}};
    scene.flow.origin = {460'000.0, 5'150'000.0, 0.0};
    const SceneFrame frame = scene.frame();
    CHECK(frame.ways.at("flow") == Way::Base);
    CHECK(frame.drawn_of(scene.open(), {461'100.0, 5'149'800.0, 4000.0}) ==
          glm::dvec3(100.0, -200.0, 4000.0));
    CHECK(*frame.own_of(scene.open(), {100.0, -200.0, 4000.0}) == glm::dvec3(461'100.0, 5'149'800.0, 4000.0));
    CHECK(misfits_of(scene.document, scene.store, frame).empty());
}

TEST_CASE("SceneFrame: a flow elsewhere, or one that says where it is, stands as it is", "[frame]")
{
    OneScene scene(utm_ground());
    scene.flow.bounds = {{0.0, 0.0, 0.0}, {6.3, 6.3, 6.3}};
    CHECK(scene.frame().ways.at("flow") == Way::Given);
    scene.flow.bounds = {{430'000.0, 5'120'000.0, 0.0}, {490'000.0, 5'180'000.0, 1.0}};
    CHECK(scene.frame().ways.at("flow") == Way::Base);
    scene.document.data["flow"].transform.way = Way::Given;
    CHECK(scene.frame().ways.at("flow") == Way::Given);
}

TEST_CASE("SceneFrame: a geographic flow over ground without a system stands as it is", "[frame]")
{
    auto ground = utm_ground();
    ground.crs.clear();
    ground.crs_wkt.clear();
    OneScene scene(ground);
    make_wind(scene.flow);
    scene.show_entities();
    const SceneFrame frame = scene.frame();
    CHECK(frame.ways.at("flow") == Way::Given);
    CHECK(frame.earth == nullptr);
    CHECK_FALSE(misfits_of(scene.document, scene.store, frame).empty());
}

TEST_CASE(
    "SceneFrame: what has no height lies above the ground, and what reaches below it is seen through it",
    "[frame]")
{
    OneScene scene(utm_ground());
    make_wind(scene.flow);
    CHECK_FALSE(scene.frame().lies_on_ground(scene.open()));
    scene.flow.bounds.min[2] = -100.0;
    CHECK(scene.frame().placement_of(scene.open()).through_ground);
    scene.document.scene.show.through_ground = false;
    CHECK_FALSE(scene.frame().placement_of(scene.open()).through_ground);
    scene.flow.z_units = "hPa";
    scene.document.data["flow"].above_ground = 120.0;
    const SceneFrame frame = scene.frame();
    CHECK(frame.placement_of(scene.open()).above_ground == 120.0F);
    CHECK(frame.drawn_of(scene.open(), {8.4, 46.5, 850.0}).z == 120.0);
}

TEST_CASE("SceneFrame: beside entities a flow of a few degrees stands on a plane, a larger one in degrees",
          "[frame]")
{
    OneScene scene;
    make_wind(scene.flow);
    CHECK(scene.frame().maps.empty());
    scene.show_entities();
    const SceneFrame frame = scene.frame();
    CHECK(frame.is_projected);
    // A degree of latitude is 111,170 m there.
    CHECK(frame.bounds.size().y == Approx(111'170.0).epsilon(0.005));
    const glm::dvec3 seed = frame.drawn_of(scene.open(), {8.4, 46.5, 3000.0});
    CHECK(glm::distance(entity_at(frame, 8.4, 46.5, 3000.0 + geoid_there()), seed) < 0.01);
    CHECK(frame.own(seed)[0] == Approx(8.4).margin(1e-9));

    scene.flow.bounds = {{-20.0, 30.0, 0.0}, {20.0, 60.0, 0.0}};
    const SceneFrame wide = scene.frame();
    CHECK_FALSE(wide.is_projected);
    CHECK(glm::distance(entity_at(wide, 8.4, 46.5, geoid_there()), glm::dvec3(8.4, 46.5, 0.0)) < 0.01);
}

TEST_CASE("SceneFrame: an anchor puts a tank in its own metres on the Earth", "[frame]")
{
    OneScene scene;
    scene.flow.bounds = {{0.0, 0.0, 0.0}, {50.0, 20.0, 5.0}};
    scene.flow.length_units = "m";
    scene.show_entities();
    CHECK(scene.frame().earth == nullptr);
    scene.document.scene.anchor = model::SceneAnchor{.lon = 8.4, .lat = 46.5, .heading = 90.0};
    // 100 m to the north: to the left of y, which points east.
    const double north = 46.5 + 100.0 / 111'170.0;
    const glm::dvec3 at = entity_at(scene.frame(), 8.4, north, geoid_there());
    CHECK(glm::distance(at, glm::dvec3(-100.0, 0.0, 0.0)) < 0.2);
}

TEST_CASE("SceneFrame: beside entities a flow in metres of a system that it names stands at its place",
          "[frame]")
{
    OneScene scene;
    scene.flow.crs_wkt = "EPSG:32632";
    scene.flow.length_units = "m";
    scene.flow.z_positive = "up";
    scene.flow.bounds = {{430'000.0, 5'120'000.0, 500.0}, {490'000.0, 5'180'000.0, 4500.0}};
    scene.flow.origin = {460'000.0, 5'150'000.0, 0.0};
    scene.show_entities();
    const SceneFrame frame = scene.frame();
    CHECK(frame.is_projected);
    // The series of Krueger, as above.
    const glm::dvec3 seed = frame.drawn_of(scene.open(), {453'960.910, 5'149'778.224, 3000.0});
    CHECK(glm::distance(entity_at(frame, 8.4, 46.5, 3000.0 + geoid_there()), seed) < 0.05);
}

TEST_CASE(
    "SceneFrame: a flow on the Earth elsewhere than the ground is said to be so far from it, and has a box",
    "[frame][data_fit]")
{
    OneScene scene(utm_ground());
    make_wind(scene.flow);
    // From 499.7 km east of the middle meridian on: the ground ends at x = 499.7 km, which is 9 degrees east.
    scene.flow.bounds = {{10.0, 46.4, 500.0}, {11.0, 46.6, 8000.0}};
    const SceneFrame frame = scene.frame();
    const auto box = box_in_scene(scene.open(), frame);
    REQUIRE(box);
    // Half a degree north and south of 46.5, one degree of longitude is 76.8 km there.
    CHECK(box->min.x == Approx(38'700.0 + 76'800.0).epsilon(0.02));
    CHECK(box->size().x == Approx(76'800.0).epsilon(0.02));
    CHECK(is_off_ground(scene.open(), *scene.store.find("hills"), frame));
    const auto misfits = misfits_of(scene.document, scene.store, frame);
    REQUIRE(misfits.size() == 1);
    CHECK_THAT(misfits.front(), Catch::Matchers::StartsWith("The flow 'flow' lies 76.") &&
                                    Catch::Matchers::ContainsSubstring(" km from the terrain 'hills': "));
}

TEST_CASE("SceneFrame: a flow without a place on the Earth, beside the ground, is said to need a transform",
          "[frame][data_fit]")
{
    OneScene scene(utm_ground());
    scene.flow.bounds = {{140'000.0, 0.0, 0.0}, {150'000.0, 10'000.0, 3000.0}};
    const auto misfits = misfits_of(scene.document, scene.store, scene.frame());
    REQUIRE(misfits.size() == 1);
    CHECK(misfits.front() ==
          "The flow 'flow' lies 101 km from the terrain 'hills': its coordinates count from the "
          "terrain's origin, a transform moves it");
}

TEST_CASE("SceneFrame: a flow that is too small to be seen on the ground is said to be", "[frame][data_fit]")
{
    OneScene scene(utm_ground());
    scene.flow.bounds = {{0.0, 0.0, 0.0}, {0.1, 0.1, 0.01}};
    const auto misfits = misfits_of(scene.document, scene.store, scene.frame());
    REQUIRE(misfits.size() == 1);
    CHECK_THAT(misfits.front(),
               Catch::Matchers::StartsWith("The flow 'flow' is 0.1 m wide, the terrain 'hills' 112 km"));
}

TEST_CASE("SceneFrame: the camera is to see all data that are shown", "[frame]")
{
    OneScene scene;
    scene.flow.bounds = {{0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}};
    scene.document.data["other"] = {.name = "other"};
    scene.document.layers["other"] = {.kind = "particles", .data = "other"};
    model::DatasetInfo other = scene.flow;
    other.dataset = "other";
    other.bounds = {{5.0, -2.0, 0.0}, {7.0, 3.0, 2.0}};
    scene.store.adopt("other", scene.document.data.at("other"), other);
    const SceneFrame frame = scene.frame();
    CHECK(frame.reach.min == glm::vec3(0.0F, -2.0F, 0.0F));
    CHECK(frame.reach.max == glm::vec3(7.0F, 3.0F, 2.0F));
}

TEST_CASE("SceneFrame: a flow in another turn than the base's is drawn beside it", "[frame]")
{
    OneScene scene;
    make_wind(scene.flow);
    scene.flow.bounds = {{0.0, -60.0, 0.0}, {360.0, 60.0, 0.0}};
    scene.document.data["other"] = {.name = "other"};
    scene.document.layers["other"] = {.kind = "particles", .data = "other"};
    model::DatasetInfo other = scene.flow;
    other.dataset = "other";
    other.bounds = {{-130.0, 20.0, 0.0}, {-60.0, 50.0, 0.0}};
    scene.store.adopt("other", scene.document.data.at("other"), other);
    const SceneFrame frame = scene.frame();
    const std::string base = frame.base;
    const OpenData& moved = *scene.store.find(base == "flow" ? "other" : "flow");
    const double way = base == "flow" ? 260.0 + 0.0 : -100.0;
    const glm::dvec3 at = frame.drawn_of(moved, {base == "flow" ? -100.0 : 260.0, 30.0, 0.0});
    CHECK(at.x + frame.origin.x == Approx(way));
}
