#include "model/styles/vertical.h"

#include "tests/catch.h"

using namespace farfield::model;

TEST_CASE("vertical_of: reads what heights count from", "[styles]")
{
    CHECK(vertical_of("")->datum == std::nullopt);
    CHECK(vertical_of("egm96")->datum == Vertical::Datum::Egm96);
    CHECK(vertical_of("ellipsoid")->datum == Vertical::Datum::Ellipsoid);
    CHECK(vertical_of("clamp")->clamps);
    REQUIRE(vertical_of("offset:-50.7"));
    CHECK(vertical_of("offset:-50.7")->datum == Vertical::Datum::Offset);
    CHECK(vertical_of("offset:-50.7")->offset_metres == -50.7);
}

TEST_CASE("vertical_of: refuses all else", "[styles]")
{
    for (const char* text : {"EGM96", "geoid", "offset:", "offset:1m", "offset:nan", "offset:99999", " "})
        CHECK_FALSE(vertical_of(text));
}
