#include "compute_node/datasets/headings/dataset_headings.h"

#include "compute_node/datasets/time_series.h"
#include "compute_node/support/file_fingerprint.h"
#include "compute_node/support/formats/known_formats.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <limits>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// A stop token that is stopped after a while, unless this object is destroyed before.
class Patience {
public:
    explicit Patience(std::chrono::milliseconds most)
        : waiting_{[this, most](const std::stop_token& over) {
              std::unique_lock lock{mutex_};
              ended_.wait_for(lock, over, most, [] { return false; });
              if (!over.stop_requested()) cancel_.request_stop();
          }}
    {}

    [[nodiscard]] std::stop_token token() const { return cancel_.get_token(); }
    [[nodiscard]] bool is_over() const { return cancel_.stop_requested(); }

private:
    std::mutex mutex_;
    std::condition_variable_any ended_;
    std::stop_source cancel_;
    std::jthread waiting_;  ///< last member: it uses the others
};

/// The dataset's name for reading heads. A reader process reads for one dataset; heads of all files share it.
const std::string for_all = "the heads of listed files";

bool is_series(const std::string& name)
{
    return name.find('*') != std::string::npos;
}

std::uint32_t steps_in(std::size_t count)
{
    return static_cast<std::uint32_t>(
        std::min<std::size_t>(count, std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace

/// The looks into files that one list has left.
class DatasetHeadings::Looks {
public:
    explicit Looks(const HeadingLimits& limits)
        : limits_{limits}, left_{limits.max_looks}, end_{Clock::now() + limits.most}
    {}

    [[nodiscard]] bool take_one()
    {
        if (left_ == 0 || Clock::now() >= end_) return false;
        --left_;
        return true;
    }
    void end() { left_ = 0; }

    /// Reads a heading; none where it took too long, which ends all looks. A damaged file's has no steps.
    [[nodiscard]] std::optional<FileHeading> read(const DatasetFiles& dataset)
    {
        const Patience patience{limits_.longest_look};
        try {
            return heading_of(dataset, 0, patience.token());
        } catch (const std::exception&) {
            if (!patience.is_over()) return FileHeading{};
            end();
            return std::nullopt;
        }
    }

private:
    const HeadingLimits& limits_;
    std::size_t left_;
    Clock::time_point end_;
};

DatasetHeadings::DatasetHeadings(const DatasetCatalogue& catalogue, HeadingLimits limits)
    : catalogue_{catalogue}, limits_{limits}
{}

std::vector<DatasetHeading> DatasetHeadings::of(const std::vector<CatalogueEntry>& entries)
{
    Looks looks{limits_};
    std::vector<DatasetHeading> all(entries.size());
    const auto take = [&](bool series) {
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (is_series(entries[i].name) == series) all[i] = of_one(entries[i], looks);
    };
    take(false);
    take(true);  // of files that have been looked into by now
    return all;
}

DatasetHeading DatasetHeadings::of_one(const CatalogueEntry& entry, Looks& looks)
{
    if (is_analytic_name(entry.name)) return {};
    if (format_named(entry.format).times_at == TimesAt::None && !is_series(entry.name))
        return {.time_steps = 1};
    if (format_named(entry.format).times_at == TimesAt::Throughout && entry.bytes > limits_.max_scanned_bytes)
        return {};
    try {
        const std::vector<std::vector<fs::path>> slices = catalogue_.files(entry.name).files;
        // Numbered files of VTK hold a step each.
        if (is_series(entry.name) && !format_named(entry.format).comes_in_slices())
            return {.time_steps = steps_in(slices.size())};
        if (is_series(entry.name)) return of_series(slices, looks);
        const std::optional<Head> head = head_of(slices.front(), looks);
        if (!head || head->steps == 0) return {};
        return {.time_steps = head->steps, .units = head->units};
    } catch (const std::runtime_error&) {
        return {};  // it went meanwhile
    }
}

bool DatasetHeadings::joins(const CatalogueEntry& entry)
{
    if (!is_series(entry.name) || !format_named(entry.format).comes_in_slices()) return true;
    if (format_named(entry.format).times_at == TimesAt::Throughout && entry.bytes > limits_.max_scanned_bytes)
        return true;
    try {
        Looks looks{limits_};
        return join(catalogue_.files(entry.name).files, looks);
    } catch (const std::runtime_error&) {
        return true;  // it went meanwhile
    }
}

/// Looks only at three slices, not at a thousand files: faults of others are found when they are read.
bool DatasetHeadings::join(const std::vector<std::vector<fs::path>>& slices, Looks& looks)
{
    if (slices.size() < 2) return true;
    const std::optional<Head> first = head_of(slices.front(), looks);
    const auto goes_with_first = [&](const std::vector<fs::path>& files) {
        const std::optional<Head> other = head_of(files, looks);
        if (!first || !other) return true;
        // A file that can be read does not join one that cannot; files that cannot share one line.
        if (first->steps == 0 || other->steps == 0) return first->steps == other->steps;
        const bool apart = std::abs(other->first - first->first) > 0.0;  // not where one is not known
        return apart && other->shape == first->shape;
    };
    return goes_with_first(slices[1]) && (slices.size() == 2 || goes_with_first(slices.back()));
}

/// The heading of a series: known if the heads of all its files are, and their times follow each other.
DatasetHeading DatasetHeadings::of_series(const std::vector<std::vector<fs::path>>& slices, Looks& looks)
{
    if (!join(slices, looks)) return {.time_steps = std::nullopt, .joins = false};
    std::vector<Head> heads;
    for (const std::vector<fs::path>& files : slices) {
        std::optional<Head> head = head_of(files, looks);
        if (!head || head->steps == 0 || std::isnan(head->first)) return {};
        heads.push_back(std::move(*head));
    }
    std::ranges::sort(heads, {}, &Head::first);
    DatasetHeading all{.time_steps = 0, .units = heads.front().units};
    for (std::size_t i = 0; i < heads.size(); ++i) {
        if (i > 0 && !(heads[i].first > heads[i - 1].last))
            return {.time_steps = std::nullopt, .units = all.units};
        *all.time_steps += heads[i].steps;
    }
    return all;
}

std::optional<DatasetHeadings::Head> DatasetHeadings::remembered(const std::string& key,
                                                                 const std::string& fingerprint)
{
    const std::lock_guard lock{mutex_};
    const auto found = heads_.find(key);
    if (found == heads_.end() || found->second.fingerprint != fingerprint) return std::nullopt;
    return found->second;
}

std::optional<DatasetHeadings::Head> DatasetHeadings::head_of(const std::vector<fs::path>& files,
                                                              Looks& looks)
{
    std::string key;
    for (const fs::path& file : files) key += file.string() + '\n';
    std::string fingerprint = fingerprint_of(files);
    if (auto known = remembered(key, fingerprint)) return known;
    if (!looks.take_one()) return std::nullopt;
    const auto heading = looks.read({for_all, {files}, {}, catalogue_.reader()});
    if (!heading) return std::nullopt;
    Head head{.fingerprint = std::move(fingerprint),
              .steps = steps_in(heading->times.size()),
              .units = heading->units,
              .shape = heading->shape};
    if (head.steps > 0) {
        head.first = heading->times.front();
        head.last = heading->times.back();
    }
    const std::lock_guard lock{mutex_};
    if (heads_.size() >= limits_.max_remembered) heads_.clear();
    heads_[key] = head;
    return head;
}

}  // namespace farfield::compute
