#include <chrono>
#include <deque>
#include <numeric>
#include <vector>

#include "app/own_node/own_node.h"
#include "bench/link/particle_viewer.h"
#include "bench/link/suites.h"

namespace farfield::app {
namespace {

using Clock = ParticleViewer::Clock;

constexpr int runs = 7;
constexpr std::size_t sessions = 8;
constexpr std::chrono::milliseconds warm_up{300}, measured{1000};

/// Frames of each of the first `count` viewers, measured at the same time.
std::vector<double> frames_of(std::deque<ParticleViewer>& viewers, std::size_t count)
{
    std::vector<ParticleViewer*> running;
    for (std::size_t i = 0; i < count; ++i) running.push_back(&viewers[i]);
    for (ParticleViewer* viewer : running) viewer->start();
    const auto begin = Clock::now() + warm_up;
    run_at_once(running, begin, begin + measured);
    std::vector<double> frames;
    for (ParticleViewer* viewer : running) {
        viewer->stop();
        frames.push_back(viewer->frames());
    }
    return frames;
}

double sum_of(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Fairness: 1 when all values are equal, 1 / n when one of n has all. Source: Jain, Chiu, Hawe, "A
/// Quantitative Measure of Fairness and Discrimination", DEC-TR-301, 1984.
double jain_index(const std::vector<double>& values)
{
    const double squares = std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
    return sum_of(values) * sum_of(values) / (static_cast<double>(values.size()) * squares);
}

}  // namespace

model::Suite run_turns_suite()
{
    const OwnNode node({});
    std::deque<ParticleViewer> viewers;
    for (std::size_t i = 0; i < sessions; ++i) viewers.emplace_back(node.client_settings());
    std::vector<double> alone, together, fairness;
    for (int run = 0; run < runs; ++run) {
        alone.push_back(sum_of(frames_of(viewers, 1)));
        const auto frames = frames_of(viewers, sessions);
        together.push_back(sum_of(frames));
        fairness.push_back(jain_index(frames));
    }
    model::Suite result;
    result.name = "turns";
    result.figures = {model::figure_of("turns.jain.8", "index", fairness),
                      model::figure_of("turns.total_8_over_1", "ratio", model::ratios(together, alone)),
                      model::figure_of("turns.total_8", "frames/s", together),
                      model::figure_of("turns.alone", "frames/s", alone)};
    return result;
}

}  // namespace farfield::app
