#include <csignal>
#include <unistd.h>

#include "app/play/played_document.h"
#include "app/show/frames/plain_intake.h"
#include "model/calls/viewshed_file.h"
#include "tests/app/document/documents.h"
#include "tests/app/flow_server.h"
#include "tests/app/layers/slope_service.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using app::test::document_of;
using app::test::FlowServer;
using app::test::SlopeService;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Layers on the slope, whose results are here. Views of the slope are not looked at.
class Asked {
public:
    Asked(const FlowServer& server, const std::string& more)
        : played_(server.client_settings(), document_of("[terrain]\nname = 'slope'\n" + more),
                  model::Use::Headless, interrupt_)
    {
        Stage stage;
        stage.intake = [this](const std::string& layer, const std::string&) {
            return layer == "terrain" ? &views_ : nullptr;
        };
        played_.start(std::move(stage));
        for (const std::string& id : played_.layers().order())
            if (const DrapedRole* draped = played_.layers().find(id)->draped()) draped->drape(drape_);
    }
    ~Asked() { played_.stop(); }

    [[nodiscard]] const Drape& drape() const { return drape_; }
    [[nodiscard]] const render::GroundAnnotations& annotations() const { return *drape_.annotations.at(0); }
    [[nodiscard]] Layer& layer(const char* id) { return *played_.layers().find(id); }

private:
    Interrupt interrupt_;
    PlainIntake views_{4};
    PlayedDocument played_;
    Drape drape_;
};

/// From the middle to 100 m east and west of it.
const std::string two_lines = "[[sight]]\nfrom = [1000, 2000, 2]\nto = [[1200, 2000, 3], [800, 2000, 0]]\n";
const std::string one_viewshed = "[viewshed]\nobserver = [1000, 2000, 2]\n";

}  // namespace

TEST_CASE("SightLayer: places are asked for in the local frame, and reported in the terrain's coordinates",
          "[ground]")
{
    SlopeService service;
    model::TerrainSightCall asked;
    service.look = [&](const model::TerrainSightCall& call) {
        asked = call;
        std::vector<model::TerrainSightLine> lines(2);
        lines[0].visible = false;
        lines[0].clearance = -4.5;
        lines[0].blocked_at = model::Point{50.0, 10.0, 205.0};
        lines[1].reason = "no-height";
        return lines;
    };
    const FlowServer server(service);
    Asked answers(server, "curved = true\nrefraction = 0.25\n" + two_lines);
    CHECK(asked.terrain == "slope");
    CHECK(asked.from == model::Point{0.0, 0.0, 2.0});
    CHECK(asked.to == std::vector<model::Point>{{100.0, 0.0, 3.0}, {-100.0, 0.0, 0.0}});
    CHECK(asked.curved);
    CHECK(asked.refraction == 0.25);
    const auto sight = answers.layer("sight-1").reported()->report();
    CHECK(sight["from"] == net::Json{1000.0, 2000.0, 2.0});
    const auto& lines = sight["lines"];
    REQUIRE(lines.size() == 2);
    CHECK(lines[0]["to"] == net::Json{1200.0, 2000.0, 3.0});
    CHECK(lines[0]["visible"] == false);
    CHECK(lines[0]["clearance"] == -4.5);
    CHECK(lines[0]["blocked_at"] == net::Json{1100.0, 2020.0, 205.0});
    CHECK(lines[1]["visible"].is_null());
    CHECK(lines[1]["reason"] == "no-height");
}

TEST_CASE("SightLayer: a layer's own curvature goes before that of its terrain", "[ground]")
{
    SlopeService service;
    model::TerrainSightCall asked;
    service.look = [&](const model::TerrainSightCall& call) {
        asked = call;
        return std::vector<model::TerrainSightLine>(1);
    };
    const FlowServer server(service);
    const Asked answers(server, "curved = true\nrefraction = 0.25\n[layers.own]\nkind = 'sight'\n"
                                "[layers.own.params]\nfrom = [1000, 2000, 2]\nto = [[1200, 2000, 3]]\n"
                                "curved = false\n");
    CHECK_FALSE(asked.curved);
    CHECK(asked.refraction == 0.25);
}

TEST_CASE("SightLayer: lines are drawn above the ground; of one without a result there is none", "[ground]")
{
    SlopeService service;
    service.look = [](const model::TerrainSightCall&) {
        std::vector<model::TerrainSightLine> lines(2);
        lines[0].visible = true;
        lines[1].reason = "no-height";
        return lines;
    };
    const FlowServer server(service);
    const Asked answers(server, two_lines);
    REQUIRE(answers.drape().annotations.size() == 1);
    const auto& annotations = answers.annotations();
    REQUIRE(annotations.lines.size() == 1);
    // The slope is 200 m high in the middle, and 210 m high 100 m east of it.
    CHECK(glm::distance(annotations.lines[0].places.front(), glm::vec3(0.0F, 0.0F, 202.0F)) < 1e-3F);
    CHECK(glm::distance(annotations.lines[0].places.back(), glm::vec3(100.0F, 0.0F, 213.0F)) < 1e-3F);
    CHECK(annotations.places.size() == 2);
}

TEST_CASE("ViewshedLayer: a viewshed is a sheet, and the seen posts are reported", "[ground]")
{
    SlopeService service;
    const FlowServer server(service);
    Asked answers(server, one_viewshed);
    REQUIRE(answers.drape().viewshed);
    CHECK(answers.drape().viewshed->kind == render::RasterOverlay::Kind::Visibility);
    const auto report = answers.layer("viewshed").reported()->report();
    CHECK(report["seen_posts"] == 48 * 97);
    CHECK(report["hidden_posts"] == 49 * 97);
    CHECK(report["seen_share"] == Approx(48.0 / 97.0));
    CHECK(report["post_step"] == 1);
    CHECK(report["radius"].is_null());
    REQUIRE(answers.drape().annotations.size() == 1);
    CHECK(answers.annotations().places.size() == 1);
}

TEST_CASE("ViewshedLayer: all parts of its file come where a script wants it", "[ground]")
{
    SlopeService service;
    service.file.assign(2 * model::max_viewshed_part_bytes + 7, std::byte{42});
    const FlowServer server(service);
    CHECK(Asked(server, one_viewshed).layer("viewshed").reported()->file() == nullptr);
    Asked answers(server, one_viewshed + "geotiff = true\n");
    REQUIRE(answers.layer("viewshed").reported()->file());
    CHECK(*answers.layer("viewshed").reported()->file() == std::string(service.file.size(), '*'));
    CHECK(answers.layer("viewshed").reported()->report()["file"] == "viewshed.tif");
}

TEST_CASE("PictureLayer, OverlayLayer: a picture and all parts of an overlay lie over the ground", "[ground]")
{
    SlopeService service;
    const std::vector<model::Point> road(model::max_overlay_part_weight - 1, model::Point{1.0, 2.0, 3.0});
    service.overlay.lines = {road, road, road};
    const FlowServer server(service);
    Asked answers(server, "picture = 'map.png'\noverlay = 'roads.geojson'\n");
    REQUIRE(answers.drape().picture);
    CHECK(answers.drape().picture->kind == render::RasterOverlay::Kind::Colours);
    REQUIRE(answers.drape().annotations.size() == 1);
    std::size_t vertices = 0;
    for (const auto& line : answers.annotations().lines) vertices += line.places.size();
    CHECK(vertices >= 3 * road.size());
    CHECK(answers.layer("picture").reported() == nullptr);
    CHECK(answers.layer("overlay").reported() == nullptr);
}

TEST_CASE("PlayedDocument: a terrain alone has nothing laid over it", "[ground]")
{
    SlopeService service;
    const FlowServer server(service);
    const Asked answers(server, "");
    CHECK(answers.drape().annotations.empty());
    CHECK(answers.drape().picture == nullptr);
    CHECK(answers.drape().viewshed == nullptr);
}

TEST_CASE("SightLayer: a place off the map is one clear error in the terrain's coordinates", "[ground]")
{
    SlopeService service;
    const FlowServer server(service);
    CHECK_THROWS_WITH(Asked(server, "[[sight]]\nfrom = [3000, 2000, 2]\nto = [[1200, 2000, 3]]\n"),
                      "layer 'sight-1': 3000, 2000 is not on the map, which is x from 40 to 1960 and y from "
                      "1040 to 2960");
}

TEST_CASE("SightLayer: a refusal says what was asked for", "[ground]")
{
    SlopeService service;
    service.look = [](const model::TerrainSightCall&) -> std::vector<model::TerrainSightLine> {
        throw net::RpcError(net::RpcCode::InvalidParams, "found a hole");
    };
    const FlowServer server(service);
    CHECK_THROWS_WITH(Asked(server, two_lines), "layer 'sight-1': found a hole");
}

TEST_CASE("SightLayer: fewer lines than were asked for are an error", "[ground]")
{
    SlopeService service;
    service.look = [](const model::TerrainSightCall&) { return std::vector<model::TerrainSightLine>(1); };
    const FlowServer server(service);
    CHECK_THROWS_WITH(Asked(server, two_lines),
                      "layer 'sight-1': the node answered with 1 lines of sight where 2 were asked for");
}

TEST_CASE("ViewshedLayer: a tile of another kind is no viewshed", "[ground]")
{
    SlopeService service;
    service.change_tile = [](model::TerrainTilePreamble& tile) { tile.kind = model::TileKind::Colours; };
    const FlowServer server(service);
    CHECK_THROWS_WITH(Asked(server, one_viewshed), ContainsSubstring("what the node sent is no"));
}

TEST_CASE("PictureLayer: a program that fails gives the node's reason", "[ground]")
{
    SlopeService service;
    service.change_tile = [](model::TerrainTilePreamble&) {
        throw std::runtime_error("the file is damaged");
    };
    const FlowServer server(service);
    CHECK_THROWS_WITH(Asked(server, "picture = 'map.png'\n"), ContainsSubstring("the file is damaged"));
}

TEST_CASE("PlayedDocument: a node that goes away ends the wait", "[ground]")
{
    SlopeService service;
    FlowServer server(service);
    service.change_tile = [&](model::TerrainTilePreamble&) {
        server.stop();
        throw std::runtime_error("too late");
    };
    CHECK_THROWS_AS(Asked(server, one_viewshed), std::runtime_error);
}

TEST_CASE("PlayedDocument: Ctrl-C ends the wait", "[ground]")
{
    const Interrupt before;  // before any thread: the signal is for the playback, not for this program
    SlopeService service;
    service.look = [](const model::TerrainSightCall&) {
        kill(getpid(), SIGINT);
        return std::vector<model::TerrainSightLine>(2);
    };
    // Parts that are asked for one after another: the wait goes on after the signal.
    service.overlay.lines.assign(10, std::vector<model::Point>(model::max_overlay_part_weight - 1));
    const FlowServer server(service);
    CHECK_THROWS_WITH(Asked(server, "overlay = 'roads.geojson'\n" + two_lines),
                      ContainsSubstring("interrupted while waiting for"));
}

TEST_CASE("PlayedDocument: a document in which nothing ticks is refused", "[ground]")
{
    SlopeService service;
    const FlowServer server(service);
    const Interrupt interrupt;
    PlayedDocument played(server.client_settings(),
                          document_of("[data.a]\nkind = 'terrain'\nname = 'slope'\n[layers.ground]\n"
                                      "kind = 'terrain'\nvisible = false\n"),
                          model::Use::Headless, interrupt);
    CHECK_THROWS_WITH(played.start({}), ContainsSubstring("nothing to play"));
}

TEST_CASE("TerrainLayer: more frames than a node takes poses are one clear error", "[ground]")
{
    SlopeService service;
    const FlowServer server(service);
    const Interrupt interrupt;
    PlayedDocument played(server.client_settings(), document_of("frames = 5000\n[terrain]\nname = 'slope'\n"),
                          model::Use::Headless, interrupt);
    CHECK_THROWS_WITH(played.start({}), "a playback over terrain has at most 4096 frames, found 5000");
}
