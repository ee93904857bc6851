#include "compute_node/commands/reports/build_progress.h"

#include <fmt/format.h>

#include <cstdio>

#include <unistd.h>

namespace farfield::node {

namespace {

constexpr std::chrono::milliseconds build_report_period{500};

}  // namespace

BuildProgress::BuildProgress() : terminal_{isatty(STDERR_FILENO) == 1} {}

std::function<void(double)> BuildProgress::shown()
{
    return [this](double part) { show(part); };
}

void BuildProgress::show(double part)
{
    const Clock::time_point now = Clock::now();
    if (!terminal_ || now - shown_ < build_report_period) return;
    shown_ = now;
    open_ = true;
    fmt::print(stderr, "\r{:5.1f} % of the terrain is read\033[K", 100.0 * part);
}

void BuildProgress::end()
{
    if (open_) fmt::print(stderr, "\r\033[K");
    open_ = false;
}

}  // namespace farfield::node
