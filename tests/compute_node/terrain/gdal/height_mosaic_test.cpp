#include "compute_node/terrain/gdal/height_mosaic.h"
#include "compute_node/terrain/heights/height_range.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/compute_node/terrain/terrain_helpers.h"
#include "tests/temporary_folder.h"

#include <cmath>
#include <limits>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

constexpr double spacing = 10.0;

/// The height at a post of the whole: each number once.
double height_at(int column, int row)
{
    return 100.0 * row + column;
}

/// A tile that begins at this post of a lattice with post (0, 0) at (5, -5).
RasterFile tile_at(int column, int row, int columns, int rows)
{
    RasterFile file{.columns = columns, .rows = rows, .numbers = {}};
    file.geotransform = {{column * spacing, spacing, 0, -row * spacing, 0, -spacing}};
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns; ++i) file.numbers.push_back(height_at(column + i, row + j));
    return file;
}

/// Four tiles of 3 x 3 posts that share their edges, 5 x 5 together.
struct FourTiles {
    TemporaryFolder folder;
    std::vector<fs::path> files;

    FourTiles()
    {
        for (const auto& [column, row] : {std::pair{0, 0}, {2, 0}, {0, 2}, {2, 2}})
            files.emplace_back(
                write_raster(folder.file(std::to_string(column) + std::to_string(row) + ".tif"),
                             tile_at(column, row, 3, 3)));
    }
};

std::string error_joining(const RasterFile& a, const RasterFile& b)
{
    const TemporaryFolder folder;
    const fs::path first = write_raster(folder.file("first.tif"), a),
                   second = write_raster(folder.file("second.tif"), b);
    std::string message = error_of([&] { (void)open_terrain({first, second}); });
    CHECK(contains(message, first.string()));
    return message;
}

}  // namespace

TEST_CASE("open_terrain: tiles that share their edges are one terrain", "[terrain]")
{
    const FourTiles tiles;
    const auto source = open_terrain(tiles.files);
    const TerrainInfo& info = source->info();
    CHECK(info.columns == 5);
    CHECK(info.rows == 5);
    CHECK(info.frame.coordinates_of({0, 0}) == glm::dvec2{5, -5});
    CHECK(info.frame.coordinates_of({4, 4}) == glm::dvec2{45, -45});
    CHECK(info.name == tiles.files[0].string() + " and 3 more");
    CHECK(info.format == "GTiff");
    CHECK(info.files.size() == 4);
    const auto heights = heights_of(*source);
    for (int row = 0; row < 5; ++row)
        for (int column = 0; column < 5; ++column) CHECK(heights[row * 5 + column] == height_at(column, row));
    CHECK(heights_of(*source, 1) == heights);
    CHECK(heights_of(*source, 2) == heights);
    CHECK(info.notes.empty());
}

TEST_CASE("open_terrain: the order of files does not matter where they agree", "[terrain]")
{
    FourTiles tiles;
    const auto heights = heights_of(*open_terrain(tiles.files));
    std::reverse(tiles.files.begin(), tiles.files.end());
    CHECK(heights_of(*open_terrain(tiles.files)) == heights);
}

TEST_CASE("open_terrain: where no file has a height there is a hole", "[terrain]")
{
    FourTiles tiles;
    tiles.files.pop_back();
    const auto source = open_terrain(tiles.files);
    const HeightRange range = measure_heights(*source);
    CHECK(range.posts() == 25);
    CHECK(range.voids() == 4);
    CHECK(std::isnan(heights_of(*source)[4 * 5 + 4]));
}

TEST_CASE("open_terrain: a void of one file is filled by the next, and differences are noted", "[terrain]")
{
    const TemporaryFolder folder;
    RasterFile first = tile_at(0, 0, 3, 3), second = first;
    first.nodata = -1;
    first.numbers[4] = -1;
    second.numbers[8] += 2.5;
    second.numbers[0] -= 1.0;
    const auto source = open_terrain(
        {write_raster(folder.file("first.tif"), first), write_raster(folder.file("second.tif"), second)});
    const auto heights = heights_of(*source, 1);
    CHECK(heights[4] == height_at(1, 1));
    CHECK(heights[8] == height_at(2, 2));
    CHECK(has_note(source->info(), "2 of them differ, by up to 2.5 m"));
    (void)heights_of(*source);
    CHECK(has_note(source->info(), "2 of them differ, by up to 2.5 m"));
}

TEST_CASE("open_terrain: notes tell which files they are of", "[terrain]")
{
    const TemporaryFolder folder;
    RasterFile first = tile_at(0, 0, 3, 3), second = tile_at(2, 0, 3, 3);
    second.unit = "";
    const std::string plain = write_raster(folder.file("first.tif"), first);
    const std::string unnamed = write_raster(folder.file("second.tif"), second);
    CHECK(has_note(open_terrain({plain, unnamed})->info(), "second.tif': the file names no unit"));
    first.unit = "";
    const std::string unnamed_too = write_raster(folder.file("third.tif"), first);
    const auto both = open_terrain({unnamed, unnamed_too});
    CHECK(both->info().notes ==
          std::vector<std::string>{"the file names no unit of heights; metres are assumed"});
}

TEST_CASE("open_terrain: tiles in feet and in metres are one terrain in metres", "[terrain]")
{
    const TemporaryFolder folder;
    RasterFile first = tile_at(0, 0, 3, 3), second = tile_at(3, 0, 3, 3);
    second.unit = "ft";
    const auto source = open_terrain(
        {write_raster(folder.file("first.tif"), first), write_raster(folder.file("second.tif"), second)});
    CHECK(source->info().unit == "several");
    CHECK(heights_of(*source)[3] == Approx(3 * 0.3048));
}

TEST_CASE("open_terrain: files that do not go together are reported with both names", "[terrain]")
{
    const RasterFile first = tile_at(0, 0, 3, 3);
    RasterFile other = tile_at(2, 0, 3, 3);
    other.crs = "EPSG:32633";
    CHECK(contains(error_joining(first, other),
                   "zone 32N (EPSG:32632) and WGS 84 / UTM zone 33N (EPSG:32633)"));
    other.crs = "";
    CHECK(contains(error_joining(first, other), "(EPSG:32632) and none"));
    other = tile_at(2, 0, 3, 3);
    other.geotransform = {{20, 12, 0, 0, 0, -12}};
    CHECK(contains(error_joining(first, other), "10 x -10 and 12 x -12 apart, expected the same"));
    other.geotransform = {{24, 10, 0, 2, 0, -10}};
    CHECK(contains(error_joining(first, other), "0.4 posts east and -0.2 rows down"));
    other.geotransform = {{1e9, 10, 0, 0, 0, -10}};
    CHECK(contains(error_joining(first, other), "max_mosaic_posts = 2097152"));
    other.geotransform = {{20'971'500, 10, 0, 0, 0, -10}};
    CHECK(contains(error_joining(first, other), "max_mosaic_posts = 2097152"));
    CHECK(contains(error_of([] { (void)open_terrain({}); }), "found none"));
}

TEST_CASE("open_terrain: spacing that is rounded in a file does not matter", "[terrain]")
{
    const TemporaryFolder folder;
    const auto degrees = [](double longitude, double step) {
        RasterFile file{
            .columns = 101, .rows = 2, .numbers = std::vector<double>(202, 1.0), .crs = "EPSG:4326"};
        file.geotransform = {{longitude - step / 2, step, 0, 46, 0, -0.01}};
        return file;
    };
    const auto source = open_terrain({write_raster(folder.file("first.tif"), degrees(8, 0.01)),
                                      write_raster(folder.file("second.tif"), degrees(9.000001, 0.0100001))});
    CHECK(source->info().columns == 201);
    CHECK(source->info().frame.geographic);
}

TEST_CASE("open_terrain: tiles on both sides of the date line are neighbours", "[terrain]")
{
    const TemporaryFolder folder;
    const auto degree_at = [](double longitude, double height) {
        RasterFile file{
            .columns = 11, .rows = 2, .numbers = std::vector<double>(22, height), .crs = "EPSG:4326"};
        file.geotransform = {{longitude - 0.05, 0.1, 0, -17, 0, -0.1}};
        return file;
    };
    const std::string west = write_raster(folder.file("W180.tif"), degree_at(-180, 1));
    const std::string east = write_raster(folder.file("E179.tif"), degree_at(179, 2));
    const std::string far = write_raster(folder.file("W010.tif"), degree_at(-10, 3));
    for (const auto& files : {std::vector<fs::path>{west, east}, {east, west}}) {
        const auto source = open_terrain(files);
        CHECK(source->info().columns == 21);
        CHECK(source->info().frame.coordinates_of({0, 0}).x == Approx(179));
        CHECK(has_note(source->info(), "across the date line"));
        const auto heights = heights_of(*source);
        CHECK(heights[0] == 2.0F);
        CHECK(heights[20] == 1.0F);
    }
    // The widest gap, from 9 W to 179 E, is left out: 172 degrees remain.
    CHECK(open_terrain({west, far, east})->info().columns == 1721);
    CHECK_FALSE(has_note(open_terrain({west, far})->info(), "across the date line"));
}

TEST_CASE("open_terrain: more tiles than are kept open are read again and again", "[terrain]")
{
    const TemporaryFolder folder;
    constexpr int tiles = 150;
    std::vector<fs::path> files;
    files.reserve(tiles);
    for (int i = 0; i < tiles; ++i)
        files.emplace_back(write_raster(folder.file(std::to_string(i) + ".tif"), tile_at(2 * i, 0, 2, 4)));
    const auto source = open_terrain(files);
    REQUIRE(source->info().columns == 2 * tiles);
    const auto heights = heights_of(*source, 1);
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 2 * tiles; ++column)
            REQUIRE(heights[row * 2 * tiles + column] == static_cast<float>(height_at(column, row)));
}
