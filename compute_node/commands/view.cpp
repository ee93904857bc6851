#include "bench/node/suite_document.h"
#include "compute_node/commands/commands.h"
#include "compute_node/commands/options/curvature_option.h"
#include "compute_node/commands/options/number_list.h"
#include "compute_node/commands/options/one_process.h"
#include "compute_node/commands/options/out_option.h"
#include "compute_node/commands/options/terrain_option.h"
#include "compute_node/commands/options/validators.h"
#include "compute_node/commands/reports/build_progress.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/terrain/gdal/raster_files.h"
#include "compute_node/terrain/posed_view.h"
#include "compute_node/terrain/view_shading.h"
#include "net/transport/stop_signals.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace farfield::node {

namespace {

struct ViewOptions {
    TerrainOption terrain;
    model::Pose pose;
    bool above_ground = false;
    terrain::ViewSize size;
    std::string out;
    CurvatureOption earth;
    double detail_pixels = 0.0;
    glm::dvec2 sun{315.0, 45.0};
    double haze_metres = 0.0;
    int repeat = 1;
    int threads = 0;
    bool json = false;
};

bool is_png(const std::string& name)
{
    return ending_of(name) == ".png";
}

/// The pose, with the eye lifted by the ground below it where its height counts from that.
model::Pose placed(const ViewOptions& options, const terrain::Terrain& terrain)
{
    model::Pose pose = options.pose;
    const double ground = terrain.height_at(glm::dvec2{model::vec_of(pose.eye)});
    if (options.above_ground) {
        if (std::isnan(ground))
            throw std::runtime_error(fmt::format("--above-ground: at {:g}, {:g} the terrain has no height",
                                                 pose.eye[0], pose.eye[1]));
        pose.eye[2] += ground;
    }
    if (pose.eye[2] < ground)
        throw std::runtime_error(
            fmt::format("--eye: {:g} m is {:g} m below the ground, which is at {:g} m there", pose.eye[2],
                        ground - pose.eye[2], ground));
    return pose;
}

struct Picture {
    std::vector<float> range, elevation;
};

double seconds_since(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Casts the view; returns each run's seconds. Once `cancelled` is true, it ends soon with a partial picture.
std::vector<double> cast(const terrain::Terrain& terrain, const terrain::ViewRays& rays,
                         const ViewOptions& options, Picture& picture, const std::atomic<bool>& cancelled)
{
    const std::size_t pixels = static_cast<std::size_t>(rays.width) * static_cast<std::size_t>(rays.height);
    picture.range.resize(pixels);
    picture.elevation.resize(pixels);
    std::vector<double> seconds;
    for (int run = 0; run < options.repeat && !cancelled; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        terrain::cast_view(terrain.blocks, rays, {picture.range, picture.elevation}, options.threads,
                           &cancelled);
        seconds.push_back(seconds_since(begin));
    }
    return seconds;
}

void write(const terrain::Terrain& terrain, const terrain::ViewRays& rays, const ViewOptions& options,
           const Picture& picture)
{
    if (!is_png(options.out)) {
        terrain::write_float_tiff(options.out, rays.width, rays.height,
                                  {{"range", "m", picture.range}, {"elevation", "m", picture.elevation}});
        return;
    }
    const terrain::ViewShading shading{.sun_azimuth_degrees = options.sun.x,
                                       .sun_elevation_degrees = options.sun.y,
                                       .lowest = terrain.blocks.lowest,
                                       .highest = terrain.blocks.highest,
                                       .haze_metres = options.haze_metres};
    std::vector<std::uint8_t> rgb(3 * picture.range.size());
    terrain::shade_view(rays, picture.range, picture.elevation, shading, rgb);
    terrain::write_png(options.out, rays.width, rays.height, rgb);
}

void report(const ViewOptions& options, double load_seconds, const std::vector<double>& seconds)
{
    const int threads = options.threads > 0 ? options.threads : omp_get_max_threads();
    const std::string name =
        fmt::format("view.{}x{}.threads{}", options.size.width, options.size.height, threads);
    std::vector<double> mega_rays(seconds.size());
    const double rays = 1e-6 * options.size.width * options.size.height;
    std::ranges::transform(seconds, mega_rays.begin(), [&](double s) { return rays / s; });
    const model::Suite suite{.name = "view",
                             .figures = {model::figure_of("view.load", "s", std::vector{load_seconds}),
                                         model::figure_of(name, "s", seconds),
                                         model::figure_of(name + ".rays", "Mrays/s", mega_rays)},
                             .notes = {}};
    if (options.json)
        fmt::print("{}\n", suite_document(suite).dump(2));
    else if (options.repeat > 1)
        fmt::print("{}", model::suite_text(suite));
}

int run(const ViewOptions& options)
{
    std::atomic<bool> cancelled{false};
    net::StopSignals signals;
    signals.call([&] { cancelled = true; });
    check_ending(options.out, {".tif", ".png"});
    const auto begin = std::chrono::steady_clock::now();
    BuildProgress progress;
    const terrain::Terrain terrain =
        load_terrain_for(options.out, options.terrain, {progress.shown(), &cancelled});
    progress.end();
    const double load_seconds = seconds_since(begin);
    for (const std::string& note : terrain.info.notes) fmt::print(stderr, "farfield-node: {}\n", note);
    terrain::ViewRays rays = terrain::view_rays(terrain, placed(options, terrain), options.size);
    rays.curvature = options.earth.curvature();
    rays.detail_pixels = options.detail_pixels;
    Picture picture;
    const std::vector<double> seconds = cast(terrain, rays, options, picture, cancelled);
    if (cancelled) throw interrupted(options.out);
    terrain.verify_intact();
    write(terrain, rays, options, picture);
    report(options, load_seconds, seconds);
    return 0;
}

/// Makes the checks that need no terrain.
void check_usage(const ViewOptions& options)
{
    try {
        terrain::check_view(options.pose, options.size);
    } catch (const std::invalid_argument& error) {
        throw CLI::ValidationError(fmt::format("--{}", error.what()));
    }
}

void add_eye(CLI::App& command, ViewOptions& options)
{
    add_numbers<3>(command, "--eye", "E,N,H",
                   "Where the eye is: east, north and height in metres, or longitude, latitude and height",
                   [&options](const auto& n) {
                       options.pose.eye = {n[0], n[1], n[2]};
                   })
        ->required();
    command.add_flag("--above-ground", options.above_ground, "The eye's height is above the ground below it");
    command.add_option("--heading", options.pose.heading, "Degrees clockwise from north")
        ->capture_default_str();
    command.add_option("--pitch", options.pose.pitch, "Degrees above the horizon")->capture_default_str();
    command.add_option("--roll", options.pose.roll, "Degrees clockwise")->capture_default_str();
    command.add_option("--hfov", options.pose.hfov, "Degrees from the left edge to the right one")
        ->capture_default_str();
}

}  // namespace

void add_view_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<ViewOptions>();
    CLI::App* command = program.add_subcommand("view", "Casts the view of a terrain from a point");
    add_eye(*command, *options);
    add_size(*command, options->size.width, options->size.height);
    command
        ->add_option("--out", options->out,
                     "File to write: .tif, two bands of floats, range and elevation in metres (NaN for sky), "
                     "or .png, a shaded picture")
        ->required();
    add_curvature_options(*command, options->earth);
    command
        ->add_option("--detail", options->detail_pixels,
                     "Ground smaller than so many pixels is taken for a box: faster; 0 is exact")
        ->check(at_least(0))
        ->capture_default_str();
    add_numbers<2>(*command, "--sun", "AZIMUTH,ELEVATION", "Of a .png: where the light comes from, degrees",
                   [raw = options.get()](const auto& n) {
                       raw->sun = {n[0], n[1]};
                   });
    command
        ->add_option("--haze", options->haze_metres,
                     "Of a .png: the distance at which haze hides two thirds of the ground; 0 is clear air")
        ->check(at_least(0));
    add_terrain_options(*command, options->terrain);
    command->add_option("--repeat", options->repeat, "Casts the view so often, and prints the times")
        ->check(CLI::Range(1, 1000000))
        ->capture_default_str();
    command->add_option("--threads", options->threads, "0 takes as many as there are cores")
        ->check(thread_number())
        ->capture_default_str();
    command->add_flag("--json", options->json, "Times as one JSON document");
    command->footer("Example: farfield-node view N46E008.hgt --eye 8.0,46.5,4000 --heading 90 --pitch -10 "
                    "--size 1920x1080 --out alps.png");
    command->callback([options, &action] {
        expect_one_process("view");
        check_usage(*options);
        action = [options] { return run(*options); };
    });
}

}  // namespace farfield::node
