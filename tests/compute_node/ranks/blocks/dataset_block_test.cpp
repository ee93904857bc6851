// Blocks of datasets: what each process reads where a field is cut up.
#include "compute_node/ranks/blocks/coarse_lattice.h"
#include "compute_node/ranks/blocks/dataset_block.h"
#include "tests/catch.h"
#include "tests/compute_node/readers/netcdf/netcdf_series.h"
#include "tests/temporary_folder.h"

#include <fmt/format.h>
#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>

using Catch::Matchers::ContainsSubstring;
using namespace farfield::compute;
using namespace farfield;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

glm::ivec3 dims_of(const Grid& grid)
{
    if (const auto* uniform = std::get_if<UniformGrid>(&grid)) return uniform->dims;
    return std::get<RectilinearGrid>(grid).dims;
}

bool has_all_nodes(const Field& field)
{
    if (const auto* uniform = std::get_if<UniformGrid>(&field.grid()))
        return uniform->resident.dims == uniform->dims;
    const auto& grid = std::get<RectilinearGrid>(field.grid());
    return grid.resident.dims == grid.dims;
}

/// Slices with nodes that are other bits in the block than in the whole.
std::size_t differing(const Field& block, const Field& whole, const NodeBox& box)
{
    std::size_t count = block.all_nodes().size() == whole.all_nodes().size() ? 0 : 1'000;
    for (std::size_t i = 0; count == 0 && i < whole.all_nodes().size(); ++i) {
        const FixedArray<Node>&held = block.all_nodes()[i], &all = whole.all_nodes()[i];
        const Nodes expected = cut_nodes({all.begin(), all.end()}, dims_of(whole.grid()), box);
        const bool same = held.size() == expected.size() &&
                          std::memcmp(held.data(), expected.data(), held.size() * sizeof(Node)) == 0;
        count += same ? 0 : 1;
    }
    return count;
}

/// Every block of a dataset, against the whole.
void check_blocks(const std::vector<std::string>& names, const Field& whole, const FieldChoice& choice,
                  int count)
{
    const auto nodes = static_cast<double>(whole.nodes().size());
    for (int i = 0; i < count; ++i) {
        const DatasetBlock opened = open_block(files_named(names), choice, i, count);
        const auto& block = opened.field;
        const LatticeBlocks& blocks = opened.blocks;
        REQUIRE(block != nullptr);
        CHECK(differing(*block, whole, blocks.nodes_of(i)) == 0);
        CHECK(block->slices().times == whole.slices().times);
        CHECK(block->grid().index() == whole.grid().index());
        CHECK(block->scalar_is_speed() == whole.scalar_is_speed());
        CHECK(block->info().bounds.lo == whole.info().bounds.lo);
        CHECK(block->info().bounds.hi == whole.info().bounds.hi);
        CHECK(block->info().flat == whole.info().flat);
        CHECK(block->info().kind == whole.info().kind);
        // Its share of the layers of cells, those it shares, and the nodes at their end.
        const double layers = dims_of(whole.grid())[blocks.axis()];
        CHECK(static_cast<double>(block->nodes().size()) <= nodes * (1.0 / count + 4.0 / layers));
        CHECK_FALSE(has_all_nodes(*block));
    }
}

/// Depths and latitudes that descend, longitudes around the globe; NaN in places.
void write_ocean(const std::filesystem::path& path, int depths)
{
    Writer file{path};
    write_axis(file, "time", "seconds", {0.0, 60.0});
    std::vector<double> depth, latitude, longitude;
    for (int k = 0; k < depths; ++k) depth.push_back(1000.0 - 7.0 * k - k * k);
    for (int j = 0; j < 19; ++j) latitude.push_back(90.0 - 10.0 * j);
    for (int i = 0; i < 12; ++i) longitude.push_back(30.0 * i);
    write_axis(file, "depth", "m", depth);
    write_axis(file, "lat", "degrees_north", latitude);
    write_axis(file, "lon", "degrees_east", longitude);
    std::vector<double> u, v, salt;
    for (int time = 0; time < 2; ++time)
        for (const double z : depth)
            for (const double y : latitude)
                for (const double x : longitude) {
                    const bool land = std::abs(x - 90.0) < 40.0 && std::abs(y) < 15.0;
                    u.push_back(land ? std::nan("") : std::cos(0.02 * y) + 0.001 * z + time);
                    v.push_back(std::sin(0.03 * x + 0.01 * z));
                    salt.push_back(30.0 + 0.1 * y + 0.01 * z);
                }
    for (const auto& [name, values] : {std::pair{"u", &u}, {"v", &v}, {"salt", &salt}})
        file.values(file.variable(name, NC_FLOAT, {"time", "depth", "lat", "lon"}), *values);
}

/// One component at n^3 nodes, or at n^2 in one layer; its dimensions are called after it.
void write_component(const std::filesystem::path& path, const std::string& name, int n, bool flat,
                     double first_z = 0.0)
{
    Writer file{path};
    std::vector<double> along, heights;
    for (int i = 0; i < n; ++i) along.push_back(i);
    for (int i = 0; i < (flat ? 1 : n); ++i) heights.push_back(first_z + i);
    write_axis(file, "depth" + name, "m", heights);
    write_axis(file, "ny" + name, "m", along);
    write_axis(file, "nx" + name, "m", along);
    std::vector<double> values;
    for (const double z : heights)
        for (const double y : along)
            for (const double x : along) values.push_back(std::sin(0.3 * z + 0.7 * y) + 0.1 * x + name[0]);
    file.values(file.variable(name, NC_FLOAT, {"depth" + name, "ny" + name, "nx" + name}), values);
}

/// The joined summaries of all blocks of a dataset.
JoinedBlocks joined(const std::vector<std::string>& names, const FieldChoice& choice, int count)
{
    std::vector<BlockSummary> all;
    for (int i = 0; i < count; ++i) all.push_back(open_block(files_named(names), choice, i, count).summary);
    return join_blocks(open_block(files_named(names), choice, 0, count), all);
}

std::vector<std::string> described(const std::vector<ArrayInfo>& arrays)
{
    std::vector<std::string> names;
    for (const ArrayInfo& array : arrays)
        names.push_back(fmt::format("{} ({}): {}", array.name, array.units, array.components));
    std::sort(names.begin(), names.end());
    return names;
}

/// The coarse nodes are those of the whole at their places.
void check_coarse(const Field& coarse, const Field& whole)
{
    const glm::ivec3 dims = dims_of(coarse.grid()), all = dims_of(whole.grid());
    REQUIRE(coarse.nodes().size() == static_cast<std::size_t>(dims.x) * dims.y * dims.z);
    const auto along = [&](int axis, int i) {
        return coarse.info().flat[axis] ? i : coarse_along(all[axis])[static_cast<std::size_t>(i)];
    };
    std::size_t different = 0;
    for (int k = 0; k < dims.z; ++k)
        for (int j = 0; j < dims.y; ++j)
            for (int i = 0; i < dims.x; ++i) {
                const Node& node = coarse.nodes()[node_index(dims, {i, j, k})];
                const Node& same = whole.nodes()[node_index(all, {along(0, i), along(1, j), along(2, k)})];
                // Bits: fill values are NaN.
                different += glm::floatBitsToUint(node) == glm::floatBitsToUint(same) ? 0 : 1;
            }
    CHECK(different == 0);
}

/// Compares descriptions and coarse nodes with those of the whole.
void check_joined(const std::vector<std::string>& names, const Field& whole, const DatasetInfo& dataset,
                  const FieldChoice& choice, int count)
{
    const auto [first, info, coarse, blocks] = joined(names, choice, count);
    CHECK(blocks <= count);
    for (const Field* field : {first.get(), coarse.get()}) {
        CHECK(field->info().scalar_min == whole.info().scalar_min);
        CHECK(field->info().scalar_max == whole.info().scalar_max);
        CHECK(field->info().max_speed == whole.info().max_speed);
        CHECK(field->info().suggested_step == whole.info().suggested_step);
        CHECK(field->info().scalar_units == whole.info().scalar_units);
        CHECK(field->slices().times == whole.slices().times);
    }
    CHECK(described(info.arrays) == described(dataset.arrays));
    CHECK(described(info.derived) == described(dataset.derived));
    CHECK(info.name == dataset.name);
    CHECK(info.format == dataset.format);
    CHECK(info.kind == dataset.kind);
    CHECK(info.dims == dataset.dims);
    CHECK(info.nodes == dataset.nodes);
    CHECK(info.time_steps == dataset.time_steps);
    CHECK(info.bounds.lo == dataset.bounds.lo);
    CHECK(info.bounds.hi == dataset.bounds.hi);
    CHECK(info.position_units == dataset.position_units);
    CHECK(info.z_units == dataset.z_units);
    CHECK(info.remarks == dataset.remarks);
    check_coarse(*coarse, whole);
}

}  // namespace

TEST_CASE("open_block: blocks of a built-in flow hold the whole's bits and nothing more", "[blocks]")
{
    const std::string name = "analytic:abc:23";
    for (const std::string scalar : {"", "speed", "vorticity", "q-criterion"})
        for (const int count : {2, 3, 5})
            check_blocks({name}, *open_analytic(name).field({"", scalar}), {"", scalar}, count);
}

TEST_CASE("open_block: blocks of NetCDF files hold the whole's bits at all times", "[blocks]")
{
    const TemporaryFolder folder;
    const auto names = write_pulsing_series(folder.path(), 14, 3);
    for (const int count : {2, 4}) check_blocks(names, *open_series(names).field(), {}, count);
}

TEST_CASE("open_block: axes that descend and longitudes around the globe are cut alike", "[blocks]")
{
    const TemporaryFolder folder;
    const std::string name = (folder / "ocean.nc").string();
    write_ocean(name, GENERATE(1, 5, 16));
    for (const std::string scalar : {"speed", "salt", "vorticity"})
        check_blocks({name}, *open_series({name}, {}, scalar).field({"", scalar}), {"", scalar}, 3);
}

TEST_CASE("open_block: components on dimensions with names of their own are cut alike", "[blocks]")
{
    const TemporaryFolder folder;
    const bool flat = GENERATE(false, true);
    for (const std::string component : {"u", "v"})
        write_component(folder / (component + ".nc"), component, 12, flat);
    const std::string both = fmt::format("{}+{}", (folder / "u.nc").string(), (folder / "v.nc").string());
    check_blocks({both}, *open_series({both}).field(), {}, 3);
}

TEST_CASE("open_lattice: components on faces between the nodes are refused", "[blocks]")
{
    const TemporaryFolder folder;
    write_component(folder / "u.nc", "u", 12, false);
    write_component(folder / "v.nc", "v", 12, false, 0.5);
    const std::string both = fmt::format("{}+{}", (folder / "u.nc").string(), (folder / "v.nc").string());
    CHECK_NOTHROW(open_series({both}));
    CHECK_THROWS_WITH(open_lattice(files_named({both}), {}), ContainsSubstring("in parts"));
}

TEST_CASE("open_block: a block without a valid node is a block all the same", "[blocks]")
{
    const TemporaryFolder folder;
    const std::string name = (folder / "land.nc").string();
    {
        Writer file{name};
        for (const char* axis : {"z", "y", "x"})
            write_axis(file, axis, "m", {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0});
        std::vector<double> values(7 * 7 * 7, 1.0);
        for (std::size_t i = 0; i < 5 * 7 * 7; ++i) values[i] = std::nan("");
        for (const char* component : {"u", "v", "w"})
            file.values(file.variable(component, NC_FLOAT, {"z", "y", "x"}), values);
    }
    check_blocks({name}, *open_series({name}).field(), {}, 3);
}

TEST_CASE("join_blocks: blocks tell together what the whole says of itself", "[blocks]")
{
    const int count = GENERATE(1, 2, 5);
    const Dataset small = open_analytic("analytic:abc:23"), large = open_analytic("analytic:cell:90");
    check_joined({"analytic:abc:23"}, *small.field({"", "vorticity"}), small.info(), {"", "vorticity"},
                 count);
    check_joined({"analytic:cell:90"}, *large.field(), large.info(), {}, count);
}

TEST_CASE("join_blocks: of files all arrays are reported, whichever was read", "[blocks]")
{
    const TemporaryFolder folder;
    const std::string name = (folder / "ocean.nc").string();
    write_ocean(name, GENERATE(1, 5, 16));
    const TimeSeries whole = open_series({name});
    for (const std::string scalar : {"speed", "salt", "vorticity"})
        check_joined({name}, *whole.field({"", scalar}), whole.info(), {"", scalar}, 3);
}

TEST_CASE("join_blocks: a field without a valid node is refused as the whole is", "[blocks]")
{
    DatasetBlock first = open_block({"analytic:cell:8", {}, {}}, {}, 0, 2);
    CHECK_THROWS_WITH(join_blocks(first, {}), ContainsSubstring("has no value"));
}

TEST_CASE("block_bytes: a block takes its share of all slices, and of one more", "[blocks]")
{
    const TemporaryFolder folder;
    const LatticeSource source = open_lattice(files_named(write_pulsing_series(folder.path(), 41, 3)), {});
    CHECK(block_bytes(source, 0, 1) == 4 * 16 * 41 * 41 * 41);
    CHECK(block_bytes(source, 0, 4) == 4 * 16 * 41 * 41 * 12);  // 10 layers of cells and one of the next
}

TEST_CASE("open_block: where there are more blocks than layers of cells, the last are empty", "[blocks]")
{
    const DatasetFiles cell{"analytic:cell:4", {}, {}};
    CHECK(open_block(cell, {}, 2, 8).field != nullptr);
    CHECK(open_block(cell, {}, 3, 8).field == nullptr);
    CHECK(has_all_nodes(*open_block(cell, {}, 0, 1).field));
}

TEST_CASE("open_block: a block that is not wanted any more is not read on", "[blocks]")
{
    const TemporaryFolder folder;
    const DatasetFiles files = files_named(write_pulsing_series(folder.path(), 6, 4));
    int asked = 0;
    const auto after_two = [&] { return ++asked > 2; };
    CHECK_THROWS_WITH(open_block(files, {}, 0, 2, after_two), ContainsSubstring("not wanted"));
    CHECK(asked == 3);
}

TEST_CASE("open_block: what cannot be cut is refused by what can", "[blocks]")
{
    const auto open = [](const std::string& name) { return open_block(files_named({name}), {}, 0, 2); };
    CHECK_THROWS_WITH(open("wing.vts"), ContainsSubstring("'wing.vts' cannot be cut into blocks") &&
                                            ContainsSubstring("analytic:NAME:N or NetCDF"));
    CHECK_THROWS_WITH(open("analytic:cell"), ContainsSubstring("exact function"));
}
