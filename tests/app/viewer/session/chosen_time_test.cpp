#include "app/viewer/session/chosen_time.h"

#include "model/layers/layer_kinds.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

model::Document layers_of_wind()
{
    return model::read_document(
        {{"farfield", 1},
         {"data",
          {{"wind", {{"kind", "dataset"}, {"name", "wind.nc"}}},
           {"sea", {{"kind", "dataset"}, {"name", "sea.nc"}}}}},
         {"layers",
          {{"smoke", {{"kind", "particles"}, {"data", "wind"}, {"params", {{"time", {{"loop", false}}}}}}},
           {"cut",
            {{"kind", "slice"},
             {"data", "wind"},
             {"params", {{"planes", model::Json::array({{{"axis", "z"}, {"position", 1.0}}})}}}}},
           {"wall", {{"kind", "boundary"}, {"data", "wind"}}},
           {"drift", {{"kind", "particles"}, {"data", "sea"}}}}}},
        model::layer_kinds());
}

}  // namespace

TEST_CASE("with_time: layers of the data go to the time, and those of other data stay", "[time]")
{
    const auto document = with_time(layers_of_wind(), "wind", 3600.0);
    CHECK(document.layers.at("smoke").params.at("time") == model::Json{{"start", 3600.0}, {"loop", false}});
    CHECK(document.layers.at("cut").params.at("time") == 3600.0);
    CHECK_FALSE(document.layers.at("wall").params.contains("time"));
    CHECK_FALSE(document.layers.at("drift").params.contains("time"));
    CHECK(time_of(document, "wind") == 3600.0);
    CHECK(time_of(document, "sea") == 0.0);
    CHECK(model::read_document(model::write(document), model::layer_kinds()) == document);
    CHECK(with_time(layers_of_wind(), "wind", 0.0).layers.at("smoke") == layers_of_wind().layers.at("smoke"));
}

TEST_CASE("has_time: kinds with a parameter time have one, particles go on by themselves", "[time]")
{
    for (const char* kind : {"lines", "slice", "isosurface", "glyphs", "vortex-cores"})
        CHECK(has_time(kind, false));
    for (const char* kind : {"particles", "boundary", "terrain", "sight", "entities"})
        CHECK_FALSE(has_time(kind, false));
    CHECK(has_time("boundary", true));
}

TEST_CASE("with_time: where the clock has a step, particles begin with it", "[time]")
{
    auto document = layers_of_wind();
    document.clock.step = 60.0;
    document = with_time(std::move(document), "wind", 3600.0);
    CHECK(document.clock.start == 3600.0);
    CHECK(document.layers.at("smoke") == layers_of_wind().layers.at("smoke"));
    CHECK(time_of(document, "wind") == 3600.0);
}

TEST_CASE("with_time: a boundary with a clock goes to the time, for its grid changes", "[time]")
{
    auto document = layers_of_wind();
    document.layers.at("wall").clock = true;
    CHECK(with_time(std::move(document), "wind", 3600.0).layers.at("wall").params.at("time") == 3600.0);
}
