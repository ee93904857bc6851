#include "model/report/chart.h"

#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/count_of.h"

using namespace farfield::model;
using farfield::test::count_of;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("line_chart: has a dot for each point that has a place", "[report]")
{
    const std::vector<glm::dvec2> points{{0, 10}, {1, 1}, {2, 0}, {3, 0.1}};
    CHECK(count_of(line_chart({.x = {"n"}, .y = {"chi2"}}, points), "<circle") == 4);
    const std::string logarithmic = line_chart({.x = {"n"}, .y = {"chi2", true}}, points);
    CHECK(count_of(logarithmic, "<circle") == 3);  // 0 has no logarithm
    // 1 is in the middle between 0.1 and 10: of 12 and 260 - 40.
    CHECK_THAT(logarithmic, ContainsSubstring("cy=\"116.0\""));
    CHECK(line_chart({.x = {"n"}, .y = {"chi2"}}, std::vector<glm::dvec2>{{0, 1}}).empty());
}

TEST_CASE("line_chart: what is above the axis lies at its end", "[report]")
{
    const std::vector<glm::dvec2> points{{0, 1}, {1, 100}};
    const std::string chart =
        line_chart({.x = {"s"}, .y = {.title = "rate", .low = 0.0, .high = 2.0}}, points);
    CHECK_THAT(chart, ContainsSubstring("cy=\"116.0\"") && ContainsSubstring("cy=\"12.0\""));
}

TEST_CASE("bar_chart: parts stand on top of each other and fill the height that they have together",
          "[report]")
{
    const std::vector<ChartBar> bars{{0.0, 1.0, {1.0, 3.0}}, {1.0, 2.0, {0.0, 2.0}}};
    const std::string chart = bar_chart({.x = {"frame"}, .y = {"ms"}}, bars);
    CHECK(count_of(chart, "<rect") == 3);  // none of no height
    CHECK_THAT(chart, ContainsSubstring("class=\"s0\" x=\"70.00\" y=\"168.00\"") &&
                          ContainsSubstring("height=\"52.00\"") && ContainsSubstring("height=\"156.00\""));
}

TEST_CASE("histogram_chart: the fullest interval has the full height", "[report]")
{
    const std::vector<double> values{0.0, 0.001, 0.002, 1.0};
    const std::string chart = histogram_chart("residual", values);
    CHECK(count_of(chart, "<rect") == 2);
    CHECK_THAT(chart, ContainsSubstring("height=\"208.00\""));  // 260 - 40 - 12, of three
    CHECK_THAT(chart, ContainsSubstring("height=\"69.33\""));   // a third of it
    CHECK(histogram_chart("residual", std::vector<double>(5, 1.0)).empty());
}
