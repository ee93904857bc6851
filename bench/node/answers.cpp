// Time that a viewer waits for a surface or slice that it moved: from the call to the client's last byte.
#include "bench/node/loopback_session.h"
#include "bench/node/suites.h"
#include "compute_node/support/elapsed_time.h"
#include "model/programs/slice.h"
#include "model/programs/surface.h"

#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

namespace farfield::node {

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* answer_dataset = "analytic:cell:256";
constexpr int answer_runs = 21;
constexpr int answers_a_run = 40;
constexpr std::size_t surface_parts = 8;
constexpr std::uint64_t surface_slot_bytes = 8 << 20;
constexpr std::uint32_t slice_pixels = 512;

/// Isovalue near that of bench volume's surfaces, another one with each answer.
net::Json moved_value(int answer)
{
    return {{"values", {0.8 + 0.0005 * answer}}};
}

/// Takes the frames of one answer; returns its level.
std::uint32_t take_surface(LoopbackSession& session)
{
    while (true) {
        const auto preamble = model::decode_surface_preamble(session.next_frame());
        if (!preamble) throw std::runtime_error("bench volume: a frame is no surface");
        if (preamble->part + 1 == preamble->parts) return preamble->level;
    }
}

void bench_surface_answers(const LoopbackNode& node, model::Suite& suite)
{
    net::ProgramStart start;
    start.program = "isosurface";
    start.dataset = answer_dataset;
    start.policy = net::Policy::Every;
    start.slot_bytes = surface_slot_bytes;
    start.params = moved_value(0);
    start.params["parts"] = surface_parts;
    LoopbackSession session{node, start, surface_parts};
    while (take_surface(session) != 0) {
    }
    std::vector<double> coarse, whole;
    for (int run = 1; run <= answer_runs; ++run) {
        const auto begin = Clock::now();
        session.update(moved_value(run));
        std::uint32_t level = take_surface(session);
        coarse.push_back(milliseconds_since(begin));
        while (level != 0) level = take_surface(session);
        whole.push_back(milliseconds_since(begin));
    }
    suite.figures.push_back(model::figure_of("volume.answer.256", "ms", whole));
    suite.figures.push_back(model::figure_of("volume.answer.256.coarse", "ms", coarse));
}

/// Plane that is dragged along its normal, to and fro.
net::Json dragged_plane(int answer)
{
    const double at = 2.5 + 0.01 * (answer % 100);
    return {{"planes", {{{"origin", {at, at, at}}, {"normal", {0.3, 0.5, 0.8}}}}}};
}

void bench_slice_answers(const LoopbackNode& node, model::Suite& suite)
{
    net::ProgramStart start;
    start.program = "slice";
    start.dataset = answer_dataset;
    start.policy = net::Policy::Every;
    start.slot_bytes = model::slice_payload_bytes(std::uint64_t{slice_pixels} * slice_pixels);
    start.params = dragged_plane(0);
    start.params["size"] = {slice_pixels, slice_pixels};
    start.params["coarse_first"] = false;
    LoopbackSession session{node, start, 1};
    static_cast<void>(session.next_frame());
    std::vector<double> rates;
    for (int run = 0; run < answer_runs; ++run) {
        const auto begin = Clock::now();
        for (int answer = 0; answer < answers_a_run; ++answer) {
            session.update(dragged_plane(answers_a_run * run + answer));
            static_cast<void>(session.next_frame());
        }
        rates.push_back(1000.0 * answers_a_run / milliseconds_since(begin));
    }
    suite.figures.push_back(model::figure_of("volume.answer.slice.512", "1/s", rates));
}

}  // namespace

void bench_answers(model::Suite& suite, const std::string& only)
{
    const auto is_asked = [&](const std::string& name) {
        return only.starts_with(name) || name.starts_with(only);
    };
    const bool surfaces = is_asked("volume.answer.256"), slices = is_asked("volume.answer.slice.512");
    if (!surfaces && !slices) return;
    const LoopbackNode node;
    if (surfaces) bench_surface_answers(node, suite);
    if (slices) bench_slice_answers(node, suite);
}

}  // namespace farfield::node
