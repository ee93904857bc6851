#include "relay/sockets/input_watch.h"

#include <fmt/format.h>
#include <utility>

namespace farfield::net::relay {
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
