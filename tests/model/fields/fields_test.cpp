#include "model/fields/description.h"
#include "model/fields/fields.h"

#include "tests/catch.h"
#include "tests/model/refusal.h"

using namespace farfield::model;
using namespace farfield::model::test;

namespace {

enum class Flavour { Sweet, Sour };
constexpr std::array flavour_names{"sweet", "sour"};

struct Span {
    double start = 0.0;
    bool loop = true;
    friend bool operator==(const Span&, const Span&) = default;

    static void fields(auto& visit)
    {
        visit("start", &Span::start);
        visit("loop", &Span::loop);
    }
};

/// Written as one number.
struct Degrees {
    double value = 0.0;
    friend bool operator==(const Degrees&, const Degrees&) = default;
    static Degrees from_json(const JsonValue& json) { return {json.number()}; }
    [[nodiscard]] Json to_json() const { return value; }
};

void not_ten(std::uint32_t count, const JsonValue& json)
{
    if (count == 10) json.complain("another number than ten");
}

struct Sample {
    std::uint32_t count = 1;
    double step = 0.5;
    double rate = 0.0;
    std::optional<double> limit = std::nullopt;
    Flavour flavour = Flavour::Sweet;
    std::array<double, 3> at{};
    std::array<std::uint32_t, 2> size{4, 4};
    std::vector<Span> spans = {{}};
    std::vector<Degrees> angles = {};
    std::optional<std::string> name = std::nullopt;
    Span time = {};
    bool on = false;
    friend bool operator==(const Sample&, const Sample&) = default;

    static void fields(auto& visit)
    {
        visit("count", &Sample::count, required, from_to(1, 100), not_ten);
        visit("step", &Sample::step, not_zero);
        visit("rate", &Sample::rate, always, at_least(0.0));
        visit("limit", &Sample::limit, above(0.0));
        visit("flavour", &Sample::flavour, names(flavour_names));
        visit("at", &Sample::at);
        visit("size", &Sample::size, at_least(1), at_most("max_side", 1000), words("two integers"));
        visit("spans", &Sample::spans, at_least_one("span"), at_most("max_spans", 3));
        visit("angles", &Sample::angles);
        visit("name", &Sample::name);
        visit("time", &Sample::time);
        visit("on", &Sample::on);
    }
    static void check(const Sample& sample, const std::string&)
    {
        if (sample.limit && *sample.limit < sample.rate)
            throw FieldError("limit", "at least the rate", "less");
    }
};

struct Ball {
    static constexpr const char* kind = "ball";
    double radius = 1.0;
    std::optional<double> weight;
    friend bool operator==(const Ball&, const Ball&) = default;

    static void fields(auto& visit)
    {
        visit("radius", &Ball::radius, required, above(0.0));
        visit("weight", &Ball::weight);
    }
};
struct Brick {
    static constexpr const char* kind = "brick";
    double length = 2.0;
    friend bool operator==(const Brick&, const Brick&) = default;

    static void fields(auto& visit) { visit("length", &Brick::length); }
};
struct Toy {
    std::variant<Ball, Brick> shape;
    std::uint32_t copies = 1;
    friend bool operator==(const Toy&, const Toy&) = default;

    static void fields(auto& visit)
    {
        visit.one_of("kind", &Toy::shape);
        visit("copies", &Toy::copies, at_least(1));
    }
};

std::vector<Sample> samples()
{
    return {{},
            {.count = 7, .step = -2.5, .limit = 9.0, .flavour = Flavour::Sour, .at = {1, 2, 3}},
            {.count = 100, .size = {1, 1000}, .spans = {{0.5, false}, {}}, .angles = {{1.5}, {-3.0}}},
            {.rate = 2.0, .limit = 2.0, .name = "", .time = {.start = -1.0, .loop = false}, .on = true}};
}
std::vector<Toy> toys()
{
    return {{}, {Ball{2.0, 0.5}, 3}, {Ball{4.0, 0.25}}, {Brick{}, 2}, {Brick{3.5}, 1}};
}

std::string refused(const Json& json)
{
    return refusal([](const Json& text) { return read<Sample>(text); }, json);
}
std::string refused_with(const char* name, const Json& value)
{
    return refused({{"count", 1}, {name, value}});
}

}  // namespace

TEST_CASE("fields: what was written is read again", "[fields]")
{
    for (const Sample& sample : samples()) {
        CHECK(read<Sample>(write(sample)) == sample);
        CHECK(read<Sample>(write_all(sample)) == sample);
        CHECK(write(read<Sample>(write(sample))) == write(sample));
    }
    for (const Toy& toy : toys()) CHECK(read<Toy>(write(toy)) == toy);
}

TEST_CASE("fields: a difference that is merged makes the one of the other", "[fields]")
{
    for (const Sample& from : samples())
        for (const Sample& to : samples()) {
            const auto patch = difference(from, to);
            const bool lost = (from.limit && !to.limit) || (from.name && !to.name);
            CHECK(patch.has_value() != lost);
            if (lost) continue;
            Sample merged = from;
            (void)merge(merged, *patch);
            CHECK(merged == to);
        }
    CHECK(difference(samples()[1], samples()[1]) == Json::object());
}

TEST_CASE("fields: a variant is changed in its members, or becomes another kind", "[fields]")
{
    for (const Toy& from : toys())
        for (const Toy& to : toys())
            if (const auto patch = difference(from, to)) {
                Toy merged = from;
                (void)merge(merged, *patch);
                CHECK(merged == to);
            }
    CHECK(difference(toys()[1], toys()[2]) == Json{{"radius", 4.0}, {"weight", 0.25}, {"copies", 1}});
    CHECK(difference(toys()[1], toys()[3]) == Json{{"kind", "brick"}, {"copies", 2}});
    CHECK_FALSE(difference(toys()[1], Toy{}));  // the weight became absent
}

TEST_CASE("fields: everything is a patch that makes it of anything", "[fields]")
{
    for (const Sample& from : samples()) {
        Sample merged = from;
        (void)merge(merged, write_all(samples()[3]));
        CHECK(merged == samples()[3]);
    }
}

TEST_CASE("fields: what equals its default is left out, unless it is required or always written", "[fields]")
{
    CHECK(write(Sample{}) == Json{{"count", 1}, {"rate", 0.0}});
    CHECK(
        write(samples()[2]).dump() ==
        R"({"angles":[1.5,-3.0],"count":100,"rate":0.0,"size":[1,1000],"spans":[{"loop":false,"start":0.5},{}]})");
    CHECK(write(Toy{}) == Json{{"kind", "ball"}, {"radius", 1.0}});
}

TEST_CASE("fields: what is absent stays as it is, and what was there is reported", "[fields]")
{
    Sample sample = samples()[3];
    const FieldSet present = merge(sample, {{"step", 4.0}, {"time", {{"start", 2.0}}}});
    CHECK(present.contains("step"));
    CHECK(present.contains("time"));
    CHECK_FALSE(present.contains("count"));
    CHECK_FALSE(present.contains("start"));
    CHECK(sample.step == 4.0);
    CHECK(sample.rate == 2.0);
    CHECK(sample.time == Span{.start = 2.0, .loop = true});  // an object is set as a whole
    Toy toy = toys()[1];
    CHECK(merge(toy, {{"kind", "brick"}}).contains("kind"));
    CHECK(toy == Toy{Brick{}, 3});
}

TEST_CASE("fields: a refused patch changes nothing", "[fields]")
{
    Sample sample = samples()[1];
    CHECK_THROWS_AS(merge(sample, {{"step", 4.0}, {"on", 1}}), FieldError);
    CHECK_THROWS_AS(merge(sample, {{"rate", 10.0}}), FieldError);  // of check()
    CHECK(sample == samples()[1]);
}

TEST_CASE("fields: what is wrong is named with what was expected and found", "[fields]")
{
    CHECK(refused(Json::object()) == "parameter 'count': expected an integer from 1 to 100, found nothing");
    CHECK(refused({{"count", -3}}) == "parameter 'count': expected an integer from 1 to 100, found -3");
    CHECK(refused({{"count", 10}}) == "parameter 'count': expected another number than ten, found 10");
    CHECK(refused_with("step", 0) == "parameter 'step': expected a number other than 0, found 0");
    CHECK(refused_with("step", "far") == "parameter 'step': expected a number, found \"far\"");
    CHECK(refused_with("rate", -0.5) == "parameter 'rate': expected a number of at least 0, found -0.5");
    CHECK(refused_with("limit", 0) == "parameter 'limit': expected a number above 0, found 0");
    CHECK(refused_with("limit", nullptr) == "parameter 'limit': expected a number, found null");
    CHECK(refused_with("flavour", "salt") ==
          "parameter 'flavour': expected \"sweet\" or \"sour\", found \"salt\"");
    CHECK(refused_with("at", {1, 2}) ==
          "parameter 'at': expected an array of three numbers, found an array of 2");
    CHECK(refused_with("at", {1, 2, "3"}) == "parameter 'at[2]': expected a number, found \"3\"");
    CHECK(refused_with("size", 3) == "parameter 'size': expected two integers, found 3");
    CHECK(refused_with("size", {1, 0}) == "parameter 'size[1]': expected an integer of at least 1, found 0");
    CHECK(refused_with("spans", Json::array()) ==
          "parameter 'spans': expected at least one span, found none");
    CHECK(refused_with("spans", {{{"start", 1}}, {{"start", true}}}) ==
          "parameter 'spans[1].start': expected a number, found true");
    CHECK(refused({{"count", 1}, {"rate", 2}, {"limit", 1}}) ==
          "parameter 'limit': expected at least the rate, found less");
    CHECK(refused(7) == "parameters: expected an object, found 7");
}

TEST_CASE("fields: a name that there is not is refused with those that there are", "[fields]")
{
    CHECK(refusal([](const Json& json) { return read<Span>(json, "time"); }, {{"strat", 1}}) ==
          "parameter 'time.strat': unknown; there are: start, loop");
    CHECK(refusal([](const Json& json) { return read<Toy>(json); }, {{"kind", "brick"}, {"radius", 1}}) ==
          "parameter 'radius': unknown; there are: kind, length, copies");
    CHECK(read_answer<Span>({{"strat", 1}, {"start", 2.0}}) == Span{.start = 2.0});
    CHECK_THROWS_AS(read_answer<Span>({{"start", "x"}}), FieldError);
}

TEST_CASE("fields: a variant has a kind that there is, and the members of that", "[fields]")
{
    const auto refused_toy = [](const Json& json) {
        return refusal([](const Json& toy) { return read<Toy>(toy); }, json);
    };
    CHECK(refused_toy(Json::object()) == "parameter 'kind': expected \"ball\" or \"brick\", found nothing");
    CHECK(refused_toy({{"kind", "ball"}}) == "parameter 'radius': expected a number, found nothing");
    CHECK(refused_toy({{"kind", "ball"}, {"radius", 1}, {"copies", 0}}) ==
          "parameter 'copies': expected an integer of at least 1, found 0");
}

TEST_CASE("fields: a limit is reported by its name, with its value and what was asked for", "[fields]")
{
    try {
        (void)read<Sample>({{"count", 1}, {"spans", Json(4, Json::object())}});
        FAIL("nothing was thrown");
    } catch (const LimitError& error) {
        CHECK(error.limit == "max_spans");
        CHECK(error.value == 3);
        CHECK(error.asked == 4);
        CHECK(std::string(error.what()) == "the limit max_spans is exceeded: at most 3, asked for 4");
    }
    CHECK_THROWS_AS(read<Sample>({{"count", 1}, {"size", {1, 1001}}}), LimitError);
}

TEST_CASE("table_of: a row for each member, with its type, range and default", "[fields]")
{
    CHECK(table_of<Sample>() == "| `count` | integer 1 to 100, required |\n"
                                "| `step` | number, not 0, default 0.5 |\n"
                                "| `rate` | number >= 0, default 0 |\n"
                                "| `limit` | number above 0 |\n"
                                "| `flavour` | `\"sweet\"` or `\"sour\"`, default `sweet` |\n"
                                "| `at` | three numbers, default [0, 0, 0] |\n"
                                "| `size` | two integers >= 1, default [4, 4] |\n"
                                "| `spans` | array |\n"
                                "| `angles` | array, default [] |\n"
                                "| `name` | string |\n"
                                "| `time` | object |\n"
                                "| `on` | boolean, default false |\n");
    CHECK(table_of<Toy>() == "| `kind` | `\"ball\"` or `\"brick\"`, required |\n"
                             "| `copies` | integer from 1, default 1 |\n");
}

TEST_CASE("description_of: says of each member what a form has to know", "[fields]")
{
    using Type = FieldDescription::Type;
    const auto members = description_of<Sample>();
    REQUIRE(members.size() == 12);
    CHECK(members[0].name == "count");
    CHECK(members[0].type == Type::Integer);
    CHECK(members[0].rules.most == 100.0);
    CHECK_FALSE(members[0].is_optional);
    CHECK(members[3].type == Type::Number);
    CHECK(members[3].is_optional);
    CHECK(members[3].otherwise.is_null());
    CHECK(members[4].rules.names.size() == 2);
    CHECK(members[4].otherwise == "sweet");
    CHECK(members[5].size == 3);
    REQUIRE(members[7].members.size() == 2);
    CHECK(members[7].members[1].type == Type::Boolean);
    CHECK(members[10].type == Type::Object);
    CHECK(members[10].members.size() == 2);
}
