#include "app/document/document_file.h"

#include <filesystem>

#include "model/layers/layer_kinds.h"
#include "tests/app/document/documents.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;

using app::load_document;
using app::save_document;
using Catch::Matchers::ContainsSubstring;

namespace {

std::size_t files_in(const std::filesystem::path& folder)
{
    const auto all = std::filesystem::directory_iterator(folder);
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

}  // namespace

TEST_CASE("save_document: what is saved is loaded again", "[document]")
{
    const farfield::test::TemporaryFolder folder;
    const auto document =
        app::test::document_of("dataset = 'a'\n[lines]\nsteps = 3\n[view]\nrange = [0, 1]\n");
    save_document(document, folder / "s.farfield");
    CHECK(load_document(folder / "s.farfield", model::layer_kinds()) == document);
    CHECK(farfield::test::read_text(folder / "s.farfield") == model::text_of(document));
    CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("save_document: an earlier file is replaced, with its permissions", "[document]")
{
    const farfield::test::TemporaryFolder folder;
    const std::filesystem::path file = folder.write("s.farfield", "earlier");
    const auto own = std::filesystem::perms::owner_read | std::filesystem::perms::owner_write;
    std::filesystem::permissions(file, own);
    save_document({}, file);
    CHECK(load_document(file, model::layer_kinds()) == model::Document{});
    CHECK(std::filesystem::status(file).permissions() == own);
}

TEST_CASE("save_document: a link stays one", "[document]")
{
    const farfield::test::TemporaryFolder folder;
    folder.write("s.farfield", "earlier");
    std::filesystem::create_symlink("s.farfield", folder / "link.farfield");
    save_document({}, folder / "link.farfield");
    CHECK(std::filesystem::is_symlink(folder / "link.farfield"));
    CHECK(load_document(folder / "s.farfield", model::layer_kinds()) == model::Document{});
}

TEST_CASE("save_document: what cannot be written leaves all as it was", "[document]")
{
    const farfield::test::TemporaryFolder folder;
    CHECK_THROWS_WITH(save_document({}, folder / "no/such.farfield"), ContainsSubstring("cannot write '"));
    std::filesystem::create_directory(folder / "there.farfield");
    CHECK_THROWS_WITH(save_document({}, folder / "there.farfield"), ContainsSubstring("cannot write '"));
    CHECK(files_in(folder.path()) == 1);
    model::Document document;
    document.layers["a"].title = std::string(model::max_document_bytes, 'a');
    folder.write("s.farfield", "earlier");
    CHECK_THROWS_AS(save_document(document, folder / "s.farfield"), model::LimitError);
    CHECK(farfield::test::read_text(folder / "s.farfield") == "earlier");
}

TEST_CASE("load_document: what is wrong in a saved session is reported with file and path", "[document]")
{
    const farfield::test::TemporaryFolder folder;
    const auto said = [&](const std::string& text) {
        const auto file = folder.write("s.farfield", text);
        try {
            (void)load_document(file, model::layer_kinds());
        } catch (const std::runtime_error& error) {
            return std::string(error.what()).substr(folder.path().string().size() + 1);
        }
        return std::string();
    };
    CHECK(said(R"({"farfield": 1, "clock": {"frames": 0}})") ==
          "s.farfield: 'clock.frames': expected an integer from 1 to 10000000, found 0");
    CHECK(said("[]") == "s.farfield: 'the document': expected an object, found an array of 0");
    CHECK_THAT(said("{\"farfield\": 1,"),
               ContainsSubstring("s.farfield: not JSON: parse error at line 1, column"));
    CHECK_THAT(said(R"({"farfield": 1, "data": {"a": {"kind": "dataset"}}, "x": 1})"),
               ContainsSubstring("s.farfield: 'data.a.name': expected a string, found nothing"));
    CHECK(said(std::string(5000, '[')) == "s.farfield: nested deeper than 64 levels");
}

TEST_CASE("load_document: several layers on several data, with a transform", "[document]")
{
    const farfield::test::TemporaryFolder folder;
    const auto file = folder.write("s.farfield", R"({"farfield": 1,
"data": {"flow": {"kind": "dataset", "name": "analytic:tornado:64",
                  "transform": {"offset": [0, 0, 1500], "scale": [4000, 4000, 4000]}},
         "hills": {"kind": "terrain", "name": "fractal:2048"}},
"rakes": {"inlet": {"kind": "line", "from": [0.5, 0.5, 0.05], "to": [0.5, 0.5, 0.95], "seeds": 64, "particles_per_seed": 40}},
"layers": {"ground": {"kind": "terrain", "order": 1, "style": {"contour_metres": 200}},
           "smoke": {"kind": "particles", "order": 2, "rakes": ["inlet"], "params": {"scalar": "vorticity"}, "style": {"colour_map": "turbo"}},
           "paths": {"kind": "lines", "order": 3, "visible": false, "rakes": ["inlet"], "params": {"direction": "both"}}},
"scene": {"base": "hills"}, "clock": {"step": 0.04, "frames": 300},
"camera": {"keys": [{"at": 0, "eye": [9000, 9000, 3600], "heading": 35}]}})");
    const auto document = load_document(file, model::layer_kinds());
    CHECK(document.layers.at("smoke").data == "flow");
    CHECK_FALSE(document.layers.at("paths").visible);
    CHECK(document.data.at("flow").transform.offset == model::Point{0.0, 0.0, 1500.0});
    CHECK(document.clock.step == 0.04);
    CHECK(document.camera.keys.at(0).heading == 35.0);
}

TEST_CASE("layer_kinds: the table of kinds has each kind once", "[document]")
{
    std::vector<std::string> names;
    for (const auto& kind : model::layer_kinds()) names.emplace_back(kind.name);
    CHECK(names == std::vector<std::string>{"particles", "lines", "terrain", "picture", "overlay", "viewshed",
                                            "sight", "slice", "isosurface", "boundary", "glyphs",
                                            "vortex-cores", "rays", "entities"});
    for (const auto& kind : model::layer_kinds())
        CHECK(model::find_kind(model::layer_kinds(), kind.name) == &kind);
}

TEST_CASE("load_document: the path of a recording begins in the document's folder", "[document]")
{
    const farfield::test::TemporaryFolder folder;
    const auto file = folder.write("s.toml", "[layers.a]\nkind = 'entities'\nrecording = 'b/../c.ffr'\n");
    CHECK(load_document(file, model::layer_kinds()).layers.at("a").recording == folder.file("c.ffr"));
}
