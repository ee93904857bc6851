#include "compute_node/node/data/open_terrains.h"

#include "compute_node/node/datasets/open_datasets.h"
#include "compute_node/node/programs/terrain_view.h"
#include "compute_node/terrain/tree/block_layout.h"

#include "compute_node/ranks/ranks.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/node/programs/next_frame.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/temporary_folder.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::node;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;
namespace net = farfield::net;

namespace {

/// Takes a terrain, and casts nothing.
class RanksWithoutHelp final : public Ranks {
public:
    [[nodiscard]] int size() const override { return 2; }
    [[nodiscard]] std::shared_ptr<const Field> share(const Field&) override { return nullptr; }
    [[nodiscard]] std::shared_ptr<ViewHelpers> share(Terrain&) override { return nullptr; }
    [[nodiscard]] std::unique_ptr<LineHelp> begin(const Field&, const LineSettings&, int) override
    {
        return nullptr;
    }
    [[nodiscard]] std::unique_ptr<ParticleHelp> begin_particles(const Field&) override { return nullptr; }
    void on_failure(std::function<void(const std::string& words)>) override {}
    [[nodiscard]] std::string failure() const override { return {}; }
};

std::shared_ptr<MemoryBudget> memory_of(std::uint64_t bytes)
{
    return std::make_shared<MemoryBudget>(bytes);
}

/// That the blocks of N x N posts take.
std::uint64_t bytes_of(std::int64_t posts)
{
    return layout_of(posts, posts).bytes;
}

/// The limit that a refusal names.
template <class Call>
std::string refusal_of(const Call& call)
{
    try {
        call();
    } catch (const net::RpcError& error) {
        return error.data.value("limit", "");
    }
    return "";
}

/// Elevation of which one column is not midway between its neighbours.
void write_uneven_netcdf(const std::string& path)
{
    Writer file{path};
    write_axis(file, "y", "degrees_north", {46.0, 46.5});
    write_axis(file, "x", "degrees_east", {10.0, 10.5, 11.5});
    const int elevation = file.variable("elevation", NC_FLOAT, {"y", "x"});
    file.text(elevation, "units", "m");
    file.values(elevation, {1, 2, 3, 4, 5, 6});
}

}  // namespace

TEST_CASE("OpenTerrains: a terrain that no caller waits for is not read", "[terrain]")
{
    OpenTerrains terrains{{}, memory_of(1 << 30)};
    std::stop_source viewer;
    viewer.request_stop();
    CHECK(error_of([&] { (void)terrains.open("fractal:300", viewer.get_token()); }) == "interrupted");
    CHECK(terrains.open("fractal:300")->terrain.info.columns == 300);
}

TEST_CASE("OpenTerrains: whoever still waits gets a terrain, though the one it was read for has gone",
          "[terrain]")
{
    OpenTerrains terrains{{}, memory_of(1 << 30)};
    std::stop_source viewer;
    const std::jthread first{
        [&] { (void)error_of([&] { (void)terrains.open("fractal:1000", viewer.get_token()); }); }};
    viewer.request_stop();
    CHECK(terrains.open("fractal:1000")->terrain.info.columns == 1000);
}

TEST_CASE("describe: coordinates are metres, and the unit says how to get those of a system in feet",
          "[terrain]")
{
    const TemporaryFolder folder;
    RasterFile file;
    file.crs = "EPSG:2263";  // US survey feet
    file.geotransform = {{1'000'000, 100, 0, 200'000, 0, -100}};
    (void)write_raster(folder.file("feet.tif"), file);
    OpenTerrains terrains{{folder.path()}, memory_of(1 << 30)};
    const auto described = describe(*terrains.open("feet.tif"));
    CHECK(described.metres_per_unit == std::array{1.0, 1.0});
    CHECK(described.crs_unit == Approx(1200.0 / 3937.0));
    CHECK(described.origin[0] / described.crs_unit == Approx(1'000'150));
    CHECK(described.origin[1] / described.crs_unit == Approx(199'900));
}

TEST_CASE("OpenTerrains: a list that leaves files out is not complete", "[terrain]")
{
    const TemporaryFolder folder;
    for (std::size_t n = 0; n < OpenTerrains::max_entries; ++n)
        (void)folder.write(std::to_string(n) + ".hgt", "");
    const OpenTerrains terrains{{folder.path()}, memory_of(1 << 30)};
    CHECK(terrains.list().complete);
    CHECK(terrains.list().terrains.size() == OpenTerrains::max_entries + 1);
    (void)folder.write("one-more.hgt", "");
    CHECK_FALSE(terrains.list().complete);
}

TEST_CASE("OpenTerrains: a list that does not look into the deepest folders is not complete", "[terrain]")
{
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "1/2/3/4/5/6/7/8");
    (void)folder.write("1/2/3/4/5/6/7/8/a.hgt", "");
    const OpenTerrains terrains{{folder.path()}, memory_of(1 << 30)};
    CHECK(terrains.list().complete);
    CHECK(terrains.list().terrains.size() == 2);
    std::filesystem::create_directories(folder / "1/2/3/4/5/6/7/8/9");
    CHECK_FALSE(terrains.list().complete);
}

TEST_CASE("OpenTerrains: all open terrains together keep to the memory there is", "[terrain]")
{
    const auto memory = memory_of(bytes_of(300) * 3 / 2);
    OpenTerrains terrains{{}, memory};
    auto first = terrains.open("fractal:300:1");
    CHECK(memory->left() == memory->max_bytes() - bytes_of(300));
    CHECK(refusal_of([&] { (void)terrains.open("fractal:300:2"); }) == "max_dataset_bytes");
    first.reset();
    CHECK(terrains.open("fractal:300:2")->terrain.info.columns == 300);  // the unused one makes room
}

TEST_CASE("OpenTerrains: terrains and datasets make room for each other", "[terrain]")
{
    const DatasetCatalogue catalogue{std::vector<std::filesystem::path>{}};
    const auto memory = memory_of(bytes_of(300) * 3 / 2);
    OpenDatasets datasets{catalogue, memory};
    OpenTerrains terrains{{}, memory};
    (void)terrains.open("fractal:300");
    auto dataset = datasets.open("analytic:abc:40");
    CHECK(refusal_of([&] { (void)terrains.open("fractal:300"); }) == "max_dataset_bytes");
    dataset.reset();
    CHECK(terrains.open("fractal:300")->terrain.info.columns == 300);
}

TEST_CASE("OpenTerrains: a terrain that ranks get is there twice until they have it", "[terrain]")
{
    RanksWithoutHelp ranks;
    const auto open_with = [&](const std::shared_ptr<MemoryBudget>& memory) {
        OpenTerrains terrains{{}, memory, {}, &ranks};
        (void)terrains.open("fractal:300");
        return memory->max_bytes() - memory->left();
    };
    CHECK(refusal_of([&] { (void)open_with(memory_of(bytes_of(300) * 3 / 2)); }) == "max_dataset_bytes");
    CHECK(open_with(memory_of(bytes_of(300) * 2)) == bytes_of(300));
}

TEST_CASE("OpenTerrains: of a mapped terrain that is counted which is kept in memory", "[terrain]")
{
    const TemporaryFolder folder;
    (void)write_raster(folder.file("dem.tif"));
    CacheSettings cache;
    cache.folder = folder / "cache";
    cache.max_terrain_bytes = 1 << 12;
    const auto memory = memory_of(1 << 20);
    OpenTerrains terrains{{folder.path()}, memory, cache};
    const auto terrain = terrains.open("dem.tif");
    CHECK(terrain->terrain.file.has_value());
    CHECK(memory->left() == (1 << 20) - (1 << 12));
}

TEST_CASE("OpenTerrains: a terrain is open once, however its name is spelled", "[terrain]")
{
    const TemporaryFolder folder;
    (void)write_raster(folder.file("dem.tif"));
    OpenTerrains terrains{{folder.path()}, memory_of(1 << 30)};
    const auto terrain = terrains.open("dem.tif");
    CHECK(terrains.open("./dem.tif") == terrain);
    CHECK(terrains.open("././/dem.tif") == terrain);
    CHECK(terrains.open("fractal:64") == terrains.open("fractal:064:1"));
}

TEST_CASE("OpenTerrains: a cache that is cut ends the views of its terrain, which opened again is whole",
          "[terrain]")
{
    const TemporaryFolder folder;
    (void)write_raster(folder.file("dem.tif"));
    CacheSettings cache;
    cache.folder = folder / "cache";
    cache.always = true;
    OpenTerrains terrains{{folder.path()}, memory_of(1 << 30), cache};
    const auto cut = terrains.open("dem.tif");
    net::ProgramStart start;
    start.slot_bytes = 1 << 20;
    start.params = {{"size", {10, 10}}};
    TerrainViewProgram views{cut, start, 1};
    std::vector<std::byte> frame(start.slot_bytes);
    CHECK(next_frame(views, frame).has_value());
    std::filesystem::resize_file(cut->terrain.file->file, 4096);
    views.update({{"heading", 90}});
    CHECK(contains(error_of([&] { (void)next_frame(views, frame); }), "of 'dem.tif' was cut short"));
    const auto again = terrains.open("dem.tif");
    CHECK(again != cut);
    TerrainViewProgram others{again, start, 1};
    CHECK(next_frame(others, frame).has_value());
}

TEST_CASE("OpenTerrains: a file that was replaced is read again, and whoever has the old terrain keeps it",
          "[terrain]")
{
    const TemporaryFolder folder;
    RasterFile file;
    (void)write_raster(folder.file("dem.tif"), file);
    OpenTerrains terrains{{folder.path()}, memory_of(1 << 30)};
    const auto old = terrains.open("dem.tif");
    CHECK(terrains.open("dem.tif") == old);
    file.numbers = {10, 20, 30, 40, 50, 60};
    (void)write_raster(folder.file("other.tif"), file);
    std::filesystem::rename(folder / "other.tif", folder / "dem.tif");
    CHECK(terrains.open("dem.tif")->terrain.blocks.highest == 60.0F);
    CHECK(terrains.open("dem.tif") == terrains.open("dem.tif"));
    CHECK(old->terrain.blocks.highest == 6.0F);
}

TEST_CASE("OpenTerrains: errors and notes do not tell where the node has its files", "[terrain]")
{
    const TemporaryFolder folder, elsewhere;
    (void)write_raster(elsewhere.file("dem.tif"));
    std::filesystem::create_symlink(elsewhere / "dem.tif", folder / "outside.tif");
    (void)folder.write("text.tif", "no raster");
    (void)write_raster(folder.file("dem.tif"));
    CacheSettings cache;
    cache.folder = elsewhere / "cache";
    cache.always = true;
    OpenTerrains terrains{{folder.path()}, memory_of(1 << 30), cache};
    CHECK(error_of([&] { (void)terrains.open("outside.tif"); }) ==
          "cannot read 'outside.tif': expected a file in the data folders");
    CHECK_FALSE(contains(error_of([&] { (void)terrains.open("text.tif"); }), folder.path().string()));
    const std::filesystem::path cached = terrains.open("dem.tif")->terrain.file->file;
    std::filesystem::resize_file(cached, 5000);
    const std::vector<std::string> notes = terrains.open("dem.tif")->terrain.info.notes;
    CHECK(notes.back() == "its cache '" + cached.filename().string() + "' is cut short: it was built anew");
}

TEST_CASE("OpenTerrains: a name with zeros in it is reported whole", "[terrain]")
{
    const TemporaryFolder folder;
    OpenTerrains terrains{{folder.path()}, memory_of(1 << 30)};
    const std::string zero(1, '\0');
    CHECK(error_of([&] { (void)terrains.open("a" + zero + "b"); }) ==
          "no terrain 'a?b': it is in no data folder");
    CHECK(error_of([&] { (void)terrains.open("fractal:9" + zero); }) ==
          "no terrain 'fractal:9?': it is in no data folder");
}

TEST_CASE("OpenTerrains: what cannot be heights is listed with the reason, and refused with it", "[terrain]")
{
    const TemporaryFolder folder;
    (void)write_raster(folder.file("dem.tif"));
    (void)write_raster(folder.file("wind.tif"), {.unit = "m/s"});
    (void)write_raster(folder.file("map.tif"), {.type = GDT_Byte, .bands = 3});
    write_uneven_netcdf(folder.file("uneven.nc"));
    OpenTerrains terrains{{folder.path()}, memory_of(1 << 30)};
    std::map<std::string, model::TerrainEntry> listed;
    for (const model::TerrainEntry& entry : terrains.list().terrains) listed[entry.name] = entry;
    CHECK(listed["dem.tif"].kind == "file");
    CHECK(listed["dem.tif"].reason.empty());
    CHECK(listed["map.tif"].kind == "image");
    CHECK(listed["wind.tif"].kind == "other");
    CHECK(contains(listed["wind.tif"].reason, "cannot take 'wind.tif' as terrain: its numbers are in 'm/s'"));
    CHECK(error_of([&] { (void)terrains.open("wind.tif"); }) == listed["wind.tif"].reason);
    CHECK(listed["uneven.nc"].kind == "other");
    CHECK(contains(listed["uneven.nc"].reason, "evenly spaced"));
}

TEST_CASE(
    "OpenTerrains: grids of heights are listed that share their ending with PLOT3D, and its files are not",
    "[terrain]")
{
    const TemporaryFolder folder;
    (void)folder.write("surfer.grd", "DSAA\n3 2\n0 20\n0 10\n1 6\n4 5 6\n1 2 3\n");
    (void)folder.write("hill.xyz", "0 10 4\n10 10 5\n20 10 6\n0 0 1\n10 0 2\n20 0 3\n");
    (void)folder.write("wing.xyz", "1\n2 2 2\n0 1 0 1 0 1 0 1\n0 0 1 1 0 0 1 1\n0 0 0 0 1 1 1 1\n");
    OpenTerrains terrains{{folder.path()}, memory_of(1 << 30)};
    std::map<std::string, std::string> listed;
    for (const model::TerrainEntry& entry : terrains.list().terrains) listed[entry.name] = entry.kind;
    CHECK(listed["surfer.grd"] == "file");
    CHECK(listed["hill.xyz"] == "file");
    CHECK_FALSE(listed.contains("wing.xyz"));
    CHECK(terrains.open("surfer.grd")->terrain.info.columns == 3);
}

TEST_CASE("OpenTerrains: a file that claims more than it can hold is refused by the limit's name",
          "[terrain]")
{
    const TemporaryFolder folder;
    (void)write_raster(folder.file("dem.tif"));  // GDAL is ready
    const std::array<const char*, 3> options{"SPARSE_OK=TRUE", "TILED=YES", nullptr};
    GDALDatasetH dataset = GDALCreate(GDALGetDriverByName("GTiff"), folder.file("bomb.tif").c_str(), 41'000,
                                      41'000, 1, GDT_Float32, const_cast<char**>(options.data()));
    REQUIRE(dataset != nullptr);
    GDALClose(dataset);
    const auto memory = memory_of(1 << 30);
    OpenTerrains terrains{{folder.path()}, memory};
    CHECK(refusal_of([&] { (void)terrains.open("bomb.tif"); }) == "max_raster_expansion");
    CHECK(memory->left() == memory->max_bytes());
}
