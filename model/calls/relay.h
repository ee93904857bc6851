#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/programs/bundles/entities.h"
#include "model/programs/bundles/entity_times.h"

/// The calls relay.info and relay.interest: docs/protocol.md, section 18.
namespace farfield::model {

struct RelayInfoCall {
    friend bool operator==(const RelayInfoCall&, const RelayInfoCall&) = default;
    static void fields(auto& /*visit*/) {}
};

enum class InputState : std::uint8_t {
    Up,
    Failed,  ///< the input could not be opened
    Down,    ///< the input's interface has gone since
    Ended,   ///< the input is a file without further messages
};
inline constexpr std::array input_state_names{"up", "failed", "down", "ended"};

/// An input of a relay; also the parameters of the notification entities.input, sent when its state changes.
struct RelayInput {
    std::string input;  ///< as on the command line
    InputState state = InputState::Up;
    std::string message;     ///< why it failed or is down, or that it is silent
    std::uint64_t port = 0;  ///< port that the input listens on
    friend bool operator==(const RelayInput&, const RelayInput&) = default;

    static void fields(auto& visit)
    {
        visit("input", &RelayInput::input, required);
        visit("state", &RelayInput::state, required, names(input_state_names));
        visit("message", &RelayInput::message);
        visit("port", &RelayInput::port, always);
    }
};

/// An output that the relay was started with.
struct RelayOutput {
    std::string output;  ///< as on the command line
    InputState state = InputState::Up;
    std::string message;           ///< why it failed
    std::uint32_t subscriber = 0;  ///< number of the output's account in relay.stats
    friend bool operator==(const RelayOutput&, const RelayOutput&) = default;

    static void fields(auto& visit)
    {
        visit("output", &RelayOutput::output, required);
        visit("state", &RelayOutput::state, required, names(input_state_names));
        visit("message", &RelayOutput::message);
        visit("subscriber", &RelayOutput::subscriber, always);
    }
};

/// The path to UDP hosts that `serve --hosts` opens.
struct RelayHosts {
    std::string hosts;  ///< as on the command line
    InputState state = InputState::Up;
    std::string message;     ///< why it failed
    std::string address;     ///< address that bundles go to
    std::uint64_t port = 0;  ///< port that bundles go to
    friend bool operator==(const RelayHosts&, const RelayHosts&) = default;

    static void fields(auto& visit)
    {
        visit("hosts", &RelayHosts::hosts, required);
        visit("state", &RelayHosts::state, required, names(input_state_names));
        visit("message", &RelayHosts::message);
        visit("address", &RelayHosts::address, required);
        visit("port", &RelayHosts::port, required);
    }
};

enum class ClockState : std::uint8_t { Live, Recorded };
inline constexpr std::array clock_state_names{"live", "recorded"};

/// The present time for the entities of a relay; also the parameters of relay.clock, a notification of each
/// change. A relay whose inputs are all files has the clock of the first one: at the relay's time t it is
/// time_ns + (t - at_ns) * rate.
struct RelayClock {
    ClockState state = ClockState::Live;
    std::uint64_t time_ns = 0;  ///< ns since 1970 in the recording; 0: it has not begun
    std::uint64_t at_ns = 0;    ///< ns on the relay's clock at that time
    double rate = 1.0;          ///< 0: the recording is paused
    friend bool operator==(const RelayClock&, const RelayClock&) = default;

    static void fields(auto& visit)
    {
        visit("state", &RelayClock::state, required, names(clock_state_names));
        visit("time_ns", &RelayClock::time_ns);
        visit("at_ns", &RelayClock::at_ns);
        visit("rate", &RelayClock::rate, always);
    }
};

struct RelayInfo {
    std::uint32_t relay = 0;  ///< id of the relay
    RelayClock clock = {};
    std::vector<RelayInput> inputs;
    std::vector<RelayOutput> outputs = {};
    std::optional<RelayHosts> hosts = std::nullopt;
    EntityTimes times = {};
    friend bool operator==(const RelayInfo&, const RelayInfo&) = default;

    static void fields(auto& visit)
    {
        visit("relay", &RelayInfo::relay, required);
        visit("clock", &RelayInfo::clock, always);
        visit("inputs", &RelayInfo::inputs, required);
        visit("outputs", &RelayInfo::outputs);
        visit("hosts", &RelayInfo::hosts);
        visit("times", &RelayInfo::times, always);
    }
};

/// The call by which another relay asks what this relay's subscribers want.
struct RelayInterestCall {
    std::uint32_t relay = 0;  ///< id of the calling relay
    friend bool operator==(const RelayInterestCall&, const RelayInterestCall&) = default;

    static void fields(auto& visit) { visit("relay", &RelayInterestCall::relay, required); }
};

/// The answer of relay.interest; also the parameters of the notification of that name after each change.
struct RelayInterest {
    std::vector<InterestShape> interest = {};  ///< of all subscribers but the calling relay
    friend bool operator==(const RelayInterest&, const RelayInterest&) = default;

    static void fields(auto& visit)
    {
        visit("interest", &RelayInterest::interest, required, at_most("max_interest", max_interest));
    }
};

}  // namespace farfield::model
