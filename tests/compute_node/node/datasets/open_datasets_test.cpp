#include "compute_node/node/datasets/open_datasets.h"

#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/netcdf/netcdf_series.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/temporary_folder.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
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

namespace {

/// Wind along x near the ground and along y above, in a plane.
void write_winds(const std::filesystem::path& path)
{
    Writer file{path};
    write_axis(file, "y", "m", {0, 1000});
    write_axis(file, "x", "m", {0, 1000, 2000});
    for (const auto& [name, value] :
         {std::pair{"ua", 0.0}, std::pair{"va", 2.0}, std::pair{"u10", 1.0}, std::pair{"v10", 0.0}})
        file.values(file.variable(name, NC_FLOAT, {"y", "x"}), std::vector<double>(6, value));
}

glm::vec3 velocity_of(const OpenDataset& dataset)
{
    return dataset.first_look().sample({500.0F, 500.0F, 0.0F})->velocity;
}

}  // namespace

TEST_CASE("OpenDatasets: another velocity is another dataset, and the usual one by its name is not",
          "[service]")
{
    const TemporaryFolder folder;
    write_winds(folder / "winds.nc");
    const DatasetCatalogue catalogue{std::vector{folder.path()}};
    OpenDatasets datasets{catalogue, std::make_shared<MemoryBudget>(1 << 30)};
    const auto usual = datasets.open("winds.nc"), near_ground = datasets.open("winds.nc", "u10,v10");
    CHECK(usual->info().default_vector == "ua,va");
    CHECK(velocity_of(*usual) == glm::vec3{0, 2, 0});
    CHECK(near_ground->info().default_vector == "u10,v10");
    CHECK(velocity_of(*near_ground) == glm::vec3{1, 0, 0});
    CHECK(datasets.open("winds.nc", "ua,va") == usual);
    CHECK(datasets.open("winds.nc", "u10,v10") == near_ground);
}

TEST_CASE("OpenDatasets: another velocity takes memory of the same budget", "[service]")
{
    const TemporaryFolder folder;
    write_winds(folder / "winds.nc");
    const DatasetCatalogue catalogue{std::vector{folder.path()}};
    const auto memory = std::make_shared<MemoryBudget>(catalogue.memory_needed("winds.nc") * 3 / 2);
    OpenDatasets datasets{catalogue, memory};
    const auto usual = datasets.open("winds.nc");
    CHECK(contains(error_of([&] { (void)datasets.open("winds.nc", "u10,v10"); }), "max_dataset_bytes"));
}

TEST_CASE("OpenDatasets: a velocity that there is not is an error that lists those there are", "[service]")
{
    const TemporaryFolder folder;
    write_winds(folder / "winds.nc");
    const DatasetCatalogue catalogue{std::vector{folder.path()}};
    OpenDatasets datasets{catalogue, std::make_shared<MemoryBudget>(1 << 30)};
    CHECK(contains(error_of([&] { (void)datasets.open("winds.nc", "U"); }), "'ua,va', 'u10,v10'"));
    CHECK(contains(error_of([&] { (void)datasets.open("analytic:cell:8", "U"); }), "'velocity'"));
    CHECK(datasets.open("analytic:cell:8", "velocity")->info().default_vector == "velocity");
}

TEST_CASE("OpenDatasets: a viewer hears how many time steps have been read, until the dataset is open",
          "[service]")
{
    const TemporaryFolder folder;
    const auto names = write_pulsing_series(folder.path(), 4, 3);
    const DatasetCatalogue catalogue{std::vector{folder.path()}};
    OpenDatasets datasets{catalogue, std::make_shared<MemoryBudget>(1 << 30)};
    std::vector<model::Json> heard;
    const auto watcher = std::make_shared<const net::Notices>(
        "viewer", [&](const std::string&, const net::Json& params) { heard.push_back(params); });
    const auto open = datasets.open("slice-*.nc", {}, {}, watcher);
    REQUIRE(heard.size() >= 2);
    CHECK(heard.front().at("dataset") == "slice-*.nc");
    CHECK(heard.front().at("bytes") == std::filesystem::file_size(names.front()));
    CHECK(heard.front().at("read") == 0);
    CHECK(heard.back().at("steps") == 4);  // the first is read for the grid, too
    const auto before = heard.size();
    (void)open->series()->read(1);
    CHECK(heard.size() == before);
}

TEST_CASE("OpenDatasets: of a long series no more than the first step is read before it is open", "[service]")
{
    const TemporaryFolder folder;
    (void)write_pulsing_series(folder.path(), 3, 129);
    std::filesystem::remove(folder / "slice-100.nc");
    const DatasetCatalogue catalogue{std::vector{folder.path()}};
    OpenDatasets datasets{catalogue, std::make_shared<MemoryBudget>(1 << 30)};
    const auto all = datasets.open("slice-*.nc");
    CHECK(all->info().time_steps == 128);
    (void)write_pulsing_series(folder.path(), 3, 129);
    const auto longer = datasets.open("slice-*.nc");
    CHECK(longer->info().time_steps == 129);
    CHECK(longer->source().window != nullptr);
    CHECK(all->source().window == nullptr);
}
