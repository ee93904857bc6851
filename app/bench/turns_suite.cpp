#include <chrono>
#include <deque>
#include <numeric>
#include <thread>
#include <vector>

#include "app/bench/client_stream.h"
#include "app/bench/suites.h"
#include "app/own_node/own_node.h"
#include "app/show/frames/plain_ring.h"
#include "model/programs/particle_frame.h"
#include "model/programs/particle_params.h"

namespace farfield::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int runs = 7;
constexpr std::size_t sessions = 8, slots = 4;
constexpr std::chrono::milliseconds warm_up{300}, measured{1000};

/// 32,768 particles that nothing ends, in a field that every compute node has.
net::ProgramStart particles()
{
    model::ParticleParams params;
    params.rakes = {model::Rake{.shape = model::BoxRake{.lo = {0.02, 0.03, 0.05},
                                                        .hi = {6.24, 6.25, 6.27},
                                                        .fill = model::BoxLattice{32, 32, 32}}}};
    params.step = 0.01;
    params.max_age_frames = 1'000'000;
    net::ProgramStart start;
    start.dataset = "analytic:cell:128";
    start.slot_bytes =
        model::particle_preamble_bytes + params.rakes.front().particles() * model::particle_bytes;
    start.params = model::write(params);
    return start;
}

/// A session with a stream of particles, which is taken in as fast as it comes.
class Viewer {
public:
    explicit Viewer(const net::ClientSettings& node) : ring_(slots, particles().slot_bytes), stream_(node) {}

    /// Frames that come in the measured time.
    void run(Clock::time_point begin)
    {
        stream_.start(model::write(particles()), ring_.ring());
        while (Clock::now() < begin) stream_.receive(1);
        frames_ = 0;
        for (; Clock::now() < begin + measured; ++frames_) stream_.receive(1);
        stream_.stop();
        while (ring_.ring().take_next()) ring_.ring().release_oldest(1);
    }
    [[nodiscard]] double frames() const noexcept { return frames_; }

private:
    PlainRing ring_;
    ClientStream stream_;
    double frames_ = 0;
};

/// The frames of the first so many viewers, at the same time.
std::vector<double> frames_of(std::deque<Viewer>& viewers, std::size_t count)
{
    const auto begin = Clock::now() + warm_up;
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < count; ++i)
        threads.emplace_back([&viewers, i, begin] { viewers[i].run(begin); });
    for (std::thread& thread : threads) thread.join();
    std::vector<double> frames;
    for (std::size_t i = 0; i < count; ++i) frames.push_back(viewers[i].frames());
    return frames;
}

double sum_of(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

/// 1: all have the same; 1 / n: one of n has all. Source: Jain, Chiu, Hawe, "A Quantitative Measure of
/// Fairness and Discrimination", DEC-TR-301, 1984.
double jain_index(const std::vector<double>& values)
{
    const double squares = std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
    return sum_of(values) * sum_of(values) / (static_cast<double>(values.size()) * squares);
}

}  // namespace

model::Suite run_turns_suite()
{
    const OwnNode node({});
    std::deque<Viewer> viewers;
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
