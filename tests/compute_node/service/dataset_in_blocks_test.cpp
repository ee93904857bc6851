// What viewers get of datasets that ranks hold in blocks, against one process that holds the whole.
#include "compute_node/service/node.h"

#include "net/control_messages.h"
#include "net/line_params.h"
#include "net/messages.h"
#include "net/polylines.h"
#include "tests/catch.h"
#include "tests/compute_node/readers/netcdf_series.h"
#include "tests/compute_node/service/ranks_here.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

using namespace farfield::compute;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;
using farfield::test::TemporaryFolder;
namespace net = farfield::net;

namespace {

constexpr int nodes = 20, slices = 4, ranks = 3;
const std::string series = "slice-*.nc", sampled = "analytic:abc:24";

/// Two nodes on the same data: one that holds fields whole, one in blocks.
struct TwoNodes {
    explicit TwoNodes(std::uint64_t max_bytes = half_of_memory())
    {
        write_pulsing_series(folder.path(), nodes, slices);
        ComputeSettings settings;
        settings.data_folders = {folder.path()};
        settings.threads = 2;
        settings.max_dataset_bytes = max_bytes;
        whole = std::make_unique<ComputeService>(settings);
        settings.ranks = &helpers;
        settings.split_blocks = true;
        split = std::make_unique<ComputeService>(settings);
    }

    TemporaryFolder folder;
    RanksHere helpers{ranks};
    std::unique_ptr<ComputeService> whole, split;
};

net::ProgramStart lines_in(const std::string& dataset, net::LineParams params)
{
    if (!params.rakes)
        params.rakes = {
            net::Rake{net::LineRake{.from = {0.3, 0.4, 0.2}, .to = {6.0, 5.5, 6.1}, .seeds = 40}}};
    params.step = 0.03;
    params.steps = 150;
    net::ProgramStart start;
    start.program = "lines";
    start.dataset = dataset;
    start.slot_bytes = 1 << 21;
    start.params = net::to_json(params);
    return start;
}

/// But for the clocks in its preamble.
std::vector<std::byte> next_answer(net::FrameSource& source)
{
    std::vector<std::byte> buffer(1 << 21);
    const auto frame = source.produce(buffer);
    const auto told = net::decode_polyline_preamble(frame->payload.first<net::polyline_preamble_bytes>());
    CHECK(told.points > 1000);
    const auto lines = frame->payload.subspan(net::polyline_preamble_bytes);
    return {lines.begin(), lines.end()};
}

net::ProgramStart particles_in(const std::string& dataset, const net::Json& params)
{
    net::ProgramStart start = lines_in(dataset, {});
    start.program = "particles";
    start.params = {{"rakes", start.params["rakes"]}, {"step", 0.03}, {"max_age_frames", 30}};
    start.params.update(params);
    start.params["rakes"][0]["particles_per_seed"] = 5;
    start.params["rakes"].push_back({{"kind", "plane"},
                                     {"origin", {-1.0, 3.0, -1.0}},
                                     {"edge_u", {8.0, 0.0, 0.0}},
                                     {"edge_v", {0.0, 0.1, 8.0}},
                                     {"seeds", {21, 19}},
                                     {"particles_per_seed", 3},
                                     {"inject_start", 0.05},
                                     {"inject_interval", 0.1}});
    return start;
}

/// Two batches of frames, but for the clocks.
void check_same_frames(net::FrameSource& a, net::FrameSource& b)
{
    constexpr std::size_t frames = 12, slot = 1 << 18;
    const auto next = [&](net::FrameSource& source) {
        std::vector<std::byte> memory(frames * slot), all;
        std::vector<std::span<std::byte>> buffers;
        for (std::size_t i = 0; i < frames; ++i) buffers.push_back(std::span{memory}.subspan(i * slot, slot));
        std::vector<net::ProducedFrame> made(frames);
        REQUIRE(source.produce_several(buffers, made) == frames);
        for (const net::ProducedFrame& frame : made) {
            const auto particles = frame.payload.subspan(net::particle_preamble_bytes);
            all.insert(all.end(), frame.payload.begin(), frame.payload.begin() + 8);
            all.insert(all.end(), particles.begin(), particles.end());
        }
        return all;
    };
    CHECK(next(a) == next(b));
    CHECK(next(a) == next(b));
}

net::ScalarInfo scalar_named(const net::DatasetInfo& info, const std::string& name)
{
    return *std::ranges::find(info.scalars, name, &net::ScalarInfo::name);
}

std::string refusal(const std::function<void()>& action)
{
    try {
        action();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST_CASE("ComputeService: lines through blocks are those of the whole, whatever their kind", "[blocks]")
{
    const TwoNodes both;
    const std::string dataset = GENERATE(sampled, series);
    for (const auto kind : {net::LineKind::Streamline, net::LineKind::Pathline, net::LineKind::Streakline,
                            net::LineKind::Timeline}) {
        net::LineParams params;
        params.kind = kind;
        const bool runs_both_ways = kind == net::LineKind::Streamline || kind == net::LineKind::Pathline;
        if (runs_both_ways) params.direction = net::LineDirection::Both;
        const auto one = both.whole->start_program(lines_in(dataset, params));
        const auto all = both.split->start_program(lines_in(dataset, params));
        CHECK(next_answer(*one) == next_answer(*all));
    }
}

TEST_CASE("ComputeService: lines through blocks follow updates, of the scalar too", "[blocks]")
{
    const TwoNodes both;
    const auto one = both.whole->start_program(lines_in(sampled, {}));
    const auto all = both.split->start_program(lines_in(sampled, {}));
    for (const char* scalar : {"vorticity", "age", "helicity", "speed"}) {
        for (const auto& source : {one.get(), all.get()})
            source->update({{"scalar", scalar}, {"step", 0.02}});
        CHECK(one->state().scalar.name == scalar);
        CHECK(one->state().scalar.range == all->state().scalar.range);
        CHECK(next_answer(*one) == next_answer(*all));
        CHECK(both.helpers.held() == 1);  // blocks that nobody uses are dropped
    }
    CHECK(both.helpers.opened() == 4);  // age needs no other
}

TEST_CASE("ComputeService: particles in blocks are those in the whole, through all changes", "[blocks]")
{
    const TwoNodes both;
    const std::string dataset = GENERATE(sampled, series);
    const bool developed = GENERATE(false, true);
    const net::ProgramStart start = particles_in(dataset, {{"developed", developed}});
    const auto one = both.whole->start_program(start), all = both.split->start_program(start);
    for (const net::Json& change :
         {net::Json{{"step", 0.05}}, net::Json{{"scalar", "vorticity"}}, net::Json{{"steps_per_frame", 3}},
          net::Json{{"step", 0.9}}, net::Json{{"scalar", "age"}, {"max_age_frames", 9}},
          net::Json{{"scalar", "speed"}, {"time", {{"start", 1.2}}}, {"step", -0.03}}}) {
        check_same_frames(*one, *all);
        one->update(change);
        all->update(change);
        CHECK(one->state().seeds_outside == all->state().seeds_outside);
        CHECK(one->state().developed == all->state().developed);
    }
    check_same_frames(*one, *all);
}

TEST_CASE("ComputeService: a dataset in blocks is described as the whole, as far as it is known", "[blocks]")
{
    const TwoNodes both;
    for (const std::string& name : {series, sampled}) {
        const net::DatasetInfo one = both.whole->open_dataset(name), all = both.split->open_dataset(name);
        CHECK(all.dataset == one.dataset);
        CHECK(all.kind == one.kind);
        CHECK(all.dims == one.dims);
        CHECK(all.bounds_min == one.bounds_min);
        CHECK(all.bounds_max == one.bounds_max);
        CHECK(all.length_units == one.length_units);
        CHECK(all.time_steps == one.time_steps);
        CHECK(all.time_span == one.time_span);
        CHECK(all.suggested_step == one.suggested_step);
        CHECK(all.suggested_rakes == one.suggested_rakes);  // so few nodes are all seen from afar
        REQUIRE(all.scalars.size() == one.scalars.size());
        for (const net::ScalarInfo& scalar : one.scalars)
            CHECK(scalar_named(all, scalar.name).units == scalar.units);
        CHECK(scalar_named(all, "speed").range == scalar_named(one, "speed").range);
        CHECK_THAT(all.remarks.back(), ContainsSubstring("3 processes hold a block each"));
    }
}

TEST_CASE("ComputeService: of blocks, seeds that lie outside the grid are counted", "[blocks]")
{
    const TwoNodes both;
    net::LineParams params;
    params.rakes = {net::Rake{net::ListRake{.at = {{1, 1, 1}, {-1, 1, 1}, {1, 1, 6.2}, {1, 1, 7}}}}};
    CHECK(both.split->start_program(lines_in(sampled, params))->state().seeds_outside == 2);
}

TEST_CASE("ComputeService: what needs the whole of a field is refused where it is in blocks", "[blocks]")
{
    const TwoNodes both;
    for (const net::RakeShape& shape :
         {net::RakeShape{net::SliceRake{}}, net::RakeShape{net::IsovalueRake{}}}) {
        net::LineParams params;
        params.rakes = {net::Rake{shape}};
        CHECK_THAT(refusal([&] { (void)both.split->start_program(lines_in(series, params)); }),
                   ContainsSubstring("rake 0: slices and isovalues are looked for in the whole"));
    }
    const int before = both.helpers.opened();
    net::LineParams params;
    params.scalar = "salt";
    CHECK_THAT(refusal([&] { (void)both.split->start_program(lines_in(series, params)); }),
               ContainsSubstring("no scalar array 'salt'; it has 'speed'") &&
                   ContainsSubstring("'vorticity'"));
    CHECK(both.helpers.opened() == before);  // nobody looked for it
}

TEST_CASE("ComputeService: what cannot be cut is held whole, and its remarks say why", "[blocks]")
{
    const TwoNodes both;
    CHECK_THAT(both.split->open_dataset("analytic:abc").remarks.back(),
               ContainsSubstring("each host holds all of it: 'analytic:abc' is an exact function"));
    net::ProgramStart particles = lines_in("analytic:abc", {});
    particles.program = "particles";
    particles.params = {{"rakes", particles.params["rakes"]}};
    CHECK(both.split->start_program(particles)->state().particles == 40);
    CHECK(both.helpers.opened() == 0);
}

TEST_CASE("ComputeService: the memory that datasets may take is that of block 0", "[blocks]")
{
    constexpr std::uint64_t of_block =
        (slices + 1) * 16 * nodes * nodes * 8;  // 6 layers of cells, one shared
    CHECK_NOTHROW(TwoNodes{of_block}.split->open_dataset(series));
    CHECK_THAT(refusal([&] { (void)TwoNodes{of_block - 1}.split->open_dataset(series); }),
               ContainsSubstring("no memory for a block of 'slice-*.nc'"));
}

TEST_CASE("ComputeService: more nodes than one process may have can be cut into blocks", "[blocks]")
{
    const TwoNodes both{1 << 20};
    CHECK_THAT(refusal([&] { (void)both.whole->open_dataset("analytic:abc:600"); }),
               ContainsSubstring("expected 2 to 512 nodes"));
    CHECK_THAT(refusal([&] { (void)both.split->open_dataset("analytic:abc:600"); }),
               ContainsSubstring("no memory for a block"));
}
