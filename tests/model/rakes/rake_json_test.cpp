#include "model/programs/particle_params.h"

#include <limits>

#include "net/message/control_messages.h"
#include "net/message/limits.h"
#include "tests/catch.h"

using namespace farfield::net;
using namespace farfield::model;

namespace {
constexpr std::uint32_t largest_count = std::numeric_limits<std::uint32_t>::max();

const Json line = {{"kind", "line"}, {"from", {0, 0, 0}}, {"to", {1, 2, 3}}, {"seeds", 5}};
const Json circle = {
    {"kind", "circle"}, {"centre", {0, 0, 0}}, {"normal", {0, 0, 1}}, {"radius", 2.0}, {"seeds", 5}};
const Json sphere = {{"kind", "sphere"}, {"centre", {0, 0, 0}}, {"radius", 2.0}, {"seeds", 5}};
const Json box = {{"kind", "box"}, {"lo", {0, 0, 0}}, {"hi", {1, 2, 3}}, {"seeds", {2, 3, 4}}};

Json with(Json json, const char* name, const Json& value)
{
    json[name] = value;
    return json;
}

/// A list of so many seeds.
Json list_of(std::size_t count)
{
    return {{"kind", "list"}, {"at", Json(count, Json{1, 2, 3})}};
}

RpcError rakes_refusal(const Json& rakes)
{
    try {
        (void)read<ParticleParams>({{"rakes", rakes}});
    } catch (const std::runtime_error& error) {
        return error_of(error);
    }
    return {RpcCode::InternalError, "not refused"};
}

/// The reader's error for the third of three rakes.
std::string rake_complaint(const Json& third)
{
    const auto error = rakes_refusal({line, line, third});
    CHECK(error.code == RpcCode::InvalidParams);
    return error.what();
}

std::string line_complaint(const char* name, const Json& value)
{
    return rake_complaint(with(line, name, value));
}
}  // namespace

TEST_CASE("Rake: counts its seeds and particles", "[rake]")
{
    CHECK(Rake{PointRake{}, 7}.particles() == 7);
    CHECK(Rake{LineRake{.seeds = 5}, 3}.particles() == 15);
    CHECK(Rake{PlaneRake{.seeds = {4, 5}}, 6}.particles() == 120);
    CHECK(Rake{CircleRake{.seeds = 8}, 2}.particles() == 16);
    CHECK(Rake{SphereRake{.seeds = 9}, 2}.particles() == 18);
    CHECK(Rake{BoxRake{.fill = BoxLattice{2, 3, 4}}, 2}.particles() == 48);
    CHECK(Rake{BoxRake{.fill = RandomPlaces{.seeds = 7}}, 2}.particles() == 14);
    CHECK(Rake{ListRake{{{1, 2, 3}, {4, 5, 6}}}, 2}.particles() == 4);
    CHECK(Rake{SliceRake{.seeds = {4, 5}}, 6}.particles() == 120);
    CHECK(Rake{IsovalueRake{.seeds = 8}, 2}.particles() == 16);
}

TEST_CASE("Rake: a count that does not fit in 64 bits is the largest", "[rake]")
{
    constexpr auto largest = std::numeric_limits<std::uint64_t>::max();
    CHECK(Rake{PlaneRake{.seeds = {largest_count, largest_count}}, largest_count}.particles() == largest);
    CHECK(Rake{BoxRake{.fill = BoxLattice{largest_count, largest_count, largest_count}}, 1}.seeds() ==
          largest);
}

TEST_CASE("rake: reads what to_json writes, of every kind", "[rake]")
{
    const std::vector<Rake> rakes{
        {PointRake{{1, 2, 3}}, 4},
        {LineRake{{0, 0, 0}, {1, 0.5, 0}, 10}, 1},
        {PlaneRake{{1, 1, 1}, {2, 0, 0}, {0, 3, 0}, {4, 5}}, 2},
        {CircleRake{{1, 2, 3}, {0, 1, 0.5}, 0.25, 12}, 3},
        {SphereRake{{1, 2, 3}, 0.5, 100}, 1},
        {SphereRake{{1, 2, 3}, 0.5, 100, largest_count}, 1},
        {BoxRake{{0, 1, 2}, {3, 4, 5}, BoxLattice{6, 7, 8}}, 1},
        {BoxRake{{0, 1, 2}, {3, 4, 5}, RandomPlaces{.seeds = 9, .random_seed = 10}}, 1},
        {ListRake{{{1, 2, 3}, {4, 5, 6}}}, 1},
        {ListRake{{{1, 2, 3}, {4, 5, 6}}, {0.5, 0.25}}, 1},
        {SliceRake{1, -0.5, {7, 8}}, 3},
        {IsovalueRake{"q-criterion", 0.125, 90}, 2}};
    for (const auto& written : rakes) CHECK(rake(to_json(written)) == written);
}

TEST_CASE("rake: reads the protocol's examples", "[rake]")
{
    CHECK(rake(circle) == Rake{CircleRake{{0, 0, 0}, {0, 0, 1}, 2.0, 5}, 1});
    CHECK(rake(with(sphere, "fill", "lattice")) == Rake{SphereRake{{0, 0, 0}, 2.0, 5}, 1});
    CHECK(rake(with(sphere, "fill", "random")) == Rake{SphereRake{{0, 0, 0}, 2.0, 5, 0}, 1});
    CHECK(rake(box) == Rake{BoxRake{{0, 0, 0}, {1, 2, 3}, BoxLattice{2, 3, 4}}, 1});
    const auto random = with(with(with(box, "fill", "random"), "seeds", 50), "random_seed", 7);
    CHECK(rake(random) == Rake{BoxRake{{0, 0, 0}, {1, 2, 3}, RandomPlaces{50, 7}}, 1});
}

TEST_CASE("rake: a faulty member is named with what was expected and found", "[rake]")
{
    CHECK(line_complaint("seeds", -3) ==
          "parameter 'rakes[2].seeds': expected an integer of at least 1, found -3");
    CHECK(line_complaint("seeds", 0) ==
          "parameter 'rakes[2].seeds': expected an integer of at least 1, found 0");
    CHECK(line_complaint("seeds", 1ULL << 32) ==
          "parameter 'rakes[2].seeds': expected an integer of at most 4294967295, found 4294967296");
    CHECK(line_complaint("particles_per_seed", 0) ==
          "parameter 'rakes[2].particles_per_seed': expected an integer of at least 1, found 0");
    CHECK(line_complaint("from", {1, 2}) ==
          "parameter 'rakes[2].from': expected an array of three numbers, found an array of 2");
    CHECK(line_complaint("from", {1, "2", 3}) ==
          "parameter 'rakes[2].from[1]': expected a number, found \"2\"");
    CHECK(line_complaint("sedes", 3) ==
          "parameter 'rakes[2].sedes': unknown; there are: kind, from, to, seeds, particles_per_seed, "
          "inject_start, inject_end, inject_interval");
    CHECK(line_complaint("kind", "helix") == "parameter 'rakes[2].kind': expected \"point\" or \"line\" or "
                                             "\"plane\" or \"circle\" or \"sphere\" or "
                                             "\"box\" or \"list\" or \"slice\" or \"isovalue\", "
                                             "found \"helix\"");
}

TEST_CASE("rake: what a circle, a sphere, a box or a list cannot have is named", "[rake]")
{
    CHECK(rake_complaint(with(circle, "normal", {0, 0, 0})) ==
          "parameter 'rakes[2].normal': expected a direction other than [0, 0, 0], found an array of 3");
    CHECK(rake_complaint(with(circle, "radius", 0)) ==
          "parameter 'rakes[2].radius': expected a number above 0, found 0");
    CHECK(rake_complaint(with(sphere, "radius", -1.5)) ==
          "parameter 'rakes[2].radius': expected a number above 0, found -1.5");
    CHECK(rake_complaint(with(sphere, "fill", "hexagons")) ==
          "parameter 'rakes[2].fill': expected \"lattice\" or \"random\", found \"hexagons\"");
    CHECK(rake_complaint(with(box, "random_seed", 3)) ==
          "parameter 'rakes[2].random_seed': unknown; there are: kind, lo, hi, seeds, fill, "
          "particles_per_seed, inject_start, inject_end, inject_interval");
    CHECK(rake_complaint(with(box, "seeds", 3)) ==
          "parameter 'rakes[2].seeds': expected an array of three integers, found 3");
    CHECK(rake_complaint(with(box, "fill", "random")) ==
          "parameter 'rakes[2].seeds': expected an integer of at least 1, found an array of 3");
    CHECK(rake_complaint(list_of(0)) ==
          "parameter 'rakes[2].at': expected at least one seed, found an array of 0");
    CHECK(rake_complaint({{"kind", "list"}, {"at", {{1, 2, 3}, {1, 2}}}}) ==
          "parameter 'rakes[2].at[1]': expected an array of three numbers, found an array of 2");
}

TEST_CASE("rake: what a slice, an isovalue or a list with times cannot have is named", "[rake]")
{
    const Json slice{{"kind", "slice"}, {"axis", "z"}, {"position", 0.5}, {"seeds", {2, 3}}};
    CHECK(rake(slice) == Rake{SliceRake{2, 0.5, {2, 3}}});
    CHECK(rake_complaint(with(slice, "axis", "w")) ==
          "parameter 'rakes[2].axis': expected \"x\" or \"y\" or \"z\", found \"w\"");
    CHECK(rake_complaint(with(slice, "seeds", 6)) ==
          "parameter 'rakes[2].seeds': expected an array of two integers, found 6");
    const Json surface{{"kind", "isovalue"}, {"value", 2.5}, {"seeds", 10}};
    CHECK(rake(surface) == Rake{IsovalueRake{"speed", 2.5, 10}});
    CHECK(rake_complaint(with(surface, "value", "large")) ==
          "parameter 'rakes[2].value': expected a number, found \"large\"");
    CHECK(rake_complaint(with(list_of(2), "times", {0.5})) ==
          "parameter 'rakes[2].times': expected an array of as many numbers as 'at' has points, found an "
          "array of 1");
}

TEST_CASE("rake: more slices and isovalues than the node looks for are refused by the limit's name", "[rake]")
{
    const Json surface{{"kind", "isovalue"}, {"value", 2.5}, {"seeds", 10}};
    CHECK(rakes_refusal(Json(max_sought_rakes + 1, surface)).data ==
          Json{{"limit", "max_sought_rakes"}, {"value", 64}, {"asked", 65}});
    CHECK(std::string(rakes_refusal(Json(max_sought_rakes, surface)).what()) == "not refused");
}

TEST_CASE("rake: when it releases particles is read as it is written", "[rake]")
{
    const Rake now_and_then{PointRake{{1, 2, 3}}, 4, {.start = 0.5, .end = 12.0, .interval = 0.25}};
    CHECK(rake(to_json(now_and_then)) == now_and_then);
    CHECK_FALSE(to_json(Rake{}).contains("inject_start"));
    CHECK(line_complaint("inject_start", -1) ==
          "parameter 'rakes[2].inject_start': expected a number of at least 0, found -1");
    CHECK(line_complaint("inject_end", -1) ==
          "parameter 'rakes[2].inject_end': expected a number of at least inject_start, found -1");
    CHECK(line_complaint("inject_interval", 0) ==
          "parameter 'rakes[2].inject_interval': expected a number above 0, found 0");
}

TEST_CASE("ParticleParams: something else than rakes is refused", "[rake]")
{
    CHECK(std::string(rakes_refusal({7}).what()) == "parameter 'rakes[0]': expected an object, found 7");
    CHECK(std::string(rakes_refusal(Json::array()).what()) ==
          "parameter 'rakes': expected at least one rake, found none");
    CHECK(std::string(rakes_refusal(Json::object()).what()) ==
          "parameter 'rakes': expected an array, found an object");
}

TEST_CASE("rake: more particles than a frame can count are refused by the limit's name", "[rake]")
{
    const Json plane{{"kind", "plane"},     {"origin", {0, 0, 0}},       {"edge_u", {1, 0, 0}},
                     {"edge_v", {0, 1, 0}}, {"seeds", {65'536, 65'536}}, {"particles_per_seed", 1}};
    const auto error = rakes_refusal(Json::array({plane}));
    CHECK(error.code == RpcCode::LimitExceeded);
    CHECK(error.data ==
          Json{{"limit", "max_particles_of_rake"}, {"value", 4'294'967'295}, {"asked", 4'294'967'296}});
    const auto billion = with(with(sphere, "seeds", 1'000'000'000), "particles_per_seed", 20);
    for (const auto& rake : {billion, with(box, "seeds", {largest_count, largest_count, largest_count})})
        CHECK(rakes_refusal(Json::array({rake})).data["limit"] == "max_particles_of_rake");
}

TEST_CASE("rake: lists of more seeds than a message can carry are refused by the limit's name", "[rake]")
{
    const auto error = rakes_refusal(Json::array({list_of(max_listed_seeds + 1)}));
    CHECK(error.code == RpcCode::LimitExceeded);
    CHECK(error.data == Json{{"limit", "max_listed_seeds"}, {"value", 10'000}, {"asked", 10'001}});
    CHECK(rakes_refusal({list_of(6000), line, list_of(4001)}).data["asked"] == 10'001);
    CHECK(std::string(rakes_refusal({list_of(6000), line, list_of(4000)}).what()) == "not refused");
}

TEST_CASE("rake: as many listed seeds as are allowed fit in a message, however long their numbers", "[rake]")
{
    const double long_number = -1.2345678901234567e-300;
    const Rake list{ListRake{{max_listed_seeds, {long_number, long_number, long_number}}}};
    CHECK(to_json(list).dump().size() < max_control_bytes - (64 << 10));  // room for the rest of a call
}
