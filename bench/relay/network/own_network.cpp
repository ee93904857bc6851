#include "bench/relay/network/own_network.h"

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <system_error>
#include <vector>

namespace farfield::net::relay {
namespace {

bool write_line(const char* path, const std::string& line)
{
    std::ofstream out{path};
    out << line << std::flush;
    return static_cast<bool>(out);
}

/// Makes a namespace of networks; without privileges inside a user namespace in which this user is root.
bool unshare_network()
{
    if (::unshare(CLONE_NEWNET) == 0) return true;
    const auto user = ::geteuid();
    const auto group = ::getegid();
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return false;
    (void)write_line("/proc/self/setgroups", "deny");
    (void)write_line("/proc/self/uid_map", fmt::format("0 {} 1", user));
    (void)write_line("/proc/self/gid_map", fmt::format("0 {} 1", group));
    return true;
}

bool raise_loopback()
{
    const FileDescriptor socket{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
    ifreq request{};
    std::strcpy(request.ifr_name, "lo");
    if (::ioctl(socket.get(), SIOCGIFFLAGS, &request) != 0) return false;
    request.ifr_flags = static_cast<short>(request.ifr_flags | IFF_UP);
    return ::ioctl(socket.get(), SIOCSIFFLAGS, &request) == 0;
}

/// Runs a program and waits for it; true when it ended well.
bool run_program(std::vector<std::string> words)
{
    const pid_t child = ::fork();
    if (child < 0) return false;
    if (child == 0) {
        std::vector<char*> arguments;
        arguments.reserve(words.size() + 1);
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        ::dup2(nothing, STDERR_FILENO);
        ::execvp(arguments[0], arguments.data());
        ::_exit(127);
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Runs `work` in a process of its own; true when it returned true.
bool in_child(auto&& work)
{
    const pid_t child = ::fork();
    if (child < 0) return false;
    if (child == 0) ::_exit(work() ? 0 : 1);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

FileDescriptor own_namespace()
{
    return FileDescriptor{::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC)};
}

/// Makes this core process what a device receives: in a child, which sees the namespace's own /sys.
bool steer(int network, const std::string& device, int core)
{
    return in_child([&] {
        if (::setns(network, CLONE_NEWNET) != 0 || ::unshare(CLONE_NEWNS) != 0) return false;
        if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
        if (::mount("sysfs", "/sys", "sysfs", 0, nullptr) != 0) return false;
        return write_line(("/sys/class/net/" + device + "/queues/rx-0/rps_cpus").c_str(),
                          fmt::format("{:x}", 1U << static_cast<unsigned>(core)));
    });
}

/// Gives a device an address and activates it, in this namespace.
bool raise_device(const std::string& device, Ipv4 address)
{
    return run_program({"ip", "address", "add", to_text(address) + "/24", "dev", device}) &&
           run_program({"ip", "link", "set", device, "up"});
}

}  // namespace

OwnNetwork::OwnNetwork(int other_core, int receiver_core)
{
    is_own_ = unshare_network() && raise_loopback();
    if (!is_own_ || other_core == receiver_core) return;
    near_ = own_namespace();
    if (::unshare(CLONE_NEWNET) != 0) return;
    far_ = own_namespace();
    const bool is_raised = raise_loopback();
    enter(near_.get());
    has_far_ = is_raised && make_far(other_core, receiver_core);
}

bool OwnNetwork::make_far(int other_core, int receiver_core)
{
    const std::string far_path = fmt::format("/proc/{}/fd/{}", ::getpid(), far_.get());
    if (!run_program({"ip", "link", "add", "near", "type", "veth", "peer", "name", "far"}) ||
        !run_program({"ip", "link", "set", "far", "netns", far_path}) || !raise_device("near", near_address))
        return false;
    enter(far_.get());
    const bool is_raised = raise_device("far", far_address);
    enter(near_.get());
    return is_raised && steer(near_.get(), "near", other_core) && steer(far_.get(), "far", receiver_core);
}

void OwnNetwork::enter(int network)
{
    if (::setns(network, CLONE_NEWNET) != 0) throw std::system_error(errno, std::generic_category(), "setns");
}

std::string OwnNetwork::text() const
{
    if (!is_own_) return "loopback of the machine";
    if (!has_far_) return "loopback of an own network namespace";
    return "loopback of an own network namespace; costs over veth, with rps_cpus of the receiver's core";
}

}  // namespace farfield::net::relay
