#include "compute_node/node/jobs/jobs.h"

#include "compute_node/node/programs/planes/slice.h"
#include "model/data/dataset_info.h"
#include "model/programs/slice.h"
#include "model/programs/surface.h"
#include "tests/catch.h"
#include "tests/compute_node/node/jobs/heard_progress.h"
#include "tests/compute_node/node/jobs/served_node.h"
#include "tests/compute_node/node/programs/next_frame.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <any>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace farfield;
using namespace farfield::node;
using namespace farfield::node::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

/// One that runs for some seconds.
net::Json long_one()
{
    net::Json call = small_mine;
    call["params"] = {{"spacing", 2}, {"iterations", 100}};
    return call;
}

/// Asked for all the frames it has.
std::vector<double> times_of_slices(net::Program& program)
{
    std::vector<std::byte> buffer(1 << 20);
    std::vector<double> times;
    while (const auto frame = next_frame(program, buffer))
        times.push_back(model::decode_slice_preamble(frame->payload)->time);
    return times;
}

const net::Json middle{{"planes", {{{"axis", "z"}, {"position", 24}}}}, {"size", {24, 16}}};

net::Json with(net::Json params, const std::string& name, const net::Json& value)
{
    params[name] = value;
    return params;
}

}  // namespace

TEST_CASE("Jobs: the result is a dataset with a slice for each iteration", "[jobs]")
{
    Served node;
    HeardProgress viewer;
    const net::Json started = node.call("job.start", small_mine, viewer.notices);
    CHECK(started["job"] == "1");
    CHECK(started["dataset"] == "tomography:1");
    CHECK(started["grid"] == net::Json{25, 17, 13});
    const auto heard = viewer.until_end();
    REQUIRE(heard.size() == 4);  // the start, two iterations, the end
    for (std::uint32_t n = 0; n < 3; ++n) CHECK(heard[n].iteration == n);
    CHECK(heard.back().state == model::JobState::Finished);
    CHECK(heard[2].rms < 0.5 * heard[0].rms);

    const auto info =
        model::read_answer<model::DatasetInfo>(node.call("dataset.open", {{"dataset", "tomography:1"}}));
    CHECK(info.time_steps == 3);
    CHECK(info.time_span == std::array{0.0, 2.0});
    CHECK(info.time_units == "iterations");
    CHECK_FALSE(info.velocity.has_value());
    CHECK(info.scalars.front().name == "velocity");
    CHECK(info.grows);
    CHECK(node.call("dataset.list", net::Json::object())["datasets"].back() ==
          net::Json{{"name", "tomography:1"}, {"kind", "computed"}});
}

TEST_CASE("Jobs: the first slice is the start, and its change is 0", "[jobs]")
{
    Served node;
    HeardProgress viewer;
    (void)node.call("job.start", small_mine, viewer.notices);
    (void)viewer.until_end();
    const auto values = [&](const std::string& scalar, double time) {
        return node.call("dataset.sample", {{"dataset", "tomography:1"},
                                            {"scalar", scalar},
                                            {"at", {{8, 16, 32}, {48, 32, 24}}},
                                            {"time", time}})["values"];
    };
    const net::Json start = values("velocity", 0), last = values("velocity", 2), change = values("change", 2);
    CHECK(values("change", 0) == net::Json{0.0, 0.0});
    CHECK(start[0] == start[1]);
    for (std::size_t n = 0; n < 2; ++n)
        CHECK(change[n].get<double>() ==
              Approx(100.0 * (last[n].get<double>() / start[n].get<double>() - 1.0)).epsilon(1e-4));
}

TEST_CASE("Jobs: a slice that follows shows the newest iteration, without a call", "[jobs]")
{
    Served node;
    HeardProgress viewer;
    (void)node.call("job.start", small_mine, viewer.notices);
    const auto program = node.start("slice", with(middle, "follow", true), "tomography:1");
    (void)viewer.until_end();
    CHECK(times_of_slices(*program).back() == 2.0);
    CHECK(times_of_slices(*program).empty());  // idle: nothing is new
}

TEST_CASE("Jobs: an idle program that follows is woken by the next iteration", "[jobs]")
{
    Served node;
    HeardProgress viewer;
    (void)node.call("job.start", small_mine, viewer.notices);
    const auto program = node.start("isosurface", {{"values", {5000}}, {"follow", true}}, "tomography:1");
    std::atomic<int> woken{0};
    program->listen({.wake = [&] { ++woken; }, .notify = {}});
    const std::size_t before = viewer.until(1).size();
    const auto heard = viewer.until_end();
    if (heard.size() > before + 1) CHECK(woken > 0);
    std::vector<std::byte> buffer(1 << 20);
    std::optional<net::Made> frame, last;
    while ((frame = next_frame(*program, buffer))) last = frame;
    REQUIRE(last);
    CHECK(model::decode_surface_preamble(last->payload)->time == 2.0);
}

TEST_CASE("Jobs: a program that is asked for a later iteration has nothing until that is there", "[jobs]")
{
    const auto growth =
        std::make_shared<compute::Growth>(compute::GrowthPlan{.time_units = "", .last_time = 1});
    JobSlices slices{"tomography:1", {{3, 3, 3}, {0, 0, 0}, 1.0}, std::make_shared<MemoryBudget>(1 << 20)};
    growth->publish(slices.with(std::vector(27, 2000.0), nullptr, growth));
    net::ProgramStart start;
    start.slot_bytes = 1 << 20;
    start.params = {{"planes", {{{"axis", "z"}, {"position", 1}}}}, {"size", {2, 2}}, {"time", 1}};
    SliceProgram program{growth->newest(), start, 1};
    int woken = 0;
    program.listen({.wake = [&] { ++woken; }, .notify = {}});
    CHECK(times_of_slices(program).empty());
    growth->publish(slices.with(std::vector(27, 3000.0), nullptr, growth));
    CHECK(woken == 1);
    CHECK(times_of_slices(program) == std::vector{1.0});
}

TEST_CASE("Jobs: a series of results waits for each iteration, and is the same once all are there", "[jobs]")
{
    const net::Json series{{"time_step", 1}, {"repeat", true}};
    const auto hashes = [&](Served& node, HeardProgress& viewer, bool at_once) {
        if (!at_once) (void)viewer.until_end();
        net::Json params = middle;
        params.update(series);
        const auto program = node.start("slice", params, "tomography:1");
        (void)viewer.until_end();
        std::vector<std::byte> buffer(1 << 20);
        std::vector<std::vector<std::byte>> results;
        for (int n = 0; n < 4; ++n) {
            const auto frame = next_frame(*program, buffer);
            REQUIRE(frame);
            results.emplace_back(frame->payload.begin() + 32, frame->payload.end());
        }
        return results;
    };
    Served node;
    HeardProgress viewer;
    (void)node.call("job.start", small_mine, viewer.notices);
    const auto first = hashes(node, viewer, true);
    CHECK(first == hashes(node, viewer, false));
    CHECK(first[0] != first[1]);
    CHECK(first[3] == first[1]);  // it goes round in 0 to 2
}

TEST_CASE("Jobs: past the last iteration of a job that has ended, that one is shown", "[jobs]")
{
    Served node;
    HeardProgress viewer;
    (void)node.call("job.start", small_mine, viewer.notices);
    (void)viewer.until_end();
    const auto program = node.start("slice", with(middle, "time", 9), "tomography:1");
    CHECK(times_of_slices(*program).size() == 1);
}

TEST_CASE("Jobs: the name of the built-in mine starts its job, once", "[jobs]")
{
    Served node;
    const std::string name = "tomography:mine:1";
    CHECK_THROWS_WITH(node.service.check_for_watching({{"dataset", name}}),
                      ContainsSubstring("may not start jobs"));
    const auto info = model::read_answer<model::DatasetInfo>(node.call("dataset.open", {{"dataset", name}}));
    CHECK(info.time_span == std::array{0.0, 10.0});
    CHECK(info.suggested.isovalue->value == 4000.0);
    CHECK(info.scalars.front().middle == std::array{1500.0, 6000.0});
    CHECK(info.outline.size() > 3);
    (void)node.call("dataset.open", {{"dataset", name}});
    CHECK_NOTHROW(node.service.check_for_watching({{"dataset", name}}));
    const net::Json jobs = node.call("job.list", net::Json::object())["jobs"];
    REQUIRE(jobs.size() == 1);
    CHECK(jobs[0]["dataset"] == name);
    CHECK(jobs[0]["owner"] == "");
    CHECK(node.refusal("dataset.open", {{"dataset", "tomography:mine:x"}}) ==
          "expected mine or mine:SEED, found 'mine:x'");
}

TEST_CASE("Jobs: only its own session stops a job, unless that is gone", "[jobs]")
{
    Served node;
    HeardProgress first{"ab12"}, second{"cd34"};
    (void)node.call("job.start", long_one(), first.notices);
    CHECK(node.refusal("job.stop", {{"job", "1"}}, second.notices) ==
          "job 1 runs for session ab12, which alone may stop it");
    (void)node.call("dataset.open", {{"dataset", "tomography:1"}}, second.notices);
    first.notices->end();
    CHECK(node.refusal("job.stop", {{"job", "1"}}, second.notices) == "");
    CHECK(second.until_end().back().state == model::JobState::Stopped);
    CHECK(node.call("job.list", net::Json::object())["jobs"][0]["state"] == "stopped");
    CHECK(node.call("dataset.open", {{"dataset", "tomography:1"}})["time_span"].size() == 2);
    CHECK(node.refusal("job.stop", {{"job", "1"}}, second.notices) == "");  // dropped
    CHECK(node.call("job.list", net::Json::object())["jobs"].empty());
    CHECK(node.refusal("job.stop", {{"job", "1"}}) == "there is no job '1'");
    CHECK_THAT(node.refusal("dataset.open", {{"dataset", "tomography:1"}}),
               ContainsSubstring("there is no such job"));
}

TEST_CASE("Jobs: another member of its session stops a job", "[jobs]")
{
    Served node;
    HeardProgress owner{"ab12"}, editor{"ab12"};
    (void)node.call("job.start", long_one(), owner.notices);
    CHECK(node.refusal("job.stop", {{"job", "1"}}, editor.notices) == "");
    CHECK(owner.until_end().back().state == model::JobState::Stopped);
}

TEST_CASE("Jobs: a session that opens the dataset later hears what was before", "[jobs]")
{
    Served node;
    HeardProgress first, second;
    (void)node.call("job.start", small_mine, first.notices);
    const auto all = first.until_end();
    (void)node.call("dataset.open", {{"dataset", "tomography:1"}}, second.notices);
    CHECK(second.until_end() == all);
}

TEST_CASE("Jobs: one more than max_jobs takes the place of the oldest that has ended, or is refused",
          "[jobs]")
{
    NodeSettings settings;
    settings.max_jobs = 1;
    Served node{settings};
    HeardProgress viewer;
    (void)node.call("job.start", small_mine, viewer.notices);
    (void)viewer.until_end();
    CHECK(node.call("job.start", long_one())["dataset"] == "tomography:2");
    CHECK_THAT(node.refusal("job.start", small_mine), ContainsSubstring("max_jobs"));
    CHECK(node.call("job.list", net::Json::object())["jobs"].size() == 1);
}

TEST_CASE("Jobs: a survey that cannot be read is refused with its reason, not with its path", "[jobs]")
{
    const test::TemporaryFolder folder;
    (void)folder.write("times.csv", "sx,sy,sz,rx,ry,rz,t\n1,2,3,4,5,x,1\n");
    NodeSettings settings;
    settings.data_folders = {folder.path()};
    Served node{settings};
    const auto refused = [&](const std::string& data, const net::Json& params = net::Json::object()) {
        return node.refusal("job.start", {{"job", "tomography"}, {"data", data}, {"params", params}});
    };
    CHECK_THAT(refused("times.csv"), ContainsSubstring("times.csv") && ContainsSubstring("2"));
    CHECK_THAT(refused("times.csv"), !ContainsSubstring(folder.path().string()));
    CHECK_THAT(refused("../times.csv"), ContainsSubstring("leads outside"));
    CHECK_THAT(refused("mine:1", {{"start", "/etc/passwd:x"}}), ContainsSubstring("V or gradient:V0,G"));
    CHECK_THAT(refused("mine:1", {{"iterations", 101}}), ContainsSubstring("max_iterations"));
    CHECK(node.call("job.list", net::Json::object())["jobs"].empty());
}

TEST_CASE("Jobs: what cannot be computed is refused before it begins", "[jobs]")
{
    Served node;
    const auto refused = [&](const net::Json& params) {
        return node.refusal("job.start", {{"job", "tomography"}, {"data", "mine:1"}, {"params", params}});
    };
    CHECK_THAT(refused({{"spacing", 1e300}}), ContainsSubstring("a mine's spacing divides 16 m"));
    CHECK_THAT(refused({{"spacing", 0.1}}), ContainsSubstring("max_tomography_nodes"));
    CHECK_THAT(refused({{"start", "gradient:"}}), ContainsSubstring("V or gradient:V0,G"));
    CHECK_THAT(refused({{"start", "2e"}}), ContainsSubstring("2e"));
    CHECK(node.call("job.list", net::Json::object())["jobs"].empty());
}

TEST_CASE("Jobs: a program cannot follow and repeat at once", "[jobs]")
{
    Served node;
    HeardProgress viewer;
    (void)node.call("job.start", small_mine, viewer.notices);
    (void)viewer.until(1);
    net::Json params = with(middle, "follow", true);
    params["repeat"] = true;
    CHECK_THROWS_WITH(node.start("slice", params, "tomography:1"), ContainsSubstring("'follow'"));
}

TEST_CASE("Jobs: a job that is stopped before its first slice is begun anew under its name", "[jobs]")
{
    Served node;
    HeardProgress first;
    const std::string name = "tomography:mine:3";
    std::thread opening{[&] { (void)node.refusal("dataset.open", {{"dataset", name}}, first.notices); }};
    while (node.call("job.list", net::Json::object())["jobs"].empty()) std::this_thread::yield();
    CHECK(node.refusal("job.stop", {{"job", "1"}}) == "");
    opening.join();
    const net::Json stopped = node.call("job.list", net::Json::object())["jobs"][0];
    CHECK(stopped["state"] == "stopped");
    (void)node.call("dataset.open", {{"dataset", name}});
    const net::Json jobs = node.call("job.list", net::Json::object())["jobs"];
    REQUIRE(jobs.size() == 1);
    CHECK(jobs[0]["job"] == "2");
}

TEST_CASE("Jobs: memory that an inversion needs is counted before it begins", "[jobs]")
{
    NodeSettings settings;
    settings.max_dataset_bytes = 1 << 16;
    Served node{settings};
    CHECK_THAT(node.refusal("job.start", small_mine), ContainsSubstring("max_dataset_bytes"));
}

TEST_CASE("start_program: a program without a dataset is refused", "[program]")
{
    Served node;
    CHECK_THROWS_WITH(node.start("particles", net::Json::object(), ""), ContainsSubstring("'dataset'"));
}
