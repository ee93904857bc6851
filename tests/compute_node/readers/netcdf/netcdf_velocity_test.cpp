#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

struct WrittenField {
    const char* name;
    const char* units;
    double value;
    const char* standard_name = "";
};

/// 3 x 2 nodes in metres.
void write_fields(const std::filesystem::path& path, const std::vector<WrittenField>& fields)
{
    Writer file{path};
    write_axis(file, "y", "m", {0, 100});
    write_axis(file, "x", "m", {0, 100, 200});
    for (const WrittenField& field : fields) {
        const int id = file.variable(field.name, NC_FLOAT, {"y", "x"});
        if (*field.units != 0) file.text(id, "units", field.units);
        if (*field.standard_name != 0) file.text(id, "standard_name", field.standard_name);
        file.values(id, std::vector<double>(6, field.value));
    }
}

Dataset open_written(const TemporaryFolder& folder, const std::vector<WrittenField>& fields,
                     const std::string& velocity = "")
{
    write_fields(folder / "a.nc", fields);
    return open_dataset({folder / "a.nc"}, "a.nc", {}, velocity);
}

glm::vec3 velocity_of(const Dataset& dataset)
{
    return dataset.field()->sample({50.0F, 50.0F, 0.0F})->velocity;
}

}  // namespace

TEST_CASE("NetCDF: an array named u that is no speed is no velocity", "[netcdf][velocity]")
{
    const TemporaryFolder folder;
    const Dataset dataset =
        open_written(folder, {{"u", "K", 300}, {"v", "kg m-2", 5}, {"UWND", "m/s", 1}, {"VWND", "m/s", 2}});
    CHECK(dataset.info().default_vector == "UWND,VWND");
    CHECK(velocity_of(dataset) == glm::vec3{1, 2, 0});
    CHECK(open_written(folder, {{"u", "K", 300}, {"v", "kg m-2", 5}}).info().default_vector.empty());
}

TEST_CASE("NetCDF: standard names come before names", "[netcdf][velocity]")
{
    const TemporaryFolder folder;
    const Dataset dataset = open_written(folder, {{"u", "m/s", 9},
                                                  {"v", "m/s", 9},
                                                  {"a", "cm/s", 100, "eastward_sea_water_velocity"},
                                                  {"b", "cm/s", 200, "northward_sea_water_velocity"}});
    CHECK(dataset.info().default_vector == "a,b");
    CHECK(velocity_of(dataset).x == Approx(1.0));
    CHECK(dataset.info().other_vectors.front().name == "u,v");
}

TEST_CASE("NetCDF: the user names components, also those that no convention knows", "[netcdf][velocity]")
{
    const TemporaryFolder folder;
    const std::vector<WrittenField> fields{{"u", "m/s", 1}, {"v", "m/s", 2}, {"p", "", 3}, {"q", "", 4}};
    CHECK(velocity_of(open_written(folder, fields, "p,q")) == glm::vec3{3, 4, 0});
    CHECK(velocity_of(open_written(folder, fields, "v, u")) == glm::vec3{2, 1, 0});
    CHECK(contains(error_of([&] { (void)open_written(folder, fields, "p,r"); }), "'u,v', and its scalars"));
}

TEST_CASE("NetCDF: a component in each of two files", "[netcdf][velocity]")
{
    const TemporaryFolder folder;
    write_fields(folder / "u.nc", {{"uwnd", "m/s", 1}});
    write_fields(folder / "v.nc", {{"vwnd", "m/s", 2}});
    const TimeSeries series = open_series({(folder / "u.nc").string() + "+" + (folder / "v.nc").string()});
    CHECK(series.info().default_vector == "uwnd,vwnd");
    CHECK(velocity_of(series.first()) == glm::vec3{1, 2, 0});
}

TEST_CASE("NetCDF: momentum with a density beside it is divided by it", "[netcdf][velocity]")
{
    const TemporaryFolder folder;
    const std::vector<WrittenField> fields{
        {"rhoU", "kg m-2 s-1", 6}, {"rhoV", "kg m-2 s-1", 3}, {"rho", "kg m-3", 1.5}};
    const Dataset dataset = open_written(folder, fields);
    CHECK(dataset.info().default_vector == "rhoU,rhoV / rho");
    CHECK(dataset.info().velocity_warning.empty());
    CHECK(velocity_of(dataset) == glm::vec3{4, 2, 0});
    CHECK(velocity_of(open_written(folder, fields, "rhoU,rhoV / rho")) == glm::vec3{4, 2, 0});
    CHECK(velocity_of(open_written(folder, fields, "rhoU,rhoV")) == glm::vec3{6, 3, 0});
}

TEST_CASE("NetCDF: the unit of momentum over density is that of their quotient", "[netcdf][velocity]")
{
    const TemporaryFolder folder;
    const Dataset dataset =
        open_written(folder, {{"rhoU", "g cm-2 s-1", 6}, {"rhoV", "g cm-2 s-1", 3}, {"rho", "g cm-3", 1.5}});
    CHECK(velocity_of(dataset).x == Approx(0.04));  // 4 cm/s
    CHECK(velocity_of(dataset).y == Approx(0.02));
}

TEST_CASE("NetCDF: momentum is not divided by a density that is counted from a mean", "[netcdf][velocity]")
{
    const TemporaryFolder folder;
    const Dataset dataset = open_written(folder, {{"rhoU", "kg m-2 s-1", 6},
                                                  {"rhoV", "kg m-2 s-1", 3},
                                                  {"rho", "kg m-3", 1.5, "sea_water_density_anomaly"}});
    CHECK(dataset.info().default_vector == "rhoU,rhoV");
    CHECK(contains(dataset.info().velocity_warning, "is a momentum"));
}
