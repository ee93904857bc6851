#include "relay/service/relay.h"

#include "model/fields/json_fields.h"
#include "net/message/clock.h"
#include "net/service/token.h"
#include "relay/files/played_content.h"
#include "relay/service/entity_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <utility>

namespace farfield::net::relay {
namespace {

constexpr std::uint64_t tick_ns = 5 * ns_per_ms;
/// Longer interval without subscribers, when received messages are only counted.
constexpr std::uint64_t idle_tick_ns = 100 * ns_per_ms;
/// Interval at which interfaces and silences of inputs are checked.
constexpr std::uint64_t look_ns = 250 * ns_per_ms;
/// Messages that are taken at once while others wait for the core.
constexpr std::size_t most_taken_at_once = 256;
constexpr std::uint64_t warning_interval_ns = ns_per_second;

CoreSettings core_settings(const RelaySettings& settings)
{
    CoreSettings core = settings.core;
    core.number_before = now_ns();
    if (!settings.hosts.empty())
        core.hosts = HostPathSettings{.payload_bytes = settings.mtu_bytes - header_bytes,
                                      .link_bytes_per_second = settings.link_bytes_per_second};
    return core;
}

JsonEntitiesSettings json_settings(const RelaySettings& settings)
{
    return {.site = settings.json_site,
            .max_entities = settings.core.max_entities,
            .times = settings.core.entity_times};
}

/// The configured inputs, then the peers in the form of inputs.
std::vector<std::string> inputs_of(const RelaySettings& settings)
{
    std::vector<std::string> inputs = settings.inputs;
    for (const std::string& peer : settings.peers) inputs.push_back("peer:" + peer);
    return inputs;
}

/// Throws std::runtime_error when a recording that is an input would be overwritten.
void check_recording(const RelaySettings& settings)
{
    if (!settings.record) return;
    for (const std::string& input : settings.inputs) {
        const InputSpec spec = parse_input_spec(input);
        const auto* const file = std::get_if<FileSpec>(&spec);
        std::error_code none;
        if (file != nullptr && std::filesystem::equivalent(file->file, settings.record->file, none))
            throw std::runtime_error(fmt::format("cannot record to '{}': it is the input '{}'",
                                                 settings.record->file.string(), input));
    }
}

/// Throws std::runtime_error when there is no room even for the relay's own subscribers.
void check_subscribers(const RelaySettings& settings)
{
    const std::size_t own = settings.outputs.size() + (settings.record ? 1 : 0);
    if (own <= settings.core.max_subscribers) return;
    throw std::runtime_error(
        fmt::format("--max-subscribers {}: expected at least {}, one for each of {} outputs{}",
                    settings.core.max_subscribers, own, settings.outputs.size(),
                    settings.record ? " and one for the recording" : ""));
}

}  // namespace

Relay::Relay(const RelaySettings& settings)
    : id_{settings.core.bundles.relay},
      warn_{settings.warn ? settings.warn : [](const std::string& /*text*/) {}},
      admission_{settings.admission},
      core_{core_settings(settings)},
      publishers_{id_,
                  [this](const Message& message) {
                      return !outputs_.open().empty() && outputs_.comes_back(message);
                  }},
      json_entities_{json_settings(settings)},
      shards_{settings.shards,
              [kinds = Inputs::kinds_of(inputs_of(settings))](std::uint32_t input,
                                                              std::span<const std::byte> bytes) {
                  return verdict_of(kinds[input], bytes);
              },
              [this] { wake_thread(); }},
      lines_{sink_of_lines(), settings.is_json_token},
      inputs_{inputs_of(settings), shards_, lines_},
      outputs_{settings.outputs, inputs_.list(), settings.mtu_bytes, json_settings(settings)},
      clock_{inputs_of(settings)},
      hosts_{settings.hosts.empty() ? nullptr
                                    : std::make_unique<HostPath>(settings.hosts, settings.mtu_bytes)}
{
    check_subscribers(settings);
    check_recording(settings);
    // Recorded from the first message on.
    if (settings.record)
        recorder_ = std::make_unique<RelayRecorder>(*this, settings.record->file, settings.record->failed);
    start_outputs();
    start_hosts();
    add_peers(settings);
    lines_.start();
    thread_ = std::thread([this] { run(); });
    // If the system has no threads for these, the program ends.
    if (settings.plays_at_once) play();
    for (const auto& link : links_) link->start();
}

void Relay::play()
{
    const std::lock_guard lock(mutex_);
    inputs_.play([this](std::uint32_t input) { return calls_of(input); });
}

LineSink Relay::sink_of_lines()
{
    const auto take = [this](const JsonEntity& line, std::uint32_t input, std::uint64_t sender) {
        const std::lock_guard lock(mutex_);
        return take_entity(line, {.input = static_cast<std::uint8_t>(input), .sender = sender});
    };
    return {.take = take, .taken = [this] { wake_thread(); }, .warn = warn_};
}

Relay::~Relay()
{
    for (const auto& link : links_) link->stop();
    inputs_.stop_playing();  // their threads use members declared after the inputs
    recorder_.reset();
    is_stopping_ = true;
    wake_thread();
    thread_.join();
}

std::uint64_t Relay::now()
{
    last_now_ns_ = std::max(last_now_ns_, now_ns());
    return last_now_ns_;
}

std::uint32_t Relay::subscribe(const SubscriberSettings& settings)
{
    const std::lock_guard lock(mutex_);
    return add_subscriber(settings);
}

std::uint32_t Relay::add_subscriber(const SubscriberSettings& settings)
{
    const std::uint32_t subscriber = core_.add_subscriber(settings, now());
    try {
        inputs_.use(settings.params);
    } catch (...) {
        core_.remove_subscriber(subscriber);
        throw;
    }
    listeners_[subscriber] = {};
    has_new_interest_ = true;
    return subscriber;
}

void Relay::listen(std::uint32_t subscriber, std::function<void()> wake)
{
    {
        const std::lock_guard lock(mutex_);
        listeners_.at(subscriber).wake = std::move(wake);
    }
    wake_thread();
}

void Relay::update(std::uint32_t subscriber, const model::EntitiesParams& before,
                   const model::EntitiesParams& params)
{
    const std::lock_guard lock(mutex_);
    inputs_.use(params);
    inputs_.release(before);
    core_.update_subscriber(subscriber, params);
    has_new_interest_ = true;
}

void Relay::unsubscribe(std::uint32_t subscriber, const model::EntitiesParams& params)
{
    const std::lock_guard lock(mutex_);
    listeners_.erase(subscriber);
    publishers_.remove(subscriber);
    accepted_.erase(subscriber);
    has_new_interest_ = true;
    core_.remove_subscriber(subscriber);
    inputs_.release(params);
}

std::optional<BuiltBundle> Relay::build(std::uint32_t subscriber, std::span<std::byte> buffer)
{
    std::optional<BuiltBundle> built;
    {
        const std::lock_guard lock(mutex_);
        if (core_.must_disconnect(subscriber))
            throw std::runtime_error(
                "messages with priority wait for more than max_priority_bytes: the viewer takes them too "
                "slowly");
        Listener& listener = listeners_.at(subscriber);
        const bool had_credit = std::exchange(listener.has_credit, true);
        if (!had_credit && subscriber != core_.path()) core_.grant_credits(subscriber, 1);
        built = core_.build(subscriber, now(), buffer);
        listener.is_woken = false;
        listener.has_credit = !built;
    }
    if (!built) wake_thread();  // it computes when to wake this one
    return built;
}

std::uint64_t Relay::waiting(std::uint32_t subscriber) const
{
    const std::lock_guard lock(mutex_);
    return core_.waiting(subscriber);
}

RecorderStats Relay::end_recording()
{
    recorder_->finish();
    return recorder_->stats();
}

void Relay::run()
{
    while (!is_stopping_) {
        bool is_more = false;
        std::uint64_t due_ns = 0;
        {
            const std::lock_guard lock(mutex_);
            is_more = take_some();
            tick();
            due_ns = wake_due();
        }
        if (!is_more) wait(due_ns);
    }
}

void Relay::tick()
{
    const std::uint64_t time = now();
    if (time - ticked_ns_ < tick_ns) return;
    ticked_ns_ = time;
    core_.tick(time);
    (void)shards_.leave_unused(GroupSockets::Time::clock::now());
    if (time - looked_ns_ < look_ns) return;
    looked_ns_ = time;
    look_at_inputs();
    malformed_.write(time, inputs_.list(), shards_, warn_);
    report_interest();
    report_congestion();
    report_sources();
}

bool Relay::take_some()
{
    const std::uint64_t taken_ns = now();
    bool is_more = publishers_.take_some(core_, taken_ns);
    for (std::size_t i = 0; i < shards_.size(); ++i) {
        Shard& shard = shards_.shard(i);
        const std::size_t ready = shard.ready(), count = std::min(ready, most_taken_at_once);
        for (std::size_t back = 0; back < count; ++back)
            take_datagram(shard.info(back), shard.bytes(back), taken_ns);
        shard.release(count);
        is_more = is_more || ready > count;
    }
    return is_more;
}

bool Relay::take_entity(const JsonEntity& entity, LineOrigin origin)
{
    origin.arrival_ns = now();
    const auto messages = json_entities_.messages_of(entity, origin);
    for (const Message& message : messages) core_.take(message);
    return !messages.empty();
}

void Relay::take_datagram(const SlotInfo& slot, std::span<const std::byte> bytes, std::uint64_t taken_ns)
{
    if (outputs_.is_own(slot.from)) {
        ++reflected_[slot.input];
        return;
    }
    const DatagramOrigin origin{.input = static_cast<std::uint8_t>(slot.input),
                                .arrival_ns = slot.arrival_ns,
                                .sender = std::uint64_t{slot.from.address} << 16U | slot.from.port,
                                .taken_ns = taken_ns};
    const std::uint32_t malformed =
        read_messages(inputs_.kind(slot.input), bytes, origin,
                      [&](const Message& message) { take_message(message, slot.from); });
    malformed_.note(slot.input, malformed, slot.from);
}

void Relay::take_message(const Message& message, const Endpoint& from)
{
    if (!admission_.admits(message)) {
        ++foreign_[message.input];
        return;
    }
    const bool is_from_file = from.port == 0, has_peers = !accepted_.empty() || !links_.empty();
    if (!outputs_.has_sent(message)) {
        const bool goes_out = has_peers || !outputs_.open().empty();
        if (!is_from_file && goes_out && outputs_.comes_back(message)) {
            ++reflected_[message.input];
            return warn_of_circle(message, to_text(from));
        }
        if (has_peers) outputs_.note_passed_on(message);
        return core_.take(message);
    }
    ++reflected_[message.input];
    if (message.arrival_ns < warned_ns_ + warning_interval_ns) return;
    warned_ns_ = message.arrival_ns;
    warn_(fmt::format(
        "input '{}': source {}:{} comes from {} and is sent from here, too: it is not taken from "
        "there; relays of one group need a --json-site each",
        inputs_.list()[message.input].input, message.source >> 16U, message.source & 0xFFFFU, to_text(from)));
}

void Relay::warn_of_circle(const Message& message, const std::string& from)
{
    if (std::exchange(has_warned_of_circle_, true)) return;
    warn_(
        fmt::format("input '{}': what is sent from here comes back from {}, and is not taken: another relay "
                    "sends the other way; its messages are counted as reflected",
                    inputs_.list()[message.input].input, from));
}

FileInput::Calls Relay::calls_of(std::uint32_t input)
{
    return {.take = [this, input](const PlayedMessage& played) { take_played(input, played); },
            .pause = [this] { wake_thread(); },
            .ended = [this, input](const std::string& why) { end_input(input, why); }};
}

void Relay::take_played(std::uint32_t input, const PlayedMessage& played)
{
    const std::lock_guard lock(mutex_);
    const DatagramOrigin origin{
        .input = static_cast<std::uint8_t>(input), .arrival_ns = now(), .sender = played.sender};
    const PlayedContent content =
        read_played(played, origin, [this](const Message& message) { take_message(message, {}); });
    const bool is_malformed = content.verdict == Verdict::Malformed;
    ++played_[input].received;
    ++(is_malformed ? played_[input].malformed : played_[input].core);
    malformed_.note(input, content.malformed_pdus, {});
    if (clock_.note(input, played.recorded_ns, origin.arrival_ns)) announce_clock();
}

void Relay::end_input(std::uint32_t input, const std::string& why)
{
    {
        const std::lock_guard lock(mutex_);
        inputs_.note_ended(input, why);
        if (!why.empty()) warn_(inputs_.list()[input].message);
        core_.lose_input(static_cast<std::uint8_t>(input), now());
        if (clock_.note_ended(input, now())) announce_clock();
    }
    wake_thread();
}

std::uint64_t Relay::wake_due()
{
    const std::uint64_t time = now();
    std::uint64_t first = time + (listeners_.empty() ? idle_tick_ns : tick_ns);
    for (auto& [subscriber, listener] : listeners_) {
        if (listener.is_woken || !listener.wake) continue;
        const std::uint64_t due = core_.due_ns(subscriber);
        if (due > time) {
            first = std::min(first, due);
            continue;
        }
        listener.is_woken = true;
        listener.wake();
    }
    return first;
}

void Relay::wait(std::uint64_t until_ns)
{
    const std::uint64_t time = now_ns();
    std::unique_lock lock(wake_mutex_);
    if (until_ns > time)
        has_news_.wait_for(lock, std::chrono::nanoseconds(until_ns - time), [this] { return is_woken_; });
    is_woken_ = false;
}

void Relay::wake_thread()
{
    {
        const std::lock_guard lock(wake_mutex_);
        is_woken_ = true;
    }
    has_news_.notify_one();
}

namespace {

/// Statistics of the recorder; messages that its queue had no memory for count as lost, too.
model::RelayRecorderStats stats_of(const RelayRecorder& recorder,
                                   std::span<const model::RelaySubscriberStats> subscribers)
{
    const RecorderStats stats = recorder.stats();
    const auto found =
        std::ranges::find(subscribers, recorder.subscriber(), &model::RelaySubscriberStats::subscriber);
    const std::uint64_t refused = found == subscribers.end() ? 0 : found->policy;
    return {.messages = stats.messages + refused,
            .recorded = stats.recorded,
            .lost = stats.lost + refused,
            .waiting = stats.waiting,
            .bundles = stats.bundles,
            .bytes = stats.bytes,
            .failure = stats.failure};
}

/// Statistics with the endings of messages.
template <class Stats>
Stats of_endings(const Endings& endings)
{
    Stats stats;
    stats.offered = endings.offered;
    stats.delivered = endings.delivered;
    stats.own = endings.own;
    stats.filtered = endings.filtered;
    stats.conflated = endings.conflated;
    stats.policy = endings.policy;
    stats.late = endings.late;
    stats.waiting = endings.waiting;
    return stats;
}

model::RelaySourceStats stats_of(const SourceAccount& source, std::uint64_t now_ns)
{
    auto stats = of_endings<model::RelaySourceStats>(source.endings);
    stats.source = source_name(source.source);
    stats.messages = source.messages;
    stats.bytes = source.bytes;
    stats.is_too_fast = source.rate.is_above(now_ns);
    return stats;
}

model::RelayHostStats stats_of(const SubscriberStats& host, const SentBundles::HostAccount& account)
{
    model::RelayHostStats stats = of_endings<model::RelayHostStats>(host.endings);
    stats.host = host.id;
    stats.received = account.received;
    stats.priority_lost = account.lost;
    stats.round_trip_ms = static_cast<double>(account.round_trip_ns) / static_cast<double>(ns_per_ms);
    return stats;
}

model::RelayHostsStats stats_of(const HostPath& path, const CoreStats& core)
{
    const HostSenderCounters counted =
        path.sender() != nullptr ? path.sender()->counters() : HostSenderCounters{};
    const Endings& endings = core.path->endings;
    model::RelayHostsStats stats{.hosts = path.info().hosts,
                                 .offered = endings.offered,
                                 .delivered = endings.delivered,
                                 .conflated = endings.conflated,
                                 .policy = endings.policy,
                                 .waiting = endings.waiting,
                                 .bundles = core.path->bundles,
                                 .level = core.path->level,
                                 .datagrams = counted.datagrams,
                                 .repeated = counted.repeated,
                                 .failed = counted.failed,
                                 .priority_lost = counted.priority_lost,
                                 .awaited = counted.awaited,
                                 .reports = counted.reports,
                                 .false_reports = counted.false_reports};
    for (const SubscriberStats& host : core.hosts)
        stats.present.push_back(stats_of(host, counted.hosts.at(host.id)));
    return stats;
}

std::optional<model::RelayEndedStats> ended_of(const EndedSubscribers& ended)
{
    if (ended.subscribers == 0) return std::nullopt;
    return model::RelayEndedStats{.subscribers = ended.subscribers,
                                  .offered = ended.endings.offered,
                                  .delivered = ended.endings.delivered,
                                  .own = ended.endings.own,
                                  .filtered = ended.endings.filtered,
                                  .conflated = ended.endings.conflated,
                                  .policy = ended.endings.policy,
                                  .late = ended.endings.late,
                                  .bundles = ended.bundles};
}

}  // namespace

model::RelayInfo Relay::info() const
{
    const std::lock_guard lock(mutex_);
    model::RelayInfo info{.relay = id_,
                          .clock = clock_.now(),
                          .inputs = inputs_.list(),
                          .outputs = outputs_.list(),
                          .times = core_.entities().times()};
    if (hosts_) info.hosts = hosts_->info();
    return info;
}

model::EntityList Relay::entities(const model::EntitiesListCall& call)
{
    const std::lock_guard lock(mutex_);
    return EntityReport{core_.entities(), inputs_.list(), now()}.list(call);
}

std::optional<model::EntityDetails> Relay::entity(const model::EntityName& name)
{
    const std::lock_guard lock(mutex_);
    return EntityReport{core_.entities(), inputs_.list(), now()}.details(name);
}

model::RelayStats Relay::stats(const model::RelayStatsCall& call)
{
    const std::lock_guard lock(mutex_);
    const CoreStats core = core_.stats();
    model::RelayStats stats{.inputs = {},
                            .outputs = outputs_.stats(),
                            .subscribers = {},
                            .ended = ended_of(core.ended),
                            .publishers = publishers_.stats(),
                            .taken = core.taken,
                            .published = core.by_input[session_input],
                            .entities = core.entities,
                            .entities_refused = core.entities_refused,
                            .recorder = std::nullopt};
    for (std::uint32_t input = 0; input < inputs_.list().size(); ++input) {
        InputCounters counted = shards_.counters(input);
        const LineCounters lines = lines_.counters(input);
        counted.received += lines.received;
        counted.malformed += lines.refused;
        counted.core += lines.taken;
        counted.kernel += lines_.drops(input);
        counted += played_[input];
        const auto sent = publishers_.stats_of(static_cast<std::uint8_t>(input));
        counted.received += sent.received;
        counted.malformed += sent.malformed;
        counted.core += sent.received - sent.malformed;
        stats.inputs.push_back({.input = inputs_.list()[input].input,
                                .received = counted.received,
                                .malformed = counted.malformed,
                                .ring = counted.ring,
                                .core = counted.core,
                                .priority_ring = counted.priority_ring,
                                .kernel = counted.kernel,
                                .kernel_joined = counted.kernel_joined,
                                .strays = counted.strays,
                                .messages = core.by_input[input],
                                .malformed_pdus = malformed_.pdus(input),
                                .reflected = reflected_[input] + sent.duplicate + sent.returned,
                                .foreign = foreign_[input]});
    }
    for (const SubscriberStats& one : core.subscribers) {
        auto& entry = stats.subscribers.emplace_back(of_endings<model::RelaySubscriberStats>(one.endings));
        entry.subscriber = one.id;
        entry.bundles = one.bundles;
        entry.level = one.level;
        entry.client = one.client;
    }
    const std::size_t sources = std::min<std::size_t>(call.sources, core.sources.size());
    for (const SourceAccount& one : std::span{core.sources}.first(sources))
        stats.sources.push_back(stats_of(one, last_now_ns_));
    if (recorder_) stats.recorder = stats_of(*recorder_, stats.subscribers);
    if (hosts_) stats.hosts = stats_of(*hosts_, core);
    return stats;
}

void Relay::look_at_inputs()
{
    for (const model::RelayInput& input : inputs_.look(InputWatch::Time::clock::now())) announce(input);
    if (hosts_)
        if (const auto lost = hosts_->news(now())) announce(*lost);
    std::erase_if(watchers_, [](const auto& session) { return session->has_ended(); });
    look_at_clock();
}

// Detects changes of the system's clock: the relay's times advance evenly (now_ns()), so that times in logs
// and in other programs may then disagree.
void Relay::look_at_clock()
{
    constexpr std::int64_t least_ns = ns_per_second;
    const std::int64_t ahead_ns = ahead_of_system_ns(), change_ns = ahead_ns - ahead_of_system_ns_;
    if (std::abs(change_ns) < least_ns) return;
    ahead_of_system_ns_ = ahead_ns;
    warn_(fmt::format("the clock of this system was set {} by {:.3f} s; times of this relay go on as before, "
                      "until it is started anew",
                      change_ns > 0 ? "back" : "forward", 1e-9 * static_cast<double>(std::abs(change_ns))));
}

void Relay::announce(const model::RelayInput& input)
{
    const char* const what = input.input.starts_with("hosts:") ? "output" : "input";
    warn_(fmt::format("{} '{}': {}{}{}", what, input.input,
                      model::input_state_names[static_cast<std::size_t>(input.state)],
                      input.message.empty() ? "" : ": ", input.message));
    for (const auto& session : watchers_) session->send("entities.input", model::write(input));
}

void Relay::announce_clock()
{
    for (const auto& session : watchers_) session->send("relay.clock", model::write(clock_.now()));
}

void Relay::watch(std::shared_ptr<const Notices> session)
{
    const std::lock_guard lock(mutex_);
    if (std::ranges::find(watchers_, session) == watchers_.end()) watchers_.push_back(std::move(session));
}

void Relay::watch_congestion(std::uint32_t subscriber, ProgramEvents::Notify notify)
{
    const std::lock_guard lock(mutex_);
    listeners_.at(subscriber).notify = std::move(notify);
}

void Relay::report_congestion()
{
    for (auto& [subscriber, listener] : listeners_) {
        if (!listener.notify) continue;
        const model::EntitiesCongestion now = core_.congestion_of(subscriber);
        if (now.level != std::exchange(listener.reported_level, now.level))
            listener.notify("entities.congestion", model::write(now));
    }
}

// Writes at most one line a second.
void Relay::report_sources()
{
    const std::uint64_t time = now();
    std::vector<std::uint32_t> fast;
    for (const SourceAccount& source : core_.sources())
        if (source.rate.is_above(time)) fast.push_back(source.source);
    const auto is_new = [this](std::uint32_t source) {
        return std::ranges::find(fast_sources_, source) == fast_sources_.end();
    };
    const auto first = std::ranges::find_if(fast, is_new);
    if (first != fast.end()) {
        if (time < warned_rate_ns_ + ns_per_second) return;
        warned_rate_ns_ = time;
        const std::string others = fast.size() > 1 ? fmt::format(" (and {} others)", fast.size() - 1) : "";
        warn_(fmt::format("source {}{} sends more than --max-source-rate: of its entities only the newest "
                          "state waits",
                          source_name(*first), others));
    }
    fast_sources_ = std::move(fast);
}

// An output is a subscriber to everything except what comes by its own group. It joins no address groups.
void Relay::start_outputs()
{
    const std::lock_guard lock(mutex_);
    for (const Outputs::Open& output : outputs_.open()) {
        SubscriberSettings settings;
        settings.client = "output " + output.sender->text();
        settings.params.history = model::EntityHistory::None;
        settings.left_out_inputs = output.same_inputs;
        const std::uint32_t subscriber = core_.add_subscriber(settings, now());
        outputs_.set_subscriber(output, subscriber);
        DisOutput* const sender = output.sender.get();
        listeners_[subscriber].wake = [sender] { sender->wake(); };
        sender->start([this, subscriber](std::span<std::byte> memory) { return build(subscriber, memory); },
                      warn_);
    }
}

void Relay::start_hosts()
{
    HostSender* const sender = hosts_ ? hosts_->sender() : nullptr;
    if (sender == nullptr) return;
    const std::uint32_t path = core_.path();
    {
        const std::lock_guard lock(mutex_);
        listeners_[path].wake = [sender] { sender->wake(); };
    }
    sender->start([this, path](std::span<std::byte> memory) { return build(path, memory); }, warn_);
}

HostTicket Relay::add_host(const model::EntitiesParams& params)
{
    const std::lock_guard lock(mutex_);
    if (!hosts_ || hosts_->sender() == nullptr)
        throw RpcError(RpcCode::InvalidParams,
                       "parameter 'hosts': this relay was started without --hosts, or "
                       "it cannot send there; relay.info says so");
    const HostStart start = core_.add_host(params, now());
    try {
        inputs_.use(params);
    } catch (...) {
        core_.remove_host(start.host);
        throw;
    }
    listeners_[core_.subscriber_of(start.host)] = {};
    has_new_interest_ = true;
    return {.host = start.host,
            .path = hosts_->sender()->path(),
            .key = hosts_->sender()->add(start.host),
            .next_bundle = start.next_bundle,
            .messages_before = start.messages_before};
}

void Relay::remove_host(std::uint32_t host, const model::EntitiesParams& params)
{
    const std::lock_guard lock(mutex_);
    listeners_.erase(core_.subscriber_of(host));
    core_.remove_host(host);
    hosts_->sender()->remove(host);
    has_new_interest_ = true;
    inputs_.release(params);
}

std::uint32_t Relay::subscriber_of_host(std::uint32_t host) const
{
    return core_.subscriber_of(host);
}

namespace {

[[noreturn]] void refuse_id(std::uint32_t id, const char* why)
{
    throw RpcError(RpcCode::InvalidParams,
                   fmt::format("relay id {}: {}; each relay needs an --id of its own", id, why));
}

}  // namespace

void Relay::add_peers(const RelaySettings& settings)
{
    const auto& inputs = inputs_.list();
    for (std::uint32_t input = 0; input < inputs.size(); ++input) {
        const InputSpec spec = parse_input_spec(inputs[input].input);
        const auto* const peer = std::get_if<PeerSpec>(&spec);
        if (peer == nullptr) continue;
        ClientSettings relay;
        relay.host = peer->host;
        relay.port = peer->port;
        relay.token = settings.peer_token;
        relay.client_name = fmt::format("farfield-relay {}", id_);
        links_.push_back(std::make_shared<PeerLink>(
            *this, PeerLinkSettings{.relay = relay,
                                    .name = inputs[input].input,
                                    .input = static_cast<std::uint8_t>(input),
                                    .sends_too = input >= settings.inputs.size()}));
    }
    if (links_.size() > max_peers) throw model::LimitError("max_peers", max_peers, links_.size());
}

std::uint32_t Relay::accept(const SubscriberSettings& settings)
{
    const std::lock_guard lock(mutex_);
    if (!settings.peer) return add_subscriber(settings);
    const std::uint32_t id = *settings.peer;
    if (id == id_) refuse_id(id, "this relay has the same one");
    if (std::ranges::any_of(accepted_, [id](const auto& peer) { return peer.second == id; }))
        refuse_id(id, "another peer of this relay has the same one");
    if (accepted_.size() + links_.size() >= max_peers)
        throw model::LimitError("max_peers", max_peers, accepted_.size() + links_.size() + 1);
    const std::uint32_t subscriber = add_subscriber(settings);
    accepted_[subscriber] = id;
    return subscriber;
}

void Relay::expect_another(std::uint32_t peer) const
{
    const std::lock_guard lock(mutex_);
    if (peer == id_) refuse_id(peer, "this relay has the same one");
    for (const InterestWatch& watch : watches_)
        if (watch.is_link && watch.peer == peer)
            refuse_id(peer, "another peer of this relay has the same one");
}

void Relay::add_publisher(std::uint32_t number, PublisherSettings settings)
{
    const std::lock_guard lock(mutex_);
    publishers_.add(number, std::move(settings));
}

void Relay::remove_publisher(std::uint32_t number)
{
    const std::lock_guard lock(mutex_);
    publishers_.remove(number);
}

void Relay::set_publisher(std::uint32_t subscriber, std::string secret)
{
    const std::lock_guard lock(mutex_);
    listeners_.at(subscriber).publisher = std::move(secret);
}

std::uint32_t Relay::publisher_of(std::string_view secret) const
{
    for (const auto& [subscriber, listener] : listeners_)
        if (!listener.publisher.empty() && same_secret(listener.publisher, secret)) return subscriber;
    throw RpcError(
        RpcCode::NotAuthorised,
        "parameter 'publisher': expected what program.start answered for the program 'entities' with "
        "\"publish\": true, of a stream that still runs");
}

model::PublishedEntities Relay::publish(const model::EntitiesPublishCall& call)
{
    model::PublishedEntities published;
    {
        const std::lock_guard lock(mutex_);
        const LineOrigin origin{.input = session_input, .publisher = publisher_of(call.publisher)};
        for (std::uint32_t i = 0; i < call.objects.size(); ++i) {
            try {
                if (!take_entity(read_json_entity(call.objects[i], {}), origin))
                    throw std::runtime_error(no_room_for_id);
                ++published.taken;
            } catch (const std::exception& error) {
                published.refused.push_back({i, error.what()});
            }
        }
    }
    wake_thread();
    return published;
}

void Relay::note_input(std::uint32_t input, model::InputState state, const std::string& message)
{
    const std::lock_guard lock(mutex_);
    if (inputs_.note(input, state, message)) announce(inputs_.list()[input]);
}

// Interest.

InterestShapes Relay::interest_without(std::uint32_t peer) const
{
    std::vector<InterestShapes> interests;
    for (std::uint32_t id = 0; id < core_.path(); ++id)
        if (core_.has(id) && core_.peer_of(id) != peer) interests.push_back(core_.params(id).interest);
    return union_of(interests);
}

model::RelayInterest Relay::interest_for(std::uint32_t peer, const std::shared_ptr<const Notices>& session)
{
    const std::lock_guard lock(mutex_);
    InterestWatch watch{.key = session.get(), .peer = peer, .sent = interest_without(peer)};
    if (session) {
        watch.send = [session](const InterestShapes& interest) {
            session->send("relay.interest", model::write(model::RelayInterest{.interest = interest}));
        };
        watch.has_ended = [session] { return session->has_ended(); };
        std::erase_if(watches_, [&](const InterestWatch& one) { return one.key == watch.key; });
        watches_.push_back(watch);
    }
    return {.interest = watch.sent};
}

void Relay::watch_interest(const PeerLink* link, std::uint32_t peer,
                           std::function<void(const InterestShapes&)> send)
{
    {
        const std::lock_guard lock(mutex_);
        watches_.push_back({.key = link, .peer = peer, .is_link = true, .sent = {}, .send = std::move(send)});
        has_new_interest_ = true;
    }
    wake_thread();
}

void Relay::forget_interest(const PeerLink* link)
{
    const std::lock_guard lock(mutex_);
    std::erase_if(watches_, [link](const InterestWatch& one) { return one.key == link; });
}

void Relay::report_interest()
{
    if (!std::exchange(has_new_interest_, false)) return;
    std::erase_if(watches_, [](const InterestWatch& one) { return one.has_ended && one.has_ended(); });
    for (InterestWatch& watch : watches_) {
        InterestShapes interest = interest_without(watch.peer);
        if (interest == watch.sent) continue;
        watch.sent = std::move(interest);
        watch.send(watch.sent);
    }
}

}  // namespace farfield::net::relay
