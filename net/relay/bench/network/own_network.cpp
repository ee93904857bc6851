#include "net/relay/bench/network/own_network.h"

#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <fmt/format.h>
#include <fstream>

#include "net/relay/sockets/file_descriptor.h"

namespace farfield::net::relay {
namespace {

bool write_line(const char* path, const std::string& line)
{
    std::ofstream out{path};
    out << line << std::flush;
    return static_cast<bool>(out);
}

/// A namespace of networks; without privileges in one of users, where this user is root.
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

}  // namespace

std::string enter_own_network()
{
    if (!unshare_network() || !raise_loopback()) return "loopback of the machine";
    return "loopback of an own network namespace";
}

}  // namespace farfield::net::relay
