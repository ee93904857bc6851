// Derived scalars as a dataset offers them.
#include "compute_node/datasets/time_series.h"
#include "compute_node/fields/derived_scalars.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/sampled_field.h"

#include <utility>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

GridData turning_data(double speed)
{
    return data_on(
        GridForm::Uniform, 5, [speed](glm::dvec3 p) { return speed * rotation(p); },
        [](glm::dvec3) { return 0.25; });
}

}  // namespace

TEST_CASE("value_of: a pure shear turns as much as it strains", "[derived]")
{
    glm::dmat3 gradient{0.0};
    gradient[1][0] = 2.0;  // du/dy
    const glm::dvec3 velocity{0.0, 0.0, 3.0};
    CHECK(value_of(DerivedScalar::QCriterion, velocity, gradient) == 0.0);
    CHECK(value_of(DerivedScalar::Vorticity, velocity, gradient) == 2.0);
    CHECK(value_of(DerivedScalar::Helicity, velocity, gradient) == -6.0);  // curl = (0, 0, -2)
    CHECK(value_of(DerivedScalar::Divergence, velocity, gradient) == 0.0);
}

TEST_CASE("Dataset: derived scalars are listed and chosen by name like arrays", "[derived]")
{
    GridData data = turning_data(1.5);
    data.position_units = std::string{"m"};
    data.arrays.front().units = std::string{"m/s"};
    const Dataset dataset{"turning", data};
    std::vector<std::string> names, units;
    for (const ArrayInfo& scalar : dataset.info().derived) {
        names.push_back(scalar.name);
        units.push_back(scalar.units);
    }
    CHECK(names == std::vector<std::string>{"vorticity", "helicity", "divergence", "q-criterion"});
    CHECK(units == std::vector<std::string>{"1/s", "m/s^2", "1/s", "1/s^2"});
    const auto field = dataset.field({"", "vorticity"});
    CHECK(field->info().scalar_name == "vorticity");
    CHECK(field->info().scalar_units == "1/s");
    CHECK(field->info().scalar_min == Approx(3.0));
    CHECK(field->info().scalar_max == Approx(3.0));
    CHECK(field->sample({0.3F, 0.1F, -0.2F})->scalar == Approx(3.0));
    CHECK(field->sample({1.0F, 0.0F, 0.0F})->velocity.y == Approx(1.5));
}

TEST_CASE("Dataset: an array goes before the derived scalar of its name", "[derived]")
{
    GridData data = turning_data(1.0);
    data.arrays[1].name = std::string{"vorticity"};
    const Dataset dataset{"turning", data};
    CHECK(dataset.info().derived.size() == derived_scalars.size() - 1);
    CHECK(dataset.field({"", "vorticity"})->info().scalar_max == 0.25F);
}

TEST_CASE("Dataset: an exact function says that its derived scalars need nodes", "[derived]")
{
    const Dataset exact = open_analytic("analytic:abc");
    CHECK(exact.info().derived.empty());
    CHECK(contains(error_of([&] { (void)exact.field({"", "vorticity"}); }), "exact function"));
    CHECK(open_analytic("analytic:abc:16").field({"", "helicity"})->info().scalar_max > 0.0F);
}

TEST_CASE("TimeSeries: derived scalars are those of each slice", "[derived]")
{
    std::vector<TimeSlice> slices;
    for (const double speed : {1.0, 3.0})
        slices.push_back({speed, "test", [speed](const std::stop_token&) { return turning_data(speed); }});
    const TimeSeries series{"turning", std::move(slices)};
    const auto field = series.field({"", "vorticity"}, ~std::uint64_t{0});
    REQUIRE(field->slices().nodes.size() == 2);
    CHECK(field->slices().nodes[0][31].w == Approx(2.0));
    CHECK(field->slices().nodes[1][31].w == Approx(6.0));
    CHECK(field->info().scalar_max == Approx(6.0));
}

TEST_CASE("Dataset: helicity is the same whether z counts upwards or downwards", "[derived]")
{
    // A right-handed screw about z: it turns as rotation() does, and rises.
    const auto screw = [](double rise) {
        return data_on(
            GridForm::Uniform, 5,
            [rise](glm::dvec3 p) {
                return rotation(p) + glm::dvec3{0.0, 0.0, rise};
            },
            [](glm::dvec3) { return 0.0; });
    };
    const GridData upwards = screw(1.0);
    GridData downwards = screw(-1.0);
    downwards.z_down = true;
    const glm::vec3 at{0.3F, 0.1F, -0.2F};
    const float expected = Dataset{"up", upwards}.field({"", "helicity"})->sample(at)->scalar;
    CHECK(expected == Approx(2.0));
    CHECK(Dataset{"down", downwards}.field({"", "helicity"})->sample(at)->scalar == Approx(expected));
}

TEST_CASE("Dataset: derived scalars have units however metres a second are spelt", "[derived]")
{
    const auto [spelt, are_metres] =
        GENERATE(std::pair{"meter/sec", true}, std::pair{"meters/second", true}, std::pair{"metre/sec", true},
                 std::pair{"m s-1", true}, std::pair{"metres per second", true}, std::pair{"m s", false},
                 std::pair{"10 m/s", false}, std::pair{"mm/s", false}, std::pair{"m/h", false});
    GridData data = turning_data(1.5);
    data.position_units = std::string{"m"};
    data.arrays.front().units = std::string{spelt};
    const Dataset dataset{"turning", data};
    CHECK(dataset.info().derived.front().units == (are_metres ? "1/s" : ""));
}
