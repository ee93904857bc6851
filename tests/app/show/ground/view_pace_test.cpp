#include "app/show/ground/view_pace.h"

#include "tests/catch.h"

using farfield::app::ViewPace;

namespace {

constexpr std::array<std::uint32_t, 2> picture{1920, 1080};

double pixels_of(std::array<std::uint32_t, 2> size)
{
    return static_cast<double>(size[0]) * size[1];
}

}  // namespace

TEST_CASE("ViewPace: the first view is as large as the picture", "[pace]")
{
    CHECK(ViewPace().size_for(picture, 20.0) == picture);
    CHECK_FALSE(ViewPace().views_per_second());
}

TEST_CASE("ViewPace: a node that takes four times as long as is wanted sends a quarter of the pixels",
          "[pace]")
{
    ViewPace pace;
    pace.took(0.2, 1920 * 1080);
    const auto size = pace.size_for(picture, 20.0);
    CHECK(pixels_of(size) == Approx(pixels_of(picture) / 4.0).epsilon(0.01));
    CHECK(pace.views_per_second().value() == Approx(5.0));
}

TEST_CASE("ViewPace: settles where views come as often as is wanted, at any speed of the node", "[pace]")
{
    for (const double seconds_per_pixel : {1e-9, 1e-8, 1e-7, 3e-7}) {
        ViewPace pace;
        std::array<std::uint32_t, 2> size = picture;
        for (int i = 0; i < 40; ++i) {
            pace.took(seconds_per_pixel * pixels_of(size), std::uint64_t{size[0]} * size[1]);
            size = pace.size_for(picture, 20.0);
        }
        CAPTURE(seconds_per_pixel, size[0]);
        CHECK((pixels_of(size) * seconds_per_pixel <= 0.051 || size[0] == 240));
    }
}

TEST_CASE("ViewPace: never smaller than an eighth of a side, never larger than the picture", "[pace]")
{
    ViewPace slow, fast;
    slow.took(100.0, 1920 * 1080);
    fast.took(1e-6, 1920 * 1080);
    CHECK(slow.size_for(picture, 60.0) == std::array<std::uint32_t, 2>{240, 135});
    CHECK(fast.size_for(picture, 60.0) == picture);
}
