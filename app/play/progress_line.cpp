#include "app/play/progress_line.h"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace farfield::app {
namespace {

constexpr std::chrono::milliseconds on_terminal_interval{200}, elsewhere_interval{5000};
constexpr auto clear_line = "\r\033[K";

}  // namespace

ProgressLine::ProgressLine(bool is_shown, std::uint64_t total)
    : is_shown_(is_shown),
      on_terminal_(::isatty(STDOUT_FILENO) == 1),
      total_(total),
      next_(begun_ + (on_terminal_ ? on_terminal_interval : elsewhere_interval))
{}

ProgressLine::~ProgressLine()
{
    if (!is_shown_ || !on_terminal_) return;
    fmt::print("{}", clear_line);
    std::fflush(stdout);
}

void ProgressLine::update(std::uint64_t frames)
{
    const auto now = Clock::now();
    if (!is_shown_ || now < next_) return;
    next_ = now + (on_terminal_ ? on_terminal_interval : elsewhere_interval);
    const auto seconds = std::chrono::duration<double>(now - begun_).count();
    fmt::print("{}  {} of {} frames, {:.1f}/s{}", on_terminal_ ? clear_line : "", frames, total_,
               static_cast<double>(frames) / seconds, on_terminal_ ? "" : "\n");
    std::fflush(stdout);
}

}  // namespace farfield::app
