#include "compute_node/service/open_datasets.h"

#include "tests/catch.h"
#include "tests/compute_node/readers/netcdf_series.h"
#include "tests/temporary_folder.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

TEST_CASE("OpenDatasets: files that were replaced are read again, and whoever has the old dataset keeps it",
          "[service]")
{
    const TemporaryFolder folder;
    write_pulsing_series(folder.path(), 8, 2);
    const DatasetCatalogue catalogue{std::vector{folder.path()}};
    OpenDatasets datasets{catalogue, std::make_shared<MemoryBudget>(1 << 30)};
    const std::string name = "slice-*.nc";
    const auto old = datasets.open(name);
    CHECK(datasets.open(name) == old);
    write_pulsing_series(folder.path(), 9, 2);
    CHECK(datasets.open(name)->info().nodes == 9 * 9 * 9);
    CHECK(datasets.open(name) == datasets.open(name));
    CHECK(old->info().nodes == 8 * 8 * 8);
}
