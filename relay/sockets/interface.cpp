#include "relay/sockets/interface.h"

#include <ifaddrs.h>
#include <net/if.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <system_error>

namespace farfield::net::relay {

namespace {
/// Converts an entry of the system's list: an interface with one of its addresses, or with none.
Interface interface_from(const ifaddrs& entry)
{
    Interface found;
    found.index = ::if_nametoindex(entry.ifa_name);
    found.name = entry.ifa_name;
    found.is_up = (entry.ifa_flags & IFF_UP) != 0;
    found.is_multicast = (entry.ifa_flags & IFF_MULTICAST) != 0;
    found.is_loopback = (entry.ifa_flags & IFF_LOOPBACK) != 0;
    if (entry.ifa_addr != nullptr && entry.ifa_addr->sa_family == AF_INET) {
        sockaddr_in address{};
        std::memcpy(&address, entry.ifa_addr, sizeof address);
        found.address = from_system(address).address;
    }
    return found;
}

std::vector<Interface> all_entries()
{
    ifaddrs* list = nullptr;
    if (::getifaddrs(&list) != 0)
        throw SocketError("cannot list network interfaces: " + std::generic_category().message(errno));
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owned(list, &::freeifaddrs);
    std::vector<Interface> entries;
    for (const auto* entry = list; entry != nullptr; entry = entry->ifa_next)
        entries.push_back(interface_from(*entry));
    return entries;
}

[[noreturn]] void refuse_interface(std::string_view asked, const std::string& why)
{
    throw SocketError("interface '" + std::string(asked) + "': " + why +
                      "; would do: " + usable_interfaces());
}
}  // namespace

std::vector<Interface> interfaces()
{
    std::map<unsigned, Interface> by_index;
    for (const auto& entry : all_entries()) {
        auto& known = by_index.try_emplace(entry.index, entry).first->second;
        if (known.address == 0) known.address = entry.address;
    }
    std::vector<Interface> all;
    all.reserve(by_index.size());
    for (const auto& [index, entry] : by_index) all.push_back(entry);
    return all;
}

std::string usable_interfaces()
{
    std::string names;
    for (const auto& each : interfaces()) {
        if (!each.would_do()) continue;
        names += (names.empty() ? "" : ", ") + each.name + " (" + to_text(each.address) + ")";
    }
    return names.empty() ? "none" : names;
}

Interface find_interface(std::string_view name_or_address)
{
    const auto address = parse_ipv4(name_or_address);
    const auto entries = address ? all_entries() : interfaces();
    const auto matches = [&](const Interface& entry) {
        return address ? *address != 0 && entry.address == *address : entry.name == name_or_address;
    };
    const auto found = std::ranges::find_if(entries, matches);
    if (found == entries.end()) refuse_interface(name_or_address, "there is none of this name or address");
    if (!found->is_up) refuse_interface(name_or_address, "it is down");
    if (found->address == 0) refuse_interface(name_or_address, "it has no IPv4 address");
    return *found;
}

}  // namespace farfield::net::relay
