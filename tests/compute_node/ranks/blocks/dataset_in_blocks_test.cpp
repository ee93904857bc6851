// What viewers get of datasets that ranks hold in blocks, against one process that holds the whole.
#include "compute_node/node/compute_service.h"
#include "model/data/dataset_info.h"

#include "model/programs/line_params.h"
#include "model/programs/particle_frame.h"
#include "model/programs/polylines.h"
#include "model/programs/program_answer.h"
#include "net/message/control_messages.h"
#include "net/message/messages.h"
#include "tests/catch.h"
#include "tests/compute_node/node/programs/next_frame.h"
#include "tests/compute_node/ranks/blocks/ranks_in_process.h"
#include "tests/compute_node/readers/netcdf/netcdf_series.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;
using farfield::test::TemporaryFolder;
namespace net = farfield::net;

namespace {

constexpr int nodes_along = 20, slice_count = 4, rank_count = 3;
const std::string series_name = "slice-*.nc", sampled = "analytic:abc:24";
/// Cut along y.
const std::string thin = "thin-*.nc";
/// 9 + 11 + 10 layers of nodes, some of them shared; and as much while they are read.
constexpr std::uint64_t blocks_of_sampled = 2 * 16 * 24 * 24 * 30;

/// Two nodes on the same data: one that holds fields whole, one in blocks.
struct TwoNodes {
    explicit TwoNodes(std::uint64_t max_bytes = net::part_of_memory(2))
    {
        write_pulsing_series(folder.path(), nodes_along, slice_count);
        write_pulsing_series(folder.path(), nodes_along, slice_count, 4, "thin");
        NodeSettings settings;
        settings.data_folders = {folder.path()};
        settings.threads = 2;
        settings.max_dataset_bytes = max_bytes;
        whole = std::make_unique<ComputeService>(settings);
        settings.opener = &helpers.opener();
        split = std::make_unique<ComputeService>(settings);
    }

    TemporaryFolder folder;
    RanksInProcess helpers{rank_count};
    std::unique_ptr<ComputeService> whole, split;
};

model::DatasetInfo opened(net::Service& node, const std::string& name)
{
    std::any kept;
    return model::read_answer<model::DatasetInfo>(
        node.call("dataset.open", {.params = {{"dataset", name}}}, {.cancel = {}, .kept = kept}).result);
}

model::ProgramAnswer answer_of(const net::Program& program)
{
    net::Json answer = program.answer().members;
    return model::read_answer<model::ProgramAnswer>(answer);
}

net::ProgramStart lines_in(const std::string& dataset, model::LineParams params)
{
    if (params.rakes.empty())
        params.rakes = {
            model::Rake{model::LineRake{.from = {0.3, 0.4, 0.2}, .to = {6.0, 5.5, 6.1}, .seeds = 40}}};
    params.step = 0.03;
    params.steps = 150;
    net::ProgramStart start;
    start.program = "lines";
    start.dataset = dataset;
    start.slot_bytes = 1 << 21;
    start.params = write(params);
    return start;
}

/// But for the clocks in its preamble.
std::vector<std::byte> next_answer(net::Program& source)
{
    std::vector<std::byte> buffer(1 << 21);
    const auto frame = next_frame(source, buffer);
    const auto preamble =
        model::decode_polyline_preamble(frame->payload.first<model::polyline_preamble_bytes>());
    CHECK(preamble.points > 1000);
    const auto lines = frame->payload.subspan(model::polyline_preamble_bytes);
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
void check_same_frames(net::Program& a, net::Program& b)
{
    constexpr std::size_t frames = 12, slot = 1 << 18;
    const auto next = [&](net::Program& source) {
        std::vector<std::byte> memory(frames * slot), all;
        std::vector<std::span<std::byte>> buffers;
        for (std::size_t i = 0; i < frames; ++i) buffers.push_back(std::span{memory}.subspan(i * slot, slot));
        std::vector<net::Made> made(frames);
        for (std::size_t done = 0; done < frames;) {
            const net::Making more =
                source.make(std::span{buffers}.subspan(done), std::span{made}.subspan(done));
            REQUIRE(std::holds_alternative<net::Frames>(more));
            done += std::get<net::Frames>(more).count;
        }
        for (const net::Made& frame : made) {
            const auto particles = frame.payload.subspan(model::particle_preamble_bytes);
            all.insert(all.end(), frame.payload.begin(), frame.payload.begin() + 8);
            all.insert(all.end(), particles.begin(), particles.end());
        }
        return all;
    };
    CHECK(next(a) == next(b));
    CHECK(next(a) == next(b));
}

model::ScalarInfo scalar_named(const model::DatasetInfo& info, const std::string& name)
{
    return *std::ranges::find(info.scalars, name, &model::ScalarInfo::name);
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
    const std::string dataset = GENERATE(sampled, series_name, thin);
    for (const auto kind : {model::LineKind::Streamline, model::LineKind::Pathline,
                            model::LineKind::Streakline, model::LineKind::Timeline}) {
        model::LineParams params;
        params.kind = kind;
        const bool runs_both_ways = kind == model::LineKind::Streamline || kind == model::LineKind::Pathline;
        if (runs_both_ways) params.direction = model::LineDirection::Both;
        const auto one = both.whole->start(lines_in(dataset, params), {});
        const auto all = both.split->start(lines_in(dataset, params), {});
        CHECK(next_answer(*one) == next_answer(*all));
    }
}

TEST_CASE("ComputeService: lines through blocks follow updates, of the scalar too", "[blocks]")
{
    const TwoNodes both;
    const auto one = both.whole->start(lines_in(sampled, {}), {});
    const auto all = both.split->start(lines_in(sampled, {}), {});
    for (const char* scalar : {"vorticity", "age", "helicity", "speed"}) {
        for (const auto& source : {one.get(), all.get()})
            source->update({{"scalar", scalar}, {"step", 0.02}});
        CHECK(answer_of(*one).scalar.name == scalar);
        CHECK(answer_of(*one).scalar.range == answer_of(*all).scalar.range);
        CHECK(next_answer(*one) == next_answer(*all));
        CHECK(both.helpers.held() == 1);  // unused blocks are dropped
    }
    CHECK(both.helpers.opened() == 4);  // age needs no other
}

TEST_CASE("ComputeService: particles in blocks are those in the whole, through all changes", "[blocks]")
{
    const TwoNodes both;
    const std::string dataset = GENERATE(sampled, series_name, thin);
    const bool developed = GENERATE(false, true);
    const net::ProgramStart start = particles_in(dataset, {{"developed", developed}});
    const auto one = both.whole->start(start, {}), all = both.split->start(start, {});
    for (const net::Json& change :
         {net::Json{{"step", 0.05}}, net::Json{{"scalar", "vorticity"}}, net::Json{{"steps_per_frame", 3}},
          net::Json{{"step", 0.9}}, net::Json{{"scalar", "age"}, {"max_age_frames", 9}},
          net::Json{{"scalar", "speed"}, {"time", {{"start", 1.2}}}, {"step", -0.03}}}) {
        check_same_frames(*one, *all);
        one->update(change);
        all->update(change);
        CHECK(answer_of(*one).seeds_outside == answer_of(*all).seeds_outside);
        CHECK(answer_of(*one).developed == answer_of(*all).developed);
    }
    check_same_frames(*one, *all);
}

TEST_CASE("ComputeService: a dataset in blocks is described as the whole, as far as it is known", "[blocks]")
{
    const TwoNodes both;
    for (const std::string& name : {series_name, sampled, thin}) {
        const model::DatasetInfo one = opened(*both.whole, name), all = opened(*both.split, name);
        CHECK(all.dataset == one.dataset);
        CHECK(all.kind == one.kind);
        CHECK(all.dims == one.dims);
        CHECK(all.bounds.min == one.bounds.min);
        CHECK(all.bounds.max == one.bounds.max);
        CHECK(all.length_units == one.length_units);
        CHECK(all.time_steps == one.time_steps);
        CHECK(all.time_span == one.time_span);
        CHECK(all.suggested.step == one.suggested.step);
        CHECK(all.suggested.rakes == one.suggested.rakes);  // so few nodes are all seen from afar
        REQUIRE(all.scalars.size() == one.scalars.size());
        for (const model::ScalarInfo& scalar : one.scalars)
            CHECK(scalar_named(all, scalar.name).units == scalar.units);
        CHECK(scalar_named(all, "speed").range == scalar_named(one, "speed").range);
        CHECK_THAT(all.remarks.back(), ContainsSubstring("3 processes hold a block each"));
    }
}

TEST_CASE("ComputeService: of blocks, seeds that lie outside the grid are counted", "[blocks]")
{
    const TwoNodes both;
    model::LineParams params;
    params.rakes = {model::Rake{model::ListRake{.at = {{1, 1, 1}, {-1, 1, 1}, {1, 1, 6.2}, {1, 1, 7}}}}};
    CHECK(answer_of(*both.split->start(lines_in(sampled, params), {})).seeds_outside == 2);
}

TEST_CASE("ComputeService: what needs the whole of a field is refused where it is in blocks", "[blocks]")
{
    const TwoNodes both;
    for (const model::RakeShape& shape :
         {model::RakeShape{model::SliceRake{}}, model::RakeShape{model::IsovalueRake{}}}) {
        model::LineParams params;
        params.rakes = {model::Rake{shape}};
        CHECK_THAT(refusal([&] { (void)both.split->start(lines_in(series_name, params), {}); }),
                   ContainsSubstring("rake 0: slices and isovalues are looked for in the whole"));
    }
}

TEST_CASE("ComputeService: an unknown scalar is refused in blocks as in the whole", "[blocks]")
{
    const TwoNodes both;
    (void)opened(*both.split, sampled);
    const auto refused = [](ComputeService& node, const net::ProgramStart& start) {
        return refusal([&] { (void)node.start(start, {}); });
    };
    model::LineParams lines;
    lines.scalar = "salt";
    for (const net::ProgramStart& start :
         {lines_in(sampled, lines), particles_in(sampled, {{"scalar", "salt"}})}) {
        CHECK_THAT(refused(*both.split, start), ContainsSubstring("'age' and 'arc-length'"));
        CHECK(refused(*both.split, start) == refused(*both.whole, start));
    }
    CHECK(both.helpers.opened() == 1);  // no rank looked for it
}

TEST_CASE("ComputeService: a program in blocks reads the field of its scalar alone", "[blocks]")
{
    const TwoNodes both{blocks_of_sampled};
    (void)opened(*both.split, sampled);
    model::LineParams params;
    params.scalar = "vorticity";
    CHECK_NOTHROW(both.split->start(lines_in(sampled, params), {}));
    CHECK(both.helpers.opened() == 2);
    CHECK_NOTHROW(both.split->start(particles_in(sampled, {{"scalar", "helicity"}}), {}));
    CHECK(both.helpers.opened() == 3);
    CHECK(both.helpers.held() == 1);
}

TEST_CASE("ComputeService: a program in blocks changes its scalar where there is room for both", "[blocks]")
{
    const TwoNodes tight{blocks_of_sampled}, roomy{2 * blocks_of_sampled};
    for (const bool lines : {true, false}) {
        const net::ProgramStart start =
            lines ? lines_in(sampled, {}) : particles_in(sampled, net::Json::object());
        const net::Json other{{"scalar", "vorticity"}};
        CHECK_NOTHROW(roomy.split->start(start, {})->update(other));
        const auto program = tight.split->start(start, {});
        CHECK_THAT(refusal([&] { program->update(other); }),
                   ContainsSubstring("no memory for the blocks of 'analytic:abc:24' beside those that "
                                     "programs use"));
        CHECK(answer_of(*program).scalar.name == "speed");
    }
}

TEST_CASE("ComputeService: an update that is wrong is refused before blocks are read for it", "[blocks]")
{
    const TwoNodes both;
    for (const net::ProgramStart& start :
         {lines_in(sampled, {}), particles_in(sampled, net::Json::object())}) {
        const auto program = both.split->start(start, {});
        const int before = both.helpers.opened();
        CHECK_THAT(refusal([&] {
                       program->update({{"scalar", "vorticity"}, {"step", 0.0}});
                   }),
                   ContainsSubstring("step"));
        CHECK(both.helpers.opened() == before);
    }
}

TEST_CASE("ComputeService: of more ranks than layers of cells, those that hold blocks are counted",
          "[blocks]")
{
    NodeSettings settings;
    RanksInProcess helpers{5};
    settings.opener = &helpers.opener();
    ComputeService node{settings};
    CHECK_THAT(opened(node, "analytic:abc:4").remarks.back(),
               ContainsSubstring("3 processes hold a block each"));
    CHECK_THAT(opened(node, "analytic:abc:2").remarks.back(),
               ContainsSubstring("each host holds all of it: it has too few layers"));
    CHECK(helpers.opened() == 1);
}

TEST_CASE("ComputeService: particles in blocks begin developed where that takes a second at most", "[blocks]")
{
    const TwoNodes both;
    const auto is_developed = [&](ComputeService& node, int frames, int rakes) {
        net::ProgramStart start =
            particles_in(sampled, {{"max_age_frames", frames}, {"developed", true}, {"steps_per_frame", 1}});
        const net::Json rake = start.params["rakes"][0];
        start.params["rakes"] = net::Json::array();
        for (int i = 0; i < rakes; ++i) start.params["rakes"].push_back(rake);
        return answer_of(*node.start(start, {})).developed;
    };
    CHECK(is_developed(*both.split, 200, 2));
    CHECK_FALSE(is_developed(*both.split, 1300, 1));  // four messages a step, however few particles there are
    CHECK_FALSE(is_developed(*both.split, 700, 2));
    CHECK(is_developed(*both.whole, 1300, 1));
}

TEST_CASE("ComputeService: what cannot be cut is held whole, and its remarks say why", "[blocks]")
{
    const TwoNodes both;
    CHECK_THAT(opened(*both.split, "analytic:abc").remarks.back(),
               ContainsSubstring("each host holds all of it: 'analytic:abc' is an exact function"));
    net::ProgramStart particles = lines_in("analytic:abc", {});
    particles.program = "particles";
    particles.params = {{"rakes", particles.params["rakes"]}};
    CHECK(answer_of(*both.split->start(particles, {})).particles == 40);
    CHECK(both.helpers.opened() == 0);
}

TEST_CASE("ComputeService: the memory that datasets may take is that of all blocks on this host", "[blocks]")
{
    // 8 + 9 + 9 layers of nodes, some of them shared.
    constexpr std::uint64_t of_blocks = (slice_count + 1) * 16 * nodes_along * nodes_along * 26;
    CHECK_NOTHROW(opened(*TwoNodes{of_blocks}.split, series_name));
    CHECK_THAT(refusal([&] { (void)opened(*TwoNodes{of_blocks - 1}.split, series_name); }),
               ContainsSubstring("no memory for the blocks of 'slice-*.nc'"));
}

TEST_CASE("ComputeService: more nodes than one process may have can be cut into blocks", "[blocks]")
{
    const TwoNodes both{1 << 20};
    CHECK_THAT(refusal([&] { (void)opened(*both.whole, "analytic:abc:600"); }),
               ContainsSubstring("expected 2 to 512 nodes"));
    CHECK_THAT(refusal([&] { (void)opened(*both.split, "analytic:abc:600"); }),
               ContainsSubstring("no memory for the blocks"));
}
