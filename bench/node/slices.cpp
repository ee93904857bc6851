// Time that a slice takes, from the call to the last byte of its payload.
#include "bench/node/suites.h"
#include "compute_node/datasets/dataset.h"
#include "compute_node/node/datasets/whole_dataset.h"
#include "compute_node/node/programs/planes/slice.h"
#include "compute_node/support/parallel.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace farfield::node {

namespace {

constexpr int slice_runs = 21;
constexpr std::uint32_t slice_side = 512;

/// Milliseconds of each run.
std::vector<double> slice_times(const std::shared_ptr<const compute::OpenDataset>& dataset,
                                const net::Json& plane, int threads)
{
    net::ProgramStart start;
    start.slot_bytes = model::slice_payload_bytes(std::uint64_t{slice_side} * slice_side);
    start.params = {{"planes", {plane}}, {"size", {slice_side, slice_side}}, {"coarse_first", false}};
    SliceProgram program{dataset, start, threads};
    std::vector<std::byte> memory(start.slot_bytes + 64);
    void* aligned = memory.data();
    std::size_t room = memory.size();
    const std::span<std::byte> buffer{
        static_cast<std::byte*>(std::align(64, start.slot_bytes, aligned, room)), start.slot_bytes};
    std::vector<double> milliseconds;
    for (int run = 0; run <= slice_runs; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        program.update({{"coarse_first", false}});
        net::Made made;
        if (!std::holds_alternative<net::Frames>(program.make({&buffer, 1}, {&made, 1})))
            throw std::logic_error("a slice that was asked for was not made");
        if (run > 0)  // the first takes memory and wakes threads
            milliseconds.push_back(
                std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    return milliseconds;
}

}  // namespace

void bench_slices(model::Suite& suite, const std::string& only)
{
    const net::Json oblique{{"origin", {3.0, 3.0, 3.0}}, {"normal", {0.3, 0.5, 0.8}}};
    const net::Json across{{"axis", "z"}, {"position", 3.0}};
    for (const int nodes : {128, 256}) {
        std::shared_ptr<const compute::OpenDataset> dataset;
        for (const auto& [kind, plane] : {std::pair{"oblique", oblique}, std::pair{"axis", across}}) {
            const std::string name = fmt::format("volume.slice.{}.{}.512x512", kind, nodes);
            if (!only.starts_with(name) && !name.starts_with(only)) continue;
            if (dataset == nullptr)
                dataset = std::make_shared<WholeDataset>(
                    compute::TimeSeries{compute::open_analytic(fmt::format("analytic:cell:{}", nodes))});
            for (const int threads : std::set{1, thread_count(0)})
                suite.figures.push_back(model::figure_of(fmt::format("{}.threads{}", name, threads), "ms",
                                                         slice_times(dataset, plane, threads)));
        }
    }
}

}  // namespace farfield::node
