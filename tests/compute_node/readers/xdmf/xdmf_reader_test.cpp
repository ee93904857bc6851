#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/hdf5/hdf5_writer.h"
#include "tests/temporary_folder.h"

#include <algorithm>

using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

std::string document(const std::string& grids)
{
    return "<?xml version=\"1.0\" ?>\n<!DOCTYPE Xdmf SYSTEM \"Xdmf.dtd\" []>\n<Xdmf "
           "Version=\"3.0\"><Domain>\n" +
           grids + "</Domain></Xdmf>\n";
}

std::string item(const std::string& dims, const std::string& text, const std::string& format = "XML")
{
    return "<DataItem Dimensions=\"" + dims + "\" Format=\"" + format + "\">" + text + "</DataItem>";
}

/// Two triangles of a unit square.
std::string square(const std::string& corners = "0 1 2 0 2 3")
{
    return "<Topology TopologyType=\"Triangle\" NumberOfElements=\"2\">" + item("2 3", corners) +
           "</Topology><Geometry GeometryType=\"XY\">" + item("4 2", "0 0 1 0 1 1 0 1") + "</Geometry>";
}

std::string grid(const std::string& contents)
{
    return "<Grid Name=\"g\" GridType=\"Uniform\">" + contents + "</Grid>\n";
}

std::string velocity(const std::string& dims, const std::string& text, const std::string& format = "XML")
{
    return "<Attribute Name=\"velocity\" AttributeType=\"Vector\" Center=\"Node\">" +
           item(dims, text, format) + "</Attribute>";
}

/// A velocity of which the item is made of others.
std::string with_items(const std::string& kind, const std::string& more, const std::string& parts)
{
    return "<Attribute Name=\"velocity\" AttributeType=\"Vector\" Center=\"Node\"><DataItem ItemType=\"" +
           kind + "\" Dimensions=\"4 3\" " + more + ">" + parts + "</DataItem></Attribute>";
}

TimeSeries open_text(const TemporaryFolder& folder, const std::string& text)
{
    return open_series({folder.write("a.xdmf", text)});
}

std::string error_of_text(const std::string& text)
{
    const TemporaryFolder folder;
    return error_of([&] { (void)open_text(folder, text); });
}

const std::string along_x = "1 0 0 1 0 0 1 0 0 1 0 0";

}  // namespace

TEST_CASE("XDMF: triangles in the text, values at nodes and in cells", "[xdmf]")
{
    const TemporaryFolder folder;
    const TimeSeries series = open_text(
        folder, document(grid(square() + velocity("4 3", along_x) + "<Attribute Name=\"p\" Center=\"Cell\">" +
                              item("2", "10 20") + "</Attribute>")));
    CHECK(series.info().format == "XDMF");
    CHECK(series.info().default_vector == "velocity");
    REQUIRE(series.info().cells.size() == 1);
    CHECK(series.info().cells.front().cells == 2);
    const auto pressure = std::ranges::find(series.info().arrays, "p", &ArrayInfo::name);
    REQUIRE(pressure != series.info().arrays.end());
    CHECK(pressure->of_cells);
    CHECK(pressure->max == Approx(20.0));
}

TEST_CASE("XDMF: a box of numbers, and scalars that are joined to a vector", "[xdmf]")
{
    const TemporaryFolder folder;
    const std::string box = item("3 2", "1 0 1 1 1 12"),
                      rows = item("2 12", "9 9 9 9 9 9 9 9 9 9 9 9 " + along_x);
    const std::string ones = item("4", "1 1 1 1"), zeros = item("4", "0 0 0 0");
    for (const std::string& vector :
         {with_items("HyperSlab", "", box + rows),
          with_items("Function", "Function=\"JOIN($0, $1, $2)\"", ones + zeros + zeros)}) {
        const TimeSeries series = open_text(folder, document(grid(square() + vector)));
        const auto velocity = std::ranges::find(series.info().arrays, "velocity", &ArrayInfo::name);
        REQUIRE(velocity != series.info().arrays.end());
        CHECK(velocity->components == 3);
        const auto sample = series.field()->sample({0.5F, 0.25F, 0.0F});
        REQUIRE(sample);
        CHECK(sample->velocity.x == Approx(1.0F));
        CHECK(sample->velocity.y == Approx(0.0F));
    }
}

TEST_CASE("XDMF: a mesh is that of a grid elsewhere, by its name or as a reference", "[xdmf]")
{
    const TemporaryFolder folder;
    const auto step = [&](const char* include, const char* time) {
        return grid(std::string{include} + "<Time Value=\"" + time + "\"/>" + velocity("4 3", along_x));
    };
    // As meshio writes it: the mesh after the series, and a prefix of its own.
    const char* pointer =
        "<ns0:include xpointer=\"xpointer(//Grid[@Name=&quot;mesh&quot;]/*[self::Topology or "
        "self::Geometry])\"/>";
    const TimeSeries by_name = open_text(
        folder, document("<Grid Name=\"series\" GridType=\"Collection\" CollectionType=\"Temporal\">" +
                         step(pointer, "0") + step(pointer, "0.5") +
                         "</Grid><Grid Name=\"mesh\" GridType=\"Uniform\">" + square() + "</Grid>"));
    CHECK(by_name.times() == std::vector<double>{0.0, 0.5});
    CHECK(by_name.info().nodes == 4);
    const char* reference = "<Topology Reference=\"/Xdmf/Domain/Topology[1]\"/>"
                            "<Geometry Reference=\"XML\">/Xdmf/Domain/Geometry</Geometry>";
    CHECK(open_text(folder, document(square() + grid(reference + velocity("4 3", along_x)))).info().nodes ==
          4);
}

TEST_CASE("XDMF: numbers in HDF5 beside it, at the times of a collection that shares its mesh", "[xdmf]")
{
    const TemporaryFolder folder;
    {
        Hdf5Writer file{folder.file("flow.h5")};
        file.reals("/u/0", {4, 3}, {1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0});
        file.reals("/u/1", {4, 3}, {2, 0, 0, 2, 0, 0, 2, 0, 0, 2, 0, 0});
    }
    const std::string include =
        "<xi:include xpointer=\"xpointer(//Grid[@Name=&quot;g&quot;]/*[self::Topology])\"/>";
    const TimeSeries series = open_text(
        folder, document("<Grid Name=\"all\" GridType=\"Collection\" CollectionType=\"Temporal\">" +
                         grid("<Time Value=\"0.5\"/>" + square() + velocity("4 3", "flow.h5:/u/0", "HDF")) +
                         grid("<Time Value=\"2.5\"/>" + include + velocity("4 3", " flow.h5:/u/1\n", "HDF")) +
                         "</Grid>"));
    CHECK(series.times() == std::vector{0.0, 2.0});
    CHECK(series.first().data().arrays.front().values.front() == 1.0F);
    CHECK(series.read(1).arrays.front().values.front() == 2.0F);
}

TEST_CASE("XDMF: lattices have their slowest index first", "[xdmf]")
{
    const TemporaryFolder folder;
    const std::string lattice = "<Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"2 2 3\"/>"
                                "<Geometry GeometryType=\"ORIGIN_DXDYDZ\">" +
                                item("3", "7 5 3") + item("3", "1 2 4") + "</Geometry>";
    std::string values;
    for (int node = 0; node < 12; ++node) values += "1 2 3 ";
    const DatasetInfo info = open_text(folder, document(grid(lattice + velocity("2 2 3 3", values)))).info();
    CHECK(info.dims == std::vector{glm::uvec3{3, 2, 2}});
    CHECK(info.bounds.lo == glm::dvec3{3, 5, 7});
    CHECK(info.bounds.hi == glm::dvec3{11, 7, 8});
}

TEST_CASE("XDMF: mixed cells have the number of their kind before their points", "[xdmf]")
{
    const TemporaryFolder folder;
    const std::string mesh = "<Topology TopologyType=\"Mixed\" NumberOfElements=\"2\">" +
                             item("9", "5 0 1 2 3 4 1 4 2") + "</Topology><Geometry GeometryType=\"X_Y_Z\">" +
                             item("5", "0 1 1 0 2") + item("5", "0 0 1 1 0") + item("5", "0 0 0 0 0") +
                             "</Geometry>";
    const DatasetInfo info =
        open_text(folder, document(grid(mesh + velocity("5 3", along_x + " 1 0 0")))).info();
    CHECK(info.cells.size() == 2);
}

TEST_CASE("XDMF: what is missing, lies or leads nowhere is named", "[xdmf]")
{
    const std::string u = velocity("4 3", along_x);
    CHECK(contains(error_of_text(document(grid(square("0 1 2 0 2 9") + u))), "a cell has point 9"));
    CHECK(contains(error_of_text(document(grid(square() + velocity("4 3", "1 0 0")))), "has 3 numbers"));
    CHECK(contains(error_of_text(document(grid(square() + velocity("5 3", along_x + " 1 0 0")))),
                   "for 4 nodes"));
    CHECK(
        contains(error_of_text(document(grid(square() + velocity("4 3", "none.h5:/u", "HDF")))), "none.h5"));
    CHECK(contains(error_of_text(document(grid(u))), "has no Topology"));
    CHECK(contains(error_of_text(document("")), "expected a Grid"));
    CHECK(contains(error_of_text("<Xdmf><Domain>"), "cannot read"));
    CHECK(contains(
        error_of_text(document(grid("<Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"99999 99999 "
                                    "99999\"/><Geometry>" +
                                    item("3", "0 0 0") + item("3", "1 1 1") + "</Geometry>"))),
        "max_nodes"));
    CHECK(contains(
        error_of_text(document(grid(square() + "<Attribute Name=\"u\">" +
                                    "<DataItem ItemType=\"HyperSlab\" Dimensions=\"4\"/></Attribute>"))),
        "expected a HyperSlab of two DataItems"));
    CHECK(contains(error_of_text(document(grid(
                       square() + with_items("HyperSlab", "", item("3 1", "1 1 4") + item("4", "1 2 3 4"))))),
                   "takes 4 numbers from 1 on"));
    CHECK(
        contains(error_of_text(document(grid(square() + with_items("Function", "Function=\"$0 + $1\"", "")))),
                 "the Function '$0 + $1' is not read"));
    CHECK(contains(error_of_text(document(grid("<Topology Reference=\"/Xdmf/Domain/Topology[2]\"/>"))),
                   "refers to '/Xdmf/Domain/Topology[2]', which is not in it"));
}
