#pragma once

#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <functional>
#include <grp.h>
#include <string>
#include <vector>

#include "relay/sockets/datagram_batch.h"
#include "relay/sockets/datagram_sender.h"
#include "relay/sockets/interface.h"
#include "relay/sockets/multicast_socket.h"

/// Sockets on `lo`, and processes with other rights or another network, for the tests of this folder.
namespace farfield::net::relay::test {

inline constexpr std::chrono::seconds patience{20};  ///< longer than any of these tests waits

/// A group for tests that no other test of this program joins.
inline Ipv4 test_group(std::uint32_t number)
{
    return (239U << 24 | 255U << 16 | 77U << 8) + number;
}

inline std::vector<std::byte> bytes_of(std::size_t size, std::uint32_t number)
{
    std::vector<std::byte> bytes(size, static_cast<std::byte>(number));
    std::memcpy(bytes.data(), &number, std::min(size, sizeof number));
    return bytes;
}

inline std::uint32_t number_in(std::span<const std::byte> bytes)
{
    std::uint32_t number = 0;
    std::memcpy(&number, bytes.data(), std::min(bytes.size(), sizeof number));
    return number;
}

inline DatagramSender sender_on_loopback(const Endpoint& to)
{
    return DatagramSender({.to = to, .through = find_interface("lo")});
}

/// Sends `count` datagrams of `size` bytes, numbered from `first`. Returns how many.
inline std::size_t send_numbered(DatagramSender& sender, std::size_t count, std::size_t size,
                                 std::uint32_t first = 0)
{
    std::size_t sent = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto bytes = bytes_of(size, first + static_cast<std::uint32_t>(i));
        const std::span<const std::byte> one(bytes);
        sent += sender.send({&one, 1});
    }
    return sent;
}

/// Whether the socket has something to read, after waiting for it.
inline bool has_datagrams(const MulticastSocket& socket, std::chrono::milliseconds at_most = patience)
{
    pollfd wanted{.fd = socket.descriptor(), .events = POLLIN, .revents = 0};
    return ::poll(&wanted, 1, static_cast<int>(at_most.count())) == 1;
}

/// Runs `body` in a child process, which ends with it. Returns its text: empty when all is well. `prepare`
/// runs first in the child and says why the child cannot be as wanted; then the result is "skipped: WHY".
inline std::string in_child(const std::function<std::string()>& prepare,
                            const std::function<std::string()>& body)
{
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return "no pipe";
    std::fflush(nullptr);
    const auto child = ::fork();
    if (child == 0) {
        std::string text;
        try {
            const auto why = prepare();
            text = why.empty() ? body() : "skipped: " + why;
        } catch (const std::exception& error) {
            text = error.what();
        }
        [[maybe_unused]] const auto written = ::write(ends[1], text.data(), text.size());
        ::_exit(0);
    }
    ::close(ends[1]);
    std::string text;
    std::array<char, 512> part{};
    for (ssize_t got = 0; (got = ::read(ends[0], part.data(), part.size())) > 0;)
        text.append(part.data(), static_cast<std::size_t>(got));
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? text : "the child process was ended by a signal";
}

/// For in_child(): gives up the rights of root.
inline std::string as_ordinary_user()
{
    constexpr unsigned no_user = 65534;
    if (::geteuid() != 0) return {};
    if (::setgroups(0, nullptr) != 0 || ::setresgid(no_user, no_user, no_user) != 0 ||
        ::setresuid(no_user, no_user, no_user) != 0)
        return "rights cannot be given up";
    return {};
}

/// Brings `lo` up or down; in a network of its own.
inline bool set_loopback(bool is_up)
{
    const FileDescriptor fd(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    ifreq request{};
    std::strcpy(request.ifr_name, "lo");
    request.ifr_flags = is_up ? IFF_UP : 0;
    return ::ioctl(fd.get(), SIOCSIFFLAGS, &request) == 0;
}

/// For in_child(): a network of its own, with `lo` up and nothing else.
inline std::string in_own_network()
{
    if (::unshare(::geteuid() == 0 ? CLONE_NEWNET : CLONE_NEWUSER | CLONE_NEWNET) != 0)
        return "no network namespace can be made";
    return set_loopback(true) ? std::string() : "lo cannot be brought up";
}

/// Writes a sysctl of this network: "net/ipv4/igmp_max_memberships".
inline bool write_sysctl(const std::string& name, int value)
{
    const auto path = "/proc/sys/" + name;
    auto* file = std::fopen(path.c_str(), "w");
    if (file == nullptr) return false;
    const bool done = std::fprintf(file, "%d\n", value) > 0;
    return std::fclose(file) == 0 && done;
}

}  // namespace farfield::net::relay::test
