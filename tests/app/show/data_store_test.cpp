#include "app/show/data_store.h"

#include "tests/app/layers/slope_service.h"
#include "tests/app/show/connected_link.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Datasets that have the name of their question, and terrains likewise; "bad" is no description.
net::Json description_of(const std::string& method, const net::Json& params)
{
    if (method == "terrain.open") {
        model::TerrainDescription terrain = slope();
        terrain.terrain = params.at("terrain");
        return model::write(terrain);
    }
    if (params.at("dataset") == "none") throw net::RpcError(net::RpcCode::NotFound, "no dataset 'none'");
    if (params.at("dataset") == "bad") return {{"dataset", 3}};
    model::DatasetInfo info;
    info.dataset = params.at("dataset");
    info.kind = "analytic";
    return model::write(info);
}

/// A store on a link, and what it said.
struct Stored {
    Stored() { service.answer_call = description_of; }

    void follow(const model::ById<model::DataSource>& data)
    {
        store.follow(data);
        REQUIRE(link.eventually([&] { return !store.is_opening(); }));
    }

    ScriptedService service;
    ConnectedLink link{service};
    std::vector<std::string> opened, refused;
    DataStore store{link.link(),
                    {.opened = [this](const std::string& id) { opened.push_back(id); },
                     .refused = [this](const std::string& id,
                                       const std::string& why) { refused.push_back(id + ": " + why); }}};
};

model::ById<model::DataSource> one(model::DataSource source)
{
    model::ById<model::DataSource> data;
    data["a"] = std::move(source);
    return data;
}

}  // namespace

TEST_CASE("DataStore: opens datasets and terrains by their ids", "[data]")
{
    Stored stored;
    auto data = one({.name = "tornado", .velocity = "u,v"});
    data["b"] = {.kind = model::DataKind::Terrain, .name = "hills"};
    stored.follow(data);
    REQUIRE(stored.opened == std::vector<std::string>{"a", "b"});
    CHECK(stored.store.find("a")->dataset->dataset == "tornado");
    CHECK(stored.store.find("b")->terrain->terrain == "hills");
    CHECK(stored.store.find("c") == nullptr);
    CHECK(stored.service.calls().at(0).at("params") ==
          net::Json{{"dataset", "tornado"}, {"velocity", "u,v"}});
    CHECK(stored.service.calls().at(1).at("params") == net::Json{{"terrain", "hills"}});
}

TEST_CASE("DataStore: a change of its place in the scene asks the node nothing", "[data]")
{
    Stored stored;
    stored.follow(one({.name = "tornado"}));
    const model::DataTransform moved{{.offset = {1.0, 2.0, 3.0}}, model::DataTransform::Way::Given};
    stored.follow(one({.name = "tornado", .transform = moved}));
    CHECK(stored.service.calls().size() == 1);
    CHECK(stored.store.find("a")->source.transform == moved);
}

TEST_CASE("DataStore: another name or velocity is opened anew", "[data]")
{
    Stored stored;
    stored.follow(one({.name = "tornado"}));
    stored.store.follow(one({.name = "abc"}));
    CHECK(stored.store.find("a") == nullptr);
    stored.follow(one({.name = "abc"}));
    CHECK(stored.store.find("a")->dataset->dataset == "abc");
    stored.follow(one({.name = "abc", .velocity = "u"}));
    CHECK(stored.service.calls().size() == 3);
}

TEST_CASE("DataStore: the answer to an earlier question is passed over", "[data]")
{
    Stored stored;
    stored.store.follow(one({.name = "tornado"}));
    stored.follow(one({.name = "abc"}));
    CHECK(stored.opened == std::vector<std::string>{"a"});
    CHECK(stored.store.find("a")->dataset->dataset == "abc");
}

TEST_CASE("DataStore: what is gone from the document is forgotten, also while it is opened", "[data]")
{
    Stored stored;
    stored.store.follow(one({.name = "tornado"}));
    stored.follow({});
    REQUIRE(stored.link.eventually([&] { return stored.link.link().waiting_call() == nullptr; }));
    CHECK(stored.opened.empty());
    CHECK(stored.store.find("a") == nullptr);
}

TEST_CASE("DataStore: a refusal is reported once, and asked for again when it changes", "[data]")
{
    Stored stored;
    stored.follow(one({.name = "none"}));
    CHECK(stored.refused == std::vector<std::string>{"a: no dataset 'none'"});
    stored.follow(one({.name = "none"}));
    CHECK(stored.service.calls().size() == 1);
    stored.follow(one({.name = "abc"}));
    CHECK(stored.store.find("a"));
}

TEST_CASE("DataStore: an answer that is no description is a refusal", "[data]")
{
    Stored stored;
    stored.follow(one({.name = "bad"}));
    REQUIRE(stored.refused.size() == 1);
    CHECK_THAT(stored.refused.front(),
               ContainsSubstring("cannot understand the node's answer to dataset.open"));
}

TEST_CASE("DataStore: opens all again on a new link, and knows them meanwhile", "[data]")
{
    Stored stored;
    stored.follow(one({.name = "tornado"}));
    stored.link.link().disconnect();
    stored.store.link_changed();
    CHECK(stored.store.find("a"));
    CHECK_FALSE(stored.store.is_opening());
    stored.link.connect();
    stored.store.link_changed();
    REQUIRE(stored.link.eventually([&] { return stored.opened.size() == 2; }));
    CHECK(stored.service.calls().size() == 2);
}

TEST_CASE("DataStore: names what is being opened until it is there, or cancelled", "[data]")
{
    Stored stored;
    stored.store.follow(one({.name = "tornado"}));
    CHECK(stored.store.opening() == "tornado");
    stored.store.cancel_opening();
    CHECK(stored.store.opening().empty());
    REQUIRE(stored.link.eventually([&] { return stored.link.link().waiting_call() == nullptr; }));
    CHECK(stored.opened.empty());
    CHECK(stored.refused.empty());
    stored.follow(one({.name = "abc"}));
    CHECK(stored.opened == std::vector<std::string>{"a"});
}

TEST_CASE("DataStore: takes a description that the node gave elsewhere", "[data]")
{
    Stored stored;
    const model::DataSource source{.name = "tornado"};
    model::DatasetInfo info;
    info.dataset = "tornado";
    stored.store.adopt("a", source, info);
    CHECK(stored.store.find("a")->dataset->dataset == "tornado");
    stored.follow(one(source));
    CHECK(stored.service.calls().empty());
}
