#include "model/programs/bundles/entities.h"

#include "tests/catch.h"

using namespace farfield::model;

TEST_CASE("EntitiesParams: what is read is written again", "[programs]")
{
    const Json json = Json::parse(R"({
        "interest": [{"circle": [8.0, 46.5, 30.0]}, {"box": [170.0, -10.0, -170.0, 10.0]},
                     {"addresses": [[0, 1023], [5000, 5000]]}],
        "exercises": [1, 2], "sites": [17], "kinds": [1], "domains": [2], "forces": [1],
        "entities": ["17:23:1", "65535:0:65535"], "pdu_types": [1, 67], "rate": 30.0,
        "far": {"km": 50.0, "rate": 1.0}, "priority": [2, 3, [7, 9]], "history": "none", "publish": true,
        "publisher": "0123456789abcdef0123456789abcdef"})");
    const auto params = read<EntitiesParams>(json);
    CHECK(write(params) == json);
    CHECK(params.entities[0].id == (17ULL << 32U | 23U << 16U | 1U));
    CHECK(std::get<CircleArea>(params.interest[0].area) == CircleArea{8.0, 46.5, 30.0});
    CHECK(std::get<BoxArea>(params.interest[1].area).west == 170.0);
    CHECK(params.far == FarRate{50.0, 1.0});
}

TEST_CASE("EntitiesParams: without members everything is wanted, with history", "[programs]")
{
    const auto params = read<EntitiesParams>(Json::object());
    CHECK(params == EntitiesParams{});
    REQUIRE(params.interest.size() == 1);
    CHECK(std::holds_alternative<AllArea>(params.interest[0].area));
    CHECK(params.history == EntityHistory::Newest);
}

TEST_CASE("EntitiesParams: a faulty member is refused by its name", "[programs]")
{
    const auto* const text =
        GENERATE(R"({"interest": [{"circle": [8, 46.5]}]})", R"({"interest": [{"circle": [8, 91, 3]}]})",
                 R"({"interest": [{"circle": [8, 46, -1]}]})", R"({"interest": [{"box": [0, 10, 1, 9]}]})",
                 R"({"interest": [{"all": false}]})", R"({"interest": [{"all": true, "box": [0, 0, 1, 1]}]})",
                 R"({"interest": [{}]})", R"({"interest": [{"addresses": [[5, 4]]}]})",
                 R"({"interest": [{"addresses": [[0, 65536]]}]})", R"({"interest": [{"square": 1}]})",
                 R"({"entities": ["17:23"]})", R"({"entities": ["17:23:1:4"]})",
                 R"({"entities": ["17:23:65536"]})", R"({"entities": ["17:23:-1"]})",
                 R"({"exercises": [256]})", R"({"rate": -1})", R"({"far": {"km": 5, "rate": 0}})",
                 R"({"priority": [256]})", R"({"history": "all"})", R"({"publisher": "0123"})");
    CHECK_THROWS_AS(read<EntitiesParams>(Json::parse(text)), FieldError);
}

TEST_CASE("EntitiesParams: 64 shapes are taken, 65 are refused by the limit's name", "[programs]")
{
    Json json{{"interest", Json::array()}};
    for (int i = 0; i < 64; ++i) json["interest"].push_back({{"circle", {0.0, 0.0, 1e9}}});
    CHECK(read<EntitiesParams>(json).interest.size() == 64);
    json["interest"].push_back({{"all", true}});
    try {
        (void)read<EntitiesParams>(json);
        FAIL("65 shapes");
    } catch (const LimitError& error) {
        CHECK(error.limit == "max_interest");
        CHECK(error.asked == 65);
    }
}
