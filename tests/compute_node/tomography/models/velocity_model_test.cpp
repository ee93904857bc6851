#include "compute_node/tomography/models/velocity_model.h"

#include "tests/catch.h"
#include "tests/compute_node/error_of.h"

#include <string>

using namespace farfield::tomography;
using namespace farfield::compute;
using farfield::compute::testing::error_of;

namespace {

/// A grid of 2 x 2 x 2 nodes, 10 x 20 x 10 m, with the scalar v = 1000 + 100 i, whatever file is read.
struct GridReader final : FieldReader {
    ReadAnswer read(const ReadRequest&, const std::stop_token&) const override
    {
        ReadAnswer answer;
        answer.data.dims = {glm::uvec3{2}};
        answer.data.geometry = UniformGeometry{glm::dvec3{5.0}, glm::dvec3{10.0, 20.0, 10.0}};
        NodeValues values;
        values.name = "v";
        values.values = {1000, 1100, 1000, 1100, 1000, 1100, 1000, 1100};
        answer.data.arrays.push_back(values);
        return answer;
    }
};

double velocity(const std::string& name, glm::dvec3 at)
{
    return velocity_model(name, GridReader{}).velocity(at);
}

}  // namespace

TEST_CASE("velocity_model: takes constants, gradients and arrays of files", "[tomography]")
{
    CHECK(velocity("constant:2500", {1, 2, 3}) == 2500.0);
    CHECK(velocity("2500", {1, 2, 3}) == 2500.0);
    CHECK(velocity("gradient:2000,-2", {0, 0, -100}) == 2200.0);
    CHECK(velocity("rock.vti:v", {10, 15, 5}) == Approx(1050.0));
    CHECK_FALSE(velocity_model("rock.vti:v", GridReader{}).lattice.has_value());
}

TEST_CASE("velocity_model: errors name the expected and the found", "[tomography]")
{
    CHECK(error_of([] { (void)velocity("constant:-1", {}); }) ==
          "cannot use velocity 'constant:-1': expected constant:V with a velocity above 0");
    CHECK(error_of([] { (void)velocity("gradient:1", {}); }) ==
          "cannot use velocity 'gradient:1': expected gradient:V0,G with two numbers");
    CHECK(error_of([] { (void)velocity("rock.vti:w", {}); }) ==
          "cannot use velocity 'rock.vti:w': expected a scalar named 'w', found v");
}

TEST_CASE("lattice_over: grows to whole pieces and refuses too many nodes", "[tomography]")
{
    CHECK(lattice_over(glm::dvec3{0.0}, {10.0, 11.0, 5.0}, 5.0).nodes == glm::ivec3{3, 4, 2});
    CHECK(error_of([] {
              (void)lattice_over(glm::dvec3{0.0}, glm::dvec3{1e6}, 1.0);
          }).find("max_tomography_nodes") != std::string::npos);
}
