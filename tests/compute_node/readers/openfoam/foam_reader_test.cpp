// Cases of OpenFOAM that are written here after its description of them; those of others are in
// velocity_files_test.cpp.
#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/fields/field_at_time.h"
#include "compute_node/readers/readers.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/compute_node/readers/openfoam/small_case.h"
#include "tests/temporary_folder.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;
using Place = FoamWriter::Place;

void check_case(const Dataset& data)
{
    CHECK(data.info().format == "OpenFOAM");
    CHECK(data.info().nodes == 45);
    REQUIRE(data.info().cells.size() == 1);
    CHECK(data.info().cells.front().kind == CellKind::Hexa);
    CHECK(data.info().cells.front().cells == 16);
    CHECK(data.info().default_vector == "U");
    const auto field = data.field({"U", "p"});
    for (const float x : {1.0F, 2.0F, 2.75F}) {  // where the nodes of the cell at y = z = 1 are inside
        const auto sample = field->sample({x, 1.0F, 1.0F});
        REQUIRE(sample);
        CHECK(sample->velocity.x == Approx(x));
        CHECK(sample->velocity.y == Approx(1.0F));
        CHECK(sample->velocity.z == Approx(1.0F));
        CHECK(sample->scalar == Approx(10.0F * x));
    }
}

bool says(const std::vector<std::string>& remarks, const std::string& part)
{
    return std::ranges::any_of(remarks, [&](const std::string& r) { return contains(r, part); });
}

void pack(const fs::path& file)
{
    const std::string text = farfield::test::read_text(file);
    gzFile out = gzopen((file.string() + ".gz").c_str(), "wb");
    gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
    gzclose(out);
    fs::remove(file);
}

/// One cell of these faces, of which all points are corners of a unit cube or lie above it.
Dataset single_cell(const fs::path& folder, const FoamWriter::Faces& faces)
{
    const std::vector<Place> points{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},    {0, 0, 1},
                                    {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0.5, 0.5, 2}};
    const FoamWriter writer;
    writer.write_mesh(folder / "constant/polyMesh", points, faces, std::vector<int>(faces.size(), 0), {});
    writer.write_entry(folder / "0/U", "", "uniform (1 2 3)");
    return open_file(folder);
}

}  // namespace

TEST_CASE("OpenFOAM: text, and binary of every size, hold the same", "[openfoam]")
{
    for (const FoamStyle style :
         {FoamStyle{}, FoamStyle{true, 4, 8}, FoamStyle{true, 8, 8}, FoamStyle{true, 4, 4},
          FoamStyle{true, 8, 4}, FoamStyle{true, 4, 8, false}, FoamStyle{true, 8, 4, false},
          FoamStyle{true, 4, 8, true, true}, FoamStyle{true, 8, 4, true, true}}) {
        INFO(style.binary << style.label_bytes << style.scalar_bytes << style.says_sizes << style.big_endian);
        const TemporaryFolder folder;
        write_case(folder.path(), FoamWriter{style});
        const Dataset data = open_file(folder.path());
        check_case(data);
        CHECK(says(data.info().remarks, "walls (wall)"));
        CHECK(says(data.info().remarks, "'U' is given per cell and was averaged"));
    }
}

TEST_CASE("OpenFOAM: tensors are left out, and said", "[openfoam]")
{
    const TemporaryFolder folder;
    const FoamWriter writer;
    write_case(folder.path(), writer);
    FoamWriter::write(folder / "0.5/R",
                      writer.header("volSymmTensorField", false) +
                          "dimensions [0 2 -2 0 0 0 0];\ninternalField uniform (1 0 0 1 0 1);\n");
    FoamWriter::write(folder / "0.5/gradU",
                      writer.header("volTensorField", false) +
                          "dimensions [0 0 -1 0 0 0 0];\ninternalField uniform (1 0 0 0 1 0 0 0 1);\n");
    const Dataset data = open_file(folder.path());
    check_case(data);
    CHECK(says(data.info().remarks, "Tensors are left out: R, gradU."));
}

TEST_CASE("OpenFOAM: packed files are read", "[openfoam]")
{
    const TemporaryFolder folder;
    write_case(folder.path(), FoamWriter{{true, 4, 8}});
    for (const char* file : {"constant/polyMesh/points", "constant/polyMesh/faces", "constant/polyMesh/owner",
                             "constant/polyMesh/neighbour", "0.5/U", "0.5/p"})
        pack(folder / file);
    check_case(open_file(folder.path()));
    const std::string packed = farfield::test::read_text(folder / "0.5/U.gz");
    folder.write("0.5/U.gz", packed.substr(0, packed.size() / 2));
    CHECK(contains(error_of_case(folder.path()), "damaged or cut short"));
}

TEST_CASE("OpenFOAM: a case is named by its folder, a .foam file or its controlDict", "[openfoam]")
{
    const TemporaryFolder folder;
    write_case(folder / "a/case");
    folder.write("a/case/my.foam", "");
    FoamWriter::write(folder / "a/case/VTK/flow.vtk", "x");
    const DatasetCatalogue catalogue{{folder.path()}};
    for (const char* name : {"a/case", "a/case/my.foam", "a/case/system/controlDict"}) {
        INFO(name);
        CHECK(catalogue.open(name).info().nodes == 45);
    }
    std::vector<std::string> names;
    for (const CatalogueEntry& entry : catalogue.list())
        if (entry.format != "built in") names.push_back(entry.name);
    CHECK(names == std::vector<std::string>{"a/case", "a/case/VTK/flow.vtk"});
    CHECK(contains(error_of([&] { (void)catalogue.open("a"); }), "is in no data folder"));
    const DatasetCatalogue of_case{{folder / "a/case"}};
    CHECK(of_case.list().back().name == "system/controlDict");
    CHECK(of_case.open("system/controlDict").info().nodes == 45);
}

TEST_CASE("OpenFOAM: a thousand times are listed, and one is read", "[openfoam]")
{
    const TemporaryFolder folder;
    write_case(folder.path());
    for (int step = 1; step < 1000; ++step)
        FoamWriter::write(folder / fmt::format("{}/U", step), "not looked into;");
    fs::create_directories(folder / "1000/uniform");  // without U
    fs::create_directories(folder / "1d_profile");
    const TimeSeries series = open_series({folder.path().string()});
    CHECK(series.slices() == 1000);
    CHECK(series.times().back() == 998.5);
    check_case(series.first());
}

TEST_CASE("OpenFOAM: folders of processors are one mesh, with means over the cells of both", "[openfoam]")
{
    const TemporaryFolder folder;
    write_parts(folder.path(), FoamWriter{{true, 4, 8}}, {0, 3, 4});
    const Dataset data = open_file(folder.path());
    check_case(data);
    CHECK(says(data.info().remarks, "9 points where they meet"));
    CHECK(says(data.info().remarks, "2 processors"));
    fs::rename(folder / "processor1/0.5/U", folder / "processor1/U");
    CHECK(contains(error_of_case(folder.path()), "processor1/0.5"));
    fs::rename(folder / "processor1", folder / "processor2");
    CHECK(contains(error_of_case(folder.path()), "expected the folders processor0 to processor2"));
}

TEST_CASE("OpenFOAM: processors that share files are as those with folders of their own", "[openfoam]")
{
    const bool is_binary = GENERATE(false, true);
    const FoamWriter writer{{is_binary, 4, 8}};
    const TemporaryFolder folder;
    write_parts(folder.path(), writer, {0, 1, 3, 4});
    const std::vector<fs::path> parts{folder / "processor0", folder / "processor1", folder / "processor2"};
    SECTION("in one folder")
    {
        writer.collate(parts, folder / "processors3");
        const Dataset data = open_file(folder.path());
        check_case(data);
        CHECK(says(data.info().remarks, "3 processors"));
        CHECK(says(data.info().remarks, "walls (wall)"));
        const std::string text = farfield::test::read_text(folder / "processors3/0.5/U");
        folder.write("processors3/0.5/U", text.substr(0, text.rfind("// Processor2") + 40));
        CHECK(contains(error_of_case(folder.path()), "processors3/0.5/U"));
    }
    SECTION("in a folder for each group")
    {
        writer.collate({parts[0], parts[1]}, folder / "processors3_0-1");
        writer.collate({parts[2]}, folder / "processors3_2-2");
        check_case(open_file(folder.path()));
        fs::remove_all(folder / "processors3_2-2");
        CHECK(contains(error_of_case(folder.path()), "all of 3 processors, found 2"));
    }
    SECTION("beside the parts of another number of processors, which have fewer times")
    {
        writer.collate(parts, folder / "processors3");
        write_parts(folder.path(), writer, {0, 1, 4});
        fs::rename(folder / "processor0/0.5", folder / "processor0/x");
        check_case(open_file(folder.path()));
    }
}

TEST_CASE("OpenFOAM: regions with a velocity are one mesh, solids are left out", "[openfoam]")
{
    const TemporaryFolder folder;
    const FoamWriter writer;
    for (const auto& [name, first, last] : {std::tuple{"air", 0, 2}, {"water", 2, 4}, {"wall", 4, 5}}) {
        writer.write_box(folder / "constant" / name / "polyMesh", first, last, side);
        if (last < 5) writer.write_field(folder / "0.5" / name / "U", first, last, side, place);
        writer.write_field(folder / "0.5" / name / "p", first, last, side, along_x);
    }
    FoamWriter::write(folder / "system/controlDict", writer.header("dictionary", false));
    const Dataset data = open_file(folder.path());
    check_case(data);
    CHECK(says(data.info().remarks, "Regions without a vector were left out: wall."));
    CHECK(data.info().blocks == std::vector<BlockName>{{"air", true}, {"wall", false}, {"water", true}});
    const GridData water = read_files({folder.path()}, 1000, 0, {}, {}, {"water"});
    CHECK(node_count(water) < data.info().nodes);
    CHECK(water.blocks == std::vector<BlockName>{{"air", false}, {"wall", false}, {"water", true}});
    const GridData wall = read_files({folder.path()}, 1000, 0, {}, {}, {"wall"});
    CHECK(wall.default_vector.empty());  // a solid by itself has scalars
    CHECK(contains(error_of([&] { (void)read_files({folder.path()}, 1000, 0, {}, {}, {"fire"}); }),
                   "has no block 'fire'; expected one of 'air', 'wall', 'water'"));
}

TEST_CASE("OpenFOAM: a mesh that was divided into regions does not count beside them", "[openfoam]")
{
    const TemporaryFolder folder;
    const FoamWriter writer;
    writer.write_box(folder / "constant/polyMesh", 0, 5, side);
    writer.write_field(folder / "constant/cellToRegion", 0, 5, side, along_x);
    writer.write_field(folder / "0/U", 0, 5, side, place);
    for (const auto& [name, first, last] : {std::tuple{"air", 0, 2}, {"water", 2, 4}, {"wall", 4, 5}}) {
        writer.write_box(folder / "constant" / name / "polyMesh", first, last, side);
        for (const char* time : {"0", "0.5"}) {
            writer.write_field(folder / time / name / "p", first, last, side, along_x);
            if (last < 5 || std::string{time} == "0")  // the wall's is not solved for
                writer.write_field(folder / time / name / "U", first, last, side, place);
        }
    }
    const TimeSeries series = open_series({folder.path().string()});
    CHECK(series.times() == std::vector<double>{0.0, 0.5});
    for (const std::size_t step : {0, 1}) CHECK(node_count(series.read(step)) == 45);
    check_case(series.first());
}

TEST_CASE("OpenFOAM: a mesh that moves is that of its time", "[openfoam]")
{
    const TemporaryFolder folder;
    write_case(folder.path());
    const FoamWriter writer;
    writer.write_box(folder / "other", 10, 14, side);
    fs::create_directories(folder / "1/polyMesh");
    fs::copy(folder / "other/points", folder / "1/polyMesh/points");
    writer.write_field(folder / "1/U", 10, 14, side, place);
    const GridData moved = read_files({folder.path()}, 1000, 1);
    CHECK(std::get<UnstructuredGeometry>(moved.geometry).points.front().x +
              std::get<UnstructuredGeometry>(moved.geometry).origin.x ==
          10.0F);
    CHECK(says(moved.remarks, "The mesh moves with time"));
}

TEST_CASE("OpenFOAM: a case that gets other cells is one series, each time with its own mesh",
          "[openfoam][changing]")
{
    const TemporaryFolder folder;
    write_case(folder.path());
    const FoamWriter writer;
    writer.write_box(folder / "1/polyMesh", 0, 6, side);
    writer.write_field(folder / "1/U", 0, 6, side, place);
    const TimeSeries series = open_series({folder.path().string()});
    CHECK(says(series.info().remarks, "The cells of the mesh change with time"));
    const auto field = series.field();
    CHECK(field->grid_changes());
    CHECK(field->info().bounds.hi.x == 6.0);
    CellCursor cursor;
    CHECK_FALSE(sample_at(*field, {5.2F, 1.0F, 1.0F}, 0.0F, cursor).has_value());
    CHECK_FALSE(sample_at(*field, {5.2F, 1.0F, 1.0F}, 0.2F, cursor).has_value());
    const auto later = sample_at(*field, {4.5F, 1.0F, 1.0F}, 0.5F, cursor);
    REQUIRE(later);
    CHECK(later->velocity.x == Approx(4.5F));
}

TEST_CASE("OpenFOAM: a mesh that was written into a time without fields is that of later times", "[openfoam]")
{
    const TemporaryFolder folder;
    write_case(folder.path());
    const FoamWriter writer;
    writer.write_box(folder / "0.25/polyMesh", 10, 16, side);
    writer.write_field(folder / "0.5/U", 10, 16, side, place);
    const Dataset data = open_file(folder.path());
    CHECK(data.info().bounds.lo.x == 10.0);
    CHECK(data.info().bounds.hi.x == 16.0);
    CHECK_FALSE(says(data.info().remarks, "mesh"));
}

TEST_CASE("OpenFOAM: cells are what their faces make them", "[openfoam]")
{
    const auto kind_of = [](const FoamWriter::Faces& faces) {
        const TemporaryFolder folder;
        const Dataset data = single_cell(folder.path(), faces);
        REQUIRE(data.info().cells.size() == 1);
        const auto sample = data.field()->sample({0.5F, 0.4F, 0.2F});
        REQUIRE(sample);
        CHECK(sample->velocity.y == Approx(2.0F));
        return std::pair{data.info().cells.front().kind, data.info().cells.front().cells};
    };
    const auto one = [](CellKind kind) { return std::pair{kind, std::uint64_t{1}}; };
    CHECK(kind_of({{0, 2, 1}, {0, 1, 8}, {1, 2, 8}, {2, 0, 8}}) == one(CellKind::Tetra));
    CHECK(kind_of({{0, 1, 8}, {0, 3, 2, 1}, {1, 2, 8}, {2, 3, 8}, {3, 0, 8}}) == one(CellKind::Pyramid));
    CHECK(kind_of({{0, 1, 5, 4}, {0, 2, 1}, {4, 5, 6}, {1, 2, 6, 5}, {0, 4, 6, 2}}) == one(CellKind::Wedge));
    CHECK(kind_of({{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}) ==
          one(CellKind::Hexa));
    const TemporaryFolder folder;
    const Dataset cut = single_cell(folder.path(), {{0, 3, 2, 1},
                                                    {4, 5, 8},
                                                    {5, 6, 8},
                                                    {6, 7, 8},
                                                    {7, 4, 8},
                                                    {0, 1, 5, 4},
                                                    {1, 2, 6, 5},
                                                    {2, 3, 7, 6},
                                                    {3, 0, 4, 7}});
    CHECK(says(cut.info().remarks, "1 polyhedra were cut into 9 pyramids and tetrahedra"));
    for (const glm::vec3 at : {glm::vec3{0.1F, 0.2F, 0.1F}, {0.9F, 0.8F, 0.9F}, {0.5F, 0.5F, 1.5F}}) {
        const auto sample = cut.field()->sample(at);
        REQUIRE(sample);
        CHECK(sample->velocity.z == Approx(3.0F));
    }
}

TEST_CASE("OpenFOAM: holes of overset meshes are no part of the mesh, and count in no mean", "[openfoam]")
{
    const TemporaryFolder folder;
    write_case(folder.path());
    const FoamWriter writer;
    const auto is_hole = [](FoamWriter::Place p) { return p[0] > 1.0 && p[0] < 2.0; };
    writer.write_field(folder.path() / "0.5/U", 0, 4, side, [&](FoamWriter::Place p) {
        return is_hole(p) ? std::vector{1e30, 0.0, 0.0} : std::vector{p[0], 2.0, 0.0};
    });
    writer.write_field(folder.path() / "0.5/cellTypes", 0, 4, side,
                       [&](FoamWriter::Place p) { return std::vector{is_hole(p) ? 2.0 : 0.0}; });
    const Dataset data = open_file(folder.path());
    CHECK(says(data.info().remarks, "4 cells were left out: holes by 'cellTypes'"));
    CHECK_FALSE(data.field()->sample({1.5F, 1.0F, 1.0F}));
    const auto beside = data.field()->sample({2.0F, 1.0F, 1.0F});
    REQUIRE(beside);
    CHECK(beside->velocity.x == Approx(2.5F));  // of the cell on its right alone
}

TEST_CASE("OpenFOAM: numbers smaller than binary32 has are 0", "[openfoam]")
{
    const TemporaryFolder folder;
    write_case(folder.path());
    FoamWriter{}.write_field(folder / "0.5/p", 0, 4, side, [](FoamWriter::Place p) {
        return std::vector{p[0] < 2.0 ? 5.30035e-46 : 1e-310};
    });
    const Dataset dataset = open_file(folder.path());
    const auto& arrays = dataset.info().arrays;
    const auto found = std::ranges::find(arrays, "p", &ArrayInfo::name);
    REQUIRE(found != arrays.end());
    CHECK(found->min == 0.0F);
    CHECK(found->max == 0.0F);
}

TEST_CASE("OpenFOAM: values of one number, and by a name that a file includes", "[openfoam]")
{
    const TemporaryFolder folder;
    write_case(folder.path());
    const FoamWriter writer;
    const auto velocity = [&] {
        return open_file(folder.path()).field()->sample({1.0F, 1.0F, 1.0F})->velocity;
    };
    writer.write_entry(folder / "0.5/U", "", "uniform (1 2 3)");
    CHECK(velocity() == glm::vec3{1.0F, 2.0F, 3.0F});
    writer.write_entry(folder / "0.5/U", "flow (4 5 6);", "uniform $flow");
    CHECK(velocity() == glm::vec3{4.0F, 5.0F, 6.0F});
    FoamWriter::write(folder / "0.5/include/initial", "flow (7 8 9); inner uniform $flow;");
    writer.write_entry(folder / "0.5/U", "#include \"include/initial\"", "$inner");
    CHECK(velocity() == glm::vec3{7.0F, 8.0F, 9.0F});
    writer.write_entry(folder / "0.5/U", "", "nonuniform List<vector> 16{(1 0 0)}");
    CHECK(velocity() == glm::vec3{1.0F, 0.0F, 0.0F});
    FoamWriter::write(folder / "0.5/U", writer.header("volVectorField", false) +
                                            "dimensions [m s^-1]; internalField uniform (3 2 1);");
    CHECK(velocity() == glm::vec3{3.0F, 2.0F, 1.0F});
}
