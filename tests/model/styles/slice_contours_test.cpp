#include "model/styles/slice_style.h"
#include "tests/catch.h"
#include "tests/model/refusal.h"

using namespace farfield::model;
using Catch::Matchers::ContainsSubstring;

namespace {

Json read_and_written(const Json& contours)
{
    return write(read<SliceStyle>(Json{{"contours", contours}}))["contours"];
}

std::string refused(const Json& contours)
{
    return farfield::model::test::refusal([](const Json& style) { return read<SliceStyle>(style); },
                                          {{"contours", contours}});
}

}  // namespace

TEST_CASE("SliceContours: are a distance, a count or values", "[styles]")
{
    CHECK(read_and_written(250.0) == Json(250.0));
    CHECK(read_and_written({{"count", 10}}) == Json{{"count", 10}});
    CHECK(read_and_written({2.0, 0.5, 1.0}) == Json{0.5, 1.0, 2.0});
    CHECK(SliceContours{.count = 3}.values_in(0.0, 2.0) == std::vector{0.5, 1.0, 1.5});
    CHECK(SliceContours{.values = {7.0}}.values_in(0.0, 2.0) == std::vector{7.0});
    CHECK(SliceContours{.every = 0.5}.values_in(0.0, 2.0).empty());
    for (const Json& wrong : {Json(0.0), Json(-1.0), Json("ten"), Json::array(), Json{{"count", 0}}})
        CHECK_FALSE(refused(wrong).empty());
    CHECK_THAT(refused(std::vector<double>(65, 1.0)), ContainsSubstring("max_contours"));
}

TEST_CASE("SliceContours: are typed as words, and shown as they are typed", "[styles]")
{
    const auto json = [](const char* text) { return contours_in_text(text); };
    CHECK(json("10") == Json{{"count", 10}});
    CHECK(json("0.5, 1, 2") == Json{0.5, 1.0, 2.0});
    CHECK(json("2.0") == Json{2.0});
    CHECK(json("every 0.25") == Json(0.25));
    CHECK(json("many") == Json("many"));
    CHECK(json("1, x") == Json("1, x"));
    for (const char* text : {"10", "0.5, 1, 2", "2.0", "0.1", "every 0.25", "-3, 1e+20"})
        CHECK(text_of_contours(json(text)) == text);
}
