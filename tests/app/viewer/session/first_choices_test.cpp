#include "app/viewer/session/first_choices.h"

#include "model/data/dataset_info.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

const std::vector<model::DatasetEntry> built_in{{"analytic:cell", "analytic"},
                                                {"analytic:tornado", "analytic"}};

}  // namespace

TEST_CASE("first_choices: what was open or asked for, and nothing else", "[program]")
{
    using Names = std::vector<std::string>;
    CHECK(first_choices(built_in, "analytic:cell", "analytic:abc") == Names{"analytic:cell"});
    CHECK(first_choices(built_in, "gone", "analytic:abc") == Names{"analytic:abc"});
}

TEST_CASE("first_choices: else recordings, files, a built-in field", "[program]")
{
    using Names = std::vector<std::string>;
    auto mixed = built_in;
    mixed.push_back({"vtk/office.vtk", "file"});
    mixed.push_back({"run.ffr", "recording"});
    CHECK(first_choices(mixed, "", "") == Names{"run.ffr", "vtk/office.vtk", "analytic:tornado"});
    CHECK(first_choices({{"u.nc", "file"}, {"u.nc+v.nc", "file"}, {"v.nc", "file"}}, "", "") ==
          Names{"u.nc+v.nc", "u.nc", "v.nc"});
    CHECK(first_choices({{"analytic:mine", "analytic"}}, "", "") == Names{"analytic:mine"});
    CHECK(first_choices({}, "", "").empty());
}
