#include "relay/peers/interest_union.h"

#include "tests/catch.h"

using namespace farfield;
using namespace farfield::net::relay;

namespace {

InterestShapes addresses(std::vector<model::AddressRange> ranges)
{
    return {{.area = model::AddressArea{std::move(ranges)}}};
}

}  // namespace

TEST_CASE("union_of: addresses of all become ranges without gaps", "[relay]")
{
    const std::vector<InterestShapes> interests{addresses({{10, 20}, {40, 40}}), addresses({{21, 30}}),
                                                addresses({{65'535, 65'535}, {15, 25}})};
    CHECK(union_of(interests) == addresses({{10, 30}, {40, 40}, {65'535, 65'535}}));
}

TEST_CASE("union_of: everything stays everything, and nothing stays nothing", "[relay]")
{
    const InterestShapes all{model::InterestShape{}};
    CHECK(union_of(std::vector{addresses({{1, 2}}), all}) == all);
    CHECK(union_of({}).empty());
    CHECK(union_of(std::vector<InterestShapes>{{}, {}}).empty());
}

TEST_CASE("union_of: shapes that several want are asked for once, too many as everything", "[relay]")
{
    const InterestShapes circle{{.area = model::CircleArea{8, 46, 5}}};
    CHECK(union_of(std::vector{circle, circle}) == circle);
    std::vector<InterestShapes> many;
    for (int i = 0; i < 65; ++i) many.push_back({{.area = model::CircleArea{static_cast<double>(i), 46, 5}}});
    CHECK(union_of(many) == InterestShapes{model::InterestShape{}});
}

TEST_CASE("union_of: addresses in more ranges than one list may have come in several", "[relay]")
{
    std::vector<InterestShapes> many;
    for (std::uint32_t first = 0; first < 65'536; first += 8'192) {
        std::vector<model::AddressRange> ranges;
        for (std::uint32_t address = first; address < first + 8'192; address += 2)
            ranges.push_back({static_cast<std::uint16_t>(address), static_cast<std::uint16_t>(address)});
        many.push_back(addresses(std::move(ranges)));
    }
    const InterestShapes all = union_of(many);
    REQUIRE(all.size() == 8);
    for (const auto& shape : all)
        CHECK(std::get<model::AddressArea>(shape.area).ranges.size() == model::max_listed_values);
}
