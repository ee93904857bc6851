#include "compute_node/datasets/dataset.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/foreign_data.h"
#include "tests/temporary_folder.h"

#include <bit>
#include <cstdint>
#include <fstream>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

/// Writes 32-bit numbers in the byte order of choice, with or without Fortran's record marks.
class Plot3dWriter {
public:
    Plot3dWriter(const fs::path& path, bool big_endian, bool marks)
        : out_{path, std::ios::binary}, big_{big_endian}, marks_{marks}
    {}

    void record(const std::vector<std::uint32_t>& words)
    {
        const auto bytes = static_cast<std::uint32_t>(4 * words.size());
        if (marks_) put(bytes);
        for (const std::uint32_t word : words) put(word);
        if (marks_) put(bytes);
    }

private:
    void put(std::uint32_t word)
    {
        if (big_) word = __builtin_bswap32(word);
        out_.write(reinterpret_cast<const char*>(&word), 4);
    }
    std::ofstream out_;
    bool big_, marks_;
};

std::uint32_t bits(double value)
{
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

constexpr int block_ni = 4, block_nj = 3, block_nk = 3;

struct Layout {
    bool big_endian = true;
    bool marks = false;
    int blocks = 1;
    bool iblank = false;
};

/// Blocks of 4 x 3 x 3 nodes: x = i + 3 block, y = j + 0.1 i, z = k; density 2, velocity
/// (1 + x, y, -z). With IBLANK the last node of each block is blanked.
void write_pair(const fs::path& grid, const fs::path& solution, const Layout& layout)
{
    Plot3dWriter xyz{grid, layout.big_endian, layout.marks}, q{solution, layout.big_endian, layout.marks};
    const auto blocks = static_cast<std::uint32_t>(layout.blocks);
    std::vector<std::uint32_t> dims;
    for (std::uint32_t b = 0; b < blocks; ++b) dims.insert(dims.end(), {block_ni, block_nj, block_nk});
    for (Plot3dWriter* file : {&xyz, &q}) {
        if (blocks > 1) file->record({blocks});
        file->record(dims);
    }
    for (std::uint32_t b = 0; b < blocks; ++b) {
        std::vector<std::uint32_t> points[3], state[5], blank;
        for (int k = 0; k < block_nk; ++k)
            for (int j = 0; j < block_nj; ++j)
                for (int i = 0; i < block_ni; ++i) {
                    const double p[3] = {i + 3.0 * b, j + 0.1 * i, 1.0 * k};
                    const double values[5] = {2.0, 2.0 * (1.0 + p[0]), 2.0 * p[1], -2.0 * p[2], 10.0 + p[0]};
                    for (int c = 0; c < 3; ++c) points[c].push_back(bits(p[c]));
                    for (int c = 0; c < 5; ++c) state[c].push_back(bits(values[c]));
                    blank.push_back(1);
                }
        blank.back() = 0;
        std::vector<std::uint32_t> all;
        for (const auto& c : points) all.insert(all.end(), c.begin(), c.end());
        if (layout.iblank) all.insert(all.end(), blank.begin(), blank.end());
        xyz.record(all);
        q.record({bits(0.5), bits(0.0), bits(1e5), bits(0.0)});
        all.clear();
        for (const auto& c : state) all.insert(all.end(), c.begin(), c.end());
        q.record(all);
    }
}

struct Pair {
    explicit Pair(const Layout& layout) { write_pair(grid(), solution(), layout); }
    [[nodiscard]] fs::path grid() const { return folder / "test.xyz"; }
    [[nodiscard]] fs::path solution() const { return folder / "test.q"; }
    [[nodiscard]] Dataset open() const { return open_dataset({grid(), solution()}, "test.xyz+test.q"); }
    TemporaryFolder folder;
};

}  // namespace

TEST_CASE("PLOT3D: velocity is momentum over density, in either byte order, with and without record marks",
          "[plot3d]")
{
    for (const bool big_endian : {true, false})
        for (const bool marks : {true, false}) {
            const Pair files{{big_endian, marks}};
            const Dataset dataset = files.open();
            CHECK(dataset.info().kind == GridKind::Curvilinear);
            CHECK(dataset.info().dims == std::vector<glm::uvec3>{{block_ni, block_nj, block_nk}});
            const auto sample = dataset.field({"", "StagnationEnergy"})->sample({1.5F, 1.0F, 0.5F});
            REQUIRE(sample);
            CHECK(sample->velocity.x == Approx(2.5F).margin(1e-5));
            CHECK(sample->velocity.y == Approx(1.0F).margin(1e-5));
            CHECK(sample->velocity.z == Approx(-0.5F).margin(1e-5));
            CHECK(sample->scalar == Approx(11.5F).margin(1e-5));
        }
}

TEST_CASE("PLOT3D: nodes with IBLANK 0 are blanked, and the cells around them invalid", "[plot3d]")
{
    const Pair files{{.iblank = true}};
    const Dataset dataset = files.open();
    CHECK(dataset.info().blanked_nodes == 1);
    const auto field = dataset.field();
    CHECK_FALSE(field->sample({2.5F, 1.8F, 1.5F}));
    CHECK(field->sample({1.5F, 1.5F, 1.5F}));
}

TEST_CASE("PLOT3D: several blocks make one field", "[plot3d]")
{
    const Pair files{{.big_endian = false, .marks = true, .blocks = 2}};
    const Dataset dataset = files.open();
    REQUIRE(dataset.info().dims.size() == 2);
    const auto field = dataset.field();
    CHECK(field->sample({1.5F, 1.0F, 0.5F})->velocity.x == Approx(2.5F).margin(1e-5));
    CHECK(field->sample({4.5F, 1.0F, 0.5F})->velocity.x == Approx(5.5F).margin(1e-5));
}

TEST_CASE("PLOT3D: a block is read without the others", "[plot3d][blocks]")
{
    const Pair files{{.blocks = 2}};
    const auto read = [&](const std::vector<std::string>& blocks) {
        return open_dataset({files.grid(), files.solution()}, "x", {}, {}, *reader_in_this_process(), blocks);
    };
    const Dataset second = read({"block 2"});
    CHECK(second.info().dims.size() == 1);
    CHECK(second.info().blocks == std::vector<BlockName>{{"block 1", false}, {"block 2", true}});
    CHECK_FALSE(second.field()->sample({1.5F, 1.0F, 0.5F}));
    CHECK(second.field()->sample({4.5F, 1.0F, 0.5F})->velocity.x == Approx(5.5F).margin(1e-5));
    CHECK(read({"1", "2"}).info().dims.size() == 2);
    const std::string error = error_of([&] { (void)read({"block 3"}); });
    CHECK(contains(error, "test.xyz"));
    CHECK(contains(error, "expected one of 'block 1', 'block 2', or numbers from 1 to 2"));
    CHECK(Pair{{}}.open().info().blocks.empty());
}

TEST_CASE("PLOT3D: a truncated grid or solution is refused with both sizes", "[plot3d]")
{
    for (const bool grid : {true, false}) {
        const Pair files{{.iblank = true}};
        const fs::path cut = grid ? files.grid() : files.solution();
        const auto whole = fs::file_size(cut);
        fs::resize_file(cut, whole - 40);
        const std::string error = error_of([&] { (void)files.open(); });
        INFO(error);
        CHECK(contains(error, cut.string()));
        CHECK(contains(error, "found " + std::to_string(whole - 40)));
        CHECK(contains(error, "truncated"));
    }
}

TEST_CASE("PLOT3D: a solution padded to a whole record is read", "[plot3d]")
{
    const Pair files{{}};
    fs::resize_file(files.solution(), fs::file_size(files.solution()) + 100);
    CHECK(files.open().info().nodes == block_ni * block_nj * block_nk);
}

TEST_CASE("PLOT3D: a solution of another grid is refused", "[plot3d]")
{
    const Pair one{{}}, two{{.big_endian = false, .marks = true, .blocks = 2}};
    CHECK(contains(error_of([&] { (void)open_dataset({one.grid(), two.solution()}, "x"); }), "2 blocks"));
}

TEST_CASE("PLOT3D: garbage is refused", "[plot3d]")
{
    const Pair files{{}};
    std::ofstream{files.grid()} << "no grid at all\n";
    CHECK(contains(error_of([&] { (void)files.open(); }), "test.xyz"));
    CHECK(contains(error_of([&] { (void)open_dataset({files.grid()}, "x"); }), "GRID+SOLUTION"));
}

TEST_CASE("PLOT3D: a solution cut to a few bytes, or with a bit of its header flipped, is refused",
          "[plot3d]")
{
    for (std::uintmax_t bytes = 1; bytes <= 40; ++bytes) {
        const Pair files{{}};
        std::filesystem::resize_file(files.solution(), bytes);
        CHECK(contains(error_of([&] { (void)files.open(); }), "cannot read"));
    }
    for (int bit = 0; bit < 96; ++bit) {
        const Pair files{{}};
        std::fstream file{files.solution(), std::ios::in | std::ios::out | std::ios::binary};
        file.seekg(bit / 8);
        const auto flipped = static_cast<char>(file.get() ^ 1 << bit % 8);
        file.seekp(bit / 8);
        file.put(flipped);
        file.close();
        CHECK(contains(error_of([&] { (void)files.open(); }), "cannot read"));
    }
}

namespace {

/// A grid of 2 x 2 nodes in a plane, in text, and a file beside it.
struct TextPair {
    explicit TextPair(const std::string& values, const std::string& grid = "2 2\n0 1 0 1\n0 0 1 1\n")
        : xyz{folder.write("t.xyz", grid)}, q{folder.write("t.q", values)}
    {}
    [[nodiscard]] Dataset open() const { return open_dataset({xyz, q}, "t.xyz+t.q"); }
    TemporaryFolder folder;
    std::string xyz, q;
};

}  // namespace

TEST_CASE("PLOT3D: a plane of binary64 in a file of several blocks is no grid of binary32 with IBLANK",
          "[plot3d]")
{
    const TemporaryFolder folder;
    constexpr std::uint32_t ni = 4, nj = 3;  // "1 4 3" could be a grid of 1 x 4 x 3
    for (const bool is_double : {true, false}) {
        std::ofstream grid{folder / "a.xyz", std::ios::binary}, flow{folder / "a.q", std::ios::binary};
        const auto put = [&](std::ofstream& to, auto value) {
            to.write(reinterpret_cast<const char*>(&value), sizeof value);
        };
        const auto real = [&](std::ofstream& to, double value) {
            if (is_double)
                put(to, value);
            else
                put(to, static_cast<float>(value));
        };
        for (std::ofstream* file : {&grid, &flow})
            for (const std::uint32_t number : {1U, ni, nj}) put(*file, number);
        for (int axis = 0; axis < 2; ++axis)
            for (std::uint32_t n = 0; n < ni * nj; ++n) real(grid, 0.1 + (axis == 0 ? n % ni : n / ni));
        if (!is_double)  // "1 4 3" with IBLANK has the size of a grid without
            for (std::uint32_t n = 0; n < ni * nj; ++n) put(grid, std::int32_t{1});
        for (int condition = 0; condition < 4; ++condition) real(flow, 0.5);
        for (const double value : {2.0, 6.0, 2.0, 10.0})
            for (std::uint32_t n = 0; n < ni * nj; ++n) real(flow, value);
        grid.close();
        flow.close();
        const Dataset dataset = open_dataset({folder / "a.xyz", folder / "a.q"}, "a");
        CHECK(dataset.info().dims == std::vector{glm::uvec3{ni, nj, 1}});
        CHECK(dataset.field()->sample({1.6F, 1.2F, 0.0F})->velocity.x == Approx(3.0F));
    }
}

TEST_CASE("PLOT3D: text in a plane has two momenta", "[plot3d]")
{
    const TextPair files{"2 2\n0.5 0 1e5 0\n4*2.0\n2 4 6 8\n4*1.0\n4*10\n"};
    const Dataset dataset = files.open();
    CHECK(dataset.info().dims == std::vector<glm::uvec3>{{2, 2, 1}});
    const auto sample = dataset.field()->sample({1.0F, 1.0F, 0.0F});
    REQUIRE(sample);
    CHECK(sample->velocity.x == Approx(4.0F));
    CHECK(sample->velocity.y == Approx(0.5F));
    CHECK(sample->velocity.z == 0.0F);
}

TEST_CASE("PLOT3D: text with a number too few or of another grid is refused", "[plot3d]")
{
    const std::string whole = "2 2\n0.5 0 1e5 0\n4*2.0\n2 4 6 8\n4*1.0\n4*10\n";
    const TextPair cut{"2 2\n0.5 0 1e5 0\n4*2.0\n2 4 6 8\n4*1.0\n3*10\n"};
    CHECK(contains(error_of([&] { (void)cut.open(); }), "expected 22 numbers"));
    const TextPair other{"3 2\n0.5 0 1e5 0\n6*2.0\n6*1\n6*1.0\n6*10\n"};
    CHECK(contains(error_of([&] { (void)other.open(); }), "the grid"));
    const TextPair huge{"2 2\n0.5 0 1e5 0\n99999999999*2.0\n"};
    CHECK(contains(error_of([&] { (void)huge.open(); }), "cannot read"));
}

TEST_CASE("PLOT3D: functions of others are scalars, and OVERFLOW's solutions a flow", "[plot3d][real]")
{
    const auto folder = farfield::test::foreign_folder();
    if (!folder) return;
    const fs::path grid = *folder / "plot3d/multi-bin.xyz";
    const Dataset functions = open_dataset({grid, *folder / "plot3d/multi-bin.f"}, "functions");
    CHECK(functions.info().default_vector.empty());
    REQUIRE(functions.info().arrays.size() == 2);
    // By numpy, of both blocks.
    CHECK(functions.info().arrays[0].name == "Function 1");
    CHECK(functions.info().arrays[0].min == Approx(0.19896001));
    CHECK(functions.info().arrays[0].max == Approx(4.8283));
    CHECK(functions.info().arrays[1].max == Approx(24.07773018));
    const Dataset flow = open_dataset({grid, *folder / "plot3d/multi-bin-oflow.q"}, "overflow");
    CHECK(flow.info().default_vector == "Momentum / Density");
}

TEST_CASE("PLOT3D: a grid or solution that is named alone is named as what it is, with what goes with it",
          "[plot3d]")
{
    const Pair files{{.blocks = 2}};
    const std::string of_grid = error_of([&] { (void)open_dataset({files.grid()}, "test.xyz"); });
    CHECK(contains(of_grid,
                   "it is a PLOT3D grid of 2 blocks, the first of 4 x 3 x 3 nodes, which has no flow"));
    CHECK(contains(of_grid, "GRID+SOLUTION; 'test.q' beside it has the same blocks"));
    const std::string of_flow = error_of([&] { (void)open_dataset({files.solution()}, "test.q"); });
    CHECK(contains(of_flow, "it is a PLOT3D solution of 2 blocks"));
    CHECK(contains(of_flow, "which has no positions: name both, GRID+SOLUTION; 'test.xyz' beside it"));
}

TEST_CASE("PLOT3D: others' solutions and functions alone are named by their kind", "[plot3d]")
{
    const auto data = farfield::test::foreign_folder();
    if (!data) return;
    const auto error = [&](const char* name) {
        return error_of([&] { (void)open_dataset({*data / "plot3d" / name}, name); });
    };
    CHECK(contains(error("multi-bin-oflow.q"), "it is a PLOT3D solution of OVERFLOW of 2 blocks"));
    CHECK(contains(error("multi-bin.f"), "it is a PLOT3D function file of 2 blocks"));
    CHECK(contains(error("multi-bin.xyz"), "it is a PLOT3D grid of 2 blocks"));
    CHECK(contains(error("multi-ascii.q"), "it is a PLOT3D solution of 2 blocks"));
}
