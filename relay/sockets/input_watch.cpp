#include "relay/sockets/input_watch.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <fmt/format.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <string>
#include <sys/socket.h>
#include <system_error>
#include <utility>

#include "relay/sockets/endpoint.h"

namespace farfield::net::relay {

InterfaceWatch::InterfaceWatch()
    : socket_(::socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE))
{
    sockaddr_nl address{};
    address.nl_family = AF_NETLINK;
    address.nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR;
    if (socket_.get() < 0 ||
        ::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        throw SocketError("cannot watch network interfaces: " + std::generic_category().message(errno));
}

bool InterfaceWatch::has_changed() noexcept
{
    // The changes are not read: a look at the interfaces follows in any case.
    std::array<std::byte, 8192> news{};
    bool changed = false;
    for (;;) {
        const auto bytes = ::recv(socket_.get(), news.data(), news.size(), MSG_TRUNC);
        if (bytes < 0 && errno != ENOBUFS) return changed;  // ENOBUFS: more came than there was room for
        changed = true;
    }
}

namespace {

std::optional<Interface> interface_now(const std::string& name)
{
    try {
        return find_interface(name);
    } catch (const SocketError&) {
        return std::nullopt;  // none, down, or without an address
    }
}

bool is_same(const std::optional<Interface>& a, const std::optional<Interface>& b)
{
    if (!a || !b) return !a && !b;
    return a->index == b->index && a->address == b->address;
}

}  // namespace

void InputWatch::add(std::uint32_t input, std::string what, const std::string& interface, Time now)
{
    Watched& watched = watched_.emplace_back(now);
    watched.state.input = input;
    watched.what = std::move(what);
    watched.interface = interface;
    if (!interface.empty()) watched.known = interface_now(interface);
}

std::vector<InputWatch::State> InputWatch::look(Time now)
{
    const bool changed = interfaces_.has_changed();
    std::vector<State> states;
    for (Watched& watched : watched_) {
        const State before = watched.state;
        look_at(watched, changed && has_changed(watched), now);
        if (watched.state != before) states.push_back(watched.state);
    }
    return states;
}

/// For an input without an interface's name the system chooses one itself, each time.
bool InputWatch::has_changed(Watched& watched)
{
    if (watched.interface.empty()) return false;
    auto found = interface_now(watched.interface);
    return !is_same(std::exchange(watched.known, found), found);
}

void InputWatch::look_at(Watched& watched, bool changed, Time now)
{
    InputHealth& health = watched.health;
    health.note(shards_.counters(watched.state.input).received, now);
    if (!shards_.hears(watched.state.input)) health.rest(now);
    if (health.wants_join(changed, now)) {
        std::string why;
        try {
            shards_.rejoin(watched.state.input);
        } catch (const SocketError& error) {
            why = error.what();
        }
        health.joined(std::move(why), now);
    }
    watched.state.is_up = health.is_up();
    watched.state.message = health.why_down();
    if (const auto silent = health.silence(now); silent && health.is_up())
        watched.state.message =
            fmt::format("nothing from {} for {} s", watched.what, InputHealth::reported_silence.count());
}

}  // namespace farfield::net::relay
