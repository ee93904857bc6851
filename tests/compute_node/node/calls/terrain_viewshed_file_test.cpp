#include "compute_node/node/calls/terrain_viewshed_file.h"

#include "compute_node/node/compute_service.h"
#include "compute_node/terrain/gdal/gdal_heights.h"
#include "compute_node/terrain/sight/viewshed.h"
#include "model/calls/viewshed_file.h"
#include "tests/catch.h"
#include "tests/compute_node/terrain/posts.h"
#include "tests/compute_node/terrain/terrain_helpers.h"
#include "tests/temporary_folder.h"

#include <fstream>
#include <string>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::node;
using namespace farfield::compute::testing;
namespace net = farfield::net;
using Catch::Matchers::ContainsSubstring;
using farfield::test::TemporaryFolder;

namespace {

/// 9 x 7 posts 30 m apart, a ridge 10 m high in column 4, a void in the last post.
std::string ridge_text()
{
    std::string text = "ncols 9\nnrows 7\nxllcorner 1000\nyllcorner 2000\ncellsize 30\nNODATA_value -9999\n";
    for (int row = 0; row < 7; ++row) text += row < 6 ? "0 0 0 0 10 0 0 0 0\n" : "0 0 0 0 10 0 0 0 -9999\n";
    return text;
}

std::unique_ptr<HeightSource> written(const TemporaryFolder& folder, const std::vector<std::byte>& bytes)
{
    const std::string name = folder.file("seen.tif");
    std::ofstream{name, std::ios::binary}.write(reinterpret_cast<const char*>(bytes.data()),
                                                static_cast<std::streamsize>(bytes.size()));
    return open_heights(name);
}

}  // namespace

TEST_CASE("viewshed_file: a GeoTIFF of the posts within the radius, where they are", "[terrain]")
{
    const TemporaryFolder folder;
    folder.write("ridge.asc", ridge_text());
    NodeSettings settings;
    settings.data_folders = {folder.path()};
    ComputeService service{settings};
    model::ViewshedFileCall call;
    call.terrain = "ridge.asc";
    call.observer = {-60.0, 0.0, 2.0};  // in column 2, row 3
    call.radius = 95.0;
    std::any kept;
    const auto answer =
        service.call("terrain.viewshed_file", {.params = write(call)}, {.cancel = {}, .kept = kept});
    const auto raster = written(folder, model::viewshed_file_part(answer.result).bytes);
    CHECK_FALSE(kept.has_value());       // that was the only part
    CHECK(raster->info().columns == 7);  // column 0, which the radius cuts, to 6
    CHECK(raster->info().rows == 7);
    CHECK(raster->info().nodata == 127.0);
    CHECK(raster->info().frame.origin == glm::dvec2{1015.0, 2195.0});
    CHECK(raster->info().frame.spacing == glm::dvec2{30.0, -30.0});
    const std::vector<float> seen = heights_of(*raster);
    const auto middle = std::span{seen}.subspan(3 * 7, 7);
    CHECK(std::vector<float>(middle.begin(), middle.end()) ==
          std::vector<float>{255.0F, 255.0F, 255.0F, 255.0F, 255.0F, 0.0F, 0.0F});
    CHECK(seen[0] == 0.0F);  // beyond the radius
}

TEST_CASE("viewshed_file: is given up when no caller waits for it", "[terrain]")
{
    std::stop_source cancel;
    cancel.request_stop();
    OpenTerrain terrain;
    terrain.terrain = terrain_of(65, 65, [](auto, auto) { return 0.0F; });
    terrain.middle = {32.0, 32.0};
    model::ViewshedParams params;
    params.observer = {0.0, 0.0, 2.0};
    CHECK_THROWS_WITH(viewshed_file(terrain, params, 1, cancel.get_token()),
                      ContainsSubstring("interrupted"));
}

TEST_CASE("viewshed_file: what cannot be is refused by name", "[terrain]")
{
    OpenTerrain terrain;
    terrain.terrain = terrain_of(65, 65, [](auto, auto) { return 0.0F; });
    terrain.middle = {32.0, 32.0};
    model::ViewshedParams params;
    params.observer = {50.0, 0.0, 2.0};
    CHECK_THROWS_WITH(viewshed_file(terrain, params, 1), ContainsSubstring("on the map"));
}
