#include "app/play/ground_answers.h"

#include <algorithm>
#include <csignal>
#include <functional>
#include <unistd.h>

#include "model/programs/terrain_params.h"
#include "model/programs/terrain_tile.h"
#include "net/message/byte_order.h"
#include "tests/app/flow_server.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using app::test::FlowServer;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr double slope_metres = 10.0;      // between posts
constexpr std::uint32_t slope_posts = 97;  // along a side: two tiles
constexpr double half = slope_metres * (slope_posts - 1) / 2;

/// A slope that rises by 1 m in 10 towards the east, in tiles, with viewsheds that are seen in the west half
/// and red pictures.
class SlopeSource final : public net::FrameSource {
public:
    SlopeSource(const net::ProgramStart& start, std::function<void(model::TerrainTilePreamble&)> change)
        : start_(start), change_(std::move(change))
    {
        if (start.program == "terrain.tiles")
            tiles_ = model::read<model::TerrainTilesParams>(start.params).tiles;
    }
    [[nodiscard]] net::ProgramState state() const override { return {}; }
    void update(const net::Json&) override {}
    [[nodiscard]] net::NoFrame why_no_frame() const override { return net::NoFrame::Idle; }

    [[nodiscard]] std::optional<net::ProducedFrame> produce(std::span<std::byte> buffer) override
    {
        if (made_ >= std::max<std::size_t>(1, tiles_.size())) return std::nullopt;
        auto told = preamble();
        if (change_) change_(told);
        ++made_;
        const auto payload = buffer.first(model::tile_payload_bytes(told.kind, told.width, told.height));
        model::encode_preamble(told, payload.first<model::tile_preamble_bytes>());
        auto* to = payload.data() + model::tile_preamble_bytes;
        for (std::uint32_t row = 0; row < told.height; ++row)
            for (std::uint32_t column = 0; column < told.width; ++column) {
                put(to, told, column);
                to += model::tile_value_bytes(told.kind);
            }
        return net::ProducedFrame{.type = net::MessageType::TerrainTile, .payload = payload};
    }

private:
    [[nodiscard]] model::TerrainTilePreamble preamble() const
    {
        model::TerrainTilePreamble told;
        told.kind = start_.program == "terrain.tiles"      ? model::TileKind::Heights
                    : start_.program == "terrain.viewshed" ? model::TileKind::Visibility
                                                           : model::TileKind::Colours;
        std::uint32_t column = 0, row = 0;
        if (!tiles_.empty()) {
            told.level = tiles_[made_].level;
            column = told.column = tiles_[made_].column;
            row = told.row = tiles_[made_].row;
        }
        const bool is_sheet = tiles_.empty();
        const auto axis = [&](std::uint32_t tile, double sign, std::uint32_t& count) {
            const std::uint32_t step = 1U << told.level, from = tile * 64 * step;
            const std::uint32_t to = is_sheet ? slope_posts - 1 : std::min(from + 64 * step, slope_posts - 1);
            count = (to - from + step - 1) / step + 1;
            return model::TileAxis{.first = sign * (from * slope_metres - half),
                                   .last = sign * (to * slope_metres - half),
                                   .step = sign * slope_metres * step};
        };
        told.x = axis(column, 1.0, told.width);
        told.y = axis(row, -1.0, told.height);
        return told;
    }

    static void put(std::byte* to, const model::TerrainTilePreamble& told, std::uint32_t column)
    {
        const double x = told.x.at(column, told.width);
        if (told.kind == model::TileKind::Heights)
            net::store_big(to, static_cast<float>(200.0 + 0.1 * x));
        else if (told.kind == model::TileKind::Visibility)
            *to = std::byte{x < 0.0 ? model::tile_visible : model::tile_hidden};
        else
            net::store_big(to, std::uint32_t{0xFF0000FF});
    }

    net::ProgramStart start_;
    std::function<void(model::TerrainTilePreamble&)> change_;
    std::vector<model::TileAddress> tiles_;
    std::size_t made_ = 0;
};

/// A node with one terrain, which slope() describes: its coordinates are half metres.
class SlopeService final : public net::NodeService {
public:
    std::function<std::vector<model::TerrainSightLine>(const model::TerrainSightCall&)> look;
    model::TerrainOverlay overlay;
    std::function<void(model::TerrainTilePreamble&)> change_tile;
    std::vector<std::byte> file = {};  ///< of a viewshed

    [[nodiscard]] net::MadeFile viewshed_file(const std::string&, const model::ViewshedParams&,
                                              const std::stop_token&) override
    {
        return {.bytes = file};
    }
    [[nodiscard]] net::DatasetList list_datasets() override { return {}; }
    [[nodiscard]] net::DatasetInfo open_dataset(const std::string&, const std::string&,
                                                const std::stop_token&) override
    {
        return {};
    }
    [[nodiscard]] std::unique_ptr<net::FrameSource> start_program(const net::ProgramStart& start,
                                                                  const std::stop_token&) override
    {
        return std::make_unique<SlopeSource>(start, change_tile);
    }
    [[nodiscard]] std::vector<model::TerrainSightLine> look_over_terrain(const model::TerrainSightCall& call,
                                                                         const std::stop_token&) override
    {
        return look(call);
    }
    [[nodiscard]] model::TerrainOverlay terrain_overlay(const std::string&, const std::string&,
                                                        const std::stop_token&) override
    {
        return overlay;
    }
};

model::TerrainDescription slope()
{
    model::TerrainDescription terrain;
    terrain.terrain = "slope";
    terrain.posts = {slope_posts, slope_posts};
    terrain.post_metres = {slope_metres, slope_metres};
    terrain.heights = {0.0, 500.0};
    terrain.bounds = {{-half, -half}, {half, half}};
    terrain.origin = {1000.0, 2000.0};
    terrain.metres_per_unit = {0.5, 0.5};
    return terrain;
}

GroundAnswers ask(const FlowServer& server, const ScriptTerrain& script)
{
    const Interrupt interrupt;
    PlaySession session(server.client_settings());
    return ask_ground(session, slope(), script, interrupt);
}

/// From the middle to 100 m east and west of it.
ScriptTerrain two_lines()
{
    ScriptTerrain script;
    script.sight = {{.from = {1000.0, 2000.0, 2.0}, .to = {{1200.0, 2000.0, 3.0}, {800.0, 2000.0, 0.0}}}};
    return script;
}

ScriptTerrain one_viewshed()
{
    ScriptTerrain script;
    script.viewshed.emplace();
    script.viewshed->observer = {1000.0, 2000.0, 2.0};
    return script;
}

}  // namespace

TEST_CASE("ask_ground: places are asked for in the local frame, and told in the terrain's coordinates",
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
    auto script = two_lines();
    script.view.curved = true;
    script.view.refraction = 0.25;
    const auto answers = ask(server, script);
    CHECK(asked.from == model::Point{0.0, 0.0, 2.0});
    CHECK(asked.to == std::vector<model::Point>{{100.0, 0.0, 3.0}, {-100.0, 0.0, 0.0}});
    CHECK(asked.curved);
    CHECK(asked.refraction == 0.25);
    const auto& sight = answers.told["sight"];
    REQUIRE(sight.size() == 1);
    CHECK(sight[0]["from"] == net::Json{1000.0, 2000.0, 2.0});
    const auto& lines = sight[0]["lines"];
    REQUIRE(lines.size() == 2);
    CHECK(lines[0]["to"] == net::Json{1200.0, 2000.0, 3.0});
    CHECK(lines[0]["visible"] == false);
    CHECK(lines[0]["clearance"] == -4.5);
    CHECK(lines[0]["blocked_at"] == net::Json{1100.0, 2020.0, 205.0});
    CHECK(lines[1]["visible"].is_null());
    CHECK(lines[1]["reason"] == "no-height");
}

TEST_CASE("ask_ground: lines are drawn above the ground; of one that nobody knows there is none", "[ground]")
{
    SlopeService service;
    service.look = [](const model::TerrainSightCall&) {
        std::vector<model::TerrainSightLine> lines(2);
        lines[0].visible = true;
        lines[1].reason = "no-height";
        return lines;
    };
    const FlowServer server(service);
    const auto answers = ask(server, two_lines());
    REQUIRE(answers.marks.size() == 1);
    const auto& marks = *answers.marks.front();
    REQUIRE(marks.lines.size() == 1);
    // The slope is 200 m high in the middle, and 210 m high 100 m east of it.
    CHECK(glm::distance(marks.lines[0].places.front(), glm::vec3(0.0F, 0.0F, 202.0F)) < 1e-3F);
    CHECK(glm::distance(marks.lines[0].places.back(), glm::vec3(100.0F, 0.0F, 213.0F)) < 1e-3F);
    CHECK(marks.places.size() == 2);
}

TEST_CASE("ask_ground: a viewshed is a sheet, and how much is seen is told", "[ground]")
{
    SlopeService service;
    const FlowServer server(service);
    const auto answers = ask(server, one_viewshed());
    REQUIRE(answers.viewshed);
    CHECK(answers.viewshed->kind == render::GroundSheet::Kind::Visibility);
    const auto& told = answers.told["viewshed"];
    CHECK(told["seen_posts"] == 48 * 97);
    CHECK(told["hidden_posts"] == 49 * 97);
    CHECK(told["seen_share"] == Approx(48.0 / 97.0));
    CHECK(told["post_step"] == 1);
    CHECK(told["radius"].is_null());
    REQUIRE(answers.marks.size() == 1);
    CHECK(answers.marks.front()->places.size() == 1);
}

TEST_CASE("ask_ground: all parts of a viewshed's file come where a script wants it", "[ground]")
{
    SlopeService service;
    service.file.assign(2 * model::max_viewshed_part_bytes + 7, std::byte{42});
    const FlowServer server(service);
    CHECK(ask(server, one_viewshed()).viewshed_file.empty());
    auto script = one_viewshed();
    script.viewshed->geotiff = true;
    const auto answers = ask(server, script);
    CHECK(answers.viewshed_file == std::string(service.file.size(), '*'));
    CHECK(answers.told["viewshed"]["file"] == "viewshed.tif");
}

TEST_CASE("ask_ground: a picture and all parts of an overlay lie over the ground", "[ground]")
{
    SlopeService service;
    const std::vector<model::Point> road(model::max_overlay_part_weight - 1, model::Point{1.0, 2.0, 3.0});
    service.overlay.lines = {road, road, road};
    const FlowServer server(service);
    ScriptTerrain script;
    script.picture = "map.png";
    script.overlay = "roads.geojson";
    const auto answers = ask(server, script);
    REQUIRE(answers.picture);
    CHECK(answers.picture->kind == render::GroundSheet::Kind::Colours);
    REQUIRE(answers.marks.size() == 1);
    std::size_t vertices = 0;
    for (const auto& line : answers.marks.front()->lines) vertices += line.places.size();
    CHECK(vertices >= 3 * road.size());
    CHECK(answers.told.empty());
}

TEST_CASE("ask_ground: a script that asks for nothing gets nothing", "[ground]")
{
    SlopeService service;
    const FlowServer server(service);
    const auto answers = ask(server, {});
    CHECK(answers.marks.empty());
    CHECK_FALSE(answers.picture);
    CHECK_FALSE(answers.viewshed);
}

TEST_CASE("ask_ground: a place off the map is one clear error in the terrain's coordinates", "[ground]")
{
    SlopeService service;
    const FlowServer server(service);
    auto script = two_lines();
    script.sight[0].from[0] = 3000.0;
    CHECK_THROWS_WITH(ask(server, script),
                      "[[sight]] 1: 3000, 2000 is not on the map, which is x from 40 to 1960 and y from 1040 "
                      "to 2960");
}

TEST_CASE("ask_ground: a refusal says what was asked for", "[ground]")
{
    SlopeService service;
    service.look = [](const model::TerrainSightCall&) -> std::vector<model::TerrainSightLine> {
        throw net::RpcError(net::RpcCode::InvalidParams, "found a hole");
    };
    const FlowServer server(service);
    CHECK_THROWS_WITH(ask(server, two_lines()), "[[sight]] 1: found a hole");
}

TEST_CASE("ask_ground: fewer lines than were asked for are an error", "[ground]")
{
    SlopeService service;
    service.look = [](const model::TerrainSightCall&) { return std::vector<model::TerrainSightLine>(1); };
    const FlowServer server(service);
    CHECK_THROWS_WITH(ask(server, two_lines()),
                      ContainsSubstring("answered with 1 lines of sight where 2 were asked for"));
}

TEST_CASE("ask_ground: a tile of another kind is no viewshed", "[ground]")
{
    SlopeService service;
    service.change_tile = [](model::TerrainTilePreamble& tile) { tile.kind = model::TileKind::Colours; };
    const FlowServer server(service);
    CHECK_THROWS_WITH(ask(server, one_viewshed()), "what the node sent is no terrain.viewshed");
}

TEST_CASE("ask_ground: a program that fails gives the node's reason", "[ground]")
{
    SlopeService service;
    service.change_tile = [](model::TerrainTilePreamble&) {
        throw std::runtime_error("the file is damaged");
    };
    const FlowServer server(service);
    ScriptTerrain script;
    script.picture = "map.png";
    CHECK_THROWS_WITH(ask(server, script), ContainsSubstring("terrain.image has ended: the file is damaged"));
}

TEST_CASE("ask_ground: a node that goes away ends the wait", "[ground]")
{
    SlopeService service;
    FlowServer server(service);
    service.change_tile = [&](model::TerrainTilePreamble&) {
        server.stop();
        throw std::runtime_error("too late");
    };
    CHECK_THROWS_AS(ask(server, one_viewshed()), std::runtime_error);
}

TEST_CASE("ask_ground: Ctrl-C ends the wait", "[ground]")
{
    const Interrupt before;  // before any thread: the signal is for ask_ground(), not for this program
    SlopeService service;
    service.look = [](const model::TerrainSightCall&) {
        kill(getpid(), SIGINT);
        return std::vector<model::TerrainSightLine>(2);
    };
    const FlowServer server(service);
    auto script = two_lines();
    script.viewshed = one_viewshed().viewshed;
    CHECK_THROWS_WITH(ask(server, script), ContainsSubstring("interrupted while waiting for"));
}
