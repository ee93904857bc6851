#include "model/document/document.h"

#include "tests/catch.h"
#include "tests/model/document/kinds.h"
#include "tests/model/document/random_document.h"
#include "tests/model/refusal.h"

using namespace farfield::model;
using namespace farfield::model::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

Document read_one(const Json& json)
{
    return read_document(json, kinds);
}
std::string document_refusal(const Json& json)
{
    return refusal(read_one, json);
}

/// With a dataset, a terrain, a rake and a layer on each.
Json sample()
{
    return Json::parse(R"({"farfield": 1,
        "data": {"flow": {"kind": "dataset", "name": "analytic:tornado:64"},
                 "hills": {"kind": "terrain", "name": "fractal:2048"}},
        "rakes": {"inlet": {"kind": "line", "from": [0, 0, 0], "to": [1, 1, 1], "seeds": 64}},
        "layers": {"ground": {"kind": "ground", "order": 1},
                   "smoke": {"kind": "dust", "order": 2, "rakes": ["inlet"]}}})");
}
Json with(const std::string& pointer, const Json& value)
{
    Json json = sample();
    json[Json::json_pointer(pointer)] = value;
    return json;
}

}  // namespace

TEST_CASE("read_document: the smallest document shows nothing", "[document]")
{
    const Document document = read_one({{"farfield", 1}});
    CHECK(document == Document{});
    CHECK(base_of(document).empty());
    CHECK(text_of(document) == "{\n  \"farfield\": 1\n}\n");
}

TEST_CASE("read_document: layers and rakes name their data", "[document]")
{
    const Document document = read_one(sample());
    CHECK(document.layers.at("ground").data == "hills");
    CHECK(document.layers.at("smoke").data == "flow");
    CHECK(document.rakes.at("inlet").data == "flow");
    CHECK(rakes_of(document, document.layers.at("smoke"))->size() == 1);
    CHECK_FALSE(rakes_of(document, document.layers.at("ground")));
}

TEST_CASE("write: members that equal their default are absent, and keys are sorted", "[document]")
{
    Json json = sample();
    json["layers"]["smoke"].update(Json::parse(R"({"visible": true, "title": "", "clock": true,
        "style": {"trail_frames": 16, "shaded": false, "colour_map": "viridis"},
        "params": {"steps_per_frame": 1, "developed": true, "time": {"start": 0}}})"));
    json["rakes"]["inlet"]["particles_per_seed"] = 1;
    json["clock"] = {{"frames_per_second", 30}, {"playing", true}};
    const Json written = write(read_one(json));
    CHECK(written["layers"]["smoke"].dump() ==
          R"({"data":"flow","kind":"dust","order":2.0,"params":{"developed":true},)"
          R"("rakes":["inlet"],"style":{"shaded":false}})");
    CHECK_FALSE(written.contains("clock"));
    CHECK_FALSE(written["rakes"]["inlet"].contains("particles_per_seed"));
}

TEST_CASE("write: a member whose absence means a suggestion stays when it has the default", "[document]")
{
    const auto written = [](const Json& params) {
        return write(read_one(with("/layers/smoke/params", params)))["layers"]["smoke"].value("params",
                                                                                              Json());
    };
    CHECK(written({{"max_age_frames", 200}}) == Json{{"max_age_frames", 200}});
    CHECK(written(Json::object()).is_null());
}

TEST_CASE("write: what is read again is the same document, and the same text", "[document]")
{
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        const Document document = read_one(RandomDocument(seed).make());
        const Document again = parse_document(text_of(document), kinds);
        CHECK(again == document);
        CHECK(text_of(again) == text_of(document));
    }
}

TEST_CASE("SharedRake: what a rake has by default is not written", "[document]")
{
    const auto written = [](const Json& rake) {
        return write(read_one(with("/rakes/inlet", rake)))["rakes"]["inlet"];
    };
    CHECK(written({{"kind", "isovalue"}, {"scalar", "speed"}, {"value", 2}, {"seeds", 5}}) ==
          Json{{"kind", "isovalue"}, {"value", 2.0}, {"seeds", 5}, {"data", "flow"}});
    const Json sphere{{"kind", "sphere"}, {"centre", {0, 0, 0}}, {"radius", 1.0},
                      {"seeds", 5},       {"fill", "random"},    {"random_seed", 0}};
    CHECK_FALSE(written(sphere).contains("random_seed"));
    CHECK(written(sphere)["fill"] == "random");
}

TEST_CASE("read_document: unknown members are named with their path and those that there are", "[document]")
{
    CHECK_THAT(document_refusal(with("/wind", 3)), ContainsSubstring("parameter 'wind': unknown"));
    CHECK_THAT(document_refusal(with("/layers/smoke/wind", 3)),
               ContainsSubstring("'layers.smoke.wind': unknown"));
    CHECK_THAT(document_refusal(with("/layers/smoke/params/rakes", Json::array())),
               ContainsSubstring("'layers.smoke.params.rakes': unknown; there are: step, steps_per_frame"));
    CHECK_THAT(document_refusal(with("/layers/smoke/style/contour_metres", 3)),
               ContainsSubstring("'layers.smoke.style.contour_metres': unknown"));
    CHECK_THAT(document_refusal(with("/rakes/inlet/radius", 3)),
               ContainsSubstring("'rakes.inlet.radius': unknown"));
}

TEST_CASE("read_document: a member that is wrong is reported with path, expected and found", "[document]")
{
    CHECK(document_refusal(with("/layers/smoke/style/range", {3, 2})) ==
          "parameter 'layers.smoke.style.range': expected [low, high] with low below high, found an array of "
          "2");
    CHECK(document_refusal(with("/rakes/inlet/seeds", 0)) ==
          "parameter 'rakes.inlet.seeds': expected an integer of at least 1, found 0");
    CHECK_THAT(document_refusal(with("/data/flow/transform/scale", {1, 0, 1})),
               ContainsSubstring("'data.flow.transform.scale[1]': expected a number above 0, found 0"));
    CHECK_THAT(document_refusal(with("/scene/up", {0, 0, 0})),
               ContainsSubstring("'scene.up': expected a direction"));
    CHECK_THAT(document_refusal(with("/clock/step", 0)), ContainsSubstring("expected a number other than 0"));
    CHECK_THAT(document_refusal(with("/data/flow/kind", "vector")),
               ContainsSubstring(R"(expected "dataset" or "terrain", found "vector")"));
}

TEST_CASE("read_document: a kind of layer that there is not is refused", "[document]")
{
    CHECK(document_refusal(with("/layers/smoke/kind", "fog")) ==
          R"(parameter 'layers.smoke.kind': expected "dust" or "ground", found "fog")");
}

TEST_CASE("read_document: a form that is newer is refused before anything else", "[document]")
{
    Json json = with("/farfield", 2);
    json["news"] = 1;
    CHECK(document_refusal(json) ==
          "parameter 'farfield': expected 1, the form that this program reads, found 2");
    CHECK_THAT(document_refusal(Json::object()), ContainsSubstring("'farfield': expected an integer"));
}

TEST_CASE("read_document: an id is a short word of small letters", "[document]")
{
    for (const char* id : {"a", "particles-1", "x_y9", "abcdefghijklmnopqrstuvwxyz012345"}) CHECK(is_id(id));
    for (const char* id : {"", "9a", "-a", "A", "a b", "a.b", "abcdefghijklmnopqrstuvwxyz0123456"})
        CHECK_FALSE(is_id(id));
    CHECK(document_refusal(with("/rakes/Inlet", {})) ==
          "parameter 'rakes.Inlet': expected an id that matches [a-z][a-z0-9_-]{0,31}, found \"Inlet\"");
}

TEST_CASE("read_document: an id that names nothing is refused", "[document]")
{
    CHECK(document_refusal(with("/scene/base", "moon")) ==
          "parameter 'scene.base': expected the id of data, found \"moon\"");
    CHECK(document_refusal(with("/layers/smoke/rakes", {"inlet", "outlet"})) ==
          "parameter 'layers.smoke.rakes[1]': expected the id of a rake, found \"outlet\"");
    CHECK(document_refusal(with("/layers/smoke/data", "hills")) ==
          "parameter 'layers.smoke.data': expected \"flow\", found \"hills\"");
    CHECK(document_refusal(with("/rakes/inlet/data", "hills")) ==
          "parameter 'rakes.inlet.data': expected \"flow\", found \"hills\"");
}

TEST_CASE("read_document: data is named where several fit, and must be there", "[document]")
{
    CHECK(document_refusal(with("/data/gas", {{"kind", "dataset"}, {"name", "b"}})) ==
          "parameter 'rakes.inlet.data': expected \"flow\" or \"gas\", found nothing");
    Json json = sample();
    json["data"].erase("hills");
    CHECK(document_refusal(json) ==
          "parameter 'layers.ground.data': expected the id of a terrain, of which there is "
          "none, found nothing");
}

TEST_CASE("read_document: a layer has rakes of its own dataset, and only where its kind has any",
          "[document]")
{
    Json json = with("/data/gas", {{"kind", "dataset"}, {"name", "b"}});
    json["rakes"]["inlet"]["data"] = "gas";
    json["layers"]["smoke"]["data"] = "flow";
    CHECK(document_refusal(json) ==
          "parameter 'layers.smoke.rakes[0]': expected a rake in \"flow\", found \"inlet\" in "
          "\"gas\"");
    CHECK_THAT(document_refusal(with("/layers/ground/rakes", {"inlet"})),
               ContainsSubstring("'layers.ground.rakes': a layer of the kind 'ground' has none"));
    CHECK(rakes_of(read_one(with("/layers/smoke/rakes", Json::array())), {.rakes = {{}}})->empty());
}

TEST_CASE("read_document: a terrain has neither a velocity nor a scale", "[document]")
{
    CHECK_THAT(document_refusal(with("/data/hills/velocity", "u")),
               ContainsSubstring("'data.hills.velocity': only a"));
    CHECK_THAT(document_refusal(with("/data/hills/transform/scale", {2, 2, 2})),
               ContainsSubstring("'data.hills.transform.scale': only a dataset"));
    CHECK(read_one(with("/data/hills/transform/offset", {1, 2, 3})).data.at("hills").transform.offset[2] ==
          3.0);
}

TEST_CASE("read_document: there are limits, with names", "[document]")
{
    Json data = sample(), rakes = sample(), layers = sample();
    for (int i = 0; i < 16; ++i) data["data"]["d" + std::to_string(i)] = data["data"]["hills"];
    for (int i = 0; i < 1024; ++i) rakes["rakes"]["r" + std::to_string(i)] = rakes["rakes"]["inlet"];
    for (int i = 0; i < 64; ++i) layers["layers"]["l" + std::to_string(i)] = layers["layers"]["ground"];
    CHECK(document_refusal(data) == "the limit max_data is exceeded: at most 16, asked for 18");
    CHECK(document_refusal(rakes) == "the limit max_rakes is exceeded: at most 1024, asked for 1025");
    CHECK(document_refusal(layers) == "the limit max_layers is exceeded: at most 64, asked for 66");
    rakes["rakes"].erase("inlet");
    rakes["layers"].erase("smoke");
    CHECK(document_refusal(rakes).empty());
}

TEST_CASE("read_document: the lists of one layer are within what a message may have", "[document]")
{
    Json json = sample();
    const Json list{{"kind", "list"}, {"at", Json(6000, Json{0, 0, 0})}};
    json["rakes"]["one"] = json["rakes"]["two"] = list;
    CHECK(document_refusal(json).empty());
    json["layers"]["smoke"]["rakes"] = {"one", "two"};
    CHECK(document_refusal(json) == "the limit max_listed_seeds is exceeded: at most 10000, asked for 12000");
}

TEST_CASE("parse_document: a text that is too long, too deep or no JSON is refused", "[document]")
{
    const auto said = [](const std::string& text) {
        return refusal([&](const Json&) { return parse_document(text, kinds); }, {});
    };
    CHECK_THAT(said(std::string(max_document_bytes + 1, ' ')), ContainsSubstring("max_document_bytes"));
    CHECK(said("{\"scene\": " + std::string(100'000, '[')) == "nested deeper than 64 levels");
    CHECK_THAT(said("{\"farfield\": 1,"), StartsWith("not JSON: parse error at line 1, column"));
    CHECK_THAT(said("{\"farfield\": 1e999}"), StartsWith("not JSON: number overflow"));
    CHECK(said("{\"farfield\": 1, \"farfield\": 1}") == "an object has the member 'farfield' twice");
    CHECK_THAT(said("{\"a\": {\"b\": 1}, \"c\": {\"b\": 1}}"), !ContainsSubstring("twice"));
}

TEST_CASE("text_of: a document of too many bytes is refused", "[document]")
{
    Document document;
    document.layers["a"].title = std::string(max_document_bytes, 'a');
    CHECK_THROWS_AS(text_of(document), LimitError);
}

TEST_CASE("layers_in_order: from low to high, equal ones by id", "[document]")
{
    Document document;
    document.layers["a"].order = 3.0;
    document.layers["b"].order = -1.0;
    document.layers["c"].order = 3.0;
    CHECK(layers_in_order(document) == std::vector<std::string>{"b", "a", "c"});
}

TEST_CASE("base_of: as it is named, else the lowest terrain, else the lowest dataset", "[document]")
{
    Json json = sample();
    CHECK(base_of(read_one(json)) == "hills");
    json["scene"]["base"] = "flow";
    CHECK(base_of(read_one(json)) == "flow");
    json.erase("scene");
    json["layers"].erase("ground");
    CHECK(base_of(read_one(json)) == "flow");
}

TEST_CASE("lowest_layer: of a kind on some data", "[document]")
{
    Json json = sample();
    json["layers"]["lower"] = {{"kind", "ground"}, {"order", 0}, {"title", "this one"}};
    const Document document = read_one(json);
    CHECK(lowest_layer(document, "ground", "hills")->title == "this one");
    CHECK(lowest_layer(document, "ground", "flow") == nullptr);
}

TEST_CASE("has_clock: as the layer says, else as its kind has it", "[document]")
{
    CHECK(has_clock({}, kinds[0]));
    CHECK_FALSE(has_clock({}, kinds[1]));
    CHECK_FALSE(has_clock({.clock = false}, kinds[0]));
    CHECK_FALSE(read_one(with("/layers/smoke/clock", true)).layers.at("smoke").clock);
    CHECK(read_one(with("/layers/ground/clock", true)).layers.at("ground").clock == true);
}

TEST_CASE("read: the settings of a layer are read as what its kind has", "[document]")
{
    Json json = with("/layers/smoke/params", {{"scalar", "vorticity"}});
    json["layers"]["smoke"]["style"] = {{"colour_map", "turbo"}};
    const Layer layer = read_one(json).layers.at("smoke");
    CHECK(read<DustParams>(layer.params).scalar == "vorticity");
    CHECK(read<ParticleStyle>(layer.style).colour_map == ColourMap::Turbo);
}

TEST_CASE("Camera: keys are in order of time, equal ones as they stand", "[document]")
{
    const Json key{{"at", 1}, {"eye", {0, 0, 1}}, {"heading", 90}};
    Json later = key, first = key, same = key;
    later["at"] = 2;
    first["at"] = 0;
    same["heading"] = 45;
    const auto keys = read_one(with("/camera/keys", {later, key, same, first})).camera.keys;
    REQUIRE(keys.size() == 4);
    CHECK(keys[0].at == 0.0);
    CHECK(keys[1].heading == 90.0);
    CHECK(keys[2].heading == 45.0);
}

TEST_CASE("Camera: what does not say where to look is refused", "[document]")
{
    const auto said = [](const std::string& camera) {
        return document_refusal(with("/camera", Json::parse(camera)));
    };
    CHECK_THAT(said(R"({"eye": [1, 2, 3]})"),
               ContainsSubstring("either 'target' or 'heading', found neither"));
    CHECK_THAT(said(R"({"keys": [{"at": 0, "eye": [1, 2, 3], "target": [1, 2, 3]}]})"),
               ContainsSubstring("'camera.keys[0]': 'eye' and 'target' must differ"));
    CHECK_THAT(said(R"({"keys": [{"at": 0, "eye": [1, 2, 3], "target": [1, 2, 4], "heading": 3}]})"),
               ContainsSubstring("found both"));
    CHECK_THAT(said(R"({"eye": [1, 2, 3], "target": [1, 2, 4], "pitch": 3})"),
               ContainsSubstring("'camera.pitch'"));
    CHECK_THAT(said(R"({"target": [1, 2, 3]})"), ContainsSubstring("'camera.eye'"));
    CHECK_THAT(
        said(R"({"eye": [1, 2, 3], "heading": 3, "keys": [{"at": 0, "eye": [1, 2, 3], "heading": 3}]})"),
        ContainsSubstring("either 'eye' or 'keys'"));
    CHECK_THAT(said(R"({"up": [0, 0, 0]})"), ContainsSubstring("'camera.up': expected a direction"));
    CHECK(said(R"({"eye": [1, 2, 3], "target": [1, 2, 4], "navigation": "fly"})").empty());
}

TEST_CASE("Output: pictures are kept every so often and where listed", "[document]")
{
    const Output output{.png_every = 10, .png = {3}};
    CHECK(output.wants_png(0));
    CHECK(output.wants_png(3));
    CHECK(output.wants_png(20));
    CHECK_FALSE(output.wants_png(4));
    CHECK_FALSE(Output{}.wants_png(0));
}

TEST_CASE("document: a transform is one of two words, or offset and scale", "[document]")
{
    for (const char* word : {"geographic", "base"}) {
        const Document document = read_one(with("/data/flow/transform", word));
        CHECK(write(document).at("data").at("flow").at("transform") == word);
    }
    CHECK(read_one(with("/data/flow/transform", Json::object())).data.at("flow").transform.way ==
          DataTransform::Way::Given);
    CHECK_THAT(document_refusal(with("/data/flow/transform", "west")),
               ContainsSubstring("expected \"geographic\", \"base\", or an object"));
    CHECK_THAT(document_refusal(with("/data/hills/transform", "geographic")),
               ContainsSubstring("of a terrain it has an offset alone"));
}
