#include "compute_node/readers/process/answer_check.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"

#include <functional>
#include <limits>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

const ReadRequest step{.what = ReadRequest::What::Step, .files = {"a.vti"}, .max_nodes = 1000};

NodeValues velocity(std::size_t nodes)
{
    NodeValues array;
    array.name = "velocity";
    array.components = 3;
    array.values.own().resize(3 * nodes);
    return array;
}

ReadAnswer uniform()
{
    ReadAnswer answer;
    answer.data.dims = {{2, 3, 4}};
    answer.data.geometry = UniformGeometry{};
    answer.data.arrays = {velocity(24)};
    return answer;
}

ReadAnswer mesh()
{
    ReadAnswer answer;
    UnstructuredGeometry tetrahedron;
    tetrahedron.points.resize(4);
    tetrahedron.cells.kinds = {CellKind::Tetra};
    tetrahedron.cells.corners = {0, 1, 2, 3};
    answer.data.geometry = tetrahedron;
    answer.data.arrays = {velocity(4)};
    return answer;
}

std::string error_after(ReadAnswer answer, const std::function<void(GridData&)>& change,
                        const ReadRequest& request = step)
{
    change(answer.data);
    return error_of([&] { check_answer(request, answer); });
}

}  // namespace

TEST_CASE("check_answer: what a reader delivers passes", "[process]")
{
    CHECK(error_after(uniform(), [](GridData&) {}).empty());
    CHECK(error_after(mesh(), [](GridData&) {}).empty());
}

TEST_CASE("check_answer: arrays of other sizes than the grid are refused", "[process]")
{
    CHECK(contains(error_after(uniform(), [](GridData& data) { data.arrays[0].values.own().pop_back(); }),
                   "'a.vti'"));
    CHECK(contains(error_after(uniform(), [](GridData& data) { data.arrays[0].components = 2; }),
                   "1 or 3 components"));
    CHECK(
        contains(error_after(uniform(), [](GridData& data) { data.blanked.resize(23); }), "a flag for each"));
    CHECK(contains(error_after(mesh(), [](GridData& data) { data.arrays[0].values.own().resize(9); }),
                   "a value for each node"));
}

TEST_CASE("check_answer: blocks without nodes, or with more than can be counted, are refused", "[process]")
{
    const auto with_dims = [](glm::uvec3 dims) {
        return error_after(uniform(), [=](GridData& data) { data.dims = {dims}; });
    };
    constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    CHECK(contains(with_dims({0, 3, 4}), "blocks that have nodes"));
    CHECK(contains(with_dims({most, most, most}), "not too many"));
    CHECK(contains(with_dims({10, 10, 11}), "max_nodes"));
    CHECK(contains(error_after(uniform(), [](GridData& data) { data.dims.clear(); }), "one block"));
}

TEST_CASE("check_answer: spacings that are not positive are refused", "[process]")
{
    const auto with_spacing = [](double spacing) {
        return error_after(uniform(), [=](GridData& data) {
            data.geometry = UniformGeometry{.origin = glm::dvec3{0.0}, .spacing = {1.0, spacing, 1.0}};
        });
    };
    CHECK(contains(with_spacing(0.0), "apart"));
    CHECK(contains(with_spacing(std::numeric_limits<double>::quiet_NaN()), "finite"));
}

TEST_CASE("check_answer: a coordinate too few along an axis is refused", "[process]")
{
    const auto rectilinear = [](std::size_t along_z) {
        return error_after(uniform(), [=](GridData& data) {
            RectilinearGeometry axes;
            axes.coordinates = {std::vector<double>(2), std::vector<double>(3), std::vector<double>(along_z)};
            data.geometry = axes;
        });
    };
    CHECK(rectilinear(4).empty());
    CHECK(contains(rectilinear(3), "a coordinate for each node"));
}

TEST_CASE("check_answer: cells of no known kind, or without their points, are refused", "[process]")
{
    const auto cells = [](GridData& data) -> CellList& {
        return std::get<UnstructuredGeometry>(data.geometry).cells;
    };
    CHECK(contains(
        error_after(mesh(), [&](GridData& data) { cells(data).kinds[0] = static_cast<CellKind>(99); }),
        "known kinds"));
    CHECK(contains(error_after(mesh(), [&](GridData& data) { cells(data).corners.pop_back(); }),
                   "the points of each cell"));
}

TEST_CASE("check_answer: a part is the box that was asked for", "[process]")
{
    ReadRequest part = step;
    part.what = ReadRequest::What::Part;
    part.box.dims = {2, 3, 4};
    CHECK(error_after(
              uniform(), [](GridData&) {}, part)
              .empty());
    part.box.dims = {2, 3, 5};
    CHECK(contains(error_after(
                       uniform(), [](GridData&) {}, part),
                   "the box that was asked for"));
}

TEST_CASE("check_answer: of files with a step each there are as many times", "[process]")
{
    ReadRequest times = step;
    times.what = ReadRequest::What::Times;
    times.files = {"a_1.vti", "a_2.vti"};
    CHECK(error_of([&] { check_answer(times, ReadAnswer{.heading = {{0.0, 1.0}}, .data = {}}); }).empty());
    CHECK(contains(error_of([&] { check_answer(times, ReadAnswer{.heading = {{0.0}}, .data = {}}); }),
                   "read 2 files answered with 1 times"));
}

TEST_CASE("check_answer: a heading has no more times than there may be, and dates of these", "[process]")
{
    ReadRequest times = step;
    times.what = ReadRequest::What::Heading;
    CHECK(error_of([&] { check_answer(times, ReadAnswer{.heading = {{0.0}}, .data = {}}); }).empty());
    CHECK(error_of([&] { check_answer(times, {}); }).empty());  // a file without a step
    const ReadAnswer undated{.heading = {{}, "", {0.0}}, .data = {}};
    CHECK(contains(error_of([&] { check_answer(times, undated); }), "dates of other steps"));
    const ReadAnswer many{.heading = {std::vector<double>(1'000'001)}, .data = {}};
    CHECK(contains(error_of([&] { check_answer(times, many); }), "max_time_steps"));
    const ReadAnswer wordy{.heading = {{0.0}, std::string(1'001, 'm')}, .data = {}};
    CHECK(contains(error_of([&] { check_answer(times, wordy); }), "unit"));
}
