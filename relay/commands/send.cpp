#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <stop_token>
#include <thread>
#include <vector>

#include "model/fields/json.h"
#include "model/files/plain_file.h"
#include "net/message/byte_order.h"
#include "net/message/clock.h"
#include "net/message/printable.h"
#include "net/transport/stop_signals.h"
#include "relay/commands/commands.h"
#include "relay/commands/host_port.h"
#include "relay/commands/validators.h"
#include "relay/files/pdu_sender.h"
#include "relay/peers/bundle_publisher.h"
#include "relay/sockets/input_spec.h"
#include "relay/sockets/slot_ring.h"
#include "relay/traffic/addressed_messages.h"
#include "relay/traffic/moving_entities.h"
#include "relay/traffic/recorded_tracks.h"

namespace farfield::net::relay {
namespace {

/// Times at which messages are sent.
struct Pacing {
    double rate = 4000.0;  ///< messages a second
    double seconds = 10.0;
    bool is_even = true;  ///< false: gaps have an exponential distribution
    std::uint64_t seed = 1;
    std::stop_token stop = {};  ///< ends it early
};

/// Writes a message into the memory of max_datagram_bytes, and returns its length in bytes. number: from 0;
/// seconds: since the beginning.
using MessageWriter =
    std::function<std::size_t(std::uint64_t number, double seconds, std::span<std::byte> memory)>;

using DueMessages = std::span<const std::span<const std::byte>>;

using Clock = std::chrono::steady_clock;

constexpr std::size_t most = 64;  ///< messages sent at once
constexpr std::chrono::microseconds least_sleep{500};
constexpr std::chrono::milliseconds most_sleep{200};  ///< delay until a signal is noticed

/// Times of messages, in s since the beginning.
class Pace {
public:
    explicit Pace(const Pacing& pacing) : pacing_{pacing}, numbers_{pacing.seed} {}

    [[nodiscard]] double next_seconds() const { return next_; }
    void advance() { next_ += (pacing_.is_even ? 1.0 : gaps_(numbers_)) / pacing_.rate; }

private:
    Pacing pacing_;
    std::mt19937_64 numbers_;
    std::exponential_distribution<double> gaps_{1.0};
    double next_ = 0.0;
};

/// Calls `send` with the due messages, up to 64 at once; in between, the thread sleeps until the next is due.
/// Returns the number of messages.
std::uint64_t send_paced(const Pacing& pacing, const MessageWriter& write,
                         const std::function<void(DueMessages)>& send)
{
    Pace pace{pacing};
    std::vector<std::byte> memory(most * max_datagram_bytes);
    std::array<std::span<const std::byte>, most> messages;
    std::uint64_t sent = 0;
    const Clock::time_point begun = Clock::now();
    while (pace.next_seconds() < pacing.seconds && !pacing.stop.stop_requested()) {
        const double now = std::chrono::duration<double>(Clock::now() - begun).count();
        std::size_t due = 0;
        for (; due < most && pace.next_seconds() <= std::min(now, pacing.seconds); ++due, pace.advance()) {
            const auto place = std::span{memory}.subspan(due * max_datagram_bytes, max_datagram_bytes);
            messages[due] = place.first(write(sent + due, pace.next_seconds(), place));
        }
        if (due > 0) send(std::span{messages}.first(due));
        sent += due;
        if (due == most) continue;
        const auto next = begun + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(pace.next_seconds()));
        std::this_thread::sleep_until(
            std::clamp(next, Clock::now() + least_sleep, Clock::now() + most_sleep));
    }
    return sent;
}

constexpr std::array motion_names{"circle", "line", "still"};
constexpr std::array gap_names{"even", "exponential"};
constexpr std::string_view tracks_prefix = "csv:";
constexpr std::uint32_t addresses_of_one_group = 32;
constexpr std::uint64_t max_places_bytes = 1 << 28;

struct SendOptions {
    std::string to, token_file;
    MotionSettings motion;
    std::vector<double> around{0.0, 0.0};
    std::string motion_name = motion_names[0], gaps = gap_names[0];
    AddressedSettings addressed;
    Pacing pacing;
    bool as_json = false;
};

/// Writer of Entity State PDUs for the motion in the options.
MessageWriter states(const SendOptions& options)
{
    const auto in_turns = [](auto entities, std::uint32_t count) -> MessageWriter {
        return [entities, count](std::uint64_t number, double seconds, std::span<std::byte> memory) {
            entities->write(static_cast<std::uint32_t>(number % count), seconds,
                            memory.first<dis::entity_state_bytes>());
            return dis::entity_state_bytes;
        };
    };
    if (!options.motion_name.starts_with(tracks_prefix))
        return in_turns(std::make_shared<const MovingEntities>(options.motion), options.motion.entities);
    const std::string file = options.motion_name.substr(tracks_prefix.size());
    model::PlainFileStream text{file, "places", max_places_bytes};
    const auto tracks = std::make_shared<const RecordedTracks>(
        text, printable(file, 400), options.motion.site, options.motion.application);
    return in_turns(tracks, tracks->entities());
}

[[noreturn]] void refuse_after(const SendOptions& options, std::uint64_t sent)
{
    throw SocketError(fmt::format("cannot send to '{}' after {} messages", options.to, sent));
}

std::uint64_t send_datagrams(const SendOptions& options)
{
    DatagramSender sender = dis_sender(options.to);
    std::uint64_t sent = 0;
    return send_paced(options.pacing, states(options), [&](DueMessages pdus) {
        const std::size_t done = sender.send(pdus);
        sent += done;
        if (done < pdus.size()) refuse_after(options, sent);
    });
}

/// Sends to the groups of addressed messages.
std::uint64_t send_addressed(const SendOptions& options, const GroupsSpec& groups)
{
    AddressedSettings settings = options.addressed;
    settings.addresses = std::min(settings.addresses, groups.count * addresses_of_one_group);
    AddressedMessages messages{settings};
    SenderSettings to{.to = {groups.base, groups.port}, .hears_answers = true};
    if (!groups.interface.empty()) to.through = find_interface(groups.interface);
    DatagramSender sender{to};
    std::vector<Ipv4> addresses;
    std::uint64_t sent = 0;
    const auto write = [&messages](std::uint64_t, double, std::span<std::byte> memory) {
        (void)messages.write(memory);
        return messages.bytes();
    };
    return send_paced(options.pacing, write, [&](DueMessages due) {
        addresses.clear();
        for (const auto message : due)
            addresses.push_back(groups.base +
                                load_big<std::uint16_t>(message.data()) / addresses_of_one_group);
        const std::size_t done = sender.send(due, addresses);
        sent += done;
        if (done < due.size()) refuse_after(options, sent);
    });
}

/// Sends to a relay, in bundles; returns when it has taken all.
std::uint64_t send_bundles(const SendOptions& options)
{
    BundlePublisher relay{session_at(options.to, options.token_file), options.pacing.stop};
    const std::uint32_t source = std::uint32_t{options.motion.site} << 16U | options.motion.application;
    (void)send_paced(options.pacing, states(options), [&](DueMessages pdus) {
        for (const auto pdu : pdus) relay.add({.bytes = pdu, .source = source, .arrival_ns = now_ns()});
        relay.flush();
    });
    relay.finish();
    return relay.sent();
}

std::uint64_t send(const SendOptions& options)
{
    if (!is_input_spec(options.to)) return send_bundles(options);
    const InputSpec spec = parse_input_spec(options.to);
    if (const auto* groups = std::get_if<GroupsSpec>(&spec)) return send_addressed(options, *groups);
    return send_datagrams(options);
}

int run(SendOptions options)
{
    if (std::abs(options.around[1]) > 90.0)
        throw std::runtime_error(fmt::format(
            "--around: expected a latitude from -90 to 90 degrees, found {:g}", options.around[1]));
    options.motion.longitude = options.around[0], options.motion.latitude = options.around[1];
    for (std::size_t i = 0; i < motion_names.size(); ++i)
        if (options.motion_name == motion_names[i]) options.motion.motion = static_cast<Motion>(i);
    options.pacing.is_even = options.gaps == gap_names[0];
    options.pacing.seed = options.addressed.seed = options.motion.seed;
    StopSignals signals;
    std::stop_source stop;
    signals.call([&stop] { stop.request_stop(); });
    options.pacing.stop = stop.get_token();
    const auto begun = std::chrono::steady_clock::now();
    const std::uint64_t sent = send(options);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    const double rate = static_cast<double>(sent) / std::max(seconds, 1e-9);
    if (options.as_json)
        fmt::print("{}\n", model::Json{{"sent", sent}, {"seconds", seconds}, {"rate", rate}}.dump());
    else
        fmt::print("sent {} messages in {:.2f} s, {:.0f}/s\n", sent, seconds, rate);
    return 0;
}

template <class Names>
CLI::IsMember one_of(const Names& names)
{
    return CLI::IsMember(std::vector<std::string>(names.begin(), names.end()));
}

/// Validator of --motion for a text that names a file. Empty: valid.
std::string has_tracks(const std::string& motion)
{
    return motion.starts_with(tracks_prefix) ? std::string{} : "csv:FILE";
}

}  // namespace

void add_send_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<SendOptions>();
    CLI::App* command = program.add_subcommand(
        "send", "Sends states of entities that move, as DIS PDUs, or addressed messages");
    command
        ->add_option("--to", options->to,
                     "dis:GROUP|ADDR[:3000][@IFACE], groups:BASE/COUNT:PORT@IFACE (addressed messages), or "
                     "HOST[:PORT] "
                     "of a relay that takes them in bundles")
        ->required();
    command->add_option("--token-file", options->token_file, "File with the token that the relay asks for");
    command->add_option("--entities", options->motion.entities, "How many")
        ->check(CLI::Range(1, 65'534))
        ->capture_default_str();
    command->add_option("--rate", options->pacing.rate, "Messages a second, of all together")
        ->check(within(0.001, 1e6))
        ->capture_default_str();
    command->add_option("--gaps", options->gaps, "Times between messages")
        ->check(one_of(gap_names))
        ->capture_default_str();
    command
        ->add_option("--motion", options->motion_name,
                     "How they move; csv:FILE: as rows of entity,seconds,longitude,latitude[,height] say")
        ->check(one_of(motion_names) | CLI::Validator{has_tracks, ""})
        ->capture_default_str();
    command->add_option("--around", options->around, "LON,LAT of the middle, degrees")
        ->delimiter(',')
        ->expected(2)
        ->check(within(-180.0, 180.0));
    command->add_option("--km", options->motion.km, "They are at most so far from it")
        ->check(within(0.001, 10'000.0))
        ->capture_default_str();
    command->add_option("--height", options->motion.height, "Of the lowest, m above the ellipsoid")
        ->check(within(-1'000.0, 100'000.0))
        ->capture_default_str();
    command->add_option("--site", options->motion.site, "Of all of them")->capture_default_str();
    command->add_option("--application", options->motion.application, "Of all of them")
        ->capture_default_str();
    command
        ->add_option("--seconds", options->pacing.seconds,
                     "What is to be sent in so long; where the machine is too slow it takes longer")
        ->check(within(0.0, 86'400.0))
        ->capture_default_str();
    command->add_option("--random-seed", options->motion.seed, "Of tracks and gaps")->capture_default_str();
    command->add_option("--bytes", options->addressed.bytes, "Of an addressed message")
        ->check(CLI::Range(std::size_t{2}, max_datagram_bytes))
        ->capture_default_str();
    command
        ->add_option("--addresses", options->addressed.addresses,
                     "Of addressed messages, from 0 on; an even number, and at most 32 a group")
        ->check(CLI::Range(2, 65'536))
        ->capture_default_str();
    command
        ->add_option("--priority-share", options->addressed.priority_share,
                     "Part of addressed messages that have priority")
        ->check(within(0.0, 1.0))
        ->capture_default_str();
    command->add_flag("--json", options->as_json, "The summary as JSON");
    command->footer(fmt::format("A relay that grants no bundle for {} s ends it with an error.\n"
                                "Example: farfield-relay send --to 127.0.0.1 --rate 4000 --seconds 5",
                                longest_wait_for_grant.count()));
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::net::relay
