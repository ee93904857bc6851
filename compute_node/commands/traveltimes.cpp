#include "compute_node/commands/commands.h"
#include "compute_node/commands/options/lattice_option.h"
#include "compute_node/commands/options/named_dataset.h"
#include "compute_node/commands/options/one_process.h"
#include "compute_node/commands/options/out_option.h"
#include "compute_node/commands/options/terrain_option.h"
#include "compute_node/commands/options/validators.h"
#include "compute_node/support/atomic_text.h"
#include "compute_node/support/parallel.h"
#include "compute_node/tomography/arrivals/first_arrivals.h"
#include "compute_node/tomography/files/vtk_xml.h"
#include "compute_node/tomography/models/velocity_model.h"
#include "compute_node/tomography/surveys/survey_files.h"
#include "net/transport/stop_signals.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace farfield::node {

namespace {

struct TravelTimeOptions {
    std::string model, sources, receivers, out, rays;
    tomography::StatedLattice lattice;
    tomography::EikonalSettings eikonal;
    std::size_t field_source = 0;  ///< number of a source, from 1; 0: none
    std::string field_file;
};

/// The survey of each source with each receiver.
tomography::Survey all_pairs(const TravelTimeOptions& options, const std::atomic<bool>* cancelled)
{
    tomography::Survey survey{tomography::read_places(options.sources, cancelled),
                              tomography::read_places(options.receivers, cancelled),
                              {},
                              0};
    const std::size_t pairs = survey.sources.size() * survey.receivers.size();
    if (pairs > tomography::max_tomography_data)
        throw std::runtime_error(fmt::format("expected at most {} pairs (max_tomography_data), found {}",
                                             tomography::max_tomography_data, pairs));
    for (std::uint32_t s = 0; s < survey.sources.size(); ++s)
        for (std::uint32_t r = 0; r < survey.receivers.size(); ++r) survey.data.push_back({s, r, 0.0, 0.0});
    return survey;
}

std::string table_of(const tomography::Survey& survey, const tomography::FirstArrivals& found)
{
    std::string text = "source,receiver,sx,sy,sz,rx,ry,rz,t\n";
    for (std::size_t n = 0; n < survey.data.size(); ++n) {
        const tomography::Datum& datum = survey.data[n];
        const glm::dvec3 s = survey.sources[datum.source], r = survey.receivers[datum.receiver];
        text += fmt::format("{},{},{},{},{},{},{},{},{:.9g}\n", datum.source + 1, datum.receiver + 1, s.x,
                            s.y, s.z, r.x, r.y, r.z, found.arrivals[n].field_time);
    }
    return text;
}

void add_ray_lines(AtomicText& out, const tomography::Survey& survey, const tomography::FirstArrivals& found)
{
    std::vector<const tomography::Ray*> rays;
    std::array<tomography::NamedArray, 3> arrays{{{"source", {}}, {"receiver", {}}, {"time", {}}}};
    for (std::size_t n = 0; n < survey.data.size(); ++n) {
        rays.push_back(&found.arrivals[n].ray);
        arrays[0].values.push_back(survey.data[n].source + 1.0);
        arrays[1].values.push_back(survey.data[n].receiver + 1.0);
        arrays[2].values.push_back(found.arrivals[n].field_time);
    }
    tomography::add_rays(out, rays, arrays);
}

void add_field(AtomicText& out, const tomography::SlownessModel& model, glm::dvec3 source,
               const tomography::EikonalSettings& settings)
{
    std::array<tomography::NamedArray, 1> times{{{"time", {}}}};
    const auto take = [&](std::size_t, const tomography::TimeField& field) {
        for (std::size_t n = 0; n < model.lattice.count(); ++n)
            times.front().values.push_back(field.time_at_node(model.lattice.node(n)));
    };
    tomography::solve_travel_times(model, std::span{&source, 1}, settings, take);
    if (is_set(settings.cancelled)) return;
    tomography::add_image(out, model.lattice, times);
}

/// The command's files: none takes its name before all are written.
class TravelTimeFiles {
public:
    /// Throws std::runtime_error where two names are one file, one is read, or one cannot be written.
    explicit TravelTimeFiles(const TravelTimeOptions& options) : names_{options.out}
    {
        for (const std::string& name : {options.rays, options.field_file})
            if (!name.empty()) names_.push_back(name);
        const std::vector<std::filesystem::path> inputs{options.sources, options.receivers,
                                                        options.model.substr(0, options.model.rfind(':'))};
        for (std::size_t n = 0; n < names_.size(); ++n) {
            node::check_out(names_[n], inputs);
            if (std::count(names_.begin(), names_.end(), names_[n]) > 1)
                throw std::runtime_error(
                    fmt::format("expected a file of its own for each output, found '{}' twice", names_[n]));
        }
        times.emplace(options.out);
        if (!options.rays.empty()) rays.emplace(options.rays);
        if (!options.field_file.empty()) field.emplace(options.field_file);
    }

    void finish()
    {
        for (std::optional<AtomicText>* file : {&times, &rays, &field})
            if (*file) (*file)->close();
        for (std::optional<AtomicText>* file : {&times, &rays, &field})
            if (*file) (*file)->finish();
    }

    std::optional<AtomicText> times, rays, field;

private:
    std::vector<std::string> names_;
};

int run(const TravelTimeOptions& options)
{
    std::atomic<bool> cancelled{false};
    net::StopSignals signals;
    signals.call([&] { cancelled = true; });
    TravelTimeFiles files{options};
    const tomography::Survey survey = all_pairs(options, &cancelled);
    if (cancelled) throw interrupted(options.out);
    if (options.field_source > survey.sources.size())
        throw std::runtime_error(fmt::format("--field: expected a source from 1 to {}, found {}",
                                             survey.sources.size(), options.field_source));
    const auto reader = reader_for_commands();
    const tomography::VelocityModel velocity = tomography::velocity_model(options.model, *reader);
    const tomography::SlownessModel model =
        tomography::slowness_on(tomography::lattice_for(options.lattice, survey, velocity.lattice), velocity);
    tomography::ArrivalSettings settings;
    settings.eikonal = options.eikonal;
    settings.eikonal.cancelled = &cancelled;
    const tomography::FirstArrivals found = tomography::first_arrivals(model, survey, settings);
    if (files.rays) add_ray_lines(*files.rays, survey, found);
    if (files.field)
        add_field(*files.field, model, survey.sources[options.field_source - 1], settings.eikonal);
    files.times->add(table_of(survey, found));
    if (cancelled) throw interrupted(options.out);
    files.finish();
    const auto [first, last] =
        std::ranges::minmax_element(found.arrivals, {}, &tomography::Arrival::field_time);
    fmt::print("{} times from {:g} to {:g} s on {} x {} x {} nodes {:g} m apart\n", survey.data.size(),
               first->field_time, last->field_time, model.lattice.nodes.x, model.lattice.nodes.y,
               model.lattice.nodes.z, model.lattice.spacing);
    return 0;
}

/// Takes the option's text, SOURCE,FILE.
void take_field(const std::string& text, TravelTimeOptions& options)
{
    const std::size_t comma = text.find(',');
    const char* const end = text.data() + std::min(comma, text.size());
    const auto [read, error] = std::from_chars(text.data(), end, options.field_source);
    if (comma == std::string::npos || error != std::errc{} || read != end || options.field_source == 0)
        throw CLI::ValidationError("--field", fmt::format("expected SOURCE,T.vti, found '{}'", text));
    options.field_file = text.substr(comma + 1);
}

void add_solver_options(CLI::App& command, TravelTimeOptions& options)
{
    add_lattice_options(command, options.lattice,
                        "Metres between nodes; the model's own otherwise, or 128 nodes");
    command.add_option("--order", options.eikonal.order, "Of the differences")
        ->check(CLI::Range(1, 2))
        ->capture_default_str();
    command.add_option("--threads", options.eikonal.threads, "0 takes as many as there are cores")
        ->check(thread_number())
        ->capture_default_str();
}

}  // namespace

void add_traveltimes_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<TravelTimeOptions>();
    CLI::App* command = program.add_subcommand("traveltimes", "Writes first-arrival times between places");
    command
        ->add_option("MODEL", options->model, "FILE.vti:ARRAY, gradient:V0,G (V0 + G z) or constant:V, m/s")
        ->required();
    command->add_option("--sources", options->sources, "CSV with the columns x,y,z")->required();
    command->add_option("--receivers", options->receivers, "CSV with the columns x,y,z")->required();
    command->add_option("--out", options->out, "CSV file to write")->required();
    command->add_option("--rays", options->rays,
                        "VTP file of rays to write, each with its source, receiver and time");
    command->add_option_function<std::string>(
        "--field", [options](const std::string& text) { take_field(text, *options); },
        "SOURCE,T.vti: times of one source at all nodes");
    add_solver_options(*command, *options);
    command->footer(
        "Example: farfield-node traveltimes gradient:2000,2 --sources s.csv --receivers r.csv --out t.csv");
    command->callback([options, &action] {
        expect_one_process("traveltimes");
        action = [options] { return run(*options); };
    });
}

}  // namespace farfield::node
