// Headers of NetCDF's classic formats that claim more than there is.
#include "compute_node/readers/netcdf/bytes/netcdf_header.h"
#include "compute_node/readers/netcdf/netcdf_file.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/temporary_folder.h"

#include <netcdf.h>

#include <array>
#include <fstream>
#include <string>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// Bytes of a header with numbers of four bytes.
struct Bytes {
    std::string bytes{"CDF\1", 4};

    Bytes& number(std::uint32_t value)
    {
        for (const int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<char>(value >> shift));
        return *this;
    }
    Bytes& none() { return number(0).number(0); }
    Bytes& name(const std::string& name)
    {
        number(static_cast<std::uint32_t>(name.size()));
        bytes += name;
        bytes.resize((bytes.size() + 3) / 4 * 4, '\0');
        return *this;
    }
};

/// One dimension "x" of length 2, and no attributes.
Bytes with_dimension()
{
    return Bytes{}.number(0).number(10).number(1).name("x").number(2).none();
}

std::string refusal_of(const Bytes& header)
{
    const TemporaryFolder folder;
    std::ofstream{folder / "a.nc", std::ios::binary} << header.bytes << std::string(100, '\0');
    return error_of([&] { const NetcdfFile file{folder / "a.nc"}; });
}

constexpr std::uint32_t huge = 0x88000019;

}  // namespace

TEST_CASE("NetCDF: a header's lists that are longer than the file are refused", "[netcdf]")
{
    CHECK(refusal_of(with_dimension()
                         .number(11)
                         .number(1)
                         .name("v")
                         .number(1)
                         .number(0)
                         .none()
                         .number(5)
                         .number(16)
                         .number(100))
              .empty());
    const std::string dimensions = refusal_of(Bytes{}.number(0).number(10).number(huge));
    CHECK(contains(dimensions, "a.nc"));
    CHECK(contains(dimensions, "dimensions, for which there are bytes, found 2281701401; is it damaged?"));
    CHECK(contains(refusal_of(Bytes{}.number(0).number(10).number(1).number(huge)), "letters of a name"));
    CHECK(contains(refusal_of(Bytes{}.number(0).none().number(12).number(huge)), "attributes"));
    CHECK(contains(refusal_of(Bytes{}.number(0).none().number(12).number(1).name("a").number(6).number(huge)),
                   "values of an attribute"));
    CHECK(contains(refusal_of(Bytes{}.number(0).none().number(12).number(1).name("a").number(77)), "a type"));
    CHECK(contains(refusal_of(with_dimension().number(11).number(huge)), "variables"));
    CHECK(contains(refusal_of(with_dimension().number(11).number(1).name("v").number(huge)),
                   "dimensions of a variable"));
    CHECK(contains(refusal_of(with_dimension().number(11).number(1).name("v").number(1).number(1)),
                   "expected dimensions below 1, found 1"));
    CHECK(contains(refusal_of(Bytes{}.number(0).number(7).number(0)), "a list of dimensions"));
}

TEST_CASE("NetCDF: headers that the library writes pass, whatever the format", "[netcdf]")
{
    const TemporaryFolder folder;
    const std::string name = folder / "a.nc";
    for (const int format : {0, NC_64BIT_OFFSET, NC_64BIT_DATA, NC_NETCDF4}) {
        int file = -1;
        std::array<int, 2> dimensions{};
        int variable = -1;
        REQUIRE(nc_create(name.c_str(), NC_CLOBBER | format, &file) == NC_NOERR);
        REQUIRE(nc_def_dim(file, "time", NC_UNLIMITED, dimensions.data()) == NC_NOERR);
        REQUIRE(nc_def_dim(file, "along", 7, &dimensions[1]) == NC_NOERR);
        REQUIRE(nc_def_var(file, "speed", NC_SHORT, 2, dimensions.data(), &variable) == NC_NOERR);
        REQUIRE(nc_put_att_text(file, variable, "units", 5, "m s-1") == NC_NOERR);
        REQUIRE(nc_put_att_text(file, NC_GLOBAL, "title", 5, "wind!") == NC_NOERR);
        const double scale = 0.01;
        REQUIRE(nc_put_att_double(file, variable, "scale_factor", NC_DOUBLE, 1, &scale) == NC_NOERR);
        REQUIRE(nc_close(file) == NC_NOERR);
        CHECK(error_of([&] { check_netcdf_header(name); }).empty());
        const NetcdfFile opened{name};
        CHECK(opened.variables().size() == 1);
    }
}
