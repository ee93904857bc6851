// HDF5 files of no kind that is known are named, with what is in them; NetCDF needs no ending.
#include "compute_node/readers/hdf5/hdf5_contents.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/hdf5/hdf5_writer.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/temporary_folder.h"

#include <string>
#include <utility>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

TEST_CASE("HDF5: a file of no known kind is named, with its datasets", "[readers]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("flow.h5");
    {
        Hdf5Writer file{path};
        file.group("/flow");
        file.reals("/flow/u", {2, 3}, {1, 2, 3, 4, 5, 6});
    }
    CHECK(contents_of_hdf5(path) == " with '/flow/u' (2 x 3)");
    CHECK_FALSE(is_netcdf_in_hdf5(path));
    const std::string why = error_of([&] { (void)open_file(path); });
    CHECK(contains(why, "it is an HDF5 file with '/flow/u' (2 x 3) of a kind that is not known"));
    CHECK(contains(why, "XDMF"));
}

TEST_CASE("HDF5: of a file of no known kind the XDMF file beside it is named that lists its datasets",
          "[readers]")
{
    const TemporaryFolder folder;
    const auto listing = [](const std::string& file) {
        return "<Xdmf><DataItem>\n " + file + ":/u </DataItem></Xdmf>";
    };
    for (const char* name : {"flow.00010.athdf", "flow.00011.athdf", "a.h5", "b.hdf5", "alone.h5"}) {
        Hdf5Writer file{folder.file(name)};
        file.reals("/u", {2}, {1, 2});
    }
    folder.write("flow.00010.athdf.xdmf", listing("flow.00010.athdf"));
    folder.write("flow.00011.athdf.xdmf", listing("flow.00011.athdf"));
    folder.write("both.xmf", listing("a.h5") + listing("b.hdf5"));
    folder.write("a.xmf", listing("ba.h5") + listing("not-alone.h5"));  // of another file
    for (const auto& [file, xdmf] : {std::pair{"flow.00010.athdf", "flow.00010.athdf.xdmf"},
                                     {"flow.00011.athdf", "flow.00011.athdf.xdmf"},
                                     {"a.h5", "both.xmf"},
                                     {"b.hdf5", "both.xmf"}})
        CHECK(contains(error_of([&, name = file] { (void)open_file(folder.file(name)); }),
                       "open '" + std::string{xdmf} + "' beside it, which says what its datasets are"));
    CHECK(contains(error_of([&] { (void)open_file(folder.file("alone.h5")); }),
                   "or an XDMF file (.xmf or .xdmf) beside it that says"));
}

TEST_CASE("HDF5: what is none has no contents", "[readers]")
{
    const TemporaryFolder folder;
    CHECK(contents_of_hdf5(folder.write("a.h5", "\x89HDF")).empty());
    CHECK_FALSE(is_netcdf_in_hdf5(folder.write("b.h5", "words")));
}

TEST_CASE("read_files: NetCDF of either kind is read without an ending", "[readers]")
{
    const TemporaryFolder folder;
    for (const int format : {NC_CLOBBER, NC_CLOBBER | NC_NETCDF4}) {
        const std::string path = folder.file("wrfout_d01_2005-08-28_00:00:00");
        {
            Writer file{path, format};
            write_axis(file, "y", "m", {0, 1});
            write_axis(file, "x", "m", {0, 1, 2});
            file.values(file.variable("u", NC_FLOAT, {"y", "x"}), {1, 2, 3, 4, 5, 6});
            file.values(file.variable("v", NC_FLOAT, {"y", "x"}), {1, 2, 3, 4, 5, 6});
        }
        CHECK(open_file(path).info().default_vector == "u,v");
    }
}
