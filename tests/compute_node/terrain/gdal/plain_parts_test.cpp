// Pipes among the files that GDAL would open are refused, and never waited for.
#include "compute_node/terrain/gdal/gdal_heights.h"
#include "compute_node/terrain/gdal/gdal_picture.h"
#include "compute_node/terrain/gdal/plain_parts.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/compute_node/terrain/terrain_helpers.h"
#include "tests/temporary_folder.h"

#include <sys/stat.h>

#include <filesystem>
#include <string>

using namespace farfield::terrain;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// A folder with the terrain dem.tif, a pipe, and VRTs.
struct WithPipe {
    explicit WithPipe(const std::string& pipe)
    {
        write_raster(folder.file("dem.tif"));
        REQUIRE(::mkfifo(folder.file(pipe).c_str(), 0600) == 0);
    }

    void write_vrt(const std::string& name, const std::string& source,
                   const std::string& relative = "1") const
    {
        (void)folder.write(name,
                           R"(<VRTDataset rasterXSize="3" rasterYSize="2"><VRTRasterBand )"
                           R"(dataType="Float32" band="1"><SimpleSource><SourceFilename relativeToVRT=")" +
                               relative + "\">" + source +
                               "</SourceFilename><SourceBand>1</SourceBand></SimpleSource>"
                               "</VRTRasterBand></VRTDataset>");
    }
    [[nodiscard]] std::string error_for(const std::string& name, bool confined = false) const
    {
        HeightOptions options;
        if (confined) options.allowed_folders = {folder.path()};
        return error_of([&] { (void)heights_of(*open_heights(folder.file(name), options)); });
    }

    TemporaryFolder folder;
};

}  // namespace

TEST_CASE("Plain parts: a VRT whose source is a pipe is refused by the source's name", "[terrain]")
{
    const WithPipe made{"pipe.tif"};
    made.write_vrt("a.vrt", "pipe.tif");
    CHECK(contains(made.error_for("a.vrt"), "expected a file as the source 'pipe.tif', found a pipe"));
    CHECK(contains(made.error_for("a.vrt", true), "pipe.tif"));
    made.write_vrt("b.vrt", made.folder.file("pipe.tif"), "0");
    CHECK(contains(made.error_for("b.vrt"), "found a pipe"));
    made.write_vrt("c.vrt", "a.vrt");
    CHECK(
        contains(made.error_for("c.vrt"), "a.vrt': expected a file as the source 'pipe.tif', found a pipe"));
    for (const char* prefixed : {"NETCDF:&quot;FILE&quot;:z", "vrt://FILE?bands=1", "/vsigzip/FILE"}) {
        std::string name = prefixed;
        made.write_vrt("d.vrt", name.replace(name.find("FILE"), 4, made.folder.file("pipe.tif")), "0");
        INFO(name);
        CHECK(contains(made.error_for("d.vrt"), "found a pipe"));
    }
    made.write_vrt("e.vrt", "dem.tif");
    CHECK(made.error_for("e.vrt").empty());
}

TEST_CASE("Plain parts: a warped VRT's source is looked at, too", "[terrain]")
{
    const WithPipe made{"pipe.tif"};
    (void)made.folder.write(
        "w.vrt", R"(<?xml version="1.0"?><!-- warped --><VRTDataset rasterXSize="3" rasterYSize="2" )"
                 R"(subClass="VRTWarpedDataset"><GDALWarpOptions><SourceDataset relativeToVRT="1">)"
                 "pipe.tif</SourceDataset></GDALWarpOptions></VRTDataset>");
    CHECK(contains(made.error_for("w.vrt"), "expected a file as the source 'pipe.tif', found a pipe"));
}

TEST_CASE("Plain parts: a pipe under a name that GDAL looks for beside a file is refused", "[terrain]")
{
    for (const char* pipe : {"dem.tfw", "dem.tif.ovr", "dem.tif.aux.xml", "dem_RPC.TXT"})
        for (const bool confined : {false, true}) {
            const WithPipe made{pipe};
            CHECK(
                contains(made.error_for("dem.tif", confined), std::string{"found a pipe in '"} + pipe + "'"));
            made.write_vrt("a.vrt", "dem.tif");
            CHECK(contains(made.error_for("a.vrt", confined), std::string{"found a pipe in '"} + pipe + "'"));
        }
    const WithPipe beside{"demolition.fifo"};
    CHECK(beside.error_for("dem.tif").empty());
}
