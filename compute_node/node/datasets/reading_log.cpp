#include "compute_node/node/datasets/reading_log.h"

#include "net/message/printable.h"

#include <spdlog/spdlog.h>

namespace farfield::node {

namespace {

constexpr std::chrono::seconds period{5};

}  // namespace

ReadingLog::ReadingLog(const std::string& name) : name_{net::printable(name)} {}

ReadingLog::~ReadingLog()
{
    if (reported_ == begun_) return;
    if (part_ < 1.0)
        spdlog::info("terrain '{}' was given up with {:.0f} % of it read", name_, 100.0 * part_);
    else
        spdlog::info("terrain '{}' was read in {:.0f} s", name_,
                     std::chrono::duration<double>(Clock::now() - begun_).count());
}

void ReadingLog::report(double part)
{
    part_ = part;
    const Clock::time_point now = Clock::now();
    if (part >= 1.0 || now - reported_ < period) return;
    reported_ = now;
    spdlog::info("terrain '{}': {:.0f} % is read", name_, 100.0 * part);
}

void log_reread(const std::string& name)
{
    spdlog::info("{}: it has changed on disk since it was opened, and is read again", net::printable(name));
}

}  // namespace farfield::node
