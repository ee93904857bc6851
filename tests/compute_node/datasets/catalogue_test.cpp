#include "compute_node/datasets/dataset_catalogue.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <fstream>
#include <sys/stat.h>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

void write_file(const fs::path& path)
{
    fs::create_directories(path.parent_path());
    std::ofstream{path} << "x";
}

bool lists(const DatasetCatalogue& catalogue, const std::string& name)
{
    const auto entries = catalogue.list();
    return std::any_of(entries.begin(), entries.end(),
                       [&](const CatalogueEntry& e) { return e.name == name; });
}

}  // namespace

TEST_CASE("DatasetCatalogue: lists built-in fields, files by their path and PLOT3D pairs", "[catalogue]")
{
    const TemporaryFolder folder;
    write_file(folder / "deep/er/flow.vti");
    write_file(folder / "sea.nc");
    write_file(folder / "notes.txt");
    write_file(folder / "p/combxyz.bin");
    write_file(folder / "p/combq.bin");
    write_file(folder / "p/alone.xyz");
    const DatasetCatalogue catalogue{{folder.path()}};
    CHECK(lists(catalogue, "analytic:abc"));
    CHECK(lists(catalogue, "deep/er/flow.vti"));
    CHECK(lists(catalogue, "sea.nc"));
    CHECK(lists(catalogue, "p/combxyz.bin+p/combq.bin"));
    CHECK(catalogue.list().size() == analytic_flows.size() + 3);
}

TEST_CASE("DatasetCatalogue: a PLOT3D grid goes with each solution and function file of its stem",
          "[catalogue]")
{
    const TemporaryFolder folder;
    for (const char* name : {"p/wing.xyz", "p/wing.q", "p/wing-oflow.q", "p/wing.f", "p/wing-2D.xyz",
                             "p/wing-2D.q", "p/other.q", "wing.q"})
        write_file(folder / name);
    const DatasetCatalogue catalogue{{folder.path()}};
    CHECK(lists(catalogue, "p/wing.xyz+p/wing.q"));
    CHECK(lists(catalogue, "p/wing.xyz+p/wing-oflow.q"));
    CHECK(lists(catalogue, "p/wing.xyz+p/wing.f"));
    CHECK(lists(catalogue, "p/wing-2D.xyz+p/wing-2D.q"));
    CHECK(catalogue.list().size() == analytic_flows.size() + 4);
}

TEST_CASE("DatasetCatalogue: NetCDF files with numbered names are a series too", "[catalogue]")
{
    const TemporaryFolder folder;
    for (const char* name : {"sea/20020101-sea.nc", "sea/20020111-sea.nc", "sea/20020102-air.nc", "sea/u.nc",
                             "sea/v.nc", "other/20020121-sea.nc", "sea/1.vti", "sea/2.vti"})
        write_file(folder / name);
    const DatasetCatalogue catalogue{{folder.path()}};
    CHECK(lists(catalogue, "sea/200201*-sea.nc"));
    CHECK(lists(catalogue, "sea/20020101-sea.nc"));
    CHECK(catalogue.list().size() == analytic_flows.size() + 10);  // "sea/u.nc+sea/v.nc"
    const auto files = catalogue.resolve("sea/200201*-sea.nc");
    REQUIRE(files.size() == 2);
    CHECK(files[0].filename() == "20020101-sea.nc");
    CHECK(files[1].filename() == "20020111-sea.nc");
    CHECK(catalogue.resolve("sea/*.nc").size() == 5);
    std::ofstream{folder / "sea/README"} << "what is here";
    CHECK(catalogue.resolve("sea/*").size() == 5);
    CHECK(catalogue.resolve("sea/200201*").size() == 3);
}

TEST_CASE("DatasetCatalogue: GRIB without an ending is listed by its first bytes, a series too",
          "[catalogue]")
{
    const TemporaryFolder folder;
    for (const char* name : {"fc_1", "fc_2"}) folder.write(name, std::string{"GRIB\0\0\x64\1", 8});
    const DatasetCatalogue catalogue{{folder.path()}};
    CHECK(lists(catalogue, "fc_1"));
    CHECK(lists(catalogue, "fc_*"));
    CHECK(catalogue.files("fc_*").files.size() == 2);
}

TEST_CASE("DatasetCatalogue: a series that leads outside, or to nothing, is refused by name", "[catalogue]")
{
    const TemporaryFolder folder;
    write_file(folder / "sub/1.nc");
    write_file(folder / "2.nc");
    const DatasetCatalogue catalogue{{folder / "sub"}};
    CHECK(contains(error_of([&] { (void)catalogue.resolve("../*.nc"); }), "outside the data folders"));
    CHECK(contains(error_of([&] { (void)catalogue.resolve("*2.nc"); }), "no dataset '*2.nc'"));
    CHECK(contains(error_of([&] { (void)catalogue.resolve("*/1.nc"); }), "no dataset '*/1.nc'"));
    CHECK(contains(error_of([&] { (void)catalogue.resolve("no/*.nc"); }), "no dataset 'no/*.nc'"));
}

TEST_CASE("DatasetCatalogue: looks at no more entries and no deeper folders than it may", "[catalogue]")
{
    const TemporaryFolder folder;
    write_file(folder / "a/b/c/deep.nc");
    for (int i = 0; i < 20; ++i) write_file(folder / (std::to_string(i) + ".nc"));
    CHECK_FALSE(lists(DatasetCatalogue{{folder.path()}, {.max_depth = 2}}, "a/b/c/deep.nc"));
    CHECK(lists(DatasetCatalogue{{folder.path()}, {.max_depth = 3}}, "a/b/c/deep.nc"));
    CHECK((DatasetCatalogue{{folder.path()}, {.max_entries = 10}}).list().size() <=
          analytic_flows.size() + 10 + 1);  // and the series that they are
}

TEST_CASE("DatasetCatalogue: resolves names below any of its folders", "[catalogue]")
{
    const TemporaryFolder one, two;
    write_file(one / "a.nc");
    write_file(two / "sub/b.nc");
    const DatasetCatalogue catalogue{{one.path(), two.path()}};
    CHECK(catalogue.resolve("a.nc").front() == fs::canonical(one / "a.nc"));
    CHECK(catalogue.resolve("sub/b.nc").front() == fs::canonical(two / "sub/b.nc"));
    CHECK(catalogue.resolve("a.nc+sub/b.nc").size() == 2);
}

TEST_CASE("DatasetCatalogue: blocks stand behind a name, but for files with a '#' in theirs",
          "[catalogue][blocks]")
{
    const TemporaryFolder folder;
    folder.write("wing.vtm", "");
    folder.write("wing#2.vtm", "");
    const DatasetCatalogue catalogue{{folder.path()}};
    const DatasetFiles some = catalogue.files("wing.vtm#inner,3");
    CHECK(some.name == "wing.vtm#inner,3");
    CHECK(some.files.front().front().filename() == "wing.vtm");
    CHECK(some.blocks == std::vector<std::string>{"inner", "3"});
    CHECK(catalogue.files("wing#2.vtm").blocks.empty());
    CHECK(catalogue.files("wing#2.vtm#1").blocks == std::vector<std::string>{"1"});
}

TEST_CASE("DatasetCatalogue: a file may have a '+' in its name, and is no part of others", "[catalogue]")
{
    const TemporaryFolder folder;
    for (const char* name : {"u_00+01.nc", "v_00+01.nc", "u_00+02.nc", "a.nc", "b.nc"})
        folder.write(name, "");
    const DatasetCatalogue catalogue{{folder.path()}};
    CHECK(catalogue.files("u_00+01.nc").files.front().size() == 1);
    CHECK(catalogue.files("a.nc+b.nc").files.front().size() == 2);
    for (const CatalogueEntry& entry : catalogue.list())
        if (entry.name.find('+') != std::string::npos) CHECK(fs::exists(folder / entry.name));
}

TEST_CASE("DatasetCatalogue: names that lead outside are refused by name", "[catalogue]")
{
    const TemporaryFolder outside, inside;
    write_file(outside / "secret.nc");
    write_file(inside / "sub/a.nc");
    const DatasetCatalogue catalogue{{inside.path()}};
    const std::string absolute = (outside / "secret.nc").string();
    for (const std::string& name :
         {absolute, "../" + outside.path().filename().string() + "/secret.nc",
          "sub/../../" + outside.path().filename().string() + "/secret.nc", "sub/a.nc+" + absolute}) {
        const std::string error = error_of([&] { (void)catalogue.resolve(name); });
        CHECK(contains(error, "outside the data folders"));
        CHECK(contains(error, "secret.nc"));
    }
}

TEST_CASE("DatasetCatalogue: a symbolic link that leads outside is neither listed nor opened", "[catalogue]")
{
    const TemporaryFolder outside, inside;
    write_file(outside / "secret.nc");
    write_file(inside / "open.nc");
    fs::create_symlink(outside / "secret.nc", inside / "link.nc");
    fs::create_directory_symlink(outside.path(), inside / "folder");
    fs::create_symlink(inside / "open.nc", inside / "alias.nc");
    const DatasetCatalogue catalogue{{inside.path()}};
    CHECK_FALSE(lists(catalogue, "link.nc"));
    CHECK(lists(catalogue, "alias.nc"));
    CHECK(contains(error_of([&] { (void)catalogue.resolve("link.nc"); }), "no dataset 'link.nc'"));
    CHECK(contains(error_of([&] { (void)catalogue.resolve("folder/secret.nc"); }), "folder/secret.nc"));
    CHECK(catalogue.resolve("alias.nc").front() == fs::canonical(inside / "open.nc"));
}

TEST_CASE("DatasetCatalogue: what does not exist, and folders, are no datasets", "[catalogue]")
{
    const TemporaryFolder folder;
    fs::create_directory(folder / "sub.nc");
    const DatasetCatalogue catalogue{{folder.path()}};
    CHECK(contains(error_of([&] { (void)catalogue.resolve("nothing.nc"); }), "no dataset 'nothing.nc'"));
    CHECK(contains(error_of([&] { (void)catalogue.resolve("sub.nc"); }), "no dataset"));
    CHECK(contains(error_of([&] { (void)catalogue.resolve(""); }), "no dataset"));
}

TEST_CASE("DatasetCatalogue: a pipe is named as one", "[catalogue]")
{
    const TemporaryFolder folder;
    REQUIRE(::mkfifo((folder / "live.nc").c_str(), 0600) == 0);
    const DatasetCatalogue catalogue{{folder.path()}};
    CHECK(contains(error_of([&] { (void)catalogue.files("live.nc"); }), "found a pipe in 'live.nc'"));
}

TEST_CASE("DatasetCatalogue: a name that is not there is refused with those that are", "[catalogue]")
{
    const TemporaryFolder folder;
    for (const char* name : {"a.vti", "b.vtu", "ocean.nc"}) folder.write(name, "x");
    const DatasetCatalogue catalogue{{folder.path()}};
    CHECK(contains(error_of([&] { (void)catalogue.resolve("ocaen.nc"); }), "; did you mean 'ocean.nc'?"));
    std::filesystem::create_directory(folder / "runs");
    folder.write("runs/wing.vtm", "x");
    CHECK(
        contains(error_of([&] { (void)catalogue.resolve("wing.vtm"); }), "; did you mean 'runs/wing.vtm'?"));
    std::filesystem::remove_all(folder / "runs");
    CHECK(contains(error_of([&] { (void)catalogue.resolve("motorbike"); }),
                   "; there are 'a.vti', 'b.vtu', 'ocean.nc'"));
}

TEST_CASE("DatasetCatalogue: a data folder that does not exist is refused by name", "[catalogue]")
{
    CHECK(contains(error_of([] { DatasetCatalogue{{"/no/such/folder"}}; }), "'/no/such/folder'"));
}

TEST_CASE("DatasetCatalogue: a list that the limits cut is not complete", "[catalogue]")
{
    const TemporaryFolder folder;
    for (const char* name : {"a.vti", "b.vti", "1/2/c.vti"}) write_file(folder / name);
    const auto is_complete = [&](CatalogueLimits limits) {
        bool complete = false;
        (void)DatasetCatalogue{{folder.path()}, limits}.list(&complete);
        return complete;
    };
    CHECK(is_complete({.max_depth = 2, .max_entries = 5}));  // two folders and three files
    CHECK_FALSE(is_complete({.max_depth = 2, .max_entries = 4}));
    CHECK_FALSE(is_complete({.max_depth = 1, .max_entries = 5}));
}
