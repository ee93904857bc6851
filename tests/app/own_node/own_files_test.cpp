#include "app/own_node/own_files.h"

#include <fstream>
#include <functional>

#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using farfield::model::DatasetEntry;
using farfield::model::TerrainEntry;
namespace fs = std::filesystem;

namespace {

void touch(const fs::path& file)
{
    fs::create_directories(file.parent_path());
    std::ofstream{file} << "x";
}

std::string error_of(const std::function<void()>& action)
{
    try {
        action();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return {};
}

std::vector<DatasetEntry> listed(const std::vector<std::string>& names)
{
    std::vector<DatasetEntry> entries{{"analytic:tornado", "analytic"}};
    for (const auto& name : names) entries.push_back({name, "file"});
    return entries;
}

OwnFiles files_named(const std::vector<std::string>& names, const std::vector<std::string>& blocks = {})
{
    return {.data_folders = {}, .names = names, .blocks = blocks};
}

}  // namespace

TEST_CASE("own_files: a file is named below its folder")
{
    const test::TemporaryFolder folder;
    touch(folder.path() / "flow.vtk");
    const OwnFiles files = own_files({(folder.path() / "flow.vtk").string()});
    CHECK(files.data_folders == std::vector{fs::canonical(folder.path())});
    CHECK(files.names == std::vector<std::string>{"flow.vtk"});
}

TEST_CASE("own_files: a folder is offered whole, a case as one dataset")
{
    const test::TemporaryFolder folder;
    touch(folder.path() / "runs" / "a.vtk");
    touch(folder.path() / "cavity" / "system" / "controlDict");
    CHECK(own_files({(folder.path() / "runs").string()}).names.empty());
    const OwnFiles opened = own_files({(folder.path() / "cavity" / "").string()});
    CHECK(opened.names == std::vector<std::string>{"cavity"});
    CHECK(opened.data_folders == std::vector{fs::canonical(folder.path())});
}

TEST_CASE("own_files: a time of a case, or a file in it, stands for the case")
{
    const test::TemporaryFolder folder;
    const fs::path cavity = folder.path() / "cavity";
    touch(cavity / "system" / "controlDict");
    touch(cavity / "1.5" / "U.gz");
    touch(cavity / "VTK" / "a.vtk");
    for (const auto& part : {cavity / "1.5", cavity / "1.5" / "U.gz", cavity / "system" / "controlDict"})
        CHECK(own_files({part.string()}).names == std::vector<std::string>{"cavity"});
    CHECK(own_files({(cavity / "VTK" / "a.vtk").string()}).names == std::vector<std::string>{"a.vtk"});
}

TEST_CASE("own_files: a misspelt name is refused with the one that is meant")
{
    const test::TemporaryFolder folder;
    touch(folder.path() / "carotid.vtk");
    const auto missing = (folder.path() / "carotyd.vtk").string();
    CHECK(error_of([&] { (void)own_files({missing}); }) ==
          "'" + missing + "' is no file or folder; did you mean '" +
              (folder.path() / "carotid.vtk").string() + "'?");
    CHECK_FALSE(error_of([&] { (void)own_files({(folder.path() / "wind.nc").string()}); }).ends_with("?"));
}

TEST_CASE("own_files: a recording is refused with what plays it")
{
    const test::TemporaryFolder folder;
    touch(folder.path() / "demo.ffr");
    CHECK(error_of([&] { (void)own_files({(folder.path() / "demo.ffr").string()}); }) ==
          "'demo.ffr' is a recording: 'farfield-node replay demo.ffr' plays one of a stream, to 'farfield "
          "HOST', and 'farfield --recording demo.ffr' shows one of entities");
}

TEST_CASE("own_files: a Zarr store is refused by its name")
{
    const test::TemporaryFolder folder;
    (void)folder.write(".zgroup", "{}");
    CHECK(error_of([&] {
              (void)own_files({folder.path().string()});
          }).ends_with("it is a Zarr store of arrays, which is not read; xarray writes it as NetCDF"));
}

TEST_CASE("own_files: a script and a saved session are refused with what plays and opens them")
{
    const test::TemporaryFolder folder;
    const auto error_of_file = [&](const char* name) {
        const auto path = (folder.path() / name).string();
        touch(path);
        const auto error = error_of([&] { (void)own_files({path}); });
        return error.substr(0, error.find(path, 1 + path.size()) + path.size());
    };
    const auto path = [&](const char* name) { return (folder.path() / name).string(); };
    CHECK(error_of_file("s1.toml") ==
          "'" + path("s1.toml") + "' is a script: 'farfield play " + path("s1.toml"));
    CHECK(error_of_file("s.farfield") ==
          "'" + path("s.farfield") + "' is a saved session: 'farfield " + path("s.farfield"));
}

TEST_CASE("own_files: blocks are named behind a file, which may have such a mark in its own name")
{
    const test::TemporaryFolder folder;
    touch(folder.path() / "wing.vtm");
    touch(folder.path() / "run#2.vtm");
    const auto path = [&](const char* name) { return (folder.path() / name).string(); };
    const OwnFiles wing = own_files({path("wing.vtm#inner,3")});
    CHECK(wing.names == std::vector<std::string>{"wing.vtm"});
    CHECK(wing.blocks == std::vector<std::string>{"inner", "3"});
    const OwnFiles run = own_files({path("run#2.vtm")});
    CHECK(run.names == std::vector<std::string>{"run#2.vtm"});
    CHECK(run.blocks.empty());
    CHECK(error_of([&] { (void)own_files({path("wing.vtn#inner")}); }) ==
          "'" + path("wing.vtn") + "' is no file or folder; did you mean '" + path("wing.vtm") + "'?");
    CHECK(error_of([&] {
              (void)own_files({path("wing.vtm#1"), path("run#2.vtm#2")});
          }).starts_with("blocks"));
}

TEST_CASE("choose_data: blocks are of what the files are part of")
{
    const auto datasets = listed({"combxyz.bin+combq.bin"});
    CHECK(choose_data(files_named({"combq.bin"}, {"2", "3"}), datasets, {}).flows ==
          std::vector<std::string>{"combxyz.bin+combq.bin#2,3"});
    CHECK_FALSE(error_of([&] { (void)choose_data(files_named({"combq.bin"}, {""}), datasets, {}); }).empty());
}

TEST_CASE("own_files: two files of one name are refused")
{
    const test::TemporaryFolder folder;
    touch(folder.path() / "a" / "flow.vtk");
    touch(folder.path() / "b" / "flow.vtk");
    const auto both = [&] {
        (void)own_files({(folder.path() / "a/flow.vtk").string(), (folder.path() / "b/flow.vtk").string()});
    };
    CHECK(error_of(both).starts_with("two files have the name 'flow.vtk'"));
}

TEST_CASE("is_own_file: hosts are no files")
{
    CHECK(is_own_file("./flow.vtk"));
    CHECK(is_own_file("."));
    CHECK_FALSE(is_own_file("127.0.0.1:7117"));
    CHECK_FALSE(is_own_file("node.lab.example"));
}

TEST_CASE("choose_data: a part of a pair opens the pair")
{
    const auto datasets = listed({"combxyz.bin+combq.bin", "other.vtk"});
    CHECK(choose_data(files_named({"combq.bin"}), datasets, {}).flows ==
          std::vector<std::string>{"combxyz.bin+combq.bin"});
    CHECK(choose_data(files_named({"combq.bin", "combxyz.bin"}), datasets, {}).flows.front() ==
          "combxyz.bin+combq.bin");
}

TEST_CASE("choose_data: many steps open the series, one of them itself first")
{
    const auto datasets = listed({"out_*.nc", "out_1.nc", "out_2.nc", "out_3.nc"});
    CHECK(choose_data(files_named({"out_1.nc", "out_2.nc", "out_3.nc"}), datasets, {}).flows.front() ==
          "out_*.nc");
    CHECK(choose_data(files_named({"out_2.nc"}), datasets, {}).flows.front() == "out_2.nc");
}

TEST_CASE("choose_data: a terrain and a flow are shown together")
{
    const std::vector<TerrainEntry> terrains{{"fractal:1000", "generated"}, {"alps.tif", "file"}};
    const DataChoice choice =
        choose_data(files_named({"alps.tif", "wind.nc"}), listed({"wind.nc"}), terrains);
    CHECK(choice.terrain == "alps.tif");
    CHECK(choice.flows == std::vector<std::string>{"wind.nc"});
    CHECK(choose_data(files_named({"alps.tif"}), listed({}), terrains).flows.empty());
}

TEST_CASE("choose_data: of a raster that is no terrain the node says why not, unless it is listed as a flow")
{
    const std::vector<TerrainEntry> terrains{
        {"turned.tif", "other"}, {"uneven.nc", "other"}, {"map.png", "image"}};
    CHECK(choose_data(files_named({"turned.tif"}), listed({}), terrains).terrain == "turned.tif");
    CHECK(choose_data(files_named({"map.png"}), listed({}), terrains).terrain == "map.png");
    const DataChoice flow = choose_data(files_named({"uneven.nc"}), listed({"uneven.nc"}), terrains);
    CHECK(flow.terrain.empty());
    CHECK(flow.flows == std::vector<std::string>{"uneven.nc"});
}

TEST_CASE("choose_data: of a folder its files, never what is built in")
{
    CHECK(choose_data(files_named({}), listed({}), {{"fractal:1000", "generated"}}).flows.empty());
    CHECK(choose_data(files_named({}), listed({}), {{"fractal:1000", "generated"}}).terrain.empty());
    CHECK(choose_data(files_named({}), listed({"a.vtk", "b.vtk"}), {}).flows ==
          std::vector<std::string>{"a.vtk", "b.vtk"});
    CHECK(choose_data(files_named({}), listed({}), {{"alps.tif", "file"}}).terrain == "alps.tif");
}

TEST_CASE("choose_data: a file that the node does not list is asked for by its name")
{
    CHECK(choose_data(files_named({"notes.txt"}), listed({}), {}).flows ==
          std::vector<std::string>{"notes.txt"});
}

TEST_CASE("own_files: A+B names files that go together, B beside A")
{
    const test::TemporaryFolder folder;
    for (const char* name : {"u.nc", "mesh.nc", "a+b.nc"}) touch(folder.path() / name);
    const std::string joined = (folder.path() / "u.nc+mesh.nc").string();
    CHECK(is_own_file(joined));
    const OwnFiles files = own_files({joined});
    CHECK(files.names == std::vector<std::string>{"u.nc+mesh.nc"});
    CHECK(files.data_folders.size() == 1);
    CHECK(choose_data(files, {}, {}).flows == std::vector<std::string>{"u.nc+mesh.nc"});
    CHECK(own_files({(folder.path() / "a+b.nc").string()}).names == std::vector<std::string>{"a+b.nc"});
    CHECK_FALSE(error_of([&] { (void)own_files({joined + "+none.nc"}); }).empty());
}
