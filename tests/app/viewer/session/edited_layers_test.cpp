#include "app/viewer/session/session_model.h"

#include "model/data/dataset_info.h"
#include "model/layers/layer_kinds.h"
#include "tests/app/viewer/session/office.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using farfield::app::test::office;
using model::Json;

namespace {

model::Document document_of(const Json& layers, const Json& others = Json::object())
{
    Json json{{"farfield", 1},
              {"data", {{"room", {{"kind", "dataset"}, {"name", "office"}}}}},
              {"rakes", {{"door", {{"kind", "point"}, {"at", {0, 0, 0}}}}}},
              {"layers", layers}};
    json.update(others);
    return model::read_document(json, model::layer_kinds());
}

/// A model that has opened a document, and its dataset.
struct Opened {
    SessionModel model;
    explicit Opened(const model::Document& document)
    {
        model.take_document(document);
        model.set_dataset(office(), true);
    }
    [[nodiscard]] const model::Layer& layer(const char* id) const { return model.document().layers.at(id); }
};

}  // namespace

TEST_CASE("SessionModel: opening a document that says all changes nothing of it", "[model]")
{
    const auto document = document_of(
        {{"smoke",
          {{"kind", "particles"},
           {"rakes", {"door"}},
           {"params", {{"step", 0.5}, {"scalar", "speed"}, {"max_age_frames", 50}}}}},
         {"paths",
          {{"kind", "lines"}, {"rakes", {"door"}}, {"params", {{"step", 0.1}, {"scalar", "pressure"}}}}},
         {"cut", {{"kind", "slice"}, {"params", {{"planes", {{{"axis", "z"}, {"position", 1}}}}}}}}});
    const Opened opened(document);
    CHECK(opened.model.document().layers == document.layers);
    CHECK(opened.model.document().rakes == document.rakes);
}

TEST_CASE("SessionModel: with a clock that has a step, that is the particles' step and time", "[model]")
{
    Opened opened(document_of({{"smoke", {{"kind", "particles"}, {"params", {{"steps_per_frame", 4}}}}}},
                              {{"clock", {{"step", 2.0}, {"start", 3.0}, {"loop", false}}}}));
    auto particles = opened.model.particles();
    CHECK(particles.step == 0.5);
    CHECK(particles.time == model::ProgramTime{.start = 3.0, .loop = false});
    CHECK(opened.model.document().clock.step == 2.0);
    particles.step = 0.25;
    particles.time.start = 5.0;
    opened.model.set_particles(particles);
    CHECK(opened.model.document().clock.step == 1.0);
    CHECK(opened.model.document().clock.start == 5.0);
    CHECK(opened.layer("smoke").params.value("time", Json()).is_null());
}

TEST_CASE("SessionModel: lines follow the particles' colours only while they share them", "[model]")
{
    const Json particles{{"kind", "particles"}, {"params", {{"scalar", "speed"}}}};
    Opened opened(document_of(
        {{"smoke", particles}, {"same", {{"kind", "lines"}, {"params", {{"scalar", "speed"}}}}}}));
    auto colours = opened.model.colours();
    colours.map = model::ColourMap::Turbo;
    opened.model.set_colours(colours);
    CHECK(opened.layer("same").style["colour_map"] == "turbo");

    Opened other(document_of({{"smoke", particles},
                              {"own",
                               {{"kind", "lines"},
                                {"params", {{"scalar", "pressure"}}},
                                {"style", {{"colour_map", "cividis"}}}}}}));
    other.model.set_colours(colours);
    CHECK(other.layer("smoke").style["colour_map"] == "turbo");
    CHECK(other.layer("own").style["colour_map"] == "cividis");
    CHECK(other.layer("own").params["scalar"] == "pressure");
}

TEST_CASE("SessionModel: lines with rakes of their own keep them, and have them edited when selected",
          "[model]")
{
    const Json others{{"rakes",
                       {{"door", {{"kind", "point"}, {"at", {0, 0, 0}}}},
                        {"window", {{"kind", "point"}, {"at", {1, 0, 0}}}}}}};
    Opened opened(document_of({{"smoke", {{"kind", "particles"}, {"rakes", {"door"}}}},
                               {"paths", {{"kind", "lines"}, {"rakes", {"window"}}}}},
                              others));
    opened.model.add_rake({.shape = model::PointRake{{2, 2, 2}}});
    CHECK(opened.layer("smoke").rakes->size() == 2);
    CHECK(opened.layer("paths").rakes == std::vector<std::string>{"window"});
    opened.model.select_layer("paths");
    REQUIRE(opened.model.rakes().size() == 1);
    CHECK(opened.model.rakes()[0].shape == model::RakeShape(model::PointRake{{1, 0, 0}}));
    opened.model.remove_rake(0);
    CHECK(opened.layer("paths").rakes->empty());
    CHECK(opened.layer("smoke").rakes->size() == 2);
}

TEST_CASE("SessionModel: a document of a slice alone gets no other layers until they are wanted", "[model]")
{
    Opened opened(document_of(
        {{"cut", {{"kind", "slice"}, {"params", {{"planes", {{{"axis", "z"}, {"position", 1}}}}}}}}}));
    CHECK(opened.model.document().layers.size() == 1);
    opened.model.set_shown(opened.model.edited().particles, true);
    CHECK(opened.model.document().layers.size() == 2);
    CHECK(opened.model.rakes() == office().suggested.rakes);
}

TEST_CASE("SessionModel::change_document: is undone under its label", "[model]")
{
    Opened opened(document_of({{"smoke", {{"kind", "particles"}}}}));
    const auto before = opened.model.document();
    auto changed = before;
    changed.layers.at("smoke").title = "Smoke";
    opened.model.change_document("Name layer", changed);
    REQUIRE(opened.model.undo_label() != nullptr);
    CHECK(*opened.model.undo_label() == "Name layer");
    opened.model.undo();
    CHECK(opened.model.document() == before);
}

TEST_CASE("SessionModel: what a document leaves open is as the dataset suggests", "[model]")
{
    const Opened opened(document_of({{"smoke", {{"kind", "particles"}}}}));
    CHECK(opened.model.rakes() == office().suggested.rakes);
    CHECK(opened.model.particles().step == 0.25);
    CHECK(opened.model.particles().max_age_frames == 77);
}

TEST_CASE("SessionModel: until the dataset of a document is open, changes leave its layers as they are",
          "[model]")
{
    const auto document = document_of({{"smoke", {{"kind", "particles"}, {"rakes", {"door"}}}}});
    auto elsewhere = office();
    elsewhere.dataset = "garden";
    SessionModel model;
    for (const bool has_another : {false, true}) {
        if (has_another) model.set_dataset(elsewhere, false);
        model.take_document(document);
        auto clock = model.document().clock;
        clock.playing = !clock.playing;
        model.set_clock(clock);
        CHECK(model.document().layers == document.layers);
        CHECK(model.document().data == document.data);
    }
}
