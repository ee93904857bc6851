#include "compute_node/terrain/heights/height_units.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::terrain;

TEST_CASE("height_unit: names are known in the spellings that files have", "[terrain]")
{
    for (const char* name : {"m", "M", "metre", "Metres", "meter", "METERS"})
        CHECK(height_unit(name)->name == "metre");
    for (const char* name : {"ft", "foot", "Feet", "International foot", "foot (international)"})
        CHECK(height_unit(name)->metres == 0.3048);
    for (const char* name : {"US survey foot", "us-ft", "ftUS", "US_survey_foot", "Foot_US", "sft"})
        CHECK(height_unit(name)->metres == Approx(0.304800609601).epsilon(1e-12));
    CHECK(height_unit("cm")->metres == 0.01);
    CHECK(height_unit("fathom")->metres == 1.8288);
}

TEST_CASE("height_unit: other words are no units", "[terrain]")
{
    for (const char* name : {"", " ", "cubits", "degrees", "e", "foot metre", "mm2"})
        CHECK_FALSE(height_unit(name));
}
