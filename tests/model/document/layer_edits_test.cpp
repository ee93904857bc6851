#include "model/document/layer_edits.h"

#include "tests/catch.h"
#include "tests/model/document/kinds.h"
#include "tests/model/document/random_document.h"

using namespace farfield::model;
using farfield::model::test::kinds;
using farfield::model::test::RandomDocument;

namespace {

using Order = std::vector<std::string>;

Document layered()
{
    return read_document(
        {{"farfield", 1},
         {"data",
          {{"flow", {{"kind", "dataset"}, {"name", "a"}}}, {"hills", {{"kind", "terrain"}, {"name", "b"}}}}},
         {"rakes",
          {{"inlet", {{"kind", "point"}, {"at", {0, 0, 0}}}},
           {"ring", {{"kind", "point"}, {"at", {1, 0, 0}}}}}},
         {"scene", {{"base", "hills"}}},
         {"layers",
          {{"ground", {{"kind", "ground"}}},
           {"mist", {{"kind", "dust"}, {"order", 1}, {"rakes", {"inlet"}}}},
           {"smoke", {{"kind", "dust"}, {"order", 1}, {"rakes", {"inlet", "ring"}}}}}}},
        kinds);
}

}  // namespace

TEST_CASE("with_layer: is above all others", "[document]")
{
    auto layer = layered().layers.at("mist");
    layer.order = -5.0;
    CHECK(layers_in_order(with_layer(layered(), "a-new-one", layer)) ==
          Order{"ground", "mist", "smoke", "a-new-one"});
}

TEST_CASE("with_copy: lies right above what it is of, and is like it", "[document]")
{
    const auto document = with_copy(layered(), "zz", "mist");
    CHECK(layers_in_order(document) == Order{"ground", "mist", "zz", "smoke"});
    CHECK(document.layers.at("zz").rakes == layered().layers.at("mist").rakes);
}

TEST_CASE("without_layer: rakes stay that another layer has, and data that another layer shows", "[document]")
{
    const auto without_smoke = without_layer(layered(), "smoke");
    CHECK(layers_in_order(without_smoke) == Order{"ground", "mist"});
    CHECK(without_smoke.rakes.contains("inlet"));
    CHECK_FALSE(without_smoke.rakes.contains("ring"));
    CHECK(without_smoke.data == layered().data);
}

TEST_CASE("without_layer: data without a layer is no part of the document, nor of its scene", "[document]")
{
    const auto without_ground = without_layer(layered(), "ground");
    CHECK_FALSE(without_ground.data.contains("hills"));
    CHECK(without_ground.scene.base.empty());
    CHECK(without_ground.data.contains("flow"));
}

TEST_CASE("with_layer_raised, with_layer_lowered: layers of equal order change places, too", "[document]")
{
    const auto raised = with_layer_raised(layered(), "mist");
    CHECK(layers_in_order(raised) == Order{"ground", "smoke", "mist"});
    CHECK(layers_in_order(with_layer_lowered(raised, "mist")) == Order{"ground", "mist", "smoke"});
    CHECK(with_layer_raised(raised, "mist") == raised);
    CHECK(with_layer_lowered(layered(), "ground") == layered());
}

TEST_CASE("Edits of layers make valid documents of valid ones", "[document]")
{
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        const auto document = read_document(RandomDocument(seed).make(), kinds);
        for (const auto& [id, layer] : document.layers)
            for (const auto& edited : {with_layer(document, "new", layer), with_copy(document, "new", id),
                                       without_layer(document, id), with_layer_raised(document, id),
                                       with_layer_lowered(document, id)}) {
                INFO(seed << " " << id);
                CHECK(read_document(write(edited), kinds) == edited);
            }
    }
}
