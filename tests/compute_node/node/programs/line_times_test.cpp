#include "compute_node/node/programs/lines.h"

#include "compute_node/node/datasets/whole_dataset.h"
#include "tests/catch.h"
#include "tests/compute_node/node/programs/next_frame.h"
#include "tests/compute_node/readers/netcdf/netcdf_series.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <memory>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;
namespace net = farfield::net;

namespace {

constexpr int few_nodes = 9, few_slices = 5;  // half a second apart
const model::Point first_place{2.0, 2.5, 3.0}, second_place{3.5, 2.0, 4.0};

struct Series {
    TemporaryFolder folder;
    std::shared_ptr<const OpenDataset> dataset = std::make_shared<WholeDataset>(
        open_series(write_pulsing_series(folder.path(), few_nodes, few_slices)));
};

/// The points and times of all lines of the answer, as they are on the wire.
std::vector<std::byte> points_of(const Series& series, const model::LineParams& params)
{
    net::ProgramStart start;
    start.slot_bytes = 1 << 20;
    start.params = write(params);
    LineProgram source{series.dataset, start, {}, {}};
    std::vector<std::byte> buffer(start.slot_bytes);
    const auto frame = next_frame(source, buffer);
    const auto preamble =
        model::decode_polyline_preamble(frame->payload.first<model::polyline_preamble_bytes>());
    const auto points =
        frame->payload.subspan(model::polyline_preamble_bytes, preamble.points * model::polyline_point_bytes);
    return {points.begin(), points.end()};
}

model::LineParams lines_from(const model::ListRake& list, model::LineKind kind)
{
    model::LineParams params;
    params.rakes = {model::Rake{list}};
    params.kind = kind;
    params.step = 0.02;
    params.steps = 30;
    return params;
}

model::LineParams at_time(model::LineParams params, double time)
{
    params.time = time;
    return params;
}

std::vector<std::byte> joined(std::vector<std::byte> first, const std::vector<std::byte>& second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

}  // namespace

TEST_CASE("LineProgram: listed seeds with times begin at these, streamlines and pathlines alike", "[lines]")
{
    const Series series;
    for (const auto kind : {model::LineKind::Streamline, model::LineKind::Pathline}) {
        const auto first = points_of(series, at_time(lines_from({{first_place}}, kind), 0.25));
        const auto second = points_of(series, at_time(lines_from({{second_place}}, kind), 1.1F));
        const auto both = points_of(series, lines_from({{first_place, second_place}, {0.25, 1.1}}, kind));
        CHECK(std::ranges::equal(both, joined(first, second)));
        CHECK_FALSE(
            std::ranges::equal(both, points_of(series, lines_from({{first_place, second_place}}, kind))));
    }
}

TEST_CASE("LineProgram: an interrupt ends the frame under way, whatever the kind, and the next is whole",
          "[lines]")
{
    const Series series;
    for (const auto kind : {model::LineKind::Streamline, model::LineKind::Pathline,
                            model::LineKind::Streakline, model::LineKind::Timeline}) {
        net::ProgramStart start;
        start.slot_bytes = 1 << 20;
        start.params = write(lines_from({{first_place, second_place}}, kind));
        LineProgram source{series.dataset, start, {}, {}};
        std::vector<std::byte> buffer(start.slot_bytes);
        source.interrupt();
        CHECK(makes_none<net::Interrupted>(source, buffer));
        CHECK(next_frame(source, buffer));
    }
}

TEST_CASE("LineProgram: kinds that are seen at one time pay no heed to the seeds' own", "[lines]")
{
    const Series series;
    for (const auto kind : {model::LineKind::Streakline, model::LineKind::Timeline})
        CHECK(std::ranges::equal(
            points_of(series, lines_from({{first_place, second_place}, {0.25, 1.1}}, kind)),
            points_of(series, lines_from({{first_place, second_place}}, kind))));
}

TEST_CASE("LineProgram: streamlines without a time are those of the first slice in which something moves",
          "[lines]")
{
    const TemporaryFolder folder;
    std::vector<std::string> names{(folder.path() / "slice-000.nc").string()};
    {
        const std::vector<double> along = spread(few_nodes);
        Writer at_rest{names.front()};
        write_axis(at_rest, "time", "seconds", {0.0});
        for (const char* axis : {"z", "y", "x"}) write_axis(at_rest, axis, "m", along);
        const std::vector<double> nothing(along.size() * along.size() * along.size(), 0.0);
        for (const char* name : {"u", "v", "w"})
            at_rest.values(at_rest.variable(name, NC_FLOAT, {"time", "z", "y", "x"}), nothing);
    }
    for (int i = 1; i < few_slices; ++i) {
        names.push_back((folder.path() / fmt::format("slice-{:03}.nc", i)).string());
        write_pulsing_cell(names.back(), few_nodes, 0.5 * i);
    }
    Series series;
    series.dataset = std::make_shared<WholeDataset>(open_series(names));
    const model::LineParams lines = lines_from({.at = {first_place}}, model::LineKind::Streamline);
    CHECK(points_of(series, lines) == points_of(series, at_time(lines, 0.5)));
    CHECK(points_of(series, lines) != points_of(series, at_time(lines, 0.0)));
}
