#include "tests/app/document/documents.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;

using app::load_document;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using farfield::app::test::refusal_of;

namespace {
const std::string terrain = "[terrain]\nname = 'a'\n";
}

TEST_CASE("read_toml: a misspelt key is named with its place and the key that was meant", "[document]")
{
    CHECK(refusal_of("dataset = 'a'\nfarmes = 3") ==
          "s.toml:2:1: unknown key 'farmes' in the script; did you mean 'frames'?");
    CHECK(refusal_of("dataset = 'a'\n[view]\n  colour_mop = 'turbo'") ==
          "s.toml:3:3: unknown key 'colour_mop' in [view]; did you mean 'colour_map'?");
    CHECK(refusal_of("dataset = 'a'\n[[rake]]\nkind = 'point'\nat = [0,0,0]\nseed = 3") ==
          "s.toml:5:1: unknown key 'seed' in [[rake]]; did you mean 'kind'?");
    CHECK(refusal_of("dataset = 'a'\n[particles]\nstepp = 3") ==
          "s.toml:3:1: unknown key 'stepp' in [particles]; did you mean 'step'?");
    CHECK(refusal_of("dataset = 'd'\n[lines]\nstripes = 3") ==
          "s.toml:3:1: unknown key 'stripes' in [lines]; did you mean 'steps'?");
    CHECK(refusal_of(terrain + "sunazimuth = 3\n") ==
          "s.toml:3:1: unknown key 'sunazimuth' in [terrain]; did you mean 'sun_azimuth'?");
    CHECK(refusal_of("dataset = 'a'\n[layers.a]\nkind = 'lines'\n[layers.a.style]\nline_with = 3") ==
          "s.toml:5:1: unknown key 'line_with' in [layers.a.style]; did you mean 'line_width'?");
}

TEST_CASE("read_toml: a value of the wrong type or size is reported as path, expected and found",
          "[document]")
{
    CHECK(refusal_of("dataset = 3") == "s.toml:1:11: 'dataset': expected a string, found 3");
    CHECK(refusal_of("dataset = 'a'\nframes = 0") ==
          "s.toml:2:10: 'frames': expected an integer from 1 to 10000000, found 0");
    CHECK_THAT(refusal_of("dataset = 'a'\nframes = 1.5"), ContainsSubstring("found 1.5"));
    CHECK(refusal_of("dataset = 'a'\nsize = [1280]") ==
          "s.toml:2:8: 'size': expected [width, height], found an array of 1");
    CHECK(refusal_of("dataset = 'a'\n[particles]\nstep = 0") ==
          "s.toml:3:8: 'particles.step': expected a number other than 0, found 0");
    CHECK(refusal_of("dataset = 'a'\n[view]\nrange = [2, 1]") ==
          "s.toml:3:9: 'view.range': expected [low, high] with low below high, found an array of 2");
    CHECK(refusal_of("dataset = 'a'\n[view]\nup = [0, 0, 0]") ==
          "s.toml:3:6: 'view.up': expected a direction other than [0, 0, 0], found an array of 3");
    CHECK(refusal_of("dataset = 'a'\nrake = 3") == "s.toml:2:8: 'rake': expected an array, found 3");
    CHECK(refusal_of("dataset = 'a'\nview = 3") == "s.toml:2:8: 'view': expected a table, found 3");
    CHECK(refusal_of("dataset = 'a'\n[particles]\nstart_time = 'now'") ==
          "s.toml:3:14: 'particles.start_time': expected a number, found \"now\"");
    CHECK(refusal_of("dataset = 'a'\nclock = 3\nframes = 3") ==
          "s.toml:2:9: 'clock': expected a table, found 3");
}

TEST_CASE("read_toml: what JSON cannot say is refused where it stands", "[document]")
{
    CHECK(refusal_of("dataset = 'a'\n[particles]\nstep = nan") ==
          "s.toml:3:8: 'particles.step': expected a finite number, found nan");
    CHECK(refusal_of(terrain + "[[sight]]\nfrom = [1, -inf, 3]\nto = [[1, 2, 3]]\n") ==
          "s.toml:4:12: 'sight[0].from[1]': expected a finite number, found inf");
    CHECK_THAT(refusal_of("dataset = 1979-05-27"), ContainsSubstring("found a date or time"));
}

TEST_CASE("read_toml: a word that is none lists those that there are", "[document]")
{
    CHECK(refusal_of("dataset = 'a'\npolicy = 'lates'") ==
          "s.toml:2:10: 'policy': expected \"every\" or \"latest\", found \"lates\"");
    CHECK_THAT(refusal_of("dataset = 'a'\n[view]\ncolour_map = 'jet'"),
               ContainsSubstring("\"viridis\" or \"cividis\" or \"turbo\""));
    CHECK_THAT(refusal_of("dataset = 'a'\n[layers.a]\nkind = 'fog'"),
               ContainsSubstring("s.toml:3:8: 'layers.a.kind': expected \"particles\" or \"lines\""));
}

TEST_CASE("read_toml: what is needed and missing is named at its table", "[document]")
{
    CHECK(refusal_of("frames = 3") ==
          "s.toml:1:1: 'dataset': expected 'dataset', [terrain] or [data], found none of them");
    CHECK(refusal_of("dataset = 'a'\n[[rake]]\nkind = 'line'\nfrom = [0,0,0]") ==
          "s.toml:2:1: 'rake[0].to': expected an array of three numbers, found nothing");
    CHECK(refusal_of("[terrain]\ndetail = 1\n") ==
          "s.toml:1:1: 'terrain.name': expected a string, found nothing");
    CHECK(refusal_of("dataset = 'a'\n[[camera]]\nat = 0\neye = [0,0,1]") ==
          "s.toml:2:1: 'camera[0]': expected either 'target' or 'heading', found neither");
    CHECK_THAT(refusal_of(terrain + "[viewshed]\n"),
               StartsWith("s.toml:3:1: 'viewshed.observer': expected an array of three numbers"));
}

TEST_CASE("read_toml: what does not go together is refused", "[document]")
{
    CHECK(refusal_of("dataset = 'a'\n[[camera]]\neye = [0,0,1]\ntarget = [0,0,0]") ==
          "s.toml:2:1: 'camera[0]': give either 'at' (seconds) or 'frame'");
    CHECK_THAT(refusal_of("dataset = 'a'\nframes = 3\nduration_seconds = 1"),
               StartsWith("s.toml:3:20: 'duration_seconds': give either 'frames' or"));
    CHECK_THAT(refusal_of("dataset = 'b'\n" + terrain), StartsWith("s.toml:1:11: 'dataset': give either"));
    CHECK(refusal_of(terrain + "[lines]\n") ==
          "s.toml:3:1: 'lines': 'lines' is of a dataset, not of a [terrain]");
    CHECK_THAT(refusal_of("velocity = 'u'\n" + terrain), ContainsSubstring("is of a dataset"));
    CHECK(refusal_of("dataset = 'b'\n[[sight]]\nfrom = [0, 0, 0]\nto = [[1, 1, 0]]\n") ==
          "s.toml:2:1: 'sight[0].data': expected the id of a terrain, of which there is none, found nothing");
    CHECK(refusal_of("dataset = 'b'\nframes = 3\n[clock]\nframes = 4\n") ==
          "s.toml:2:10: 'frames': it is there in full, too, as 'clock.frames'");
    CHECK_THAT(refusal_of("dataset = 'b'\n[layers.lines]\nkind = 'lines'\n[lines]\nsteps = 3\n"),
               ContainsSubstring("it is there in full, too"));
}

TEST_CASE("read_toml: errors in full tables have their path and place", "[document]")
{
    CHECK(
        refusal_of("[data.flow]\nkind = 'dataset'\nname = 'a'\n[data.flow.transform]\nscale = [1, 0, 1]\n") ==
        "s.toml:5:13: 'data.flow.transform.scale[1]': expected a number above 0, found 0");
    CHECK(refusal_of("[data.Flow]\nkind = 'dataset'\nname = 'a'\n") ==
          "s.toml:1:1: 'data.Flow': expected an id that matches [a-z][a-z0-9_-]{0,31}, found \"Flow\"");
    CHECK(refusal_of("data.a = { kind = 'dataset', name = 'a' }\n[[camera.keys]]\nat = 0\neye = [1, 'b', 2]\n"
                     "heading = 3") ==
          "s.toml:4:11: 'camera.keys[0].eye[1]': expected a number, found \"b\"");
    CHECK(refusal_of("farfield = 2\ndataset = 'a'") ==
          "s.toml:1:12: 'farfield': expected 1, the form that this program reads, found 2");
}

TEST_CASE("read_toml: the number of a frame is checked where it stands", "[document]")
{
    CHECK(refusal_of("dataset = 'a'\n[[camera]]\nframe = -1\neye = [0,0,1]\ntarget = [0,0,0]") ==
          "s.toml:3:9: 'camera[0].frame': expected an integer from 0 to 10000000, found -1");
    CHECK_THAT(refusal_of("dataset = 'a'\nduration_seconds = 1e9\nframes_per_second = 100"),
               StartsWith("s.toml:2:20: 'duration_seconds': more than 10000000 frames"));
}

TEST_CASE("read_toml: a limit is reported with the file", "[document]")
{
    std::string text = "dataset = 'a'\n";
    for (int i = 0; i < 65; ++i) text += "[layers.l" + std::to_string(i) + "]\nkind = 'lines'\n";
    CHECK(refusal_of(text) == "s.toml: the limit max_layers is exceeded: at most 64, asked for 65");
}

TEST_CASE("read_toml: text that is not TOML is reported with its place", "[document]")
{
    CHECK_THAT(refusal_of("dataset = 'a'\nframes = = 3"),
               StartsWith("s.toml:2:") && ContainsSubstring("not TOML"));
    std::string deep = "a";
    for (int i = 0; i < 300; ++i) deep += ".a";
    CHECK_THAT(refusal_of(deep + " = 1"), ContainsSubstring("a key has more than 200 parts"));
}

TEST_CASE("load_document: a fault in a file of seeds names both files and both lines", "[document]")
{
    const farfield::test::TemporaryFolder folder;
    folder.write("s.csv", "x,y,z\n1,2\n");
    const auto file = folder.write("s.toml", "dataset = 'a'\n[[rake]]\nkind = 'list'\nfile = 's.csv'\n");
    CHECK_THROWS_WITH(load_document(file, model::layer_kinds()),
                      ContainsSubstring("s.toml:4:8: 'rake[0].file': ") &&
                          ContainsSubstring("s.csv', line 2: expected 3"));
}

TEST_CASE("load_document: a file that is missing, a folder, or too large is reported by name", "[document]")
{
    CHECK_THROWS_WITH(load_document("no/such.toml", model::layer_kinds()),
                      "cannot read script 'no/such.toml': No such file or directory");
    CHECK_THROWS_WITH(load_document("/", model::layer_kinds()), ContainsSubstring("cannot read script '/'"));
    const farfield::test::TemporaryFolder folder;
    CHECK_THROWS_WITH(
        load_document(folder.write("s.toml", std::string((1 << 20) + 1, ' ')), model::layer_kinds()),
        ContainsSubstring("more than 1048576 bytes"));
    CHECK_THROWS_WITH(
        load_document(folder.write("s.farfield", std::string((4 << 20) + 1, ' ')), model::layer_kinds()),
        ContainsSubstring("more than 4194304 bytes"));
}

TEST_CASE("script: only entities are read from a recording", "[document]")
{
    CHECK_THAT(refusal_of("dataset = 'a'\n[layers.b]\nkind = 'slice'\nrecording = 'c.ffr'\n"
                          "params = { planes = [{ axis = 'z', position = 0 }] }\n"),
               ContainsSubstring("s.toml:4:13: 'layers.b.recording': a layer of the kind 'slice' has none"));
}
