#include "compute_node/node/calls/dataset_open.h"

#include "compute_node/node/data/whole_dataset.h"
#include "tests/catch.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

TEST_CASE("describe: z in metres is told apart from degrees", "[wire]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "ocean.nc"};
        write_axis(file, "depth", "m", {0.0, 100.0, 500.0});
        write_axis(file, "lat", "degrees_north", {10.0, 11.0, 12.0});
        write_axis(file, "lon", "degrees_east", {20.0, 21.0, 22.0});
        for (const char* component : {"u", "v"}) {
            const int variable = file.variable(component, NC_FLOAT, {"depth", "lat", "lon"});
            file.text(variable, "units", "m s-1");
            file.values(variable, std::vector<double>(27, 0.5));
        }
    }
    const auto info = describe(WholeDataset{TimeSeries{open_dataset({folder / "ocean.nc"}, "ocean.nc")}});
    CHECK(info.length_units == "degrees");
    CHECK(info.z_units == "m");
    CHECK_FALSE(describe(WholeDataset{TimeSeries{open_analytic("analytic:abc")}}).z_units);
}
