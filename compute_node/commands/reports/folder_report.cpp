#include "compute_node/commands/reports/folder_report.h"

#include "compute_node/datasets/catalogue_groups.h"
#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/readers/companions.h"
#include "compute_node/support/formats/file_kinds.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/support/redact_paths.h"
#include "compute_node/terrain/terrain_names.h"
#include "net/message/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace farfield::node {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds most_for_a_heading{2'000};
constexpr std::string_view mesh_of_fesom = "fesom.mesh.diag.nc";
constexpr std::string_view mesh_of_schism = "out2d_";
constexpr std::size_t longest_line = 1'000;  ///< bytes of a line

/// Reader of a folder's small files, as if they were one dataset: thousands of them are read in less time
/// than it takes to start a process for each.
class ReaderOfFolder final : public compute::FieldReader {
public:
    explicit ReaderOfFolder(std::shared_ptr<const compute::FieldReader> reader) : reader_{std::move(reader)}
    {}

    [[nodiscard]] compute::ReadAnswer read(const compute::ReadRequest& request,
                                           const std::stop_token& cancel) const override
    {
        constexpr std::uint64_t most_bytes = 16U << 20U;
        std::uint64_t bytes = 0;
        for (const fs::path& file : request.files) bytes += compute::bytes_with_companions(file);
        if (bytes > most_bytes) return reader_->read(request, cancel);
        compute::ReadRequest for_all = request;
        for_all.dataset = "small files of a folder";
        return reader_->read(for_all, cancel);
    }

private:
    std::shared_ptr<const compute::FieldReader> reader_;
};

std::string size_text(std::uint64_t bytes)
{
    constexpr double mega = 1e6, giga = 1e9;
    const auto size = static_cast<double>(bytes);
    if (size >= giga) return fmt::format("{:.1f} GB", size / giga);
    if (size >= mega) return fmt::format("{:.1f} MB", size / mega);
    return fmt::format("{} B", bytes);
}

std::string nodes_text(const compute::DatasetInfo& info)
{
    if (info.dims.empty()) return fmt::format("{} nodes", info.nodes);
    if (info.dims.size() > 1) return fmt::format("{} nodes in {} blocks", info.nodes, info.dims.size());
    const glm::uvec3& d = info.dims.front();
    return fmt::format("{} x {} x {} nodes", d.x, d.y, d.z);
}

std::string flow_text(const compute::DatasetInfo& info)
{
    std::string text =
        fmt::format("{}, {}, {}", info.format, compute::to_string(info.kind), nodes_text(info));
    text += info.default_vector.empty() ? fmt::format(", no velocity, scalar {}", info.default_scalar)
                                        : fmt::format(", velocity {}", info.default_vector);
    if (info.time_steps > 1) text += fmt::format(", {} time steps", info.time_steps);
    return text;
}

/// Heading of a dataset that is open.
compute::DatasetHeading heading_of(const compute::DatasetInfo& info)
{
    const std::string& shown = info.default_vector.empty() ? info.default_scalar : info.default_vector;
    compute::DatasetHeading heading{.time_steps = info.time_steps};
    for (const compute::ArrayInfo& array : info.arrays)
        if (array.name == shown) heading.units = array.units;
    return heading;
}

/// Notes files that belong to a dataset: those of its name, and those that these name.
void note_files(std::set<fs::path>& known, const compute::DatasetCatalogue& catalogue,
                const std::string& name)
{
    try {
        for (const fs::path& file : catalogue.resolve(name)) {
            for (const fs::path& part : compute::with_companions(file))
                known.insert(fs::weakly_canonical(part));
            for (const fs::path& part : compute::pieces_named_in(file))
                if (!format_of(part).is_read()) known.insert(fs::weakly_canonical(part));  // of no other use
        }
    } catch (const std::runtime_error&) {
        return;  // it went meanwhile
    }
}

bool is_series(const std::string& name)
{
    return name.find('*') != std::string::npos;
}

/// Reason of an error, with paths below the folder, and without the sentence on formats.
std::string reason_of(const std::exception& error, const fs::path& folder)
{
    std::string text = error.what();
    const std::string before = folder.string() + "/";
    for (auto at = text.find(before); at != std::string::npos; at = text.find(before))
        text.erase(at, before.size());
    constexpr std::string_view refusal = "cannot ", quote_end = "': ";
    if (const auto end = text.find(quote_end); text.starts_with(refusal) && end != std::string::npos)
        text.erase(0, end + quote_end.size());  // the entry has the name
    return text.substr(0, text.find("; expected heights"));
}

/// Bytes of a dataset's files and of those that these name.
std::uint64_t bytes_of(const compute::DatasetCatalogue& catalogue, const compute::CatalogueEntry& listed)
{
    if (is_series(listed.name)) return listed.bytes;
    std::uint64_t bytes = 0;
    for (const fs::path& file : catalogue.resolve(listed.name)) bytes += compute::bytes_with_companions(file);
    return bytes;
}

FolderEntry flow_entry(const compute::DatasetCatalogue& catalogue, const compute::CatalogueEntry& listed,
                       const fs::path& folder, const FolderSettings& settings)
{
    FolderEntry entry{.name = listed.name, .is_flow = true, .bytes = listed.bytes};
    if (listed.bytes > settings.max_opened_bytes) {
        entry.heading =
            compute::DatasetHeadings{catalogue, {.most = most_for_a_heading}}.of({listed}).front();
        entry.text = fmt::format("{}, not opened: farfield-node info FILE does", listed.format);
        return entry;
    }
    try {
        entry.bytes = bytes_of(catalogue, listed);
        const compute::TimeSeries dataset = catalogue.open(listed.name);
        entry.text = flow_text(dataset.info());
        entry.heading = heading_of(dataset.info());
    } catch (const std::exception& error) {
        entry.is_flow = false;
        entry.text = listed.lacks.empty() ? reason_of(error, folder)
                                          : fmt::format("its mesh, {}, is not beside it", listed.lacks);
    }
    return entry;
}

/// True for files that are one dataset by their names alone (catalogue_groups.h), and may be several: two
/// with a component each, or numbered ones. A single file may have a '+' in its name, too.
bool may_be_group(const compute::CatalogueEntry& listed, const fs::path& folder)
{
    std::error_code none;
    const bool is_pair = format_named(listed.format).comes_in_slices() &&
                         listed.name.find('+') != std::string::npos &&
                         !fs::exists(folder / listed.name, none);
    return is_pair || (is_series(listed.name) && !format_named(listed.format).comes_in_slices());
}

/// True when the parts of a name have a component each, and no part alone is a velocity.
bool is_velocity_of_parts(const compute::DatasetCatalogue& catalogue, const std::string& name,
                          const compute::DatasetInfo& together)
{
    const std::vector<std::string> parts = compute::parts_of(name);
    const bool has_mesh = std::ranges::any_of(parts, [](const std::string& part) {
        return part.ends_with(mesh_of_fesom) ||
               fs::path{part}.filename().string().starts_with(mesh_of_schism);
    });
    if (has_mesh) return true;  // no part can be read without its mesh
    const auto components = std::ranges::count(together.default_vector, ',') + 1;
    if (together.default_vector.empty() || components < static_cast<std::ptrdiff_t>(parts.size()))
        return false;
    return catalogue.open(parts.front()).info().default_vector.empty();
}

/// The entry of a group, if it is one. Two files are where they are a velocity together and the first alone
/// is none; numbered ones where the last of them has the grid of the first.
std::optional<FolderEntry> group_entry(const compute::DatasetCatalogue& catalogue,
                                       const compute::CatalogueEntry& listed, const FolderSettings& settings)
{
    if (listed.bytes > settings.max_opened_bytes) return std::nullopt;
    try {
        const compute::TimeSeries group = catalogue.open(listed.name);
        if (is_series(listed.name)) (void)group.read(group.slices() - 1);
        if (listed.name.find('+') != std::string::npos &&
            !is_velocity_of_parts(catalogue, listed.name, group.info()))
            return std::nullopt;
        return FolderEntry{.name = listed.name,
                           .is_flow = true,
                           .bytes = listed.bytes,
                           .text = flow_text(group.info()),
                           .heading = heading_of(group.info())};
    } catch (const std::exception&) {
        return std::nullopt;  // each file has a line of its own
    }
}

/// Sorts entries: series before files, and those of more parts first.
std::vector<compute::CatalogueEntry> largest_first(std::vector<compute::CatalogueEntry> all)
{
    const auto rank = [](const compute::CatalogueEntry& one) {
        return 10 * (is_series(one.name) ? 1 : 0) + std::ranges::count(one.name, '+');
    };
    std::ranges::stable_sort(all, std::greater{}, rank);
    return all;
}

/// True when all files of a name belong to datasets that were found before.
bool are_known(const std::set<fs::path>& known, const compute::DatasetCatalogue& catalogue,
               const std::string& name)
{
    try {
        return std::ranges::all_of(catalogue.resolve(name),
                                   [&](const fs::path& file) { return known.contains(file); });
    } catch (const std::runtime_error&) {
        return false;  // it went meanwhile
    }
}

/// The reader's words for a PLOT3D grid or solution without its other half; empty for other files.
std::string half_text(const compute::DatasetCatalogue& catalogue, const std::string& name,
                      const fs::path& folder)
{
    if (format_of(folder / name).grouping != Grouping::Pair) return {};
    try {
        (void)catalogue.open(name);
    } catch (const std::exception& error) {
        const std::string reason = reason_of(error, folder);
        constexpr std::string_view before = "it is ";
        if (reason.starts_with("it is a PLOT3D")) return reason.substr(before.size());
    }
    return {};
}

FolderEntry other_entry(const compute::DatasetCatalogue& catalogue, const fs::path& file,
                        const fs::path& folder, const FolderSettings& settings)
{
    std::error_code ignored;
    const std::string name = file.lexically_relative(folder).string();
    FolderEntry entry{.name = name};
    if (!fs::is_directory(file, ignored)) entry.bytes = fs::file_size(file, ignored);
    const Format& kind = kind_of_file(file);
    const Format& named = format_of(file);
    // A catalogue does not follow links out of its folder.
    const bool leads_out = !farfield::is_below(fs::canonical(file, ignored), fs::canonical(folder, ignored));
    if (leads_out && (named.is_read() || kind.is_read())) {
        entry.text = "a link that leads out of the folder; farfield-node info FILE reads it";
        return entry;
    }
    if (named.is_read() && !named.has_names_of_rasters) {  // all others are listed
        entry.is_part = true;
        entry.text = "belongs to a dataset that names it";
        return entry;
    }
    if (kind.is_read() && kind.is_by_content && !terrain::is_terrain_name(file.string())) {
        FolderEntry flow =
            flow_entry(catalogue, {name, std::string{kind.name}, entry.bytes}, folder, settings);
        if (flow.is_flow) flow.text += "; in no node's list, as its name does not say so";
        if (flow.is_flow || !kind.may_hold_heights) return flow;
        entry.text = flow.text;
    } else if (kind.is_known() && !kind.may_hold_heights) {
        const std::string half = half_text(catalogue, name, folder);
        entry.text = half.empty() ? std::string{kind.kind} : half;
        return entry;
    }
    try {
        const auto source = terrain::open_named_terrain({file.string()});
        const terrain::TerrainInfo& info = source->info();
        entry.is_terrain = true;
        entry.text = fmt::format("{}, {} x {} posts", info.format_name, info.columns, info.rows);
    } catch (const std::exception& error) {
        if (entry.text.empty())
            entry.text = kind.is_known() ? std::string{kind.kind} : half_text(catalogue, name, folder);
        if (entry.text.empty()) entry.text = reason_of(error, folder);
    }
    return entry;
}

/// Visits all files below a folder, by name, and folders that are one thing of many files. False where there
/// are more than max_entries.
bool for_each_file(const fs::path& folder, std::size_t max_entries,
                   const std::function<void(const fs::path&)>& take)
{
    std::set<fs::path> files;
    std::size_t seen = 0;
    std::error_code error;
    const auto skip = fs::directory_options::skip_permission_denied;
    for (fs::recursive_directory_iterator entry{folder, skip, error}, end; !error && entry != end;
         entry.increment(error)) {
        if (++seen > max_entries) break;
        const bool is_store = entry->is_directory(error) && kind_of_file(entry->path()).is_known();
        if (is_store) entry.disable_recursion_pending();  // one thing of many files
        if (is_store || entry->is_regular_file(error)) files.insert(entry->path());
    }
    for (const fs::path& file : files) take(file);
    return seen <= max_entries;
}

/// True when a file, or a folder that it is in, is among these.
bool is_below(fs::path file, const std::set<fs::path>& known)
{
    for (; file.has_relative_path(); file = file.parent_path())
        if (known.contains(file)) return true;
    return false;
}

std::string_view kind_of(const FolderEntry& entry)
{
    return entry.is_flow ? "flow" : entry.is_terrain ? "terrain" : entry.is_part ? "part" : "other";
}

}  // namespace

bool for_each_entry(const fs::path& folder, const FolderSettings& settings,
                    const std::shared_ptr<const compute::FieldReader>& reader,
                    const std::function<void(const FolderEntry&)>& take)
{
    const fs::path below = fs::canonical(folder);
    const compute::DatasetCatalogue catalogue{
        {below}, {.max_entries = settings.max_entries}, std::make_shared<ReaderOfFolder>(reader)};
    bool is_complete = true;
    std::set<fs::path> known;
    const std::vector<compute::CatalogueEntry> all = catalogue.list(&is_complete);
    std::map<std::string, FolderEntry> groups;
    std::set<std::string> parts_of_groups, no_series;
    compute::DatasetHeadings headings{catalogue, {.most = most_for_a_heading}};
    for (const compute::CatalogueEntry& listed : largest_first(all)) {
        const bool is_guess = may_be_group(listed, below);
        if (!headings.joins(listed)) {
            no_series.insert(listed.name);  // each file has a line of its own
            continue;
        }
        if ((is_guess || is_series(listed.name)) && are_known(known, catalogue, listed.name)) {
            parts_of_groups.insert(listed.name);  // a larger group has its files
            continue;
        }
        const auto group = is_guess ? group_entry(catalogue, listed, settings) : std::nullopt;
        if (group) groups.emplace(listed.name, *group);
        if (group || (!is_guess && is_series(listed.name))) note_files(known, catalogue, listed.name);
    }
    for (const compute::CatalogueEntry& listed : all) {
        if (no_series.contains(listed.name)) continue;
        if (may_be_group(listed, below)) {
            if (const auto group = groups.find(listed.name); group != groups.end()) take(group->second);
            continue;
        }
        const bool is_step = known.contains(below / listed.name) || parts_of_groups.contains(listed.name);
        const bool is_ground =
            !is_series(listed.name) && terrain::is_terrain_name((below / listed.name).string());
        if (is_analytic_name(listed.name) || is_step || is_ground) continue;
        note_files(known, catalogue, listed.name);
        known.insert(below / listed.name);  // a case: all that its folder holds
        take(flow_entry(catalogue, listed, below, settings));
    }
    return for_each_file(below, settings.max_entries,
                         [&](const fs::path& file) {
                             if (!is_below(file, known)) take(other_entry(catalogue, file, below, settings));
                         }) &&
           is_complete;
}

std::string info_text(const FolderEntry& entry)
{
    const std::string_view kind = kind_of(entry) == "other" ? "not read" : kind_of(entry);
    return fmt::format("{:<9} {:>10}  {}: {}\n", kind, size_text(entry.bytes),
                       net::printable(entry.name, longest_line), net::printable(entry.text, longest_line));
}

nlohmann::json info_json(const FolderEntry& entry)
{
    nlohmann::json json{
        {"name", entry.name}, {"kind", kind_of(entry)}, {"bytes", entry.bytes}, {"text", entry.text}};
    if (entry.heading.time_steps) json["time_steps"] = *entry.heading.time_steps;
    if (!entry.heading.units.empty()) json["units"] = entry.heading.units;
    return json;
}

}  // namespace farfield::node
