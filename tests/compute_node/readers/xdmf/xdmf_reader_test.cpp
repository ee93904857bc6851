#include "compute_node/datasets/series_field.h"
#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/hdf5/hdf5_writer.h"
#include "tests/temporary_folder.h"

#include <algorithm>

#include <sys/stat.h>

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

namespace {

/// A grid of the name "b" that includes what a pointer selects; before it are a grid of another mesh in a
/// series, a grid "mesh" of a square, and one of a triangle.
std::string including(const std::string& include)
{
    const std::string triangle = "<Topology TopologyType=\"Triangle\" NumberOfElements=\"1\">" +
                                 item("1 3", "0 1 2") + "</Topology><Geometry GeometryType=\"XY\">" +
                                 item("3 2", "5 5 9 5 5 9") + "</Geometry>";
    const auto mesh = [](const std::string& name, const std::string& more, const std::string& contents) {
        return "<Grid Name=\"" + name + "\" " + more + ">" + contents + "</Grid>";
    };
    return document(
        mesh("tree", "GridType=\"Tree\"",
             mesh("one", "GridType=\"Uniform\"", triangle) + mesh("two", "GridType=\"Uniform\"", square())) +
        mesh("mesh", "GridType=\"Uniform\"", square()) + mesh("odd (one)", "GridType=\"Uniform\"", triangle) +
        mesh("series", "GridType=\"Collection\" CollectionType=\"Temporal\"",
             mesh("b", "GridType=\"Uniform\"", include + "<Time Value=\"0\"/>" + velocity("4 3", along_x))));
}

std::string xpointer(const std::string& pointer)
{
    return "<xi:include xpointer=\"" + pointer + "\"/>";
}

}  // namespace

TEST_CASE("XDMF: an XInclude is followed to what its path selects by XPath", "[xdmf]")
{
    const std::string both = "/*[self::Topology or self::Geometry]";
    for (const std::string& path : std::vector<std::string>{
             "/Xdmf/Domain/Grid[@GridType='Uniform'][1]" + both, "/Xdmf/Domain/Grid[2]" + both,
             "/Xdmf/Domain/Grid[@Name=&quot;mesh&quot;]" + both,
             "/Xdmf/Domain/Grid[@GridType='Uniform']" + both, "/Xdmf/Domain/Grid[1]/Grid[2]" + both,
             "/Xdmf/Domain[1]/Grid[@Name='tree']/Grid[last()]" + both, "//Grid[@Name='two']" + both,
             "//Grid[@GridType='Uniform'][@Name='mesh']" + both,
             "//Grid[@GridType='Uniform' and @Name='mesh']" + both, "Xdmf//Grid[position()=2]" + both,
             " / child::Xdmf / Domain / Grid[ @Name = 'mesh' ] / * [ self::Topology or self::Geometry ] ",
             "//Grid[@Name='mesh']/Topology[1] | //Grid[@Name='mesh']/Geometry",
             "//Grid[@Name='mesh']/*[local-name()='Topology' or name()=&quot;Geometry&quot;]",
             "//Grid[@Name='mesh']/*"}) {
        const TemporaryFolder folder;
        INFO(path);
        const TimeSeries series = open_text(folder, including(xpointer("xpointer(" + path + ")")));
        CHECK(series.info().nodes == 4);
        CHECK(series.info().cells.front().cells == 2);
        CHECK(series.first().field()->sample({0.5F, 0.25F, 0.0F})->velocity.x == Approx(1.0F));
    }
}

TEST_CASE(
    "XDMF: an XInclude may have any prefix, several parts, the file's own name, or the numbers of elements",
    "[xdmf]")
{
    const std::string path = "/Xdmf/Domain/Grid[2]/";
    for (const std::string& include : std::vector<std::string>{
             "<include xmlns=\"http://www.w3.org/2003/XInclude\" xpointer=\"xpointer(" + path + "*)\"/>",
             "<x:include xmlns:x=\"https://www.w3.org/2001/XInclude\" href=\"a.xdmf\" xpointer=\"xpointer(" +
                 path + "*)\"/>",
             xpointer("xpointer(" + path + "Topology)") + xpointer("xpointer(" + path + "Geometry)"),
             xpointer("element(/1/1/2/1)") + xpointer("element(/1/1/2/2)"),
             xpointer("xmlns(a=b) xpointer(//Grid[@Name='none']/*) xpointer(" + path + "*)"),
             xpointer(path + "*"),
             "<Topology Reference=\"//Grid[@Name='two']/Topology\"/>"
             "<Geometry Reference=\"/Xdmf/Domain/Grid[@Name='tree']/Grid[2]/Geometry\"/>"}) {
        const TemporaryFolder folder;
        INFO(include);
        const TimeSeries series = open_text(folder, including(include));
        CHECK(series.info().nodes == 4);
        CHECK(series.info().cells.front().cells == 2);
    }
    const TemporaryFolder folder;  // what is included may be included itself
    const std::string other = "<Grid Name=\"odd (two)\">" +
                              xpointer("xpointer(//Grid[@Name='odd (one)']/*)") +
                              velocity("3 3", "1 0 0 1 0 0 1 0 0") + "</Grid>";
    CHECK(
        open_text(folder, document("<Grid Name=\"all\" GridType=\"Collection\" CollectionType=\"Temporal\">" +
                                   other + "</Grid><Grid Name=\"odd (one)\">" +
                                   xpointer("xpointer(//Grid[@Name='m']/*)") + "</Grid><Grid Name=\"m\">" +
                                   "<Topology TopologyType=\"Triangle\" NumberOfElements=\"1\">" +
                                   item("1 3", "0 1 2") + "</Topology><Geometry GeometryType=\"XY\">" +
                                   item("3 2", "5 5 9 5 5 9") + "</Geometry></Grid>"))
            .info()
            .nodes == 3);
}

TEST_CASE("XDMF: an item of numbers may be included, too", "[xdmf]")
{
    const TemporaryFolder folder;
    const std::string shared = "<Attribute Name=\"velocity\" Center=\"Node\">" +
                               xpointer("xpointer(/Xdmf/Domain/DataItem[@Name='u'])") + "</Attribute>";
    const TimeSeries series =
        open_text(folder, document("<DataItem Name=\"u\" Dimensions=\"4 3\" Format=\"XML\">" + along_x +
                                   "</DataItem>" + grid(square() + shared)));
    CHECK(series.first().field()->sample({0.5F, 0.25F, 0.0F})->velocity.x == Approx(1.0F));
}

TEST_CASE("XDMF: an XInclude that is not followed is named as such", "[xdmf]")
{
    for (const std::string pointer :
         {"xpointer(id('mesh'))", "xpointer(//Grid[2]/following::Topology)",
          "xpointer(//Grid[@Name='mesh]/*)", "xpointer(//Grid[@Name='mesh']/../*)",
          "xpointer(//Grid[contains(@Name, 'm')]/*)", "xpointer(//Grid[2)", "mesh", "element(mesh/1)",
          "string-range(/)", "xpointer(/)", "xpointer()"}) {
        INFO(pointer);
        const std::string error = error_of_text(including(xpointer(pointer)));
        CHECK(contains(error, "xpointer '" + pointer + "' is not understood"));
        CHECK_FALSE(contains(error, "has no Topology"));
    }
    CHECK(contains(error_of_text(including(xpointer("xpointer(//Grid[@Name='none']/*)"))),
                   "includes 'xpointer(//Grid[@Name='none']/*)', which is not in it"));
    CHECK(contains(error_of_text(including(xpointer("element(/1/1/99)"))), "which is not in it"));
    CHECK(contains(error_of_text(including(xpointer("xpointer(//Grid[@Name='b']/*)"))), "without an end"));
    CHECK(contains(error_of_text(including("<xi:include/>")), "an XInclude has no xpointer"));
    CHECK(contains(error_of_text(including("<xi:include href=\"mesh.xdmf\" xpointer=\"xpointer(/*)\"/>")),
                   "includes 'mesh.xdmf': what is in other files is not read"));
    CHECK(contains(error_of_text(including("<Topology Reference=\"/Xdmf/Domain/id(1)\"/>")),
                   "Reference '/Xdmf/Domain/id(1)' is not understood"));
}

TEST_CASE("XDMF: to a Topology that is included alone belongs the Geometry beside it, with a remark",
          "[xdmf]")
{
    const TemporaryFolder folder;
    const TimeSeries series =
        open_text(folder, including(xpointer("xpointer(/Xdmf/Domain/Grid[2]/*[self::Topology])")));
    CHECK(series.info().nodes == 4);
    CHECK(std::ranges::find(series.info().remarks,
                            "Grid 'b' includes a Topology alone: the Geometry beside that is taken, too.") !=
          series.info().remarks.end());
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
        contains(error_of_text(document(grid(square() + velocity("4 3", "none.h5:/u", "HDF")))), "none.h5': no such file"));
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

namespace {

bool says(const TimeSeries& series, const std::string& part)
{
    return std::ranges::any_of(series.info().remarks,
                               [&](const std::string& remark) { return contains(remark, part); });
}

/// A square of two triangles in a mixed list, with what else comes in that.
std::string mixed(const std::string& count, const std::string& numbers, const std::string& base = "0")
{
    return "<Topology TopologyType=\"Mixed\" BaseOffset=\"" + base + "\">" + item(count, numbers) +
           "</Topology><Geometry GeometryType=\"XY\">" + item("4 2", "0 0 1 0 1 1 0 1") + "</Geometry>";
}

}  // namespace

TEST_CASE("XDMF: lines and points among mixed cells are left out, and do not count in means", "[xdmf]")
{
    const TemporaryFolder folder;
    const std::string cells = "<Attribute Name=\"velocity\" Center=\"Cell\">" +
                              item("4 3", "1 0 0  2 0 0  900 0 0  900 0 0") + "</Attribute>";
    const TimeSeries series =
        open_text(folder, document(grid(mixed("15", "4 0 1 2  4 0 2 3  2 2 0 1  1 1 2") + cells)));
    CHECK(series.info().cells.front().cells == 2);
    CHECK(says(series, "Cells of other kinds were left out: 1 vtkPolyVertex, 1 vtkPolyLine"));
    CHECK(series.first().field()->sample({1.0F, 0.0F, 0.0F})->velocity.x == Approx(1.0F));
    CHECK(series.first().field()->sample({0.0F, 1.0F, 0.0F})->velocity.x == Approx(2.0F));
}

TEST_CASE("XDMF: points count from the BaseOffset", "[xdmf]")
{
    const TemporaryFolder folder;
    const TimeSeries series =
        open_text(folder, document(grid(mixed("8", "4 1 2 3 4 1 3 4", "1") + velocity("4 3", along_x))));
    CHECK(series.first().field()->sample({0.75F, 0.25F, 0.0F})->velocity.x == Approx(1.0F));
    CHECK(contains(error_of_text(document(grid(mixed("4", "4 0 1 2", "1") + velocity("4 3", along_x)))),
                   "a cell has point 0: expected one of 4, from 1 on (BaseOffset)"));
}

TEST_CASE("XDMF: an attribute that is not understood is left out with a remark", "[xdmf]")
{
    const std::string good = square() + velocity("4 3", along_x);
    const auto attribute = [](const std::string& more, const std::string& inside) {
        return "<Attribute Name=\"odd\" " + more + ">" + inside + "</Attribute>";
    };
    for (const auto& [odd, reason] : std::vector<std::pair<std::string, std::string>>{
             {attribute("Center=\"Edge\"", item("5", "1 2 3 4 5")), "its Center is 'edge'"},
             {attribute("Center=\"Node\"", ""), "it has no DataItem"},
             {attribute("Center=\"Node\"", item("3", "1 2 3")), "it has 3 numbers for 4 nodes"},
             {attribute("Center=\"Node\"", item("4", "1 2 3")), "has 3 numbers"},
             {attribute("Center=\"Node\"", item("4", "none.h5:/u", "HDF")), "no such file"},
             {attribute("Center=\"Node\"", item("4", "x", "TIFF")), "Format 'tiff'"},
             {attribute("Center=\"Node\"", "<DataItem ItemType=\"Function\" Function=\"SIN($0)\"/>"),
              "Function"},
         }) {
        const TemporaryFolder folder;
        INFO(odd);
        const TimeSeries series = open_text(folder, document(grid(good + odd)));
        CHECK(series.info().default_vector == "velocity");
        CHECK(says(series, "Attribute 'odd' is left out: "));
        CHECK(says(series, reason));
    }
}

TEST_CASE("XDMF: numbers in plain binary files are of the type, size and order of bytes that is said",
          "[xdmf]")
{
    const auto repeated = [](const std::string& of_7, const std::string& of_0) {
        std::string all;
        for (int n = 0; n < 4; ++n) all += of_7 + of_0 + of_0;
        return all;
    };
    using namespace std::string_literals;
    for (const auto& [attributes, bytes] : std::vector<std::pair<std::string, std::string>>{
             {"NumberType=\"Int\" Precision=\"2\" Endian=\"Big\"", repeated("\0\7"s, "\0\0"s)},
             {"NumberType=\"UChar\"", repeated("\7"s, "\0"s)},
             {"NumberType=\"Int\" Precision=\"4\" Endian=\"Little\"", repeated("\7\0\0\0"s, "\0\0\0\0"s)},
             {"NumberType=\"UInt\" Precision=\"8\" Endian=\"Big\" Seek=\"5\"",
              "xxxxx" + repeated("\0\0\0\0\0\0\0\7"s, "\0\0\0\0\0\0\0\0"s)},
             {"NumberType=\"Float\" Precision=\"4\" Endian=\"Big\"",
              repeated("\x40\xe0\0\0"s, "\0\0\0\0"s)}}) {
        const TemporaryFolder folder;
        INFO(attributes);
        folder.write("u.bin", bytes);
        const TimeSeries series = open_text(
            folder, document(grid(square() +
                                  "<Attribute Name=\"velocity\" Center=\"Node\"><DataItem Dimensions=\"4 3\" "
                                  "Format=\"Binary\" " +
                                  attributes + ">u.bin</DataItem></Attribute>")));
        CHECK(series.first().field()->sample({0.5F, 0.25F, 0.0F})->velocity.x == Approx(7.0F));
    }
    for (const std::string bad :
         {"NumberType=\"Float\" Precision=\"2\"", "Endian=\"Middle\"", "Compression=\"Zlib\""})
        CHECK(
            contains(error_of_text(document(grid(square() +
                                                 "<Attribute Name=\"velocity\"><DataItem Dimensions=\"4 3\" "
                                                 "Format=\"Binary\" " +
                                                 bad + ">u.bin</DataItem></Attribute>"))),
                     "not read"));
}

TEST_CASE("XDMF: a pipe in the place of a plain binary file is refused as such, without waiting for it",
          "[xdmf]")
{
    const TemporaryFolder folder;
    REQUIRE(::mkfifo((folder / "pipe.bin").c_str(), 0600) == 0);
    const std::string text = document(grid(square() + velocity("4 3", "pipe.bin", "Binary")));
    CHECK(contains(error_of([&] { (void)open_text(folder, text); }),
                   "pipe.bin': expected a file, found a pipe"));
}

TEST_CASE("XDMF: what is wrong with times and grids is said", "[xdmf]")
{
    const std::string piece = square() + velocity("4 3", along_x);
    const auto series_of = [&](const std::string& first, const std::string& second) {
        return "<Grid GridType=\"Collection\" CollectionType=\"Temporal\">" + grid(piece + first) +
               grid(piece + second) + "</Grid>";
    };
    const TemporaryFolder folder;
    const auto opened = [&](const std::string& grids) { return open_text(folder, document(grids)); };
    CHECK(says(opened(series_of("<Time Value=\"soon\"/>", "<Time Value=\"1\"/>")),
               "the first is read as a steady"));
    CHECK(says(opened(series_of("<Time Value=\"0\"/>", "<Time Value=\"1\"/>") + grid(piece)), "left out"));
    CHECK(opened(series_of("<Time TimeType=\"Range\">" + item("2", "0 1") + "</Time>",
                           "<Time TimeType=\"Range\">" + item("2", "1 2") + "</Time>"))
              .slices() == 2);
    CHECK(contains(error_of_text(document("<Grid GridType=\"Subset\">" + grid(piece) + "</Grid>")),
                   "'subset'"));
    CHECK(contains(error_of_text(document(grid("<xi:include xpointer=\"//Grid[@Name='m']/Topology\"/>"))),
                   "includes '//Grid[@Name='m']/Topology', which is not in it"));
    CHECK(opened("<Grid Name=\"all\">" + grid(piece) + "</Grid>").info().nodes == 4);  // it says no kind
}

TEST_CASE(
    "XDMF: a dataset of another shape is taken in its order with a remark; with fewer values it is refused",
    "[xdmf]")
{
    const TemporaryFolder folder;
    {
        Hdf5Writer file{folder.file("u.h5")};
        file.reals("/flat", {12}, {1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0});
        file.reals("/few", {6}, {1, 0, 0, 1, 0, 0});
    }
    const TimeSeries series =
        open_text(folder, document(grid(square() + velocity("4 3", "u.h5:/flat", "HDF"))));
    CHECK(series.first().field()->sample({0.5F, 0.25F, 0.0F})->velocity.x == Approx(1.0F));
    CHECK(says(series, "has the shape 12, its DataItem's Dimensions are 4 x 3"));
    CHECK(contains(error_of([&] {
                       (void)open_text(folder,
                                       document(grid(square() + velocity("4 3", "u.h5:/few", "HDF"))));
                   }),
                   "has 6 numbers"));
}

TEST_CASE("XDMF: numbers in text are those of C and Fortran; what is none is named", "[xdmf]")
{
    const TemporaryFolder folder;
    const TimeSeries series = open_text(
        folder, document(grid(square() + velocity("4,3", "1 0 0 1.0D+00 0 0 0.1+001 0 0 1 0.5-105 0"))));
    const auto& nodes = series.first().data().arrays.front().values;
    for (const std::size_t n : {0, 3, 6, 9}) CHECK(nodes[n] == 1.0F);
    CHECK(nodes[10] == 0.0F);
    CHECK(contains(error_of_text(document(grid(square() + velocity("4 3", "1 0 0 1 0 0 1 0 0 1 **** 0")))),
                   "expected a number, found '****'"));
}

namespace {

std::string step_of(const std::string& time, const std::string& contents)
{
    return grid("<Time Value=\"" + time + "\"/>" + contents);
}

std::string series_of(const std::string& steps, const std::string& kind = "Temporal")
{
    return document("<Grid GridType=\"Collection\" CollectionType=\"" + kind + "\">" + steps + "</Grid>");
}

const std::string no_cells = "<Topology TopologyType=\"Triangle\" NumberOfElements=\"0\">" + item("0 3", "") +
                             "</Topology><Geometry GeometryType=\"XY\">" + item("0 2", "") + "</Geometry>";
const std::string flowing = square() + velocity("4 3", "1 0 0 1 0 0 1 0 0 1 0 0");

}  // namespace

TEST_CASE("XDMF: grids without cells, and of points, keep no others away", "[xdmf]")
{
    const std::string points = "<Topology TopologyType=\"Polyvertex\" NumberOfElements=\"4\"/>"
                               "<Geometry GeometryType=\"XY\">" +
                               item("4 2", "9 9 9 9 9 9 9 9") + "</Geometry>" +
                               velocity("4 3", "5 0 0 5 0 0 5 0 0 5 0 0");
    for (const std::string& other : {std::string{}, no_cells + velocity("0 3", ""), points}) {
        const TemporaryFolder folder;
        const TimeSeries series = open_text(folder, series_of(grid(other) + grid(flowing), "Spatial"));
        CHECK(series.info().nodes == 4);
        CHECK(std::ranges::any_of(series.info().remarks, [](const std::string& remark) {
            return contains(remark, "Grid 'g' is left out");
        }));
    }
}

TEST_CASE("XDMF: steps without cells, or without attributes, are left out with a remark", "[xdmf]")
{
    for (const std::string& other : {std::string{}, no_cells + velocity("0 3", ""), square()}) {
        const TemporaryFolder folder;
        const TimeSeries series = open_text(folder, series_of(step_of("0", other) + step_of("1", flowing) +
                                                              step_of("2", other) + step_of("3", flowing)));
        CHECK(series.times() == std::vector{0.0, 2.0});
        CHECK(std::ranges::any_of(series.info().remarks, [](const std::string& remark) {
            return contains(remark, "The time 2 is left out");
        }));
    }
}

TEST_CASE("XDMF: a step without an array that others have is left out where that is asked for", "[xdmf]")
{
    const auto step = [](double time, const std::string& attributes) {
        return "<Grid Name=\"s\" GridType=\"Uniform\"><Time Value=\"" + std::to_string(time) + "\"/>" +
               square() + attributes + "</Grid>\n";
    };
    const auto vectors = [](const std::string& name, int u) {
        std::string values;
        for (int node = 0; node < 4; ++node) values += std::to_string(u) + " 0 0 ";
        return "<Attribute Name=\"" + name + "\" AttributeType=\"Vector\" Center=\"Node\">" +
               item("4 3", values) + "</Attribute>";
    };
    const std::string p = "<Attribute Name=\"p\" AttributeType=\"Scalar\" Center=\"Node\">" +
                          item("4", "1 2 3 4") + "</Attribute>";
    const auto series_of_steps = [&](const std::string& steps) {
        return document("<Grid Name=\"all\" GridType=\"Collection\" CollectionType=\"Temporal\">" + steps +
                        "</Grid>");
    };
    const TemporaryFolder folder;
    const std::string gap =
        series_of_steps(step(10, vectors("velocity", 1) + vectors("b", 5) + p) + step(20, p) +
                        step(30, vectors("velocity", 3) + vectors("b", 7) + p));
    const TimeSeries series = open_text(folder, gap);
    CHECK(series.times() == std::vector<double>{0, 10, 20});
    CHECK(std::ranges::find(series.info().remarks,
                            "'velocity' is missing at 1 of 3 times, the first of them 20.") !=
          series.info().remarks.end());
    const auto field = series.field();
    CHECK(field->slices().times == std::vector<float>{0, 20});
    CHECK(field->slices().nodes[1][0].x == 3.0F);
    CHECK(contains(remark_on_left_out(series, *field), "a.xdmf (step 2)' lacks an array"));
    CHECK(series.field({.vector = {}, .scalar = "p", .scalar_alone = true})->slices().times ==
          std::vector<float>{0, 10, 20});
    const TimeSeries asked = open_series({folder.write("b.xdmf", gap)}, {}, std::nullopt, "b");
    CHECK(asked.field()->slices().times == std::vector<float>{0, 20});

    const TimeSeries late =
        open_text(folder, series_of_steps(step(10, p) + step(20, vectors("velocity", 2) + p) +
                                          step(30, vectors("velocity", 3) + p)));
    CHECK(late.info().default_vector == "velocity");
    CHECK(late.times() == std::vector<double>{0, 10, 20});
    CHECK(late.field()->slices().times == std::vector<float>{10, 20});
    CHECK(contains(late.info().remarks.back(), "The first time step"));
}
