#include "compute_node/terrain/sight/viewshed.h"
#include "compute_node/commands/commands.h"
#include "compute_node/commands/options/curvature_option.h"
#include "compute_node/commands/options/number_list.h"
#include "compute_node/commands/options/one_process.h"
#include "compute_node/commands/options/out_option.h"
#include "compute_node/commands/options/terrain_option.h"
#include "compute_node/commands/options/validators.h"
#include "compute_node/commands/reports/build_progress.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/support/large_pages.h"
#include "compute_node/terrain/gdal/gdal_geotiff.h"
#include "compute_node/terrain/sight/ground_point.h"
#include "model/files/atomic_file.h"
#include "net/transport/stop_signals.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <glm/common.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace farfield::node {

namespace {

struct ViewshedOptions {
    TerrainOption terrain;
    std::array<double, 3> observer{};
    std::array<double, 2> sectors{0.0, 360.0};
    std::string out;
    double target_metres = 0.0;
    double radius_metres = std::numeric_limits<double>::infinity();
    bool absolute = false;
    CurvatureOption earth;
    int threads = 0;
    bool json = false;
};

/// A watch that gives the seconds since its begin, or since the question before.
class Stopwatch {
public:
    double lap()
    {
        const Clock::time_point now = Clock::now(), before = last_;
        last_ = now;
        return std::chrono::duration<double>(now - before).count();
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point last_ = Clock::now();
};

struct Seconds {
    double loading = 0.0, computing = 0.0, writing = 0.0;
};

/// A file to be written whole; whether this is possible is known before any work is done.
class OutputFile {
public:
    explicit OutputFile(const std::filesystem::path& name)
        : file_{name}, out_{std::fopen(file_.part().c_str(), "wb"), &std::fclose}
    {
        if (out_ == nullptr) fail();
    }

    void write(std::span<const std::byte> bytes)
    {
        if (std::fwrite(bytes.data(), 1, bytes.size(), out_.get()) != bytes.size()) fail();
        if (std::fclose(out_.release()) != 0) fail();
        file_.keep();
    }

private:
    [[noreturn]] void fail() const
    {
        throw std::runtime_error(fmt::format("cannot write '{}': {}", file_.name().string(),
                                             std::generic_category().message(errno)));
    }

    AtomicFile file_;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> out_;
};

[[noreturn]] void fail_off_map(const ViewshedOptions& options, const terrain::Terrain& terrain)
{
    const glm::dvec2 last{static_cast<double>(terrain.blocks.columns - 1),
                          static_cast<double>(terrain.blocks.rows - 1)};
    const glm::dvec2 begin = terrain.info.frame.coordinates_of({0.0, 0.0});
    const glm::dvec2 end = terrain.info.frame.coordinates_of(last);
    const glm::dvec2 low = glm::min(begin, end), high = glm::max(begin, end);
    throw std::runtime_error(
        fmt::format("the observer at {:.10g},{:.10g} is off the map: expected x from {:.10g} to {:.10g}, y "
                    "from {:.10g} to {:.10g}",
                    options.observer[0], options.observer[1], low.x, high.x, low.y, high.y));
}

[[noreturn]] void fail_without_posts(const terrain::ViewshedSettings& settings)
{
    const glm::dvec2 metres = glm::abs(settings.post_metres);
    throw std::runtime_error(fmt::format("no post with a height is within --radius and --sectors of the "
                                         "observer: posts are {:g} x {:g} m apart",
                                         metres.x, metres.y));
}

/// Position of the eye in columns, rows and metres.
glm::dvec3 eye_of(const ViewshedOptions& options, const terrain::Terrain& terrain)
{
    const auto [x, y, height] = options.observer;
    const auto ground_point = terrain::ground_point_at(terrain.blocks, terrain.info.frame.post_at({x, y}));
    if (!ground_point) fail_off_map(options, terrain);
    const auto& [post, ground] = *ground_point;
    if (std::isnan(ground))
        throw std::runtime_error(fmt::format(
            "the observer at {:.10g},{:.10g} is in a hole: the terrain has no height there", x, y));
    const double eye = options.absolute ? height : ground + height;
    if (eye < ground)
        throw std::runtime_error(fmt::format("the observer at {:.10g},{:.10g} is under ground: its eye is at "
                                             "{:.10g} m, the ground at {:.10g} m",
                                             x, y, eye, ground));
    return {post, eye};
}

void report(const ViewshedOptions& options, const terrain::ViewshedCounts& counts, const glm::dvec3& eye,
            const Seconds& seconds)
{
    if (!options.json) {
        fmt::print("{}: {} of {} posts are visible\n", options.out, counts.visible, counts.posts);
        return;
    }
    const nlohmann::json document{
        {"file", options.out},
        {"observer", {options.observer[0], options.observer[1], eye.z}},
        {"posts", counts.posts},
        {"visible", counts.visible},
        {"seconds",
         {{"loading", seconds.loading}, {"computing", seconds.computing}, {"writing", seconds.writing}}}};
    fmt::print("{}\n", document.dump(2));
}

int run(const ViewshedOptions& options)
{
    std::atomic<bool> cancelled{false};
    net::StopSignals signals;
    signals.call([&] { cancelled = true; });
    Seconds seconds;
    Stopwatch watch;
    check_ending(options.out, {".tif"});
    OutputFile out{options.out};
    BuildProgress progress;
    const terrain::Terrain terrain =
        load_terrain_for(options.out, options.terrain, {progress.shown(), &cancelled});
    progress.end();
    seconds.loading = watch.lap();
    terrain::ViewshedSettings settings{
        .eye = eye_of(options, terrain),
        .target_metres = options.target_metres,
        .curvature = options.earth.curvature(),
        .post_metres = terrain.info.frame.post_metres_at({options.observer[0], options.observer[1]}),
        .radius_metres = options.radius_metres,
        .from_degrees = options.sectors[0],
        .to_degrees = options.sectors[1]};
    watch.lap();
    const terrain::PostWindow window = terrain::whole_window(terrain.blocks);
    const auto memory = std::make_unique_for_overwrite<std::uint8_t[]>(window.posts());
    const std::span image{memory.get(), window.posts()};
    fill_in_large_pages(std::as_writable_bytes(image));
    const terrain::ViewshedCounts counts =
        terrain::compute_viewshed(terrain.blocks, settings, {window, image}, options.threads, &cancelled);
    seconds.computing = watch.lap();
    if (cancelled) throw interrupted(options.out);
    terrain.verify_intact();
    if (counts.posts == 0) fail_without_posts(settings);
    out.write(terrain::geotiff_of(terrain.info.frame, window, image, terrain::post_without_height));
    seconds.writing = watch.lap();
    report(options, counts, settings.eye, seconds);
    return 0;
}

void add_sight_options(CLI::App& command, ViewshedOptions& options)
{
    add_numbers<3>(command, "--observer", "X,Y,H",
                   "Coordinates of the terrain, and metres above the ground there",
                   [&options](const auto& numbers) { options.observer = numbers; })
        ->required();
    command.add_flag("--absolute", options.absolute, "H is a height like the terrain's own");
    command
        .add_option("--target-height", options.target_metres, "Metres of what is to be seen above each post")
        ->check(at_least(0.0))
        ->capture_default_str();
    command
        .add_option("--radius", options.radius_metres,
                    "Metres from the observer, on the level; all otherwise")
        ->check(more_than(0.0));
    add_numbers<2>(command, "--sectors", "FROM,TO",
                   "Degrees clockwise from north, also across it; all otherwise",
                   [&options](const auto& numbers) {
                       if (numbers[0] == numbers[1])
                           throw CLI::ValidationError("--sectors", "expected two azimuths that differ");
                       options.sectors = numbers;
                   });
    add_curvature_options(command, options.earth);
}

}  // namespace

void add_viewshed_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<ViewshedOptions>();
    CLI::App* command =
        program.add_subcommand("viewshed", "Writes which posts of a terrain are seen from one place");
    command
        ->add_option("--out", options->out,
                     "GeoTIFF to write: 255 visible, 0 not, 127 (no data) where there is no height")
        ->required();
    add_sight_options(*command, *options);
    add_terrain_options(*command, options->terrain);
    command->add_option("--threads", options->threads, "0 takes as many as there are cores")
        ->check(thread_number())
        ->capture_default_str();
    command->add_flag("--json", options->json, "One JSON document, with how long it took");
    command->footer(
        "Example: farfield-node viewshed SainteHelens.dem --observer 562000,5116000,2 --radius 5000 "
        "--out seen.tif");
    command->callback([options, &action] {
        expect_one_process("viewshed");
        action = [options] { return run(*options); };
    });
}

}  // namespace farfield::node
