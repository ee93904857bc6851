#pragma once

#include <string>
#include <vector>

namespace farfield::render {

/// A figure of the display suite: the median of several runs, with the least and the greatest value.
struct DisplayFigure {
    std::string name;  ///< "display.particles.10000", with ".bare" and ".over_bare" beside it
    std::string unit;  ///< "frames/s" or "ratio"
    double median = 0.0;
    double min = 0.0;
    double max = 0.0;
    int runs = 0;
};

struct DisplayBenchmarkSettings {
    std::vector<std::size_t> particle_counts{10'000, 100'000, 1'000'000};
    int runs = 7;                  ///< runs, each of both sides
    double seconds_per_run = 0.6;  ///< least time of each side in a run, which has at least 3 frames of each
};

struct DisplayBenchmarkResult {
    std::string renderer;   ///< GL_RENDERER
    std::string slot_path;  ///< FrameSlots::path()
    std::vector<DisplayFigure> figures;
};

/// Measures frames drawn per second, headless, 1280 x 720, of particles as the viewer draws them (big-endian
/// frames in FrameSlots, the next slot for each frame, a fence after it) and of a bare OpenGL loop that draws
/// the same points in the same look from native floats in a vertex buffer. Each frame is waited for. In a run
/// both take turns frame by frame, and a ratio is that of one run. Makes a context of its own and
/// leaves none current. Throws std::runtime_error when there is no OpenGL.
[[nodiscard]] DisplayBenchmarkResult run_display_benchmark(const DisplayBenchmarkSettings& settings = {});

}  // namespace farfield::render
