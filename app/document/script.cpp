#include "app/document/script.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

#include "app/document/script_colour_map.h"
#include "app/document/script_lines.h"
#include "app/document/script_rakes.h"
#include "app/document/script_table.h"
#include "app/document/script_terrain.h"
#include "app/show/frame_to_scene.h"

namespace farfield::app {
namespace {

constexpr double max_number = 1e30;               // beyond it binary32 arithmetic on the node overflows
constexpr std::uint64_t max_frames = 10'000'000;  // what a report can hold
constexpr std::uintmax_t max_script_bytes = 1 << 20;
constexpr std::size_t max_dots = 200;
constexpr std::uint64_t max_trail_frames = 1000;     // each takes a slot of the ring
constexpr std::uint64_t max_picture_pixels = 16384;  // a side; what OpenGL drivers commonly allow

void read_particles(ScriptTable& root, const std::filesystem::path& folder, Script& script)
{
    if (auto table = root.table("particles")) {
        auto& particles = script.particles;
        particles.step = table->number("step", -max_number, max_number);
        if (particles.step == 0.0) table->fail_at("step", "'step' must not be 0");
        set(particles.steps_per_frame, table->count("steps_per_frame", 1, model::max_steps_per_frame));
        set(script.max_age_frames, table->count("max_age_frames", 1, model::max_max_age_frames));
        particles.scalar = table->text("scalar");
        set(particles.developed, table->truth("developed"));
        set(particles.time.start, table->number("start_time", -max_number, max_number));
        set(particles.time.loop, table->truth("loop_time"));
        table->finish();
    }
    set(script.particles.rakes, read_rakes(root, folder));
}

void read_show(ScriptTable& table, ScriptView& view)
{
    set(view.particles.drawn, table.truth("particles"));
    set(view.lines.drawn, table.truth("lines"));
    set(view.show.outline, table.truth("outline"));
    set(view.show.axes, table.truth("axes"));
    set(view.show.legend, table.truth("legend"));
    set(view.show.rakes, table.truth("rakes"));
}

std::optional<render::ScalarRange> read_range(ScriptTable& view)
{
    const auto range = view.numbers("range", 2);
    if (!range) return std::nullopt;
    if ((*range)[0] >= (*range)[1]) view.fail_at("range", "'range' must be [low, high] with low below high");
    return render::ScalarRange{static_cast<float>((*range)[0]), static_cast<float>((*range)[1])};
}

void read_view(ScriptTable& root, ScriptView& view)
{
    auto table = root.table("view");
    if (!table) return;
    view.colour_map = read_colour_map(*table).value_or(view.colour_map);
    view.range = read_range(*table);
    set(view.particles.size, table->number("point_size", 0.1, 1000.0));
    view.particles.perspective = table->truth("perspective").value_or(view.particles.perspective);
    view.particles.shaded = table->truth("shaded").value_or(view.particles.shaded);
    set(view.trails.width, table->number("trail_width", 0.1, 100.0));
    set(view.trails.opacity, table->number("trail_opacity", 0.0, 1.0));
    set(view.lines.width, table->number("line_width", 0.1, 100.0));
    set(view.lines.opacity, table->number("line_opacity", 0.0, 1.0));
    if (const auto n = table->count("trail_frames", 0, max_trail_frames))
        view.trail_frames = static_cast<std::uint32_t>(*n);
    if (const auto scale = table->number("vertical_scale", 1e-12, 1e12))
        view.vertical_scale = static_cast<float>(*scale);
    if (const auto up = table->point("up")) view.up = to_vec3(*up);
    if (glm::length(view.up) == 0.0F) table->fail_at("up", "'up' must not be zero");
    set(view.yaw_degrees, table->number("yaw_degrees", -360.0, 360.0));
    set(view.pitch_degrees, table->number("pitch_degrees", -89.0, 89.0));
    set(view.zoom, table->number("zoom", 0.01, 100.0));
    set(view.orbit_degrees_per_second, table->number("orbit_degrees_per_second", -3600.0, 3600.0));
    read_show(*table, view);
    table->finish();
}

void read_angles(ScriptTable& key, ScriptCameraKey& camera)
{
    camera.heading_degrees = key.required(key.number("heading", -360.0, 360.0), "heading");
    camera.pitch_degrees = key.number("pitch", -89.9, 89.9).value_or(0.0);
}

void read_target(ScriptTable& key, ScriptCameraKey& camera)
{
    camera.target = key.required(key.point("target"), "target");
    if (const auto up = key.point("up")) camera.up = to_vec3(*up);
    if (*camera.target == camera.eye) key.fail("'eye' and 'target' must differ");
    if (glm::length(camera.up) == 0.0F) key.fail("'up' must not be zero");
}

ScriptCameraKey read_camera_key(ScriptTable& key, const Script& script)
{
    ScriptCameraKey camera;
    const auto at = key.number("at", 0.0, 1e9);
    const auto frame = key.count("frame", 0, max_frames);
    if (at.has_value() == frame.has_value()) key.fail("give either 'at' (seconds) or 'frame'");
    camera.time_seconds = at ? *at : static_cast<double>(*frame) / script.frames_per_second;
    camera.eye = key.required(key.point("eye"), "eye");
    camera.up = script.view.up;
    if (script.terrain && !key.has("target"))
        read_angles(key, camera);
    else
        read_target(key, camera);
    if (const auto fov = key.number("fov_degrees", 1.0, 170.0))
        camera.fov_y_radians = glm::radians(static_cast<float>(*fov));
    key.finish();
    return camera;
}

void read_camera(ScriptTable& root, Script& script)
{
    for (auto& key : root.tables("camera")) script.camera.push_back(read_camera_key(key, script));
    std::ranges::stable_sort(script.camera, {}, &ScriptCameraKey::time_seconds);
}

void read_output(ScriptTable& root, ScriptOutput& output)
{
    auto table = root.table("output");
    if (!table) return;
    output.png_every = table->count("png_every", 0, max_frames).value_or(0);
    output.png = table->counts("png", 0, max_frames).value_or(std::vector<std::uint64_t>{});
    table->finish();
}

void read_length(ScriptTable& root, Script& script)
{
    script.frames_per_second =
        root.number("frames_per_second", 0.001, 10'000.0).value_or(script.frames_per_second);
    const auto frames = root.count("frames", 1, max_frames);
    const auto seconds = root.number("duration_seconds", 0.001, 1e9);
    if (frames && seconds)
        root.fail_at("duration_seconds", "give either 'frames' or 'duration_seconds', not both");
    if (frames) script.frames = *frames;
    if (seconds)
        script.frames =
            static_cast<std::uint64_t>(std::max(1.0, std::round(*seconds * script.frames_per_second)));
    if (script.frames > max_frames)
        root.fail_at("duration_seconds", fmt::format("more than {} frames", max_frames));
}

void read_size(ScriptTable& root, Script& script)
{
    const auto size = root.counts("size", 16, max_picture_pixels);
    if (!size) return;
    if (size->size() != 2) root.fail_at("size", "'size' must be [width, height]");
    script.size = {static_cast<int>((*size)[0]), static_cast<int>((*size)[1])};
}

/// What is of particles alone has nothing to say over terrain.
void check_terrain(ScriptTable& root, const Script& script)
{
    if (!script.terrain) return;
    for (const char* key : {"lines", "particles", "rake", "velocity"})
        if (root.has(key)) root.fail_at(key, fmt::format("'{}' is of a dataset, not of a [terrain]", key));
    if (script.frames > model::max_view_poses)
        root.fail(fmt::format("a flight over terrain has at most {} frames, found {}", model::max_view_poses,
                              script.frames));
}

Script read_script(ScriptTable& root, const std::filesystem::path& folder)
{
    Script script;
    script.terrain = read_terrain(root);
    if (!script.terrain)
        script.dataset = root.required(root.text("dataset"), "dataset");
    else if (root.has("dataset"))
        root.fail_at("dataset", "give either 'dataset' or '[terrain]', not both");
    script.velocity = root.text("velocity").value_or("");
    read_length(root, script);
    read_size(root, script);
    script.rate = root.number("rate", 0.0, 1e6);
    if (root.choice("policy", {"every", "latest"}) == "latest") script.policy = net::Policy::Latest;
    read_particles(root, folder, script);
    script.lines = read_lines(root);
    read_view(root, script.view);
    read_camera(root, script);
    read_output(root, script.output);
    root.finish();
    check_terrain(root, script);
    return script;
}

/// The parser descends once for each part of a dotted key, as deep as it goes.
void check_dots(std::string_view text, const std::string& file)
{
    constexpr std::string_view ends_a_key = "\n,=[]{}";
    std::size_t dots = 0;
    for (const char c : text) {
        dots = ends_a_key.find(c) != std::string_view::npos ? 0 : dots + (c == '.' ? 1 : 0);
        if (dots > max_dots)
            throw ScriptError(
                fmt::format("{}: not TOML of a script: a key has more than {} parts", file, max_dots));
    }
}

}  // namespace

bool ScriptOutput::wants_png(std::uint64_t frame) const
{
    return (png_every > 0 && frame % png_every == 0) || std::ranges::find(png, frame) != png.end();
}

Script parse_script(std::string_view text, const std::string& file)
{
    check_dots(text, file);
    try {
        const toml::table table = toml::parse(text, file);
        ScriptTable root(table, file, "the script");
        return read_script(root, std::filesystem::path(file).parent_path());
    } catch (const toml::parse_error& error) {
        const auto where = error.source().begin;
        throw ScriptError(
            fmt::format("{}:{}:{}: not TOML: {}", file, where.line, where.column, error.description()));
    }
}

Script load_script(const std::filesystem::path& file)
{
    std::error_code error;
    std::ifstream in(file, std::ios::binary);
    if (!in || !std::filesystem::is_regular_file(file, error))
        throw std::runtime_error(fmt::format("cannot read script '{}'", file.string()));
    if (std::filesystem::file_size(file, error) > max_script_bytes)
        throw std::runtime_error(fmt::format("cannot read script '{}': it has more than {} bytes",
                                             file.string(), max_script_bytes));
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    return parse_script(text, file.string());
}

}  // namespace farfield::app
