#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>

#include "tests/fuzz/fuzz_targets.h"

using namespace farfield::fuzz;

namespace {
/// Every iteration has a seed of its own, so that a failing one can be run alone: --seed N --iterations 1.
void run_one(std::uint64_t seed)
{
    Mutator mutator(seed);
    try {
        fuzz_wire(mutator);
        fuzz_parts(mutator);
        fuzz_dial(mutator);
        fuzz_dis(mutator);
        fuzz_text(mutator);
        fuzz_sharing(mutator);
        fuzz_tile(mutator);
        fuzz_surface(mutator);
        fuzz_slice(mutator);
        fuzz_bundle(mutator);
        fuzz_pcap(mutator);
        fuzz_recording(mutator);
        fuzz_json_lines(mutator);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "seed %llu: %s\n", static_cast<unsigned long long>(seed), error.what());
        throw;
    }
}
}  // namespace

int main(int argc, char** argv)
{
    std::uint64_t seed = 1;
    std::uint64_t iterations = 10'000;
    double seconds = 0.0;
    CLI::App app("Feeds random bytes to the readers of farfield::net");
    app.add_option("--seed", seed, "Seed of the first iteration")->capture_default_str();
    app.add_option("--iterations", iterations, "How many")->capture_default_str();
    app.add_option("--seconds", seconds, "Go on for so long instead");
    CLI11_PARSE(app, argc, argv);

    const auto start = std::chrono::steady_clock::now();
    const auto goes_on = [&](std::uint64_t done) {
        if (seconds <= 0.0) return done < iterations;
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds;
    };
    std::uint64_t done = 0;
    try {
        for (; goes_on(done); ++done) run_one(seed + done);
    } catch (const std::exception&) {
        return 1;
    }
    std::printf("%llu iterations from seed %llu: nothing found\n", static_cast<unsigned long long>(done),
                static_cast<unsigned long long>(seed));
    return 0;
}
