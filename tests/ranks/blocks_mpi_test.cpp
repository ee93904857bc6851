// Fields in blocks, one a rank.
#include "compute_node/datasets/time_series.h"
#include "compute_node/lines/line_kernel.h"
#include "tests/catch.h"
#include "tests/compute_node/readers/netcdf/netcdf_series.h"
#include "tests/ranks/rank_jobs.h"
#include "tests/temporary_folder.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// In and about the domain of the cell flow.
LineSeeds seeds_in_cell(std::size_t count)
{
    LineSeeds all;
    for (std::size_t i = 0; i < count; ++i) {
        const float part = (static_cast<float>(i) + 0.37F) / static_cast<float>(count);
        all.add(
            {6.4F * part, 6.4F * std::fmod(7.3F * part, 1.0F), 6.4F * std::fmod(31.7F * part, 1.0F), 0.0F});
    }
    return all;
}

FieldSource in_blocks(const DatasetFiles& files)
{
    return block_root().source(block_root().open(files, {}).field, 1);
}

}  // namespace

TEST_CASE("BlockRoot: lines that travel between ranks have the bits of the whole field", "[ranks]")
{
    const std::vector<std::string> name{"analytic:cell:24"};
    const auto whole = open_analytic(name.front()).field();
    const FieldSource cut = in_blocks(files_named(name));
    CHECK(cut.field->nodes().size() < whole->nodes().size());
    LineSettings settings;
    settings.integrator = GENERATE(Integrator::Rk4, Integrator::Dopri5);
    settings.backward = GENERATE(false, true);
    settings.max_steps = 300;
    for (const int threads : {1, 2}) {
        Delivered one, all;
        LineTracer{whole, settings, 1}.trace(seeds_in_cell(3000), one.sink());
        LineTracer{cut, settings, threads}.trace(seeds_in_cell(3000), all.sink());
        check_same(one, all);
    }
}

TEST_CASE("BlockRoot: pathlines through blocks of files in time order have the bits of the whole", "[ranks]")
{
    const TemporaryFolder folder;
    const auto names = write_pulsing_series(folder.path(), 20, 4);
    const auto whole = open_series(names).field();
    LineSettings settings;
    settings.step_unit = GENERATE(StepUnit::Time, StepUnit::CellFraction);
    settings.step = 0.05;
    settings.backward = GENERATE(false, true);
    LineSeeds some = seeds_in_cell(2000);
    for (std::size_t i = 0; i < some.size(); ++i) some.t[i] = 0.0008F * static_cast<float>(i);
    Delivered one, all;
    LineTracer{whole, settings, 1}.trace(some, one.sink());
    LineTracer{in_blocks(files_named(names)), settings, 2}.trace(some, all.sink());
    check_same(one, all);
}

TEST_CASE("BlockRoot: ranges and the suggested step are those of the whole field", "[ranks]")
{
    const TemporaryFolder folder;
    const auto names = write_pulsing_series(folder.path(), 20, 4);
    const FieldInfo whole = open_series(names).field()->info();
    const BlockRoot::Opened opened = block_root().open(files_named(names), {});
    for (const auto& field : {opened.field->first, opened.coarse}) {
        CHECK(field->info().scalar_min == whole.scalar_min);
        CHECK(field->info().scalar_max == whole.scalar_max);
        CHECK(field->info().max_speed == whole.max_speed);
        CHECK(field->info().suggested_step == whole.suggested_step);
    }
    CHECK(opened.coarse->nodes().size() == 20 * 20 * 20);
    CHECK(opened.dataset.time_steps == 4);
}

TEST_CASE("BlockRoot: jobs that are broken off or run side by side do not disturb each other", "[ranks]")
{
    const auto whole = open_analytic("analytic:cell:24").field();
    const auto blocks = block_root().open({"analytic:cell:24", {}}, {}).field;
    const auto refuse = [](const LineBlock&, const TraceProgress&) {
        throw std::runtime_error("the disk is full");
    };
    Delivered one;
    LineTracer{whole, LineSettings{}, 1}.trace(seeds_in_cell(2000), one.sink());
    std::vector<Delivered> each(3);
    std::vector<std::thread> threads;
    for (Delivered& delivered : each) {
        const LineTracer tracer{block_root().source(blocks, 1), LineSettings{}, 1};
        CHECK_THROWS_WITH(tracer.trace(seeds_in_cell(3000), refuse), "the disk is full");
        threads.emplace_back([tracer, &delivered] { tracer.trace(seeds_in_cell(2000), delivered.sink()); });
    }
    for (std::thread& thread : threads) thread.join();
    for (const Delivered& delivered : each) check_same(one, delivered);
}

TEST_CASE("BlockRoot: a cancelled job ends, though lines in another block do not", "[ranks]")
{
    LineSettings endless;
    endless.max_steps = max_line_steps;
    endless.keep_points = false;
    const LineTracer tracer{in_blocks({"analytic:cell:24", {}}), endless, 1};
    const glm::vec4 beside_first_block{-9, -9, -9, 0}, in_last_block{5.5F, 4.5F, 5.0F, 0.0F};
    LineSeeds seeds;
    for (std::size_t i = 0; i < 5000; ++i) seeds.add(i < block_lines ? beside_first_block : in_last_block);
    CHECK(delivered_after_cancelling(tracer, seeds) == 0);
}

TEST_CASE("BlockRoot: what cannot be cut is an error, and the next dataset is opened", "[ranks]")
{
    CHECK_THROWS(in_blocks(files_named({"no-such-file.nc"})));
    CHECK_THROWS(in_blocks({"analytic:cell", {}}));
    CHECK(in_blocks({"analytic:cell:8", {}}).field != nullptr);
}
