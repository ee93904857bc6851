#include "app/show/data_fit.h"

#include "tests/app/show/connected_link.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A document with data, each shown by a layer of its own.
struct ShownData {
    model::DataSource& add(const std::string& id, const model::DatasetBounds& bounds,
                           const std::string& units)
    {
        auto& source = document.data[id] = {.name = id};
        document.layers[id] = {.kind = "slice", .data = id};
        descriptions[id].dataset = id;
        descriptions[id].bounds = bounds;
        descriptions[id].length_units = units;
        return source;
    }
    [[nodiscard]] std::vector<std::string> misfits()
    {
        for (const auto& [id, info] : descriptions) store.adopt(id, document.data.at(id), info);
        return misfits_of(document, store);
    }

    LoopExecutor loop;
    Link link{loop, {}};
    DataStore store{link, {.opened = [](const std::string&) {}, .refused = {}}};
    model::Document document;
    std::map<std::string, model::DatasetInfo> descriptions;
};

constexpr model::DatasetBounds unit{.min = {0, 0, 0}, .max = {1, 1, 1}};
constexpr model::DatasetBounds beside{.min = {0, 3, 0}, .max = {1, 4, 1}};

}  // namespace

TEST_CASE("misfits_of: data that overlap or touch fit together", "[data_fit]")
{
    ShownData shown;
    shown.add("a", unit, "m");
    shown.add("b", {.min = {1, 0, 0}, .max = {2, 1, 1}}, "m");
    CHECK(shown.misfits().empty());
}

TEST_CASE("misfits_of: data apart are named with the axis along which they are", "[data_fit]")
{
    ShownData shown;
    shown.add("a", unit, "m");
    shown.add("b", beside, "m");
    REQUIRE(shown.misfits().size() == 1);
    CHECK_THAT(shown.misfits().front(),
               ContainsSubstring("'a' and 'b' do not touch: y from 0 to 1, and from 3 to 4"));
}

TEST_CASE("misfits_of: a transform that brings them together is heard", "[data_fit]")
{
    ShownData shown;
    shown.add("a", unit, "m");
    shown.add("b", beside, "m").transform.offset = {0, -3, 0};
    CHECK(shown.misfits().empty());
}

TEST_CASE("misfits_of: other units of positions are named, unless a scale converts them", "[data_fit]")
{
    ShownData shown;
    shown.add("a", unit, "m");
    auto& in_degrees = shown.add("b", unit, "degrees");
    REQUIRE(shown.misfits().size() == 1);
    CHECK_THAT(shown.misfits().front(), ContainsSubstring("'a' has its positions in m, 'b' in degrees"));
    in_degrees.transform.scale = {0.5, 0.5, 0.5};
    CHECK(shown.misfits().empty());
}

TEST_CASE("misfits_of: metres are metres however they are spelt", "[data_fit]")
{
    ShownData shown;
    shown.add("a", unit, "m");
    shown.add("b", unit, "metres");
    CHECK(shown.misfits().empty());
}

TEST_CASE("misfits_of: units that are not known are not compared", "[data_fit]")
{
    ShownData shown;
    shown.add("a", unit, "m");
    shown.add("b", unit, "");
    CHECK(shown.misfits().empty());
}

TEST_CASE("misfits_of: what no visible layer shows is left out", "[data_fit]")
{
    ShownData shown;
    shown.add("a", unit, "m");
    shown.add("b", beside, "m");
    shown.document.layers.at("b").visible = false;
    CHECK(shown.misfits().empty());
}
