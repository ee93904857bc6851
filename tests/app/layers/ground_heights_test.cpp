#include "app/layers/ground_heights.h"

#include "app/show/program_driver.h"
#include "model/programs/terrain_params.h"
#include "tests/app/layers/slope_service.h"
#include "tests/app/show/connected_link.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;

namespace {

/// Heights of the slope, asked for through a driver as a layer does it.
class Heights {
public:
    explicit Heights(FlowServer& server) : connection_(server) {}

    void ask(std::vector<glm::dvec2> places)
    {
        ground_.ask(slope(), std::move(places));
        follow();
    }
    [[nodiscard]] bool come()
    {
        return connection_.eventually([this] {
            if (ground_.take()) follow();
            return ground_.is_complete();
        });
    }
    [[nodiscard]] std::vector<std::optional<double>> heights() const { return ground_.heights(); }

private:
    void follow()
    {
        const std::string id = "sight";
        const LayerState state{.document = document_,
                               .id = id,
                               .layer = layer_,
                               .data = data_,
                               .frame = frame_,
                               .eye = std::nullopt,
                               .camera_at = camera_,
                               .link = connection_.link()};
        driver_.want(ground_.request(state));
    }

    ConnectedLink connection_;
    model::Document document_;
    model::Layer layer_;
    OpenData data_{.source = {.kind = model::DataKind::Terrain, .name = "slope"},
                   .dataset = std::nullopt,
                   .terrain = slope()};
    SceneFrame frame_;
    std::function<render::CameraView(std::uint64_t, double)> camera_;
    GroundHeights ground_;
    ProgramDriver driver_{connection_.link(),
                          ground_.intake(),
                          {.answered = [](const net::Json&) {},
                           .arrived = [] {},
                           .problem = [](const std::string&) {},
                           .solved = [] {},
                           .ended = [](const std::string&) {},
                           .shrink = {}}};
};

}  // namespace

TEST_CASE("GroundHeights: heights are those of the finest tiles", "[ground]")
{
    SlopeService service;
    FlowServer server(service);
    Heights heights(server);
    heights.ask({{0.0, 0.0}, {100.0, 35.0}, {-480.0, 480.0}});
    REQUIRE(heights.come());
    const auto found = heights.heights();
    CHECK(found.at(0) == Approx(200.0));
    CHECK(found.at(1) == Approx(210.0));
    CHECK(found.at(2) == Approx(152.0));
}

TEST_CASE("GroundHeights: there is no height off the map", "[ground]")
{
    SlopeService service;
    FlowServer server(service);
    Heights heights(server);
    heights.ask({{5000.0, 0.0}, {0.0, 0.0}});
    REQUIRE(heights.come());
    CHECK_FALSE(heights.heights().at(0));
    CHECK(heights.heights().at(1) == Approx(200.0));
}

TEST_CASE("GroundHeights: without a place nothing is asked for", "[ground]")
{
    SlopeService service;
    FlowServer server(service);
    Heights heights(server);
    heights.ask({});
    CHECK(heights.come());
    CHECK(heights.heights().empty());
}

TEST_CASE("GroundHeights: tiles of an earlier question are not taken for those of a later one", "[ground]")
{
    SlopeService service;
    FlowServer server(service);
    Heights heights(server);
    for (int i = 0; i < 20; ++i) {
        heights.ask({{-400.0, 0.0}});
        heights.ask({{400.0, 10.0 * i}});
        REQUIRE(heights.come());
        REQUIRE(heights.heights().at(0) == Approx(240.0));
    }
}
