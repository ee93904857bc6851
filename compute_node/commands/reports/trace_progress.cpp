#include "compute_node/commands/reports/trace_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>

#include <unistd.h>

namespace farfield::node {

namespace {

constexpr std::chrono::milliseconds trace_report_period{1000};

std::uint64_t resident_bytes()
{
    std::ifstream statm{"/proc/self/statm"};
    std::uint64_t all_pages = 0, resident_pages = 0;
    statm >> all_pages >> resident_pages;
    return resident_pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

ProgressReport::ProgressReport(bool asked_for)
    : terminal_{isatty(STDERR_FILENO) == 1}, wanted_{asked_for || terminal_}
{}

void ProgressReport::show(const compute::TraceProgress& progress)
{
    const Clock::time_point now = Clock::now();
    if (!wanted_ || now - shown_ < trace_report_period) return;
    shown_ = now;
    const double seconds = std::chrono::duration<double>(now - begun_).count();
    // Lines through slices that are read on the way go through all of them side by side.
    const auto side_by_side = static_cast<double>(
        std::min<std::uint64_t>(progress.all_lines - progress.lines, compute::LineTracer::lines_at_once));
    const double swept = progress.slices == 0
                             ? 0.0
                             : static_cast<double>(progress.slice) / static_cast<double>(progress.slices);
    const double part = (static_cast<double>(progress.lines) + swept * side_by_side) /
                        static_cast<double>(progress.all_lines);
    const std::string slices =
        progress.slices == 0 ? "" : fmt::format("slice {} of {}  ", progress.slice, progress.slices);
    fmt::print(stderr, "{}{:5.1f} %  {} of {} lines  {}{:.1f} Msteps/s  {} MiB{}", terminal_ ? "\r" : "",
               100.0 * part, progress.lines, progress.all_lines, slices,
               static_cast<double>(progress.steps) / seconds / 1e6, resident_bytes() >> 20U,
               terminal_ ? "\033[K" : "\n");
    open_ = terminal_;
}

void ProgressReport::end()
{
    if (open_) fmt::print(stderr, "\n");
    open_ = false;
}

}  // namespace farfield::node
