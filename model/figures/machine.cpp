#include "model/figures/machine.h"

#include <array>
#include <cmath>
#include <ctime>
#include <fstream>
#include <string>
#include <sys/utsname.h>
#include <thread>
#include <unistd.h>

namespace farfield::model {
namespace {

std::string cpu_name()
{
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);) {
        const auto colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
    }
    return {};
}

}  // namespace

nlohmann::json describe_machine()
{
    nlohmann::json machine;
    if (const auto cpu = cpu_name(); !cpu.empty()) machine["cpu"] = cpu;
    machine["cores"] = std::thread::hardware_concurrency();
    const double bytes =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    if (bytes > 0) machine["memory_gib"] = std::round(bytes / (1 << 30) * 10.0) / 10.0;
    if (utsname system{}; uname(&system) == 0)
        machine["system"] = std::string(system.sysname) + " " + system.release + " " + system.machine;
    return machine;
}

std::string utc_time()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

}  // namespace farfield::model
