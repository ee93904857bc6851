#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "model/fields/json.h"
#include "net/message/clock.h"
#include "net/relay/program/commands/commands.h"
#include "net/relay/program/commands/host_port.h"
#include "net/relay/program/files/pdu_sender.h"
#include "net/relay/program/moving_entities.h"
#include "net/relay/program/peers/bundle_publisher.h"

namespace farfield::net::relay {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::array motion_names{"circle", "line", "still"};
constexpr std::array gap_names{"even", "exponential"};

struct SendOptions {
    std::string to, token_file;
    MotionSettings motion;
    std::vector<double> around{0.0, 0.0};
    std::string motion_name = motion_names[0], gaps = gap_names[0];
    double rate = 4000.0, seconds = 10.0;
    bool as_json = false;
};

/// When messages are sent, s since the beginning.
class Pace {
public:
    Pace(double rate, bool is_even, std::uint64_t seed) : rate_{rate}, is_even_{is_even}, numbers_{seed} {}

    [[nodiscard]] double next_seconds() const { return next_; }
    void advance() { next_ += is_even_ ? 1.0 / rate_ : gaps_(numbers_) / rate_; }

private:
    double rate_;
    bool is_even_;
    std::mt19937_64 numbers_;
    std::exponential_distribution<double> gaps_{1.0};
    double next_ = 0.0;
};

using Pdu = std::array<std::byte, dis::entity_state_bytes>;
constexpr std::size_t most = 64;  ///< PDUs that are sent at once
using DuePdus = std::span<const std::span<const std::byte>>;

/// What is due is sent at once; between two times the thread sleeps until the next.
std::uint64_t send(const SendOptions& options, const std::function<void(DuePdus)>& sender)
{
    constexpr std::chrono::microseconds least_sleep{500};
    const MovingEntities entities{options.motion};
    Pace pace{options.rate, options.gaps == gap_names[0], options.motion.seed};
    std::array<Pdu, most> pdus{};
    std::array<std::span<const std::byte>, most> datagrams;
    for (std::size_t i = 0; i < most; ++i) datagrams[i] = pdus[i];
    std::uint64_t sent = 0;
    const Clock::time_point begun = Clock::now();
    while (pace.next_seconds() < options.seconds) {
        const double now = std::chrono::duration<double>(Clock::now() - begun).count();
        std::size_t due = 0;
        for (; due < most && pace.next_seconds() <= std::min(now, options.seconds); ++due, pace.advance())
            entities.write(static_cast<std::uint32_t>((sent + due) % options.motion.entities),
                           pace.next_seconds(), pdus[due]);
        if (due > 0) sender(std::span{datagrams}.first(due));
        sent += due;
        if (due < most)
            std::this_thread::sleep_until(std::max(
                Clock::now() + least_sleep, begun + std::chrono::duration_cast<Clock::duration>(
                                                        std::chrono::duration<double>(pace.next_seconds()))));
    }
    return sent;
}

std::uint64_t send_datagrams(const SendOptions& options)
{
    DatagramSender sender = dis_sender(options.to);
    std::uint64_t sent = 0;
    return send(options, [&](DuePdus pdus) {
        const std::size_t done = sender.send(pdus);
        sent += done;
        if (done < pdus.size())
            throw SocketError(fmt::format("cannot send to '{}' after {} messages", options.to, sent));
    });
}

/// To a relay, in bundles; returns when it has taken all.
std::uint64_t send_bundles(const SendOptions& options)
{
    BundlePublisher relay{session_at(options.to, options.token_file)};
    const std::uint32_t source = std::uint32_t{options.motion.site} << 16U | options.motion.application;
    const std::uint64_t sent = send(options, [&](DuePdus pdus) {
        for (const auto pdu : pdus) relay.add({.bytes = pdu, .source = source, .arrival_ns = now_ns()});
        relay.flush();
    });
    relay.finish();
    return sent;
}

int run(SendOptions options)
{
    if (std::abs(options.around[1]) > 90.0)
        throw std::runtime_error(fmt::format(
            "--around: expected a latitude from -90 to 90 degrees, found {:g}", options.around[1]));
    options.motion.longitude = options.around[0], options.motion.latitude = options.around[1];
    for (std::size_t i = 0; i < motion_names.size(); ++i)
        if (options.motion_name == motion_names[i]) options.motion.motion = static_cast<Motion>(i);
    const Clock::time_point begun = Clock::now();
    const std::uint64_t sent = is_input(options.to) ? send_datagrams(options) : send_bundles(options);
    const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
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

}  // namespace

void add_send_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<SendOptions>();
    CLI::App* command = program.add_subcommand("send", "Sends states of entities that move, as DIS PDUs");
    command
        ->add_option("--to", options->to,
                     "dis:GROUP|ADDR[:3000][@IFACE], or HOST[:PORT] of a relay that takes them in bundles")
        ->required();
    command->add_option("--token-file", options->token_file, "File with the token that the relay asks for");
    command->add_option("--entities", options->motion.entities, "How many")
        ->check(CLI::Range(1, 65'534))
        ->capture_default_str();
    command->add_option("--rate", options->rate, "Messages a second, of all together")
        ->check(CLI::Range(0.001, 1e6))
        ->capture_default_str();
    command->add_option("--gaps", options->gaps, "Times between messages")
        ->check(one_of(gap_names))
        ->capture_default_str();
    command->add_option("--motion", options->motion_name, "How they move")
        ->check(one_of(motion_names))
        ->capture_default_str();
    command->add_option("--around", options->around, "LON,LAT of the middle, degrees")
        ->delimiter(',')
        ->expected(2)
        ->check(CLI::Range(-180.0, 180.0));
    command->add_option("--km", options->motion.km, "They are at most so far from it")
        ->check(CLI::Range(0.001, 10'000.0))
        ->capture_default_str();
    command->add_option("--height", options->motion.height, "Of the lowest, m above the ellipsoid")
        ->check(CLI::Range(-1'000.0, 100'000.0))
        ->capture_default_str();
    command->add_option("--site", options->motion.site, "Of all of them")->capture_default_str();
    command->add_option("--application", options->motion.application, "Of all of them")
        ->capture_default_str();
    command->add_option("--seconds", options->seconds, "How long")
        ->check(CLI::Range(0.0, 86'400.0))
        ->capture_default_str();
    command->add_option("--random-seed", options->motion.seed, "Of tracks and gaps")->capture_default_str();
    command->add_flag("--json", options->as_json, "The summary as JSON");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::net::relay
