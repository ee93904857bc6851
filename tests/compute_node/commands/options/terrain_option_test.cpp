// The common options of commands that read a terrain, as a user calls them.
#include "tests/compute_node/commands/run_node.h"
#include "tests/temporary_folder.h"

#include <filesystem>
#include <string>

using namespace farfield::compute::testing;
using farfield::test::read_text;
using farfield::test::TemporaryFolder;

namespace {

/// A VRT of one file in the same folder, 5 x 3 posts of bytes.
void write_vrt(const TemporaryFolder& folder, const std::string& name, const std::string& source)
{
    (void)folder.write(name, R"(<VRTDataset rasterXSize="5" rasterYSize="3">
<GeoTransform>1000, 30, 0, 2090, 0, -30</GeoTransform><VRTRasterBand dataType="Byte" band="1">
<SimpleSource><SourceFilename relativeToVRT="1">)" +
                                 source +
                                 R"(</SourceFilename><SourceBand>1</SourceBand>
<SrcRect xOff="0" yOff="0" xSize="5" ySize="3"/><DstRect xOff="0" yOff="0" xSize="5" ySize="3"/>
</SimpleSource></VRTRasterBand></VRTDataset>)");
}

/// A tile, a VRT of it and a VRT of that, besides rows for `cast` and `sight`.
struct Tiles {
    TemporaryFolder folder;

    Tiles()
    {
        const std::string posts =
            folder.write("posts.asc", "ncols 5\nnrows 3\nxllcorner 1000\nyllcorner 2000\ncellsize 30\n"
                                      "0 0 10 0 0\n0 0 10 0 0\n0 0 10 0 0\n");
        REQUIRE(run_node("viewshed " + posts + " --observer 1015,2045,2 --out " + file("tile.tif")).code ==
                0);
        write_vrt(folder, "alps.vrt", "tile.tif");
        write_vrt(folder, "europe.vrt", "alps.vrt");
        (void)folder.write("rays.csv", "1015,2045,300,0,0,-1\n");
        (void)folder.write("targets.csv", "1135,2045,2\n");
    }

    [[nodiscard]] std::string file(const std::string& name) const { return folder.file(name); }
};

}  // namespace

TEST_CASE("farfield-node: a tile of the terrain that is read is not written over", "[command]")
{
    const Tiles tiles;
    const std::string before = read_text(tiles.folder / "tile.tif");
    for (const std::string terrain : {"tile.tif", "alps.vrt", "europe.vrt"})
        for (const std::string options :
             {"view --eye 1015,2045,900", "viewshed --observer 1015,2045,2", "cast --rays rays.csv",
              "sight --observer 1015,2045,2 --targets targets.csv"}) {
            const std::string command = options.substr(0, options.find(' '));
            const Outcome refused =
                run_node(options + " " + terrain + " --out tile.tif 2>&1", "cd " + tiles.file("") + "; ");
            INFO(command << " " << terrain << ": " << refused.out);
            CHECK(refused.code == 1);
            CHECK(contains(refused.out, "which is read"));
            CHECK(read_text(tiles.folder / "tile.tif") == before);
        }
}
