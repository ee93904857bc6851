#include "compute_node/bench/machine.h"

#include "compute_node/particles/particle_kernel.h"

#include <sys/utsname.h>

#include <fstream>
#include <string>
#include <thread>

namespace farfield::node {

namespace {

std::string cpu_name()
{
    std::ifstream in{"/proc/cpuinfo"};
    for (std::string line; std::getline(in, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
    }
    return {};
}

}  // namespace

nlohmann::json machine_json()
{
    nlohmann::json machine;
    if (const std::string cpu = cpu_name(); !cpu.empty()) machine["cpu"] = cpu;
    machine["cores"] = std::thread::hardware_concurrency();
    if (utsname system{}; uname(&system) == 0)
        machine["system"] = std::string{system.sysname} + " " + system.release + " " + system.machine;
    machine["simd"] = compute::kernel_target();
    return machine;
}

}  // namespace farfield::node
