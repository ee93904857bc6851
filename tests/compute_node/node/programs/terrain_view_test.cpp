#include "compute_node/node/programs/terrain_view.h"

#include "tests/catch.h"
#include "tests/compute_node/node/programs/next_frame.h"

#include <memory>
#include <vector>

using namespace farfield;
using namespace farfield::node;
namespace net = farfield::net;

namespace {

model::Pose pose_of(double heading)
{
    return {.eye = {0.0, 0.0, 9000.0}, .heading = heading, .pitch = -30.0, .roll = 0.0, .hfov = 50.0};
}

/// The program on a small terrain, with poses by their headings.
struct Views {
    explicit Views(const net::Json& params)
    {
        net::ProgramStart start;
        start.slot_bytes = 1 << 16;
        start.params = params;
        start.params["size"] = {4, 3};
        OpenTerrains terrains{{}, std::make_shared<MemoryBudget>(1 << 30)};
        program = std::make_unique<TerrainViewProgram>(terrains.open("fractal:64"), start, 1);
    }
    [[nodiscard]] std::optional<model::Pose> next()
    {
        const auto frame = next_frame(*program, buffer);
        if (!frame) return std::nullopt;
        return model::decode_terrain_preamble(frame->payload.first<model::terrain_preamble_bytes>()).pose;
    }
    [[nodiscard]] static net::Json listed(std::initializer_list<double> headings)
    {
        net::Json poses = net::Json::array();
        for (const double heading : headings) poses.push_back(pose_of(heading).to_json());
        return {{"poses", poses}};
    }

    std::unique_ptr<TerrainViewProgram> program;
    std::vector<std::byte> buffer = std::vector<std::byte>(1 << 16);
};

}  // namespace

TEST_CASE("TerrainViewProgram: members of a pose that are not named stay as they are", "[terrain]")
{
    Views views{{{"heading", 10}}};
    const auto first = views.next();
    REQUIRE(first);
    CHECK(first->heading == 10.0);
    CHECK_FALSE(views.next());
    views.program->update({{"pitch", -5}});
    views.program->update({{"hfov", 40}});
    const auto second = views.next();
    CHECK((second->eye == first->eye && second->heading == 10.0 && second->pitch == -5.0));
    CHECK(second->hfov == 40.0);
}

TEST_CASE("TerrainViewProgram: a list is cast in order, and goes on after an update of other settings",
          "[terrain]")
{
    Views views{Views::listed({1, 2, 3})};
    CHECK(views.next() == pose_of(1));
    views.program->update({{"detail", 0}});
    CHECK(views.next() == pose_of(2));
    CHECK(views.next() == pose_of(3));
    CHECK_FALSE(views.next());
    views.program->update({{"curved", true}});
    CHECK(views.next() == pose_of(3));
    CHECK_FALSE(views.next());
}

TEST_CASE("TerrainViewProgram: a pose that is named ends a list, from its newest frame on", "[terrain]")
{
    Views views{Views::listed({1, 2, 3})};
    CHECK(views.next() == pose_of(1));
    views.program->update({{"pitch", -60}});
    auto expected = pose_of(1);
    expected.pitch = -60.0;
    CHECK(views.next() == expected);
    CHECK_FALSE(views.next());
    views.program->update(Views::listed({7}));
    CHECK(views.next() == pose_of(7));
}
