// From arrays in memory to fields.
#include "compute_node/datasets/dataset.h"
#include "compute_node/grids/geo.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/sampled_field.h"

#include <numbers>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

/// 3 x 2 x 1 nodes, latitudes descending: u = 1, v = 2 m/s, "t" = 10 j + i counted in the file's order.
GridData geographic_layer()
{
    GridData data;
    data.dims = {{3, 2, 1}};
    data.geometry = RectilinearGeometry{{{{0, 10, 20}, {60, 0}, {0}}}};
    data.geographic = true;
    data.arrays = {{"velocity", 3, {}, "m/s"}, {"t", 1, {}, "K"}};
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 3; ++i) {
            data.arrays[0].values.own().insert(data.arrays[0].values.own().end(), {1.0F, 2.0F, 0.0F});
            data.arrays[1].values.own().push_back(static_cast<float>(10 * j + i));
        }
    return data;
}

}  // namespace

TEST_CASE("Dataset: a descending axis is turned, with all arrays", "[dataset]")
{
    const Dataset dataset{"layer", geographic_layer()};
    CHECK(dataset.info().bounds.lo.y == 0.0);
    CHECK(dataset.info().bounds.hi.y == 60.0);
    const auto field = dataset.field({"velocity", "t"});
    CHECK(field->sample({20, 60, 0})->scalar == Approx(2.0F));  // first row of the file
    CHECK(field->sample({0, 0, 0})->scalar == Approx(10.0F));   // second row
}

TEST_CASE("Dataset: velocities over the Earth become degrees of great circles per second, speed stays m/s",
          "[dataset]")
{
    const auto field = Dataset{"layer", geographic_layer()}.field();
    const double metres_of_degree = 6'371'000.0 * std::numbers::pi / 180.0;
    const auto at_equator = field->sample({5, 0, 0});
    CHECK(at_equator->velocity.x == Approx(1.0 / metres_of_degree));
    CHECK(at_equator->velocity.y == Approx(2.0 / metres_of_degree));
    const auto at_60 = field->sample({5, 60, 0});
    CHECK(at_60->velocity.x == Approx(1.0 / metres_of_degree));
    CHECK(at_60->velocity.y == Approx(2.0 / metres_of_degree));
    CHECK(at_60->scalar == Approx(std::sqrt(5.0)));
    CHECK(field->info().position_units == "degrees");
    CHECK(field->info().scalar_units == "m/s");
}

TEST_CASE("Dataset: ranges leave invalid and blanked nodes out and count them", "[dataset]")
{
    GridData data = geographic_layer();
    data.arrays[1].values.own()[0] = -std::numeric_limits<float>::infinity();
    data.arrays[1].values.own()[5] = 1000.0F;
    data.blanked = {0, 0, 0, 0, 0, 1};
    const DatasetInfo info = Dataset{"layer", data}.info();
    CHECK(info.arrays[1].invalid_nodes == 1);
    CHECK(info.blanked_nodes == 1);
    CHECK(info.arrays[1].min == 1.0F);
    CHECK(info.arrays[1].max == 11.0F);
}

TEST_CASE("Dataset: a field's scalar range is that of the valid nodes", "[dataset]")
{
    const auto field = Dataset{"layer", geographic_layer()}.field({"", "t"});
    CHECK(field->info().scalar_min == 0.0F);
    CHECK(field->info().scalar_max == 12.0F);
    CHECK(field->info().scalar_units == "K");
}

TEST_CASE("Dataset: an array 'speed' beside a velocity is left out with a remark: speed is its length",
          "[dataset]")
{
    GridData data = geographic_layer();
    data.arrays[1].name = "speed";
    const Dataset dataset{"layer", std::move(data)};
    CHECK(dataset.info().arrays.size() == 1);
    CHECK(dataset.info().remarks.back() ==
          "The array 'speed' is left out: 'speed' is the length of 'velocity'.");
    CHECK(dataset.field({"velocity", "speed"})->sample({5, 60, 0})->scalar == Approx(std::sqrt(5.0)));
}

TEST_CASE("Dataset: an array it does not have is refused with those it has", "[dataset]")
{
    const Dataset dataset{"layer", geographic_layer()};
    const std::string error = error_of([&] { (void)dataset.field({"", "salinity"}); });
    CHECK(contains(error, "no scalar array 'salinity'"));
    CHECK(contains(error, "'t'"));
    CHECK(contains(error_of([&] { (void)dataset.field({"t", ""}); }), "no vector array 't'"));
    CHECK(contains(error_of([] {
                       (void)open_analytic("analytic:abc").field({"", "pressure"});
                   }),
                   "pressure"));
}

TEST_CASE("Dataset: a grid that makes no sense is refused", "[dataset]")
{
    GridData data = geographic_layer();
    data.arrays[1].values.own().pop_back();
    CHECK(contains(error_of([&] { Dataset("d", data); }), "should hold 6 values, found 5"));
    data = geographic_layer();
    data.geometry = RectilinearGeometry{{{{0, 10, 10}, {60, 0}, {0}}}};
    CHECK(contains(error_of([&] { Dataset("d", data); }), "x coordinates"));
    data = geographic_layer();
    data.arrays.clear();
    data.default_vector.clear();
    CHECK(contains(error_of([&] { Dataset("d", data); }), "expected a velocity or a scalar"));
    data = geographic_layer();
    for (float& value : data.arrays[0].values.own()) value = std::numeric_limits<float>::quiet_NaN();
    CHECK(contains(error_of([&] { (void)Dataset("d", data).field(); }), "has no value"));
}

TEST_CASE("open_analytic: names that are none are refused", "[dataset]")
{
    CHECK(contains(error_of([] { (void)open_analytic("analytic:whirlpool"); }), "no built-in field"));
    CHECK(contains(error_of([] { (void)open_analytic("analytic:abc:12x"); }), "found '12x'"));
    CHECK(contains(error_of([] { (void)open_analytic("analytic:abc:1000000"); }), "2 to 512"));
    CHECK(contains(error_of([] { (void)open_analytic("analytic:abc:"); }), "found ''"));
}

TEST_CASE("Field: the suggested step takes 500 of them to cross the diagonal", "[dataset]")
{
    const auto field = field_on(GridForm::Uniform, 5, [](glm::dvec3) { return glm::dvec3{0.0, 2.0, 0.0}; });
    CHECK(field->info().suggested_step == Approx(4.0 * std::sqrt(3.0) / 2.0 / 500.0));
}

TEST_CASE("Dataset: of a mesh those values count that fill most of the space, though most nodes have others",
          "[dataset]")
{
    GridData data;
    UnstructuredGeometry mesh;
    NodeValues velocity{"U", 3, {}, "m/s"};
    constexpr int wide = 10, thin = 100;  // cells, of 1 and of a thousandth
    for (int n = 0; n <= wide + thin; ++n)
        for (const glm::vec2 corner : {glm::vec2{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
            const float x = n <= wide ? static_cast<float>(n) : wide + 0.001F * static_cast<float>(n - wide);
            mesh.points.emplace_back(x, corner.x, corner.y);
            velocity.values.own().insert(velocity.values.own().end(),
                                         {n <= wide ? 1.0F : 100.0F, 0.0F, 0.0F});
        }
    for (std::uint32_t n = 0; n < wide + thin; ++n) {
        mesh.cells.kinds.push_back(CellKind::Hexa);
        for (const std::uint32_t at : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U})
            mesh.cells.corners.push_back(4 * n + at);
    }
    data.geometry = std::move(mesh);
    data.arrays = {std::move(velocity)};
    const auto info = Dataset{"row", std::move(data)}.field({"U", "speed"})->info();
    CHECK(info.scalar_max == Approx(100.0F));
    CHECK(info.scalar_middle[0] == Approx(1.0F));
    CHECK(info.scalar_middle[1] < 2.0F);
}
