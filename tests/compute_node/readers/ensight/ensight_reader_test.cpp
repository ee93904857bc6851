#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/readers/readers.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/ensight/ensight_files.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

/// A block of 3 x 3 x 3 nodes, bent, that begins at `from` on the x axis.
glm::dvec3 node_of_block(int i, double from)
{
    const glm::dvec3 p{i % 3, i / 3 % 3, i / 9};
    return {from + p.x + 0.1 * p.y * p.z, p.y, p.z};
}

void write_block_part(std::ofstream& out, int part, double from)
{
    out << "part\n" << part << "\nblock\nblock\n3 3 3\n";
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < 27; ++i) out << node_of_block(i, from)[axis] << "\n";
}

/// Blocks that begin at these places on the x axis, and behind them, if asked for, a cube of a mesh. The
/// velocity is the position.
void write_blocks(const TemporaryFolder& folder, const std::vector<double>& begins, bool with_cube)
{
    std::ofstream{folder / "a.case"} << "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: a.geo\nVARIABLE\n"
                                     << "vector per node: velocity a.vel\n";
    std::ofstream geometry{folder / "a.geo"}, velocity{folder / "a.vel"};
    geometry << "blocks\nand more\nnode id off\nelement id off\n";
    velocity << "velocity\n";
    int part = 0;
    for (const double from : begins) {
        write_block_part(geometry, ++part, from);
        velocity << "part\n" << part << "\nblock\n";
        for (int axis = 0; axis < 3; ++axis)
            for (int i = 0; i < 27; ++i) velocity << node_of_block(i, from)[axis] << "\n";
    }
    if (!with_cube) return;
    write_cube_part(geometry, ++part, 10.0);
    velocity << "part\n" << part << "\ncoordinates\n";
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < 8; ++i) velocity << (axis == 0 ? 10.0 : 0.0) + (i >> axis & 1) << "\n";
}

/// For the geometry of write_blocks() with two blocks and a cube: the velocity of each cell of a block is
/// (i, 10 j, number of the part) of its place in it, and (7, 8, 9) in the cube, if there is one. head: what
/// stands before the values of a block.
void write_cell_velocities(const TemporaryFolder& folder, const std::string& head, bool with_cube)
{
    std::ofstream{folder / "a.case"} << "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: a.geo\nVARIABLE\n"
                                     << "vector per element: velocity a.vel\n";
    std::ofstream velocity{folder / "a.vel"};
    velocity << "velocity\n";
    for (int part = 1; part <= 2; ++part) {
        velocity << "part\n" << part << "\n" << head << "\n";
        for (int axis = 0; axis < 3; ++axis)
            for (int cell = 0; cell < 8; ++cell)
                velocity << std::array{cell % 2, 10 * (cell / 2 % 2), part}[static_cast<std::size_t>(axis)]
                         << "\n";
    }
    if (with_cube) velocity << "part\n3\nhexa8\n7\n8\n9\n";
}

/// The mean of the cells around node i of a block of write_cell_velocities().
glm::vec3 mean_at(int i, int part)
{
    return {0.5F * static_cast<float>(i % 3), 5.0F * static_cast<float>(i / 3 % 3), static_cast<float>(part)};
}

/// Writes fields of EnSight's binary files.
class BinaryFile {
public:
    BinaryFile(const fs::path& path, bool swapped) : out_{path, std::ios::binary}, swapped_{swapped} {}
    void text(std::string letters)
    {
        letters.resize(80, ' ');
        out_ << letters;
    }
    template <class Number>
    void number(Number value)
    {
        auto bits = std::bit_cast<std::array<char, 4>>(value);
        if (swapped_) std::reverse(bits.begin(), bits.end());
        out_.write(bits.data(), bits.size());
    }

private:
    std::ofstream out_;
    bool swapped_;
};

/// One cube with a constant velocity.
void write_binary_case(const TemporaryFolder& folder, bool swapped)
{
    std::ofstream{folder / "b.case"} << "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: b.geo\nVARIABLE\n"
                                     << "vector per node: velocity b.vel\n";
    BinaryFile geometry{folder / "b.geo", swapped};
    for (const char* line : {"C Binary", "a", "b", "node id off", "element id off", "part"})
        geometry.text(line);
    geometry.number(1);
    for (const char* line : {"cube", "coordinates"}) geometry.text(line);
    geometry.number(8);
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < 8; ++i) geometry.number(static_cast<float>(i >> axis & 1));
    geometry.text("hexa8");
    for (const int number : {1, 1, 2, 4, 3, 5, 6, 8, 7}) geometry.number(number);
    BinaryFile velocity{folder / "b.vel", swapped};
    for (const char* line : {"velocity", "part"}) velocity.text(line);
    velocity.number(1);
    velocity.text("coordinates");
    for (int i = 0; i < 24; ++i) velocity.number(1.0F);
}

/// Lines of a cube in EnSight 6's text, with the case six.case of its velocity in six.vel.
std::vector<std::string> write_case_6(const TemporaryFolder& folder, const std::string& velocities,
                                      const std::string& more = "")
{
    folder.write("six.case", "FORMAT\ntype: ensight\nGEOMETRY\nmodel: six.geo\nVARIABLE\n"
                             "vector per node: velocity six.vel\n" +
                                 more);
    folder.write("six.vel", "velocity\n" + velocities);
    std::vector<std::string> lines{"a", "b", "node id assign", "element id assign", "coordinates", "8"};
    for (int n = 0; n < 8; ++n)
        lines.push_back(" " + std::to_string(n & 1) + ".00000e+00 " + std::to_string(n >> 1 & 1) +
                        ".00000e+00 " + std::to_string(n >> 2) + ".00000e+00");
    for (const char* line : {"part 1", "box", "hexa8", "       1",
                             "       1       2       4       3       5       6       8       7"})
        lines.emplace_back(line);
    return lines;
}

void write_lines(const fs::path& file, const std::vector<std::string>& lines, std::size_t count)
{
    std::ofstream out{file};
    for (std::size_t n = 0; n < count; ++n) out << lines[n] << "\n";
}

}  // namespace

TEST_CASE("EnSight: all parts with a volume are one mesh, at the first time", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    const Dataset dataset = open_dataset({folder / "a.case"}, "a");
    CHECK(dataset.info().format == "EnSight");
    CHECK(dataset.info().nodes == 16);
    CHECK(dataset.info().time_steps == 2);
    REQUIRE(dataset.info().cells.size() == 1);
    CHECK(dataset.info().cells.front().kind == CellKind::Hexa);
    CHECK(dataset.info().bounds.hi == glm::dvec3{2, 1, 1});
    const auto field = dataset.field();
    CellCursor cursor;
    for (const float x : {0.1F, 0.9F, 1.1F, 1.9F}) {
        const auto sample = field->sample({x, 0.4F, 0.7F}, cursor);
        REQUIRE(sample);
        CHECK(glm::distance(sample->velocity, glm::vec3{1.0F, 0.5F, 0.0F}) < 1e-6F);
    }
}

TEST_CASE("EnSight: a structured part stays a structured grid", "[ensight]")
{
    const TemporaryFolder folder;
    write_blocks(folder, {0.0}, false);
    const Dataset dataset = open_dataset({folder / "a.case"}, "a");
    CHECK(dataset.info().kind == GridKind::Curvilinear);
    CHECK(dataset.info().dims == std::vector{glm::uvec3{3, 3, 3}});
    const glm::vec3 at{1.3F, 1.6F, 0.7F};
    CHECK(glm::distance(dataset.field()->sample(at)->velocity, at) < 1e-6F);
}

TEST_CASE("EnSight: several structured parts are blocks of one grid", "[ensight]")
{
    const TemporaryFolder folder;
    write_blocks(folder, {0.0, 2.0}, false);
    const Dataset dataset = open_dataset({folder / "a.case"}, "a");
    CHECK(dataset.info().kind == GridKind::Curvilinear);
    CHECK(dataset.info().dims.size() == 2);
    for (const glm::vec3 at : {glm::vec3{1.3F, 1.6F, 0.7F}, {3.1F, 0.4F, 1.9F}})
        CHECK(glm::distance(dataset.field()->sample(at)->velocity, at) < 1e-6F);
}

TEST_CASE("EnSight: vectors per element of structured parts are averaged to the nodes", "[ensight]")
{
    for (const std::string head :
         {"block", "block undef\n-999", "block partial\n8\n1\n2\n3\n4\n5\n6\n7\n8"}) {
        const TemporaryFolder folder;
        write_blocks(folder, {0.0, 4.0}, true);
        write_cell_velocities(folder, head, true);
        const Dataset dataset = open_dataset({folder / "a.case"}, "a");
        const auto field = dataset.field();
        CellCursor cursor;
        const auto check = [&](glm::dvec3 at, glm::vec3 expected) {
            const auto sample = field->sample(glm::vec3{at - dataset.info().origin}, cursor);
            INFO(head << " at " << at.x << " " << at.y << " " << at.z);
            REQUIRE(sample);
            CHECK(glm::distance(sample->velocity, expected) < 1e-3F);
        };
        for (const int node : {0, 1, 3, 4, 9, 13})
            for (const int part : {1, 2})
                check(node_of_block(node, part == 1 ? 0.0 : 4.0) + glm::dvec3{1e-5}, mean_at(node, part));
        check({10.5, 0.5, 0.5}, {7, 8, 9});
    }
}

TEST_CASE("EnSight: blocks whose only values are vectors per element stay structured grids", "[ensight]")
{
    const TemporaryFolder folder;
    write_blocks(folder, {0.0, 2.0}, false);
    write_cell_velocities(folder, "block", false);
    const GridData data = read_files({folder / "a.case"}, 1000, 0);
    CHECK(data.dims == std::vector{glm::uvec3{3, 3, 3}, glm::uvec3{3, 3, 3}});
    REQUIRE(data.arrays.size() == 1);
    CHECK(data.arrays.front().name == "velocity");
    CHECK(data.arrays.front().of_cells);
    for (int part = 1; part <= 2; ++part)
        for (int node = 0; node < 27; ++node) {
            const auto* at = data.arrays.front().values.data() + 3 * (27 * (part - 1) + node);
            CHECK(glm::vec3{at[0], at[1], at[2]} == mean_at(node, part));
        }
}

TEST_CASE("EnSight: a part is read without the others", "[ensight][blocks]")
{
    const TemporaryFolder folder;
    write_blocks(folder, {0.0, 2.0}, false);
    const std::string second = open_dataset({folder / "a.case"}, "a").info().blocks.at(1).name;
    const GridData data = read_files({folder / "a.case"}, 1000, 0, {}, {}, {second});
    CHECK(data.dims.size() == 1);
    REQUIRE(data.blocks.size() == 2);
    CHECK_FALSE(data.blocks[0].is_read);
    const Dataset dataset{"a", data};
    CHECK_FALSE(dataset.field()->sample({1.3F, 1.6F, 0.7F}));
    CHECK(dataset.field()->sample({3.1F, 0.4F, 1.9F}));
}

TEST_CASE("EnSight: structured and other parts together are one mesh with all cells", "[ensight]")
{
    const TemporaryFolder folder;
    write_blocks(folder, {0.0}, true);
    const Dataset dataset = open_dataset({folder / "a.case"}, "a");
    CHECK(dataset.info().kind == GridKind::Unstructured);
    CHECK(dataset.info().nodes == 27 + 8);
    for (const glm::vec3 at : {glm::vec3{1.3F, 1.6F, 0.7F}, {10.4F, 0.3F, 0.8F}})
        CHECK(glm::distance(dataset.field()->sample(at)->velocity, at) < 2e-6F);
}

TEST_CASE("EnSight: the memory that a case needs is that of the files it names, too", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    const DatasetCatalogue catalogue{{folder.path()}};
    const auto size = [&](const char* name) { return fs::file_size(folder / name); };
    CHECK(catalogue.memory_needed("a.case") >= size("a.case") + size("a.geo") + size("a.vel00"));
}

TEST_CASE("EnSight: files that are missing are reported by their case", "[ensight]")
{
    const TemporaryFolder folder;
    for (const char* name : {"a.geo", "a.vel00"}) {
        write_case(folder);
        fs::remove(folder / name);
        fs::remove(folder / "a.vel01");
        CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.case"}, "a.case"); }), "a.case"));
    }
}

TEST_CASE("EnSight: ghost elements are left out, with their values", "[ensight]")
{
    const TemporaryFolder folder;
    folder.write("a.case", "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: a.geo\nVARIABLE\n"
                           "scalar per element: p a.p\n");
    std::ofstream geometry{folder / "a.geo"};
    geometry << "a cube\nand its ghost\nnode id off\nelement id off\n";
    write_cube_part(geometry, 1, 0.0);
    geometry << "g_hexa8\n1\n1 2 4 3 5 6 8 7\n";
    geometry.close();
    folder.write("a.p", "p\npart\n         1\nhexa8\n 3.0\ng_hexa8\n 99.0\n");
    const Dataset dataset = open_dataset({folder / "a.case"}, "a.case");
    CHECK(dataset.info().cells.front().cells == 1);
    REQUIRE(dataset.info().arrays.size() == 1);
    CHECK(dataset.info().arrays[0].max == 3.0F);
}

TEST_CASE("EnSight: text that is cut anywhere is refused by its file's name", "[ensight]")
{
    const TemporaryFolder folder;
    for (const std::string name : {"a.geo", "a.vel00"}) {
        write_case(folder);
        fs::remove(folder / "a.vel01");
        const auto bytes = fs::file_size(folder / name);
        for (std::uintmax_t cut = 9; cut < bytes; cut += 13) {
            fs::resize_file(folder / name, bytes - cut);
            const std::string error = error_of([&] { (void)open_dataset({folder / "a.case"}, "a.case"); });
            INFO(name << " without its last " << cut << " bytes: " << error);
            CHECK_FALSE(error.empty());
            CHECK(std::count(error.begin(), error.end(), '\n') == 0);
        }
    }
}

TEST_CASE("EnSight 6: a geometry that is cut is refused by its name, with the line in which it ends",
          "[ensight]")
{
    const TemporaryFolder folder;
    std::string velocities;
    for (int n = 0; n < 4; ++n) velocities += "1. 2. 3. 1. 2. 3.\n";
    const std::vector<std::string> lines = write_case_6(folder, velocities);
    write_lines(folder / "six.geo", lines, lines.size());
    CHECK(open_dataset({folder / "six.case"}, "six").info().nodes == 8);
    for (const std::size_t whole : {2, 5, 6, 10, 14, 15, 17, 18}) {
        write_lines(folder / "six.geo", lines, whole);
        const std::string error = error_of([&] { (void)open_dataset({folder / "six.case"}, "six"); });
        INFO(whole << " lines: " << error);
        CHECK(contains(error, "six.geo'"));
        CHECK(contains(error, "found its end in line " + std::to_string(whole)));
    }
}

TEST_CASE("EnSight 6: Fortran's numbers of a fixed width are read as they are meant without blanks between",
          "[ensight]")
{
    const TemporaryFolder folder;
    for (const auto& [y, expected] :
         {std::pair<std::string, float>{"-0.12346-104", 0.0F}, {"-0.50000D+01", -5.0F}}) {
        std::string velocities;
        for (int n = 0; n < 4; ++n)
            velocities += "-0.25000D+01" + y + "-0.10000D+01-0.25000D+01" + y + "-0.10000D+01\n";
        const std::vector<std::string> lines = write_case_6(folder, velocities);
        write_lines(folder / "six.geo", lines, lines.size());
        const Dataset dataset = open_dataset({folder / "six.case"}, "six");
        const auto sample = dataset.field()->sample({0.5F, 0.4F, 0.7F});
        REQUIRE(sample);
        CHECK(sample->velocity == glm::vec3{-2.5F, expected, -1.0F});
    }
}

TEST_CASE("EnSight: a block that is cut is refused by the name of its file", "[ensight]")
{
    const TemporaryFolder folder;
    write_blocks(folder, {0.0}, false);
    const fs::path geometry = folder / "a.geo";
    fs::resize_file(geometry, fs::file_size(geometry) / 2);
    const std::string error = error_of([&] { (void)open_dataset({folder / "a.case"}, "blocks"); });
    CHECK(contains(error, "a.geo': expected the points of a block, found its end in line"));
}

TEST_CASE("EnSight: a binary geometry that is cut anywhere is refused, in either byte order", "[ensight]")
{
    for (const bool swapped : {false, true}) {
        const TemporaryFolder folder;
        write_binary_case(folder, swapped);
        const auto bytes = fs::file_size(folder / "b.geo");
        CHECK(open_dataset({folder / "b.case"}, "b").field()->sample({0.5F, 0.4F, 0.3F}));
        for (std::uintmax_t cut = 1; cut < bytes; cut += 37) {
            fs::resize_file(folder / "b.geo", bytes - cut);
            CHECK(contains(error_of([&] { (void)open_dataset({folder / "b.case"}, "b"); }), "b."));
        }
    }
}

TEST_CASE("EnSight: more points than allowed are refused by the limit's name", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    DatasetLimits limits;
    limits.max_nodes = 19;  // both cubes and the wall have 20
    CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.case"}, "a", limits); }),
                   "20 nodes exceed max_nodes = 19"));
}

TEST_CASE("EnSight: tensors of nine components lie beside the velocity", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    std::ofstream{folder / "a.case"} << "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: a.geo\nVARIABLE\n"
                                     << "tensor asym per node: gradient a.ten\n"
                                     << "vector per node: velocity a.vel00\n";
    {
        std::ofstream out{folder / "a.ten"};
        out << "gradient\n";
        for (const auto& [part, points] : {std::pair{1, 4}, {2, 8}, {3, 8}}) {
            out << "part\n" << part << "\ncoordinates\n";
            for (int value = 0; value < 9 * points; ++value) out << "0.5\n";
        }
    }
    const Dataset dataset = open_dataset({folder / "a.case"}, "a");
    CHECK(dataset.field()->sample({0.5F, 0.4F, 0.7F})->velocity.x == 1.0F);
}

TEST_CASE("EnSight: a part without values of the velocity is left out with a remark, and keeps no other away",
          "[ensight]")
{
    const TemporaryFolder folder;
    write_blocks(folder, {0.0}, true);
    std::ofstream{folder / "a.geo", std::ios::app} << "";
    std::ifstream in{folder / "a.vel"};
    std::string line, kept;
    while (std::getline(in, line) && line != "coordinates") kept += line + "\n";
    in.close();
    std::ofstream{folder / "a.vel"} << kept.substr(0, kept.rfind("part"));  // of the block alone
    const Dataset dataset = open_dataset({folder / "a.case"}, "a.case");
    CHECK(dataset.info().default_vector == "velocity");
    CHECK(dataset.info().nodes == 27);
    CHECK(std::ranges::any_of(dataset.info().remarks, [](const std::string& remark) {
        return contains(remark,
                        "Parts without the vector or the values that others have are left out: 'cube'");
    }));
}

TEST_CASE("EnSight: numbers of Fortran's are read as they are meant, and what is none is refused",
          "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    const auto write_with = [&](const std::string& y) {
        std::ofstream out{folder / "a.vel00"};
        out << "velocity\n";
        for (const auto& [part, points] : {std::pair{1, 4}, {2, 8}, {3, 8}}) {
            out << "part\n" << part << "\ncoordinates\n";
            for (const std::string& component : {std::string{"0.3+001"}, y, std::string{"4.0D+00"}})
                for (int i = 0; i < points; ++i) out << component << "\n";
        }
    };
    write_with(" 1.00000-105");
    const Dataset dataset = open_dataset({folder / "a.case"}, "a");
    const auto sample = dataset.field()->sample({0.5F, 0.4F, 0.7F});
    REQUIRE(sample);
    CHECK(sample->velocity == glm::vec3{3.0F, 0.0F, 4.0F});
    for (const std::string wrong : {"********", "1,5", "abc"}) {
        write_with(wrong);
        CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.case"}, "a"); }),
                       "a.vel00': expected a part's values in line 9, found '" + wrong));
    }
}

TEST_CASE("EnSight: a scalar in binary that is cut is left out with a remark", "[ensight]")
{
    for (const bool swapped : {false, true}) {
        const TemporaryFolder folder;
        write_binary_case(folder, swapped);
        std::ofstream{folder / "b.case", std::ios::app} << "scalar per node: p b.p\n";
        {
            BinaryFile scalar{folder / "b.p", swapped};
            for (const char* line : {"p", "part"}) scalar.text(line);
            scalar.number(1);
            scalar.text("coordinates");
            for (int i = 0; i < 5; ++i) scalar.number(1.0F);
        }
        const DatasetInfo info = open_dataset({folder / "b.case"}, "b").info();
        CHECK(info.arrays.size() == 1);
        CHECK(std::ranges::any_of(info.remarks, [](const std::string& remark) {
            return contains(remark, "Variable 'p' is left out: expected a part's values up to byte");
        }));
    }
}

TEST_CASE("EnSight: parts without a volume beside others are named, and so is what they alone have",
          "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    std::ofstream{folder / "a.case"}
        << "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: a.geo\nVARIABLE\n"
        << "vector per node: velocity a.vel00\nscalar per element: shear a.tau\n";
    folder.write("a.tau", "shear\npart\n1\nquad4\n5\n");
    const Dataset dataset = open_dataset({folder / "a.case"}, "a");
    const DatasetInfo& info = dataset.info();
    CHECK(contains(error_of([&] { (void)dataset.field({.vector = {}, .scalar = "shear"}); }),
                   "Variables on these parts alone are left out with them: 'shear'."));
    CHECK(has_remark(info, "Parts that fill no volume are left out beside those that do: 'wall'."));
    CHECK(has_remark(info, "Variables on these parts alone are left out with them: 'shear'."));
    CHECK(contains(
        error_of([&] { (void)read_files({folder / "a.case"}, 1000, 0, {}, {}, {"wall"}); }),
        "part 'wall' fills no volume, and is not read beside others that do; expected one of 'cube'"));
}

TEST_CASE("EnSight: a block of more nodes than can be counted is refused", "[ensight]")
{
    const TemporaryFolder folder;
    for (const std::string size : {"2097152 2097152 4194304", "-1 2 2", "4294967296 1 1", "three by three"}) {
        write_blocks(folder, {0.0}, false);
        folder.write("a.geo", "a\nb\nnode id off\nelement id off\npart\n1\nblock\nblock\n" + size + "\n0\n");
        const std::string error = error_of([&] { (void)open_dataset({folder / "a.case"}, "a"); });
        INFO(error);
        CHECK(
            contains(error, "a.geo': expected three numbers of nodes of a block, of 2147483647 nodes at most,"
                            " in line 9, found '" +
                                size + "'"));
    }
}

TEST_CASE("EnSight: a line that is not what it should be is named with its number, as it is", "[ensight]")
{
    struct Fault {
        std::string right, wrong, message;
    };
    const std::string count = " (a whole number from 0 to 2147483647) in line ";
    for (const Fault& fault :
         {Fault{"coordinates\n8\n", "coordinates\n****\n",
                "how many points a part has" + count + "29, found '****'"},
          Fault{"coordinates\n8\n", "coordinates\n-5\n",
                "how many points a part has" + count + "29, found '-5'"},
          Fault{"hexa8\n1\n", "hexa8\nabc\n", "how many cells a part has" + count + "55, found 'abc'"},
          Fault{"1 2 4 3 5 6 8 7", "1 2 4 3 5 6 8", "8 corners of a cell in line 56, found '1 2 4 3 5 6 8'"},
          Fault{"part\n2\n", "part\n0\n",
                "the number of a part (a whole number from 1 to 2147483647) in line 26, found '0'"}}) {
        const TemporaryFolder folder;
        write_case(folder);
        std::string geometry = test::read_text(folder / "a.geo");
        geometry.replace(geometry.find(fault.right), fault.right.size(), fault.wrong);
        folder.write("a.geo", geometry);
        const std::string error = error_of([&] { (void)open_dataset({folder / "a.case"}, "a"); });
        INFO(error);
        CHECK(contains(error, "a.geo': expected " + fault.message));
        CHECK_FALSE(contains(error, "truncated"));
    }
    const TemporaryFolder folder;
    write_case(folder);
    std::string velocity = test::read_text(folder / "a.vel00");
    velocity.erase(velocity.find("coordinates\n"), 12);
    folder.write("a.vel00", velocity);
    CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.case"}, "a"); }),
                   "expected 'coordinates' or 'block' in line 4, found '1'"));
}

TEST_CASE("EnSight: a line too many before the first part is named", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    folder.write("a.geo", "one more\n" + test::read_text(folder / "a.geo"));
    CHECK(contains(error_of([&] { (void)open_dataset({folder / "a.case"}, "a"); }),
                   "a.geo': expected 'part' in line 5, found 'element id off'"));
}

TEST_CASE("EnSight: values of parts or kinds of cells that the geometry lacks are left out by name",
          "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    folder.write("part.q", "q\npart\n2\nhexa8\n1\npart\n7\nhexa8\n1\n");
    folder.write("kind.q", "q\npart\n2\ntetra4\n1\n");
    folder.write("part.p", "p\npart\n9\ncoordinates\n1\n");
    std::ofstream{folder / "a.case"} << "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: a.geo\nVARIABLE\n"
                                     << "scalar per element: q part.q\nscalar per element: k kind.q\n"
                                     << "scalar per node: p part.p\nvector per node: velocity a.vel00\n";
    const DatasetInfo info = open_dataset({folder / "a.case"}, "a").info();
    CHECK(info.default_vector == "velocity");
    CHECK(info.arrays.size() == 1);
    for (const char* remark :
         {"'q' is left out: expected the number of a part that the geometry has in line 7, found '7'",
          "'k' is left out: expected cells of a kind that the part has in the geometry in line 4, found "
          "'tetra4'",
          "'p' is left out: expected the number of a part that the geometry has in line 3, found '9'"}) {
        INFO(remark);
        CHECK(has_remark(info, remark));
    }
}

TEST_CASE("EnSight: values of some kinds of a part's cells alone are left out by name", "[ensight]")
{
    const TemporaryFolder folder;
    write_case(folder);
    std::string geometry = test::read_text(folder / "a.geo");
    geometry += "tetra4\n1\n1 2 3 5\n";
    folder.write("a.geo", geometry);
    folder.write("hexa.q", "q\npart\n3\nhexa8\n1\n");
    folder.write("tetra.q", "q\npart\n3\ntetra4\n1\npart\n2\nhexa8\n1\n");
    folder.write("both.q", "q\npart\n3\nhexa8\n1\ntetra4\n1\npart\n2\nhexa8\n1\n");
    std::ofstream{folder / "a.case"} << "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: a.geo\nVARIABLE\n"
                                     << "scalar per element: q hexa.q\nscalar per element: t tetra.q\n"
                                     << "scalar per element: b both.q\nvector per node: velocity a.vel00\n";
    const DatasetInfo info = open_dataset({folder / "a.case"}, "a").info();
    CHECK(info.arrays.size() == 2);
    CHECK(has_remark(info,
                     "'q' is left out: expected values of the part's 'tetra4', too, in line 5, found '1'"));
    CHECK(has_remark(info,
                     "'t' is left out: expected values of the part's 'hexa8', too, in line 6, found 'part'"));
}

TEST_CASE("EnSight 6: Fortran's numbers of a line that is not full are read by their columns", "[ensight]")
{
    const TemporaryFolder folder;
    std::string velocities;
    for (int n = 0; n < 4; ++n) velocities += "1. 2. 3. 1. 2. 3.\n";
    const std::vector<std::string> lines = write_case_6(folder, velocities, "scalar per node: p six.p\n");
    write_lines(folder / "six.geo", lines, lines.size());
    folder.write("six.p", "p\n" + std::string(" 0.10000D+01-0.20000D+01 0.30000D+01-0.40000D+01-0.50000D+01"
                                              " 0.60000D+01\n-0.70000D+01-0.80000D+01\n"));
    const GridData data = read_files({folder / "six.case"}, 1000, 0);
    const auto p = std::ranges::find(data.arrays, "p", &NodeValues::name);
    REQUIRE(p != data.arrays.end());
    CHECK(std::vector<float>(p->values.begin(), p->values.end()) ==
          std::vector{1.0F, -2.0F, 3.0F, -4.0F, -5.0F, 6.0F, -7.0F, -8.0F});
}

TEST_CASE("EnSight 6: lines that do not belong into a geometry or a variable are refused", "[ensight]")
{
    const TemporaryFolder folder;
    std::string velocities;
    for (int n = 0; n < 4; ++n) velocities += "1. 2. 3. 1. 2. 3.\n";
    std::vector<std::string> lines = write_case_6(folder, velocities + "1. 2. 3. 1. 2. 3.\n");
    write_lines(folder / "six.geo", lines, lines.size());
    const auto error = [&] { return error_of([&] { (void)open_dataset({folder / "six.case"}, "six"); }); };
    CHECK(contains(error(), "six.vel': expected 'part', 'block' or a kind of cells in line 6, found '1. 2."));
    lines.insert(lines.begin() + 14, " 0.00000e+00 0.00000e+00 0.00000e+00");
    write_lines(folder / "six.geo", lines, lines.size());
    CHECK(
        contains(error(), "six.geo': expected 'coordinates', 'part', 'block' or a kind of cells in line 15"));
    lines.erase(lines.begin() + 14);
    write_lines(folder / "six.geo", lines, 16);
    CHECK(contains(error(), "six.geo': expected a block or cells of the part, found its end in line 16"));
}

TEST_CASE("EnSight 6: a variable that is cut is refused with the line in which it ends", "[ensight]")
{
    const TemporaryFolder folder;
    for (int whole = 0; whole < 4; ++whole) {
        std::string velocities;
        for (int n = 0; n < whole; ++n) velocities += "1. 2. 3. 1. 2. 3.\n";
        const std::vector<std::string> lines = write_case_6(folder, velocities);
        write_lines(folder / "six.geo", lines, lines.size());
        CHECK(contains(error_of([&] { (void)open_dataset({folder / "six.case"}, "six"); }),
                       "six.vel': expected values, found its end in line " + std::to_string(whole + 1)));
    }
}

TEST_CASE("EnSight 6: values of parts or kinds of cells that the geometry lacks are left out by name",
          "[ensight]")
{
    const TemporaryFolder folder;
    std::string velocities;
    for (int n = 0; n < 4; ++n) velocities += "1. 2. 3. 1. 2. 3.\n";
    const std::vector<std::string> lines =
        write_case_6(folder, velocities, "scalar per element: q part.q\nscalar per element: k kind.q\n");
    write_lines(folder / "six.geo", lines, lines.size());
    folder.write("part.q", "q\npart 1\nhexa8\n 1.0\npart 2\nhexa8\n 1.0\n");
    folder.write("kind.q", "q\npart 1\npenta6\n 1.0\n");
    const DatasetInfo info = open_dataset({folder / "six.case"}, "six").info();
    CHECK(info.arrays.size() == 1);
    CHECK(has_remark(info, "'q' is left out: expected the number of a part that the geometry has in line 5"));
    CHECK(has_remark(
        info, "'k' is left out: expected cells of a kind that the part has in the geometry in line 3"));
}

TEST_CASE("EnSight: values in binary of parts or kinds of cells that the geometry lacks are left out by name",
          "[ensight]")
{
    const TemporaryFolder folder;
    write_binary_case(folder, false);
    std::ofstream{folder / "b.case", std::ios::app}
        << "scalar per element: q part.q\nscalar per element: k kind.q\n"
        << "scalar per node: p part.p\n";
    const auto write = [&](const char* name, int part, const char* head) {
        BinaryFile file{folder / name, false};
        for (const char* line : {"values", "part"}) file.text(line);
        file.number(part);
        file.text(head);
        file.number(1.0F);
    };
    write("part.q", 7, "hexa8");
    write("kind.q", 1, "tetra4");
    write("part.p", 9, "coordinates");
    const DatasetInfo info = open_dataset({folder / "b.case"}, "b").info();
    CHECK(info.arrays.size() == 1);
    CHECK(has_remark(
        info,
        "'q' is left out: expected the number of a part that the geometry has before byte 164, found 7"));
    CHECK(has_remark(
        info, "'k' is left out: expected cells of a kind that the part has in the geometry before byte 244"));
    CHECK(has_remark(
        info,
        "'p' is left out: expected the number of a part that the geometry has before byte 164, found 9"));
}

TEST_CASE("EnSight: binary polyhedra, polygons and blocks are as long as they say", "[ensight]")
{
    for (const std::string kind : {"block", "nsided", "nfaced"}) {
        const TemporaryFolder folder;
        write_binary_case(folder, false);
        std::ofstream{folder / "b.case", std::ios::app} << "scalar per element: q b.q\n";
        const auto write_geometry = [&] {
            BinaryFile geometry{folder / "b.geo", false};
            for (const char* line : {"C Binary", "a", "b", "node id off", "element id off", "part"})
                geometry.text(line);
            geometry.number(1);
            geometry.text("cube");
            geometry.text(kind == "block" ? "block" : "coordinates");
            for (int n = 0; n < 3 && kind == "block"; ++n) geometry.number(2);
            if (kind != "block") geometry.number(8);
            for (int axis = 0; axis < 3; ++axis)
                for (int i = 0; i < 8; ++i) geometry.number(static_cast<float>(i >> axis & 1));
            if (kind == "block") return;
            geometry.text(kind);
            geometry.number(1);
            if (kind == "nfaced") geometry.number(6);
            for (int face = 0; face < (kind == "nfaced" ? 6 : 1); ++face) geometry.number(4);
            constexpr std::array faces{1, 2, 4, 3, 5, 6, 8, 7, 1, 2, 6, 5,
                                       3, 4, 8, 7, 1, 3, 7, 5, 2, 4, 8, 6};
            for (int n = 0; n < (kind == "nfaced" ? 24 : 4); ++n) geometry.number(faces[n]);
        };
        write_geometry();
        const auto write_values = [&](int part) {
            BinaryFile values{folder / "b.q", false};
            for (const char* line : {"q", "part"}) values.text(line);
            values.number(part);
            values.text(kind);
            values.number(1.0F);
        };
        write_values(1);
        INFO(kind);
        CHECK(open_dataset({folder / "b.case"}, "b").info().arrays.size() == 2);
        write_values(2);
        CHECK(has_remark(open_dataset({folder / "b.case"}, "b").info(),
                         "'q' is left out: expected the number of a part that the geometry has"));
        fs::resize_file(folder / "b.geo", fs::file_size(folder / "b.geo") - 4);
        CHECK(contains(error_of([&] { (void)open_dataset({folder / "b.case"}, "b"); }), "truncated"));
    }
}
