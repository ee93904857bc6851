#include "app/show/scene_legends.h"

#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

/// What two layers show, in a picture that may have some already.
struct Picture {
    render::Legend speed{.title = "speed", .units = "m/s"}, pressure{.title = "p"};
    model::Layer flow{.kind = "lines", .title = "Flow"}, smoke{.kind = "particles"};
    std::vector<render::Legend> shown;

    void set(const std::vector<const render::Legend*>& legends)
    {
        set_legends(shown, legends, [&](const render::Legend& legend, const auto& take) {
            take_layer_name(legend == speed ? flow : smoke, take);
        });
    }
};

}  // namespace

TEST_CASE("set_legends: of several each is headed by its layer", "[legend]")
{
    Picture picture;
    picture.set({&picture.speed, &picture.pressure});
    REQUIRE(picture.shown.size() == 2);
    CHECK(picture.shown[0].title == "Flow: speed");
    CHECK(picture.shown[0].units == "m/s");
    CHECK(picture.shown[1].title == "Particles: p");
    picture.flow.title = "Lines";
    picture.smoke.kind = "vortex-cores";
    picture.set({&picture.speed, &picture.pressure});
    CHECK(picture.shown[0].title == "Lines: speed");
    CHECK(picture.shown[1].title == "Vortex cores: p");
}

TEST_CASE("set_legends: one alone has its scalar's name", "[legend]")
{
    Picture picture;
    picture.set({&picture.speed, &picture.pressure});
    picture.set({&picture.speed});
    CHECK(picture.shown == std::vector{picture.speed});
}

TEST_CASE("set_legends: what is there already stays where it is", "[legend]")
{
    Picture picture;
    picture.set({&picture.speed, &picture.pressure});
    const auto* const before = picture.shown[0].title.data();
    picture.set({&picture.speed, &picture.pressure});
    CHECK(picture.shown[0].title.data() == before);
}
