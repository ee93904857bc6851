// VTK's files in HDF5, in the layout of VTK's documentation ("VTKHDF file format").
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/hdf5/hdf5_writer.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/temporary_folder.h"

#include <string>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// 3 x 2 x 2 nodes of spacing 0.5 from (1, 2, 3) on; velocity (x, y, 0), of each time twice that before.
void write_image(const std::string& path, bool is_timed)
{
    Hdf5Writer file{path};
    file.group("/VTKHDF/PointData");
    file.text("/VTKHDF", "Type", "ImageData");
    file.numbers("/VTKHDF", "WholeExtent", {0, 2, 0, 1, 0, 1});
    file.numbers("/VTKHDF", "Origin", {1, 2, 3});
    file.numbers("/VTKHDF", "Spacing", {0.5, 0.5, 0.5});
    std::vector<double> values;
    for (int step = 0; step < (is_timed ? 2 : 1); ++step)
        for (int n = 0; n < 12; ++n)
            values.insert(values.end(),
                          {(1 + step) * (1 + 0.5 * (n % 3)), (1 + step) * (2 + 0.5 * (n / 3 % 2)), 0.0});
    if (is_timed) {
        file.reals("/VTKHDF/PointData/U", {2, 2, 2, 3, 3}, values);
        file.group("/VTKHDF/Steps");
        file.attribute("/VTKHDF/Steps", "NSteps", 2);
        file.reals("/VTKHDF/Steps/Values", {2}, {0.5, 2.5});
        file.integers("/VTKHDF/Steps/PointDataOffsets/U", {0, 1});
    } else {
        file.reals("/VTKHDF/PointData/U", {2, 2, 3, 3}, values);
    }
}

/// Where the numbers of a mesh begin at each time.
struct Offsets {
    std::vector<std::int32_t> parts, points, cells, ids, values;
};

/// A tetrahedron at x, and where there are two parts its neighbour: they share the face x = 1.
void write_mesh(Hdf5Writer& file, const std::string& group, double x, int parts)
{
    file.group(group + "/PointData");
    file.text(group, "Type", "UnstructuredGrid");
    std::vector<double> points{x, 0, 0, x + 1, 0, 0, x + 1, 1, 0, x + 1, 0, 1};
    std::vector<std::int32_t> four(static_cast<std::size_t>(parts), 4),
        one(static_cast<std::size_t>(parts), 1);
    if (parts > 1) points.insert(points.end(), {x + 2, 0, 0, x + 1, 0, 0, x + 1, 0, 1, x + 1, 1, 0});
    file.integers(group + "/NumberOfPoints", four);
    file.integers(group + "/NumberOfCells", one);
    file.integers(group + "/NumberOfConnectivityIds", four);
    file.reals(group + "/Points", {static_cast<hsize_t>(4 * parts), 3}, points);
    file.integers(group + "/Connectivity", parts > 1 ? std::vector<std::int32_t>{0, 1, 2, 3, 0, 1, 2, 3}
                                                     : std::vector<std::int32_t>{0, 1, 2, 3});
    file.integers(group + "/Offsets",
                  parts > 1 ? std::vector<std::int32_t>{0, 4, 0, 4} : std::vector<std::int32_t>{0, 4});
    file.integers(group + "/Types", std::vector<std::int32_t>(static_cast<std::size_t>(parts), 10));
    std::vector<double> values;
    for (std::size_t n = 0; n < points.size(); n += 3) values.insert(values.end(), {points[n], 1.0, 0.0});
    file.reals(group + "/PointData/U", {static_cast<hsize_t>(4 * parts), 3}, values);
}

}  // namespace

TEST_CASE("VTKHDF: an image is read with its spacing and origin", "[vtkhdf]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("flow.vtkhdf");
    write_image(path, false);
    const Dataset flow = open_file(path);
    CHECK(flow.info().format == "VTKHDF");
    CHECK(flow.info().dims == std::vector<glm::uvec3>{{3, 2, 2}});
    CHECK(flow.info().bounds.hi == glm::dvec3{2.0, 2.5, 3.5});
    CHECK(flow.field()->sample({1.25F, 2.25F, 3.2F})->velocity.x == Approx(1.25F));
}

TEST_CASE("VTKHDF: of an image that changes with time each step has its own values", "[vtkhdf]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("flow.hdf");  // known by its contents
    write_image(path, true);
    CHECK(open_file(path).info().time_steps == 2);
    const auto last = reader_in_this_process()->read({.files = {path}, .max_nodes = 1000, .time_step = 1});
    CHECK(last.data.arrays.front().values[0] == Approx(2.0F));
}

TEST_CASE("VTKHDF: the parts of a mesh are one", "[vtkhdf]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("flow.vtkhdf");
    {
        Hdf5Writer file{path};
        write_mesh(file, "/VTKHDF", 0.0, 2);
    }
    const Dataset flow = open_file(path);
    CHECK(flow.info().nodes == 5);
    CHECK(flow.info().bounds.hi.x == 2.0);
    CHECK(flow.field()->sample({1.2F, 0.1F, 0.1F})->velocity.x == Approx(1.2F));
}

TEST_CASE("VTKHDF: a mesh that is written anew at each time is that of its time", "[vtkhdf]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("flow.vtkhdf");
    {
        Hdf5Writer file{path};
        write_mesh(file, "/VTKHDF", 0.0, 2);
        const std::string steps = "/VTKHDF/Steps";
        file.group(steps);
        file.attribute(steps, "NSteps", 2);
        file.reals(steps + "/Values", {2}, {0.0, 1.0});
        file.integers(steps + "/PartOffsets", {0, 1});
        file.integers(steps + "/NumberOfParts", {1, 1});
        file.integers(steps + "/PointOffsets", {0, 4});
        file.integers(steps + "/CellOffsets", {0, 1});
        file.integers(steps + "/ConnectivityIdOffsets", {0, 4});
    }
    const auto reader = reader_in_this_process();
    const auto first = reader->read({.files = {path}, .max_nodes = 1000}),
               last = reader->read({.files = {path}, .max_nodes = 1000, .time_step = 1});
    CHECK(node_count(first.data) == 4);
    CHECK(first.data.arrays.front().values[0] == Approx(0.0F));
    CHECK(last.data.arrays.front().values[0] == Approx(2.0F));
}

TEST_CASE("VTKHDF: blocks have the names of the file's tree, and may be left out", "[vtkhdf]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("flow.vtkhdf");
    {
        Hdf5Writer file{path};
        file.group("/VTKHDF/Assembly/wing");
        file.text("/VTKHDF", "Type", "PartitionedDataSetCollection");
        write_mesh(file, "/VTKHDF/Block0", 0.0, 1);
        write_mesh(file, "/VTKHDF/Block1", 5.0, 1);
        file.soft_link("/VTKHDF/Assembly/wing/left", "/VTKHDF/Block0");
        file.soft_link("/VTKHDF/Assembly/wing/right", "/VTKHDF/Block1");
    }
    const auto read =
        reader_in_this_process()->read({.files = {path}, .max_nodes = 1000, .blocks = {"wing/right"}});
    CHECK(node_count(read.data) == 4);
    CHECK(read.data.blocks == std::vector<BlockName>{{"wing/left", false}, {"wing/right", true}});
    CHECK(open_file(path).info().nodes == 8);
}

TEST_CASE("VTKHDF: what does not fit, or is of another type, is named", "[vtkhdf]")
{
    const TemporaryFolder folder;
    const auto error = [&](const char* name, const auto& fill) {
        const std::string path = folder.file(name);
        {
            Hdf5Writer file{path};
            fill(file);
        }
        return error_of([&] { (void)open_file(path); });
    };
    CHECK(contains(error("a.vtkhdf",
                         [](Hdf5Writer& file) {
                             file.group("/VTKHDF");
                             file.text("/VTKHDF", "Type", "OverlappingAMR");
                         }),
                   "of type 'OverlappingAMR'; expected ImageData or UnstructuredGrid"));
    CHECK(contains(error("b.vtkhdf",
                         [](Hdf5Writer& file) {
                             write_mesh(file, "/VTKHDF", 0.0, 1);
                             file.remove("/VTKHDF/Connectivity");
                             file.integers("/VTKHDF/Connectivity", {0, 1, 2, 4});
                         }),
                   "a cell of '/VTKHDF' has point 4 of 4"));
    CHECK(contains(error("c.vtkhdf", [](Hdf5Writer& file) { file.group("/flow"); }), "a group 'VTKHDF'"));
}
