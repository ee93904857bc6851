// Names that come from a client lead nowhere but below the data folders.
#include "compute_node/terrain/gdal/gdal_heights.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/compute_node/terrain/terrain_helpers.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

/// A folder that may be read, with a terrain, and one beside it that may not, with another.
struct Folders {
    TemporaryFolder all;
    HeightOptions options;

    Folders()
    {
        fs::create_directories(all / "data/below");
        fs::create_directories(all / "secret");
        write_raster(all.file("data/dem.tif"));
        write_raster(all.file("data/below/dem.tif"));
        write_raster(all.file("secret/dem.tif"));
        options.allowed_folders = {all / "data"};
    }

    [[nodiscard]] std::string error_for(const std::string& name) const
    {
        return error_of([&] { (void)heights_of(*open_heights(all / name, options)); });
    }

    /// A VRT in the folder with this in its band.
    [[nodiscard]] std::string error_for_band(const std::string& band, const std::string& kind = "") const
    {
        (void)all.write("data/mosaic.vrt", R"(<VRTDataset rasterXSize="3" rasterYSize="2"><VRTRasterBand )" +
                                               kind + R"( dataType="Float32" band="1">)" + band +
                                               "</VRTRasterBand></VRTDataset>");
        return error_for("data/mosaic.vrt");
    }

    [[nodiscard]] std::string error_for_source(const std::string& name, const std::string& relative) const
    {
        return error_for_band("<SimpleSource><SourceFilename relativeToVRT=\"" + relative + "\">" + name +
                              "</SourceFilename><SourceBand>1</SourceBand></SimpleSource>");
    }
};

}  // namespace

TEST_CASE("Confined: files below the folder are read, others and links to them are not", "[terrain]")
{
    const Folders folders;
    CHECK(folders.error_for("data/dem.tif").empty());
    CHECK(folders.error_for("data/below/dem.tif").empty());
    CHECK(contains(folders.error_for("secret/dem.tif"), "expected a file in the data folders"));
    CHECK(contains(folders.error_for("data/../secret/dem.tif"), "expected a file in the data folders"));
    fs::create_symlink(folders.all / "secret/dem.tif", folders.all / "data/link.tif");
    CHECK(contains(folders.error_for("data/link.tif"), "expected a file in the data folders"));
    CHECK(open_heights(folders.all / "secret/dem.tif")->info().columns == 3);
}

TEST_CASE("Confined: a VRT of files in the folder is read", "[terrain]")
{
    const Folders folders;
    CHECK(folders.error_for_source("below/dem.tif", "1").empty());
    CHECK(folders.error_for_source(folders.all.file("data/dem.tif"), "0").empty());
    const auto source = open_heights(folders.all / "data/mosaic.vrt", folders.options);
    CHECK(source->info().format == "VRT");
    CHECK(source->info().files.size() == 2);
    CHECK(heights_of(*source) == std::vector<float>{1, 2, 3, 4, 5, 6});
}

TEST_CASE("Confined: a VRT that leads outside is refused", "[terrain]")
{
    const Folders folders;
    CHECK(
        contains(folders.error_for_source("../secret/dem.tif", "1"), "expected a file in the data folders"));
    CHECK(contains(folders.error_for_source(folders.all.file("secret/dem.tif"), "0"),
                   "expected a file in the data folders"));
    CHECK(contains(folders.error_for_source("missing.tif", "1"), "missing.tif"));
    for (const char* name : {"/vsicurl/http://127.0.0.1/x.tif", "/vsizip/x.zip/x.tif", "MEM:::DATAPOINTER=1",
                             "dem.tif", "vrt://dem.tif", "http://127.0.0.1/x.tif", "&lt;VRTDataset/&gt;", ""})
        CHECK(contains(folders.error_for_source(name, "0"), "it has the source"));
    CHECK(contains(folders.error_for_source("/vsicurl/http://127.0.0.1/x.tif", "1"), "it has the source"));
    // Outside of the confinement a VRT may lead where its owner wants.
    (void)folders.error_for_source("../secret/dem.tif", "1");
    CHECK(heights_of(*open_heights(folders.all / "data/mosaic.vrt"))[5] == 6.0F);
}

TEST_CASE("Confined: a VRT with anything but plain sources is refused", "[terrain]")
{
    const Folders folders;
    CHECK(contains(folders.error_for_band("<PixelFunctionType>f</PixelFunctionType>",
                                          "subClass=\"VRTDerivedRasterBand\""),
                   "it has a VRTDerivedRasterBand"));
    CHECK(contains(folders.error_for_band("<SourceFilename>/etc/passwd</SourceFilename>",
                                          "subClass=\"VRTRawRasterBand\""),
                   "it has a VRTRawRasterBand"));
    CHECK(contains(
        folders.error_for_band("<SimpleSource><SourceFilename relativeToVRT=\"1\">dem.tif</SourceFilename>"
                               "<OpenOptions><OOI key=\"ROOT_PATH\">/etc</OOI></OpenOptions></SimpleSource>"),
        "it has the element OpenOptions"));
    (void)folders.all.write("data/warped.vrt",
                            R"(<VRTDataset rasterXSize="3" rasterYSize="2" subClass="VRTWarpedDataset">)"
                            "<GDALWarpOptions/></VRTDataset>");
    CHECK(contains(folders.error_for("data/warped.vrt"), "it has a VRTWarpedDataset"));
}

TEST_CASE("Confined: VRTs within VRTs are followed, and not for ever", "[terrain]")
{
    const Folders folders;
    CHECK(
        contains(folders.error_for_source("../secret/dem.tif", "1"), "expected a file in the data folders"));
    fs::rename(folders.all / "data/mosaic.vrt", folders.all / "data/inner.vrt");
    CHECK(contains(folders.error_for_source("inner.vrt", "1"), "expected a file in the data folders"));
    for (int i = 0; i < 6; ++i) {
        CHECK_FALSE(folders.error_for_source(std::to_string(i) + ".vrt", "1").empty());
        fs::rename(folders.all / "data/mosaic.vrt", folders.all / ("data/" + std::to_string(i + 1) + ".vrt"));
    }
    (void)folders.error_for_source("dem.tif", "1");
    fs::rename(folders.all / "data/mosaic.vrt", folders.all / "data/0.vrt");
    CHECK(folders.error_for("data/2.vrt").empty());
    CHECK(contains(folders.error_for("data/6.vrt"), "exceed max_vrt_depth = 4"));
}

TEST_CASE("Confined: formats that may fetch or name other files are refused", "[terrain]")
{
    const Folders folders;
    (void)folders.all.write("data/map.xml",
                            "<GDAL_WMS><Service name=\"TMS\"><ServerUrl>http://127.0.0.1/</ServerUrl>"
                            "</Service></GDAL_WMS>");
    CHECK(contains(folders.error_for("data/map.xml"), "format WMS"));
    CHECK(contains(folders.error_for_source("map.xml", "1"), "format WMS"));
}

TEST_CASE("Confined: a part of a file that lies outside is refused", "[terrain]")
{
    const Folders folders;
    write_raster(folders.all.file("data/grid.bil"), {.driver = "EHdr"});
    CHECK(folders.error_for("data/grid.bil").empty());
    fs::rename(folders.all / "data/grid.hdr", folders.all / "secret/grid.hdr");
    fs::create_symlink(folders.all / "secret/grid.hdr", folders.all / "data/grid.hdr");
    CHECK(contains(folders.error_for("data/grid.bil"), "grid.hdr', expected all in the data folders"));
}
