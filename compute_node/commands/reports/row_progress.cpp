#include "compute_node/commands/reports/row_progress.h"

#include <fmt/format.h>

#include <cstdio>

#include <unistd.h>

namespace farfield::node {

namespace {

constexpr std::chrono::milliseconds row_report_period{1000};

}  // namespace

RowProgress::RowProgress() : terminal_{isatty(STDERR_FILENO) == 1} {}

bool RowProgress::is_due()
{
    const Clock::time_point now = Clock::now();
    if (!terminal_ || now - shown_ < row_report_period) return false;
    shown_ = now;
    return open_ = true;
}

void RowProgress::show(double part, const std::string& what)
{
    if (is_due()) fmt::print(stderr, "\r{:5.1f} %  {}\033[K", 100.0 * part, what);
}

void RowProgress::show(double part, std::uint64_t count, const std::string& things)
{
    if (!counting_) begun_ = Clock::now();
    counting_ = true;
    if (!is_due()) return;
    const double seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
    fmt::print(stderr, "\r{:5.1f} %  {} {}  {:.2f} M{}/s\033[K", 100.0 * part, count, things,
               static_cast<double>(count) / seconds / 1e6, things);
}

void RowProgress::end()
{
    if (open_) fmt::print(stderr, "\n");
    open_ = false;
}

}  // namespace farfield::node
