#include "model/programs/slice.h"
#include "compute_node/commands/commands.h"
#include "compute_node/commands/options/named_dataset.h"
#include "compute_node/commands/options/number_list.h"
#include "compute_node/commands/options/out_option.h"
#include "compute_node/commands/options/series_option.h"
#include "compute_node/commands/options/validators.h"
#include "compute_node/datasets/series_field.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/fields/scalar_middle.h"
#include "compute_node/grids/own_turn.h"
#include "compute_node/node/data/program_scalars.h"
#include "compute_node/node/datasets/whole_dataset.h"
#include "compute_node/node/programs/planes/slice.h"
#include "compute_node/ranks/ranks.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/terrain/gdal/raster_files.h"
#include "compute_node/writers/slice_writer.h"
#include "model/fields/json.h"
#include "model/geometry/byte_access.h"
#include "model/geometry/point.h"
#include "model/programs/program_answer.h"
#include "model/styles/colour_map.h"
#include "model/styles/range.h"
#include "net/transport/stop_signals.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace farfield::node {

namespace {

/// Memory for a frame, aligned as the buffers of a stream are.
class FrameBuffer {
public:
    explicit FrameBuffer(std::size_t bytes)
        : bytes_{bytes}, memory_{static_cast<std::byte*>(::operator new(bytes, alignment))}
    {}
    [[nodiscard]] std::span<std::byte> span() const { return {memory_.get(), bytes_}; }

private:
    static constexpr std::align_val_t alignment{64};
    struct Free {
        void operator()(std::byte* memory) const { ::operator delete(memory, alignment); }
    };
    std::size_t bytes_;
    std::unique_ptr<std::byte, Free> memory_;
};

compute::SliceValues values_in(std::span<const std::byte> payload, std::string scalar)
{
    const auto preamble = model::decode_slice_preamble(payload);
    if (!preamble) throw std::logic_error("the slice that was made is none");
    compute::SliceValues slice{.scalar = std::move(scalar),
                               .width = preamble->width,
                               .height = preamble->height,
                               .origin = model::vec_of(preamble->origin),
                               .edge_u = model::vec_of(preamble->edge_u),
                               .edge_v = model::vec_of(preamble->edge_v),
                               .values = {}};
    slice.values.reserve(std::size_t{slice.width} * slice.height);
    for (std::size_t at = model::slice_preamble_bytes; at < payload.size(); at += sizeof(float))
        slice.values.push_back(model::load_big<float>(payload.data() + at));
    return slice;
}

/// Cuts the first plane of the parameters, as the program `slice` makes it. threads: 0 takes as many as there
/// are cores. Throws std::runtime_error where the slice cannot be made, or once `cancel` is asked to stop.
compute::SliceValues cut_slice(compute::TimeSeries series, const model::SliceParams& params, int threads,
                               const std::stop_token& cancel)
{
    net::ProgramStart start;
    start.slot_bytes = model::slice_payload_bytes(model::max_slice_pixels);
    start.params = model::write(params);
    const auto dataset = std::make_shared<const WholeDataset>(std::move(series));
    SliceProgram program{dataset, start, threads};
    const std::stop_callback interrupt{cancel, [&program] { program.interrupt(); }};
    const auto answer = program.answer();
    const FrameBuffer buffer{answer.frame_bytes};
    const std::span<std::byte> slots = buffer.span();
    net::Made made;
    const net::Making making = program.make({&slots, 1}, {&made, 1});
    if (cancel.stop_requested() || !std::holds_alternative<net::Frames>(making))
        throw std::runtime_error("interrupted; nothing was written");
    const compute::FieldSource cut = dataset->chosen(scalar_alone(params.scalar), nullptr);
    note_left_out(compute::remark_on_left_out(*dataset->series(), *cut.field));
    return values_in(made.payload, model::read_answer<model::ProgramAnswer>(answer.members).scalar.name);
}

struct SliceOptions {
    SeriesOption dataset;
    std::string plane, out, size = "512x512", map{model::name_of(model::default_colour_map)};
    model::SliceParams params;
    std::optional<std::array<double, 2>> range;
    bool nearest = false, json = false;
    int threads = 0;
};

/// The plane of a text: z=1.5, or six numbers: a point on the plane and its normal.
model::SlicePlane plane_named(const std::string& text)
{
    model::SlicePlane plane;
    const auto axis = std::string_view{"xyz"}.find(text.substr(0, 1));
    if (text.size() > 2 && axis != std::string::npos && text[1] == '=') {
        double position = 0.0;
        parse_numbers("--plane", "AXIS=POSITION", text.substr(2), &position, 1);
        plane.axis = static_cast<model::SliceAxis>(axis);
        plane.position = position;
        return plane;
    }
    std::array<double, 6> n{};
    parse_numbers("--plane", "x=P, y=P, z=P or OX,OY,OZ,NX,NY,NZ", text, n.data(), n.size());
    plane.origin = model::Point{n[0], n[1], n[2]};
    plane.normal = model::Point{n[3], n[4], n[5]};
    return plane;
}

model::SliceSize size_named(const std::string& text)
{
    if (text == "nodes") return {.of_nodes = true};
    std::array<double, 2> sides{};
    std::string with_comma = text;
    std::ranges::replace(with_comma, 'x', ',');
    parse_numbers("--size", "WxH or nodes", with_comma, sides.data(), sides.size());
    const auto is_side = [](double side) { return side >= 1.0 && side <= model::max_slice_side; };
    if (!std::ranges::all_of(sides, is_side) || sides[0] * sides[1] > model::max_slice_pixels)
        throw CLI::ValidationError(
            "--size",
            fmt::format("expected nodes, or WxH of 1 to {} a side and at most {} in all, found '{}'",
                        model::max_slice_side, model::max_slice_pixels, text));
    return {.values = {static_cast<std::uint32_t>(sides[0]), static_cast<std::uint32_t>(sides[1])}};
}

std::vector<std::uint8_t> coloured(const std::vector<float>& values, std::array<double, 2> range,
                                   model::ColourMap map)
{
    constexpr std::uint8_t nothing_there = 128;  // grey
    const model::ColourTable colours = model::colour_table(map);
    std::vector<std::uint8_t> rgb;
    rgb.reserve(3 * values.size());
    for (const float value : values) {
        if (std::isnan(value)) {
            rgb.insert(rgb.end(), 3, nothing_there);
            continue;
        }
        const double part = std::clamp((value - range[0]) / (range[1] - range[0]), 0.0, 1.0);
        const glm::u8vec3 colour =
            colours[static_cast<std::size_t>(std::lround(part * (colours.size() - 1)))];
        rgb.insert(rgb.end(), {colour.x, colour.y, colour.z});
    }
    return rgb;
}

/// The values at the ends of the colours: those of --range, else the slice's 2 % and 98 % quantiles.
std::array<double, 2> range_of(const SliceOptions& options, const compute::SliceValues& slice)
{
    if (options.range) return *options.range;
    const auto [low, high] =
        compute::middle_of(slice.values.size(), [&](std::size_t n) { return slice.values[n]; });
    return model::ends_of_colours(low, high);
}

void write(const SliceOptions& options, const compute::SliceValues& slice, bool z_down)
{
    const std::string ending = ending_of(options.out);
    if (ending == ".csv") return compute::write_slice_csv(options.out, slice);
    if (ending == ".vti") return compute::write_slice_vti(options.out, slice);
    const std::vector<float> values = slice.from_the_top(z_down);
    const auto width = static_cast<int>(slice.width), height = static_cast<int>(slice.height);
    if (ending != ".png")
        return terrain::write_float_tiff(options.out, width, height, {{slice.scalar, "", values}});
    terrain::write_png(options.out, width, height,
                       coloured(values, range_of(options, slice), *model::colour_map_named(options.map)));
}

void print_report(const SliceOptions& options, const compute::SliceValues& slice)
{
    const auto nothing = static_cast<std::size_t>(
        std::ranges::count_if(slice.values, [](float value) { return std::isnan(value); }));
    const auto range = range_of(options, slice);
    const bool has_values = nothing < slice.values.size();
    if (!options.json) {
        fmt::print("{} x {} values of {}, {} of them with nothing there{}\n", slice.width, slice.height,
                   slice.scalar, nothing,
                   has_values ? fmt::format(", colours from {:g} to {:g}", range[0], range[1]) : "");
        return;
    }
    const auto point = [](glm::dvec3 p) { return model::Json{p.x, p.y, p.z}; };
    const model::Json report{{"scalar", slice.scalar},
                             {"width", slice.width},
                             {"height", slice.height},
                             {"nothing_there", nothing},
                             {"range", has_values ? model::Json(range) : model::Json()},
                             {"origin", point(slice.origin)},
                             {"edge_u", point(slice.edge_u)},
                             {"edge_v", point(slice.edge_v)}};
    fmt::print("{}\n", report.dump(2));
}

/// Throws std::runtime_error where a plane across an axis lies beyond the data. Other planes are refused when
/// they are cut.
void expect_within(const compute::DatasetInfo& info, const model::SlicePlane& plane)
{
    if (!plane.axis) return;
    const auto axis = static_cast<int>(*plane.axis);
    const double lo = info.bounds.lo[axis], hi = info.bounds.hi[axis];
    const double position = compute::OwnTurn{info}.moved(glm::dvec3{*plane.position})[axis];
    if (lo == hi || (position >= lo && position <= hi)) return;  // one layer is the same all along its axis
    throw std::runtime_error(fmt::format(
        "--plane: {} = {} lies outside of '{}', which reaches from {} to {} along {}; nothing was "
        "written",
        model::slice_axis_names.at(axis), *plane.position, info.name, lo, hi,
        model::slice_axis_names.at(axis)));
}

int run(SliceOptions& options)
{
    if (compute::is_worker_rank()) return 0;  // the first rank does it all
    std::stop_source stop;
    net::StopSignals signals;
    const auto reader = reader_for_commands();
    signals.call([&] {
        stop.request_stop();
        reader->stop();
    });
    check_ending(options.out, {".tif", ".png", ".csv", ".vti"});
    if (options.range && (*options.range)[0] >= (*options.range)[1])
        throw CLI::ValidationError("--range",
                                   fmt::format("expected LOW,HIGH with LOW below HIGH, found {:g},{:g}",
                                               (*options.range)[0], (*options.range)[1]));
    options.params.planes = {plane_named(options.plane)};
    options.params.size = size_named(options.size);
    options.params.coarse_first = false;
    if (options.nearest) options.params.interpolation = model::SliceInterpolation::Nearest;
    compute::TimeSeries series = open_series(options.dataset, options.out, reader);
    note_time_outside(series, options.params.time);
    const compute::DatasetInfo info = series.info();
    const auto slice = cut_slice(std::move(series), options.params, options.threads, stop.get_token());
    const bool is_empty = std::ranges::all_of(slice.values, [](float value) { return std::isnan(value); });
    if (is_empty) expect_within(info, options.params.planes.front());
    write(options, slice, info.z_positive == "down");
    print_report(options, slice);
    if (is_empty)
        fmt::print(stderr, "farfield-node: '{}' is empty: the scalar has no value on that plane\n",
                   options.out);
    return 0;
}

void add_plane(CLI::App& command, SliceOptions& options)
{
    command
        .add_option("--plane", options.plane,
                    "Across an axis, such as z=1.5, or through a point with a normal: OX,OY,OZ,NX,NY,NZ")
        ->required();
    command.add_option("--scalar", options.params.scalar,
                       "An array, V for a vector's magnitude, V.x, or a derived one; the first by default");
    command
        .add_option("--size", options.size,
                    "Values WxH, at most, or nodes: those of a uniform grid across one of its axes")
        ->capture_default_str();
    command.add_flag("--nearest", options.nearest, "The values of the nearest nodes, so that cells are seen");
    command.add_option("--time", options.params.time, "Seconds since the first time slice")
        ->check(finite_number());
}

}  // namespace

void add_slice_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<SliceOptions>();
    CLI::App* command = program.add_subcommand("slice", "Writes a scalar on a plane");
    add_series(*command, options->dataset);
    add_plane(*command, *options);
    command
        ->add_option("--out", options->out,
                     "File to write: .tif of floats, .png in colours, .csv of x, y, z and the value, or .vti")
        ->required();
    command->add_option("--colour-map", options->map, "Colours of .png")
        ->check(CLI::IsMember(
            std::vector<std::string>(model::colour_map_names.begin(), model::colour_map_names.end())))
        ->capture_default_str();
    add_numbers<2>(*command, "--range", "LOW,HIGH",
                   "Values at the ends of the colours; the slice's 2 % and 98 % quantiles by default",
                   [options](const std::array<double, 2>& ends) { options->range = ends; });
    command->add_flag("--json", options->json, "Reports size, place and range");
    command->add_option("--threads", options->threads, "0 takes as many as there are cores")
        ->check(thread_number())
        ->capture_default_str();
    command->footer("Example: farfield-node slice analytic:cell:64 --plane z=1.5 --out cell.png");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::node
