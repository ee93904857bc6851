#include "app/show/ground/terrain_to_scene.h"

#include "model/programs/terrain_view.h"
#include "net/message/byte_order.h"
#include "render/scene/camera_pose.h"
#include "tests/catch.h"

#include <limits>
#include <vector>

using namespace farfield;

namespace {

struct Message {
    std::vector<std::byte> payload;
    net::MessageHeader header;
};

Message view_of(std::uint32_t width, std::uint32_t height, float range,
                const model::Pose& pose = {
                    .eye = {1.0, 2.0, 3.0}, .heading = 40.0, .pitch = -5.0, .roll = 1.0})
{
    const std::uint64_t pixels = std::uint64_t{width} * height;
    Message message;
    message.payload.resize(model::terrain_payload_bytes(pixels));
    model::encode_preamble({.width = width, .height = height, .pose = pose},
                           std::span(message.payload).first<model::terrain_preamble_bytes>());
    for (std::uint64_t i = 0; i < pixels; ++i)
        net::store_big(message.payload.data() + model::terrain_preamble_bytes + 4 * i, range);
    message.header.type = net::MessageType::TerrainView;
    message.header.payload_bytes = message.payload.size();
    return message;
}

}  // namespace

TEST_CASE("terrain_frame_in: says where a view's arrays lie and what it was cast for", "[terrain]")
{
    const Message message = view_of(40, 30, 1000.0F);
    const auto frame = app::terrain_frame_in(3, message.payload, message.header);
    REQUIRE(frame);
    CHECK(frame->slot == 3);
    CHECK(frame->width == 40);
    CHECK(frame->height == 30);
    CHECK(frame->range_bytes == 128);
    CHECK(frame->elevation_bytes == model::elevation_offset(1200));
    CHECK(frame->pose.eye == model::Point{1, 2, 3});
    CHECK(frame->pose.heading == 40.0);
    CHECK(frame->nearest_metres == Approx(700.0F));
}

TEST_CASE("terrain_frame_in: a view of sky alone has a nearest distance all the same", "[terrain]")
{
    const Message message = view_of(8, 8, std::numeric_limits<float>::quiet_NaN());
    const auto frame = app::terrain_frame_in(0, message.payload, message.header);
    REQUIRE(frame);
    CHECK(frame->nearest_metres > 0.0F);
}

TEST_CASE("terrain_frame_in: a size that its bytes do not bear out is no view", "[terrain]")
{
    for (const std::uint32_t width : {0U, 39U, 41U, 0xFFFFFFFFU}) {
        Message message = view_of(40, 30, 1000.0F);
        net::store_big(message.payload.data(), width);
        CHECK_FALSE(app::terrain_frame_in(0, message.payload, message.header));
    }
    Message cut = view_of(40, 30, 1000.0F);
    cut.header.payload_bytes = 100;
    CHECK_FALSE(app::terrain_frame_in(0, std::span(cut.payload).first(100), cut.header));
    Message other = view_of(40, 30, 1000.0F);
    other.header.type = net::MessageType::Particles;
    CHECK_FALSE(app::terrain_frame_in(0, other.payload, other.header));
}

TEST_CASE("terrain_frame_in: an impossible pose is no view", "[terrain]")
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double number : {nan, infinity, -infinity})
        for (const model::Pose& pose : {model::Pose{.eye = {number, 0.0, 0.0}},
                                        {.eye = {0.0, 0.0, number}},
                                        {.heading = number},
                                        {.pitch = number},
                                        {.roll = number},
                                        {.hfov = number}}) {
            const Message message = view_of(8, 8, 1.0F, pose);
            CHECK_FALSE(app::terrain_frame_in(0, message.payload, message.header));
        }
    for (const double hfov : {0.0, -60.0, 180.0, 360.0}) {
        const Message message = view_of(8, 8, 1.0F, {.hfov = hfov});
        CHECK_FALSE(app::terrain_frame_in(0, message.payload, message.header));
    }
}

TEST_CASE("seen_in: through a view with rays that are no numbers nothing is seen", "[terrain]")
{
    const Message message = view_of(8, 8, 1.0F, {.heading = 0.0, .hfov = 1e-300});
    const auto frame = app::terrain_frame_in(0, message.payload, message.header);
    REQUIRE(frame);
    model::Pose wide = frame->pose;
    wide.hfov = 60.0;
    const render::CameraView camera = render::camera_of(wide, 1.0);
    for (const glm::dvec2 point : {glm::dvec2{0.5, 0.5}, {0.1, 0.9}, {1.0, 0.0}})
        CHECK_FALSE(app::seen_in(*frame, message.payload, camera, point));
}

TEST_CASE("coordinates_of, place_of: lead there and back", "[terrain]")
{
    model::TerrainDescription terrain;
    terrain.origin = {8.5, 46.5};
    terrain.metres_per_unit = {77000.0, 111000.0};
    const glm::dvec3 place{1234.0, -987.0, 55.0};
    const glm::dvec3 back = app::place_of(terrain, app::coordinates_of(terrain, place));
    for (int i = 0; i < 3; ++i) CHECK(back[i] == Approx(place[i]));
    CHECK(app::coordinates_of(terrain, {77000.0, 0.0, 0.0}).x == Approx(9.5));
}
