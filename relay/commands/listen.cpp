#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <optional>
#include <system_error>
#include <vector>

#include "model/files/atomic_file.h"
#include "net/message/bounded_json.h"
#include "net/message/clock.h"
#include "net/message/printable.h"
#include "net/transport/stop_signals.h"
#include "relay/commands/commands.h"
#include "relay/commands/host_port.h"
#include "relay/commands/message_ages.h"
#include "relay/commands/validators.h"
#include "relay/hosts/host_session.h"
#include "relay/peers/bundle_stream.h"
#include "relay/service/relay.h"
#include "relay/sockets/classification.h"

namespace farfield::net::relay {
namespace {

constexpr double ms_per_ns = 1e-6;

struct ListenOptions {
    std::string relay, token_file;
    std::string params = "{}";
    std::string policy = "every";
    std::uint64_t count = 0;
    double seconds = 0.0;
    std::string csv;
    bool is_host = false;
    std::string interface;
    bool as_json = false;
};

/// Counts of received messages. Loss is counted in messages: bundles tell the number of those before them.
struct Heard {
    std::uint64_t messages = 0, bundles = 0, lost = 0, priority = 0, conflated = 0, dropped = 0;
    std::uint64_t restarts = 0;         ///< restarts of the relay behind a node: losses meanwhile are unknown
    MessageAges ages;                   ///< ages of messages that came as news
    std::optional<HostCounts> of_host;  ///< counts of --hosts
};

/// A table of records; without a file it does nothing.
class RecordTable {
public:
    explicit RecordTable(const std::string& file) : file_{file}
    {
        if (file.empty()) return;
        AtomicFile fresh{file};
        out_.open(fresh.part());
        if (!out_) throw std::runtime_error(fmt::format("cannot write '{}'", printable(file, 400)));
        fresh.keep();  // rows can be read while they are written
        out_ << "arrival_ns,age_ms,kind,source,bytes,pdu_type,entity,longitude,latitude,height\n";
    }

    void add(const Record& record, double age_ms)
    {
        if (!out_.is_open() || !failure_.empty()) return;
        write(record, age_ms);
        note_failure();
    }

    /// Throws std::runtime_error when not all rows could be written; those in the file are whole.
    void finish()
    {
        if (!out_.is_open()) return;
        out_.flush();
        note_failure();
        out_.close();
        if (failure_.empty()) return;
        std::error_code none;
        if (std::filesystem::is_regular_file(file_, none))
            std::filesystem::resize_file(file_, bytes_of_whole_rows(), none);
        throw std::runtime_error(
            fmt::format("cannot write all rows to '{}': {}", printable(file_, 400), failure_));
    }

private:
    void write(const Record& record, double age_ms)
    {
        out_ << fmt::format("{},{:.3f},{},{},{},", record.arrival_ns, age_ms, static_cast<int>(record.kind),
                            record.source, record.bytes.size());
        dis::Pdu pdu;
        dis::EntityHead head;
        const bool is_read = record.kind == RecordKind::Dis &&
                             dis::read_pdu(record.bytes, pdu) == dis::PduFault::None &&
                             dis::read_entity_head(pdu, head) == dis::PduFault::None;
        if (!is_read) {
            out_ << ",,,,\n";
            return;
        }
        out_ << fmt::format("{},{}:{}:{}", static_cast<int>(pdu.header.type), head.id.site,
                            head.id.application, head.id.entity);
        const model::Geodetic place = model::geodetic_of(head.location);
        const bool is_placed = head.has_place && (record.flags & model::record_local) == 0;
        const bool has_height = (record.flags & model::record_without_height) == 0;
        out_ << (is_placed
                     ? fmt::format(",{:.9f},{:.9f},{}\n", place.longitude_degrees, place.latitude_degrees,
                                   has_height ? fmt::format("{:.3f}", place.height_metres) : std::string{})
                     : std::string{",,,\n"});
    }

    void note_failure()
    {
        if (!out_ && failure_.empty()) failure_ = std::generic_category().message(errno);
    }

    [[nodiscard]] std::uintmax_t bytes_of_whole_rows() const
    {
        std::ifstream in{file_, std::ios::binary};
        std::uintmax_t bytes = 0, whole = 0;
        for (std::string row; std::getline(in, row) && !in.eof(); whole = bytes) bytes += row.size() + 1;
        return whole;
    }

    std::string file_, failure_;
    std::ofstream out_;
};

/// The bundles of an input that this process opens itself.
class LocalBundles {
public:
    LocalBundles(const std::string& input, const Json& params, Policy policy)
        : memory_(model::max_bundle_bytes),
          params_{params_of(params)},
          relay_{{.inputs = {input}, .plays_at_once = false}}
    {
        subscriber_ = relay_.subscribe(
            {.params = params_, .conflates = policy == Policy::Latest, .needs_credits = true});
        relay_.listen(subscriber_, [this] { due_.post(); });
        relay_.play();
    }
    ~LocalBundles() { relay_.unsubscribe(subscriber_, params_); }
    LocalBundles(const LocalBundles&) = delete;
    LocalBundles& operator=(const LocalBundles&) = delete;

    /// Returns a bundle like BundleStream::next().
    [[nodiscard]] std::optional<BundleReader> next(std::chrono::milliseconds at_most)
    {
        for (;;) {
            if (const auto built = relay_.build(subscriber_, memory_))
                return BundleReader::open(built->payload);
            if (!due_.wait_for(at_most)) return std::nullopt;
        }
    }
    /// Throws std::runtime_error where the input has failed, as a damaged recording does.
    void expect_intact() const
    {
        const model::RelayInput input = relay_.info().inputs[0];
        if (input.state == model::InputState::Failed) throw std::runtime_error(input.message);
    }

private:
    static model::EntitiesParams params_of(const Json& json)
    {
        model::EntitiesParams params;
        (void)model::merge_whole(params, json);
        return params;
    }

    std::vector<std::byte> memory_;
    model::EntitiesParams params_;
    WakeSemaphore due_;
    Relay relay_;
    std::uint32_t subscriber_ = 0;
};

/// Parses parameters. Throws std::runtime_error for a text that is no JSON object.
Json params_of(const std::string& text)
{
    Json params = parse_bounded_json(text);
    if (params.is_object()) return params;
    throw std::runtime_error(
        fmt::format("--params: expected a JSON object such as {{\"forces\": [1, 2]}}: {} in '{}'",
                    params.is_discarded() ? json_fault(text) : fmt::format("found {}", params.type_name()),
                    printable(text, 200)));
}

/// Adds bundles to the counts.
class Listener {
public:
    explicit Listener(const ListenOptions& options) : table_{options.csv}
    {
        const Json params = params_of(options.params);
        const Policy policy = options.policy == policy_names[0] ? Policy::Latest : Policy::Every;
        if (options.is_host)
            of_host_.emplace(session_at(options.relay, options.token_file), params,
                             HostSessionSettings{.interface = options.interface});
        else if (is_own_input(options.relay))
            of_input_.emplace(options.relay, params, policy);
        else
            of_relay_.emplace(session_at(options.relay, options.token_file), params, policy);
        signals_.call([this] { is_stopped_ = true; });
    }

    /// Runs until so many messages or seconds, or for 0 until a signal.
    Heard run(std::uint64_t count, double seconds)
    {
        const auto end = Clock::now() +
                         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
        while (!is_stopped_ && (count == 0 || heard_.messages < count)) {
            if (seconds > 0.0 && Clock::now() >= end) break;
            if (of_host_) {
                receive_datagrams();
                continue;
            }
            const auto bundle = of_input_ ? of_input_->next(patience) : of_relay_->next(patience);
            if (bundle) take(*bundle);
        }
        return std::move(heard_);
    }
    /// Throws as RecordTable::finish() and LocalBundles::expect_intact().
    void finish()
    {
        table_.finish();
        if (of_input_) of_input_->expect_intact();
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds patience{100};

    void receive_datagrams()
    {
        of_host_->receive(patience, [&](const Record& record, const model::BundlePreamble& preamble) {
            begin(preamble);
            heard_.dropped = preamble.dropped;
            ++heard_.messages;
            take(record, relay_now(&of_host_->client()));
        });
        heard_.of_host = of_host_->receiver().counts();
        heard_.bundles = heard_.of_host->bundles;
        heard_.lost = heard_.of_host->lost;
    }

    /// Sets the begin of a stream, also of a restarted one: earlier arrivals are the picture of what was
    /// known, and as old as that.
    void begin(const model::BundlePreamble& preamble)
    {
        if (begun_ns_ == 0 || preamble.number < next_bundle_) begun_ns_ = preamble.closed_at_ns;
    }

    /// Present time by the relay's clock, which may be another host's; for an input of this process its own.
    [[nodiscard]] static double relay_now(Client* client)
    {
        const std::int64_t offset_ns = client != nullptr ? client->link().clock_offset_ns : 0;
        return static_cast<double>(now_ns()) + static_cast<double>(offset_ns);
    }

    void take(const Record& record, double now)
    {
        heard_.priority += (record.flags & model::record_priority) != 0 ? 1 : 0;
        heard_.conflated += (record.flags & model::record_conflated) != 0 ? 1 : 0;
        const double age_ms = ms_per_ns * (now - static_cast<double>(record.arrival_ns));
        if (record.arrival_ns >= begun_ns_) (void)heard_.ages.add(age_ms);
        table_.add(record, std::max(age_ms, 0.0));
    }

    void take(const BundleReader& bundle)
    {
        const model::BundlePreamble& preamble = bundle.preamble();
        begin(preamble);
        // A stream that restarts behind a node counts from 0 again.
        if (preamble.number < next_bundle_)
            ++heard_.restarts;
        else if (heard_.bundles > 0 && preamble.messages_before > next_message_)
            heard_.lost += preamble.messages_before - next_message_;
        next_bundle_ = preamble.number + 1;
        next_message_ = preamble.messages_before + preamble.messages;
        heard_.dropped = preamble.dropped;
        ++heard_.bundles;
        heard_.messages += preamble.messages;
        const double now = relay_now(of_relay_ ? &of_relay_->client() : nullptr);
        for (std::uint32_t i = 0; i < bundle.messages(); ++i) take(bundle.record(i), now);
    }

    RecordTable table_;
    std::optional<BundleStream> of_relay_;  ///< one of these three is set
    std::optional<HostSession> of_host_;
    std::optional<LocalBundles> of_input_;
    std::atomic<bool> is_stopped_{false};
    StopSignals signals_;
    Heard heard_;
    std::uint64_t next_message_ = 0, next_bundle_ = 0;
    std::uint64_t begun_ns_ = 0;  ///< by the relay's clock; 0: not yet
};

/// Additional counts of --hosts.
Json host_json(const HostCounts& counts)
{
    return {{"datagrams", counts.datagrams}, {"not_mine", counts.not_mine}, {"late", counts.late},
            {"overtaken", counts.overtaken}, {"again", counts.again},       {"malformed", counts.malformed},
            {"strangers", counts.strangers}};
}

void print_host(const HostCounts& counts)
{
    fmt::print(
        "{} datagrams: {} messages not for this host, {} late, {} with priority after later ones; {} bundles "
        "again, {} malformed, {} of others\n",
        counts.datagrams, counts.not_mine, counts.late, counts.overtaken, counts.again, counts.malformed,
        counts.strangers);
}

int run(const ListenOptions& options)
{
    Listener listener{options};
    Heard heard = listener.run(options.count, options.seconds);
    const double p50 = heard.ages.percentile(0.5), p95 = heard.ages.percentile(0.95),
                 p99 = heard.ages.percentile(0.99);
    if (options.as_json) {
        Json summary{{"messages", heard.messages},
                     {"bundles", heard.bundles},
                     {"lost", heard.lost},
                     {"dropped", heard.dropped},
                     {"priority", heard.priority},
                     {"conflated", heard.conflated},
                     {"restarts", heard.restarts},
                     {"age_p50_ms", p50},
                     {"age_p95_ms", p95},
                     {"age_p99_ms", p99},
                     {"clock_ahead_ms", heard.ages.ahead_ms()}};
        if (heard.of_host) summary["host"] = host_json(*heard.of_host);
        fmt::print("{}\n", summary.dump());
    } else {
        fmt::print(
            "{} messages in {} bundles, {} lost, {} dropped, {} conflated, {} with priority; age {:.2f} / "
            "{:.2f} / {:.2f} ms (p50 / p95 / p99)\n",
            heard.messages, heard.bundles, heard.lost, heard.dropped, heard.conflated, heard.priority, p50,
            p95, p99);
        if (heard.of_host) print_host(*heard.of_host);
    }
    if (heard.ages.ahead_ms() > 0.0)
        fmt::print(
            stderr,
            "farfield-relay: messages arrived at the relay up to {:.1f} s from now: its clock differs, "
            "and these count as 0 ms old\n",
            heard.ages.ahead_ms() * 1e-3);
    if (heard.restarts > 0)
        fmt::print(stderr,
                   "farfield-relay: the relay was away {} times: what came meanwhile is not counted\n",
                   heard.restarts);
    std::fflush(stdout);
    listener.finish();
    return 0;
}

}  // namespace

void add_listen_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<ListenOptions>();
    CLI::App* command = program.add_subcommand(
        "listen", "Receives bundles from a relay, or messages by an input of its own, and counts them");
    command
        ->add_option("from", options->relay,
                     "HOST[:PORT] of a relay, or an input as of serve, such as dis:239.1.2.3@lo")
        ->required();
    command->add_option("--token-file", options->token_file, "File with the token that the relay asks for");
    command
        ->add_option("--params", options->params, "Parameters of the program entities, JSON: what is wanted")
        ->capture_default_str();
    command->add_option("--policy", options->policy, "latest: of each entity the newest state only")
        ->check(CLI::IsMember(std::vector<std::string>(policy_names.begin(), policy_names.end())))
        ->capture_default_str();
    CLI::Option* const hosts = command->add_flag(
        "--hosts", options->is_host,
        "As a UDP host: takes the datagrams that the relay sends to all of them (serve --hosts)");
    command
        ->add_option("--interface", options->interface,
                     "Name or address of the interface on which --hosts joins the group")
        ->needs(hosts);
    command->add_option("--count", options->count, "Ends after so many messages; 0: does not")
        ->check(within(0.0, 1e15));
    command->add_option("--seconds", options->seconds, "Ends after so long; 0: does not")
        ->check(within(0.0, 86'400.0));
    command->add_option("--csv", options->csv, "File for a row of each message");
    command->add_flag("--json", options->as_json, "The summary as JSON");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::net::relay
